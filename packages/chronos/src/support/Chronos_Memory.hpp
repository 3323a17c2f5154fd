// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_MEMORY_HPP
#define CHRONOS_MEMORY_HPP

#include <cstddef>

namespace Chronos {

/// Bytes free for Views of the default device: of the GPU, or of the host's physical memory.
std::size_t freeDeviceMemory();

/// Gives back what pools keep of a GPU's memory beyond a quarter of what is free: after a set-up and a solve, as others
/// ask for memory, too.
void keepShareOfDeviceMemory();

/// Largest resident set of this process so far, in bytes; 0 where the system does not tell.
std::size_t peakHostMemory();

}  // namespace Chronos

#endif
