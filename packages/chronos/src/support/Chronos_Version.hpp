// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_VERSION_HPP
#define CHRONOS_VERSION_HPP

/// \file
/// The version of Chronos, for the preprocessor. The only place that has it: CMake reads it here.

#define CHRONOS_VERSION_MAJOR 0
#define CHRONOS_VERSION_MINOR 1
#define CHRONOS_VERSION_PATCH 0

/// One number to compare with: 10203 is 1.2.3.
#define CHRONOS_VERSION_NUMBER (10000 * CHRONOS_VERSION_MAJOR + 100 * CHRONOS_VERSION_MINOR + CHRONOS_VERSION_PATCH)

#define CHRONOS_VERSION_TEXT_OF(number) #number
#define CHRONOS_VERSION_TEXT(major, minor, patch) \
  CHRONOS_VERSION_TEXT_OF(major) "." CHRONOS_VERSION_TEXT_OF(minor) "." CHRONOS_VERSION_TEXT_OF(patch)
/// As text: "1.2.3".
#define CHRONOS_VERSION_STRING CHRONOS_VERSION_TEXT(CHRONOS_VERSION_MAJOR, CHRONOS_VERSION_MINOR, CHRONOS_VERSION_PATCH)

#endif
