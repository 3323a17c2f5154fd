// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_PARSENUMBER_HPP
#define CHRONOS_PARSENUMBER_HPP

#include <cstdint>

namespace Chronos {

/// \file
/// Numbers in text. All functions need a character behind the number that is no part of one, such as a line end.

inline bool isDigit(char c) {
  return static_cast<unsigned char>(c - '0') < 10;
}

/// Space, tab, carriage return, vertical tab, form feed: what separates words of a line.
inline bool isBlank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

inline const char* skipBlanks(const char* p) {
  while (isBlank(*p)) ++p;
  return p;
}

/// \brief Reads a non-negative integer of at most 18 digits behind leading zeros.
/// \return one past its last character, or null where there is none or it is longer
inline const char* parseIndex(const char* p, long long& value) {
  if (*p == '+') ++p;
  const char* const first = p;
  while (*p == '0') ++p;
  const char* const significant = p;
  long long sum = 0;
  for (; isDigit(*p) && p - significant < 18; ++p) sum = 10 * sum + (*p - '0');
  if (p == first || isDigit(*p)) return nullptr;
  value = sum;
  return p;
}

/// \brief Reads a decimal number, correctly rounded to nearest: [+-] digits [. digits] [(e|E|d|D) [+-] digits].
///
/// Digits may be missing on one side of the point. Values below the smallest double become zero.
/// \return one past its last character, or null where there is no number, or one that exceeds the largest double
const char* parseReal(const char* p, double& value);

}  // namespace Chronos

#endif
