// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_PARSEWHOLE_HPP
#define CHRONOS_PARSEWHOLE_HPP

#include <charconv>
#include <cmath>
#include <string>
#include <system_error>
#include <type_traits>

namespace Chronos {

enum class ParseResult { good, notANumber, outOfRange };

/// \brief Reads a decimal number that is the whole text, but for blanks around it. Local.
///
/// Unlike atoi, atof and streams it takes no text that only begins with a number ("1,0e-8", "5junk"), and it does not
/// depend on the locale. Infinities and NaN are no numbers; what a T cannot hold, however small, is out of range.
template <class T>
ParseResult parseWhole(const std::string& text, T& value) {
  const char* const blanks = " \t\r\n";
  std::size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string::npos) return ParseResult::notANumber;
  const std::size_t end = text.find_last_not_of(blanks) + 1;
  // from_chars takes no plus sign.
  if (text[begin] == '+' && begin + 1 < end && text[begin + 1] != '-') ++begin;
  T number{};
  const auto [stop, status] = std::from_chars(text.data() + begin, text.data() + end, number);
  if (stop != text.data() + end) return ParseResult::notANumber;
  if (status == std::errc::result_out_of_range) return ParseResult::outOfRange;
  if (status != std::errc()) return ParseResult::notANumber;
  if constexpr (std::is_floating_point_v<T>) {
    if (!std::isfinite(number)) return ParseResult::notANumber;
  }
  value = number;
  return ParseResult::good;
}

}  // namespace Chronos

#endif
