// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_HtmlText.hpp"

#include <cmath>
#include <cstdio>

namespace Chronos::Command {
namespace {

const char* const dash = "\u2013";

std::string printed(const char* format, int precision, double value) {
  char buffer[512];  // a double in fixed notation has up to 309 digits before the point
  std::snprintf(buffer, sizeof(buffer), format, precision, value);
  return buffer;
}

}  // namespace

std::string htmlEscaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&': result += "&amp;"; break;
      case '<': result += "&lt;"; break;
      case '>': result += "&gt;"; break;
      case '"': result += "&quot;"; break;
      case '\'': result += "&#39;"; break;
      default: result += static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t' ? ' ' : c;
    }
  }
  return result;
}

std::string shortened(const std::string& text, std::size_t length) {
  std::size_t numCharacters = 0, cut = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if ((static_cast<unsigned char>(text[i]) & 0xc0) == 0x80) continue;  // within a character
    if (numCharacters + 1 == length) cut = i;
    ++numCharacters;
  }
  return numCharacters <= length ? text : text.substr(0, cut) + "\u2026";
}

std::string count(Known value) {
  if (!value) return dash;
  std::string digits = printed("%.*f", 0, *value);
  const std::ptrdiff_t first = digits[0] == '-' ? 1 : 0;
  for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > first; at -= 3) digits.insert(at, ",");
  return digits;
}

std::string significant(Known value, int digits) {
  if (!value) return dash;
  const double size = std::abs(*value);
  if (size == 0) return "0";
  if (size < 1e-4 || size >= 1e15) return printed("%.*e", digits - 1, *value);
  const int exponent = static_cast<int>(std::floor(std::log10(size)));
  return exponent + 1 >= digits ? count(value) : printed("%.*f", digits - 1 - exponent, *value);
}

std::string scientific(Known value) {
  if (!value) return dash;
  std::string text = printed("%.*e", 1, *value);  // 1.0e-08
  const std::size_t exponent = text.find('e') + 2;
  if (exponent < text.size() && text[exponent] == '0') text.erase(exponent, 1);
  return text;
}

std::string tickText(double value) {
  return printed("%.*g", 6, value);
}

std::string byteCount(Known value) {
  if (!value) return dash;
  const char* const units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
  double scaled = *value;
  int unit = 0;
  for (; scaled >= 1000 && unit < 4; ++unit) scaled /= 1024;
  return significant(scaled) + " " + units[unit];
}

std::string secondsText(Known value) {
  if (!value) return dash;
  if (*value != 0 && std::abs(*value) < 1e-3) return significant(*value * 1e6) + " \u00b5s";
  if (*value != 0 && std::abs(*value) < 1) return significant(*value * 1e3) + " ms";
  return significant(*value) + " s";
}

std::string coordinate(double value) {
  return printed("%.*f", 1, value);
}

std::string svgLine(const char* kind, double x1, double y1, double x2, double y2) {
  return std::string("<line class=\"") + kind + "\" x1=\"" + coordinate(x1) + "\" y1=\"" + coordinate(y1) + "\" x2=\"" +
         coordinate(x2) + "\" y2=\"" + coordinate(y2) + "\"/>\n";
}

std::string svgRectangle(const std::string& kind, double x, double y, double width, double height,
                         const std::string& title) {
  return "<rect class=\"" + kind + "\" x=\"" + coordinate(x) + "\" y=\"" + coordinate(y) + "\" width=\"" +
         coordinate(width) + "\" height=\"" + coordinate(height) + "\"><title>" + htmlEscaped(title) +
         "</title></rect>\n";
}

std::string svgLabel(const char* kind, double x, double y, const std::string& content) {
  return std::string("<text class=\"") + kind + "\" x=\"" + coordinate(x) + "\" y=\"" + coordinate(y) + "\">" +
         content + "</text>\n";
}

}  // namespace Chronos::Command
