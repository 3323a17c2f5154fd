// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_ParseNumber.hpp"

#include <charconv>
#include <cstring>
#include <string>
#include <system_error>

namespace Chronos {
namespace {

constexpr double powersOfTen[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                  1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
constexpr std::int64_t maxExactPower = 22;
constexpr std::uint64_t maxExactInteger = std::uint64_t(1) << 53;
constexpr int maxDigitsOfUint64 = 19;
// Larger exponents overflow or vanish whatever the digits: no file has that many digits in one number.
constexpr std::int64_t exponentCap = 1000000000;

// Any number of digits: the library decides. Fortran's D is an e to it, and it takes no plus sign.
bool parseSlowly(const char* begin, const char* end, std::int64_t leadingExponent, double& value) {
  std::string text(begin, end);
  const std::size_t exponentMark = text.find_first_of("dD");
  if (exponentMark != std::string::npos) text[exponentMark] = 'e';
  const auto [stop, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (status == std::errc::result_out_of_range) {
    value = 0;
    return leadingExponent < 0;
  }
  return status == std::errc() && stop == text.data() + text.size();
}

const char* parseExponent(const char* p, std::int64_t& exponent) {
  const bool negative = *p == '-';
  if (*p == '-' || *p == '+') ++p;
  if (!isDigit(*p)) return nullptr;
  std::int64_t magnitude = 0;
  for (; isDigit(*p); ++p) {
    if (magnitude < exponentCap) magnitude = 10 * magnitude + (*p - '0');
  }
  exponent += negative ? -magnitude : magnitude;
  return p;
}

}  // namespace

const char* parseReal(const char* p, double& value) {
  const bool negative = *p == '-';
  if (*p == '-' || *p == '+') ++p;
  const char* const first = p;
  std::uint64_t mantissa = 0;
  for (; isDigit(*p); ++p) mantissa = 10 * mantissa + static_cast<unsigned>(*p - '0');
  std::int64_t numDigits = p - first;
  std::int64_t exponent = 0;
  if (*p == '.') {
    const char* const fraction = ++p;
    for (; isDigit(*p); ++p) mantissa = 10 * mantissa + static_cast<unsigned>(*p - '0');
    exponent = fraction - p;
    numDigits -= exponent;
  }
  if (numDigits == 0) return nullptr;
  if (*p == 'e' || *p == 'E' || *p == 'd' || *p == 'D') {
    p = parseExponent(p + 1, exponent);
    if (p == nullptr) return nullptr;
  }

  // Integer and power of ten are exact doubles: one correctly rounded operation (Clinger 1990).
  double magnitude = 0;
  if (numDigits <= maxDigitsOfUint64 && mantissa <= maxExactInteger && exponent >= -maxExactPower &&
      exponent <= maxExactPower) {
    magnitude = static_cast<double>(mantissa);
    if (exponent < 0) magnitude /= powersOfTen[-exponent];
    else magnitude *= powersOfTen[exponent];
  } else if (!parseSlowly(first, p, exponent + numDigits, magnitude)) {
    return nullptr;
  }
  value = negative ? -magnitude : magnitude;
  return p;
}

}  // namespace Chronos
