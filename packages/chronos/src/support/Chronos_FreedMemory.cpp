// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_FreedMemory.hpp"

#include <cstdlib>
#include <initializer_list>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace Chronos {

bool keepFreedMemory() {
#ifdef __GLIBC__
  for (const char* const name :
       {"MALLOC_MMAP_MAX_", "MALLOC_TRIM_THRESHOLD_", "MALLOC_TOP_PAD_", "MALLOC_MMAP_THRESHOLD_", "GLIBC_TUNABLES"})
    if (std::getenv(name) != nullptr) return false;
  constexpr int never = -1, bytesAhead = 64 << 20;
  return mallopt(M_MMAP_MAX, 0) == 1 && mallopt(M_TRIM_THRESHOLD, never) == 1 && mallopt(M_TOP_PAD, bytesAhead) == 1;
#else
  return false;
#endif
}

}  // namespace Chronos
