// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_MESSAGERUNS_HPP
#define CHRONOS_MESSAGERUNS_HPP

#include "Chronos_KernelTypes.hpp"

namespace Chronos {

/// Runs of numbers that a rank sends through the host, at least 1: 16 KiB of a message. More of them go from device to
/// device. Tests set it.
inline LocalOrdinal mostRunsOfLists = 1024;

}  // namespace Chronos

#endif
