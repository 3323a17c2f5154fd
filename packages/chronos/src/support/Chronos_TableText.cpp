// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_TableText.hpp"

#include <cstdarg>
#include <cstdio>

namespace Chronos {

std::string format(const char* pattern, ...) {
  char text[400];
  va_list arguments;
  va_start(arguments, pattern);
  std::vsnprintf(text, sizeof text, pattern, arguments);
  va_end(arguments);
  return text;
}

std::string groupedText(long long number) {
  std::string text = std::to_string(number);
  for (int i = static_cast<int>(text.size()) - 3; i > 0; i -= 3) text.insert(static_cast<std::size_t>(i), ",");
  return text;
}

std::string bytesText(double number) {
  const char* units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
  int unit = 0;
  for (; number >= 1024 && unit < 4; ++unit) number /= 1024;
  return format(unit == 0 ? "%.0f %s" : "%.1f %s", number, units[unit]);
}

std::string shareText(double part, double whole) {
  return whole > 0 ? format("%.0f %%", 100 * part / whole) : "-";
}

}  // namespace Chronos
