// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SvgBars.hpp"

#include "Chronos_HtmlText.hpp"
#include "Chronos_NiceTicks.hpp"

#include <algorithm>

namespace Chronos::Command {
namespace {

constexpr double width = 1000, right = 900, top = 6;
constexpr double barHeight = 20, barStep = 28;
constexpr std::size_t numColours = 16, longestName = 28;  // colours of the style sheet

// Names that occur with a time, in the order of their colours.
std::vector<std::string> partNames(const std::vector<StackedBar>& bars, const std::vector<std::string>& order) {
  std::vector<std::string> names = order;
  for (const StackedBar& bar : bars)
    for (const auto& part : bar.parts)
      if (std::find(names.begin(), names.end(), part.first) == names.end()) names.push_back(part.first);
  return names;
}

std::size_t indexOf(const std::vector<std::string>& names, const std::string& name) {
  return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
}

std::string partClass(std::size_t index) {
  return "part" + std::to_string(index % numColours);
}

double total(const StackedBar& bar) {
  double sum = 0;
  for (const auto& part : bar.parts) sum += std::max(0.0, part.second);
  return sum;
}

std::string label(const char* kind, double x, double y, const std::string& content) {
  return std::string("<text class=\"") + kind + "\" x=\"" + coordinate(x) + "\" y=\"" + coordinate(y) + "\">" +
         htmlEscaped(content) + "</text>\n";
}

std::string drawn(const StackedBar& bar, double left, double y, double scale, const std::vector<std::string>& names) {
  std::string svg = label("name end", left - 10, y + 15, shortened(bar.name, longestName));
  double x = left;
  for (const std::string& name : names) {
    for (const auto& part : bar.parts) {
      if (part.first != name || !(part.second > 0)) continue;
      const double length = part.second * scale;
      svg += svgRectangle(partClass(indexOf(names, name)), x, y, length, barHeight,
                          name + ": " + secondsText(part.second));
      x += length;
    }
  }
  return svg + label("name", x + 8, y + 15, secondsText(total(bar)));
}

std::string axis(double longest, double left, double scale, double bottom) {
  std::string svg;
  for (const double tick : niceTicks(longest, 8)) {
    const std::string x = coordinate(left + tick * scale);
    svg += "<line class=\"grid\" x1=\"" + x + "\" y1=\"" + coordinate(top) + "\" x2=\"" + x + "\" y2=\"" +
           coordinate(bottom + 4) + "\"/>\n";
    svg += label("tick middle", left + tick * scale, bottom + 18, tickText(tick));
  }
  return svg + label("tick", right + 24, bottom + 18, "seconds");
}

std::string legend(const std::vector<StackedBar>& bars, const std::vector<std::string>& names) {
  std::string html = "<p class=\"legend\">";
  for (std::size_t i = 0; i < names.size(); ++i) {
    double seconds = 0;
    for (const StackedBar& bar : bars)
      for (const auto& part : bar.parts) seconds += part.first == names[i] ? std::max(0.0, part.second) : 0;
    if (!(seconds > 0)) continue;
    html += "<span><svg class=\"swatch\" viewBox=\"0 0 12 12\"><rect class=\"" + partClass(i) +
            "\" width=\"12\" height=\"12\" rx=\"2\"/></svg>" + htmlEscaped(names[i]) + "</span>\n";
  }
  return html + "</p>\n";
}

}  // namespace

std::string stackedBars(const std::vector<StackedBar>& bars, const std::vector<std::string>& order) {
  double longest = 0;
  std::size_t nameLength = 0;
  for (const StackedBar& bar : bars) {
    longest = std::max(longest, total(bar));
    nameLength = std::max(nameLength, std::min(bar.name.size(), longestName));
  }
  if (!(longest > 0)) return "";
  const std::vector<std::string> names = partNames(bars, order);
  const double left = 20 + 7.5 * static_cast<double>(nameLength);
  const double scale = (right - left) / longest, bottom = top + barStep * static_cast<double>(bars.size());
  std::string html = legend(bars, names) + "<svg class=\"chart bars\" role=\"img\" viewBox=\"0 0 " + coordinate(width) +
                     " " + coordinate(bottom + 26) + "\" aria-label=\"seconds by part\">\n" +
                     axis(longest, left, scale, bottom);
  for (std::size_t i = 0; i < bars.size(); ++i)
    html += drawn(bars[i], left, top + barStep * static_cast<double>(i) + 4, scale, names);
  return html + "</svg>\n";
}

}  // namespace Chronos::Command
