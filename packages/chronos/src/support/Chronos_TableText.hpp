// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_TABLETEXT_HPP
#define CHRONOS_TABLETEXT_HPP

#include <string>

namespace Chronos {

/// \file
/// Numbers as tables show them. Local.

/// As printf does; the first 399 characters.
#if defined(__GNUC__)
__attribute__((format(printf, 1, 2)))
#endif
std::string
format(const char* pattern, ...);

/// 1234567 as 1,234,567.
std::string groupedText(long long number);

/// With the largest unit that leaves 1 or more: 1.5 MiB.
std::string bytesText(double number);

/// In per cent of the whole; - where that is nothing.
std::string shareText(double part, double whole);

}  // namespace Chronos

#endif
