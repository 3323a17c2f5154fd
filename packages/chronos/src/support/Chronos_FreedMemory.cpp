// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_FreedMemory.hpp"

#include "Chronos_LargePages.hpp"

#include <cstdlib>
#include <initializer_list>

#ifdef __GLIBC__
#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>
#endif

namespace Chronos {
namespace {

#ifdef __GLIBC__
constexpr std::size_t bytesAhead = std::size_t(64) << 20;

// Addresses for half of what the machine has, on which arrays come to lie one after the other; memory is taken where
// they are written. Not where addresses are counted.
void layOutHeap() {
  rlimit limit{};
  for (const auto resource : {RLIMIT_AS, RLIMIT_DATA})
    if (getrlimit(resource, &limit) != 0 || limit.rlim_cur != RLIM_INFINITY) return;
  const auto machine =
      static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  for (std::size_t numBytes = machine / 2; numBytes > bytesAhead; numBytes /= 2) {
    void* const heap = std::malloc(numBytes);
    if (heap == nullptr) continue;
    askForLargePages(heap, numBytes);
    std::free(heap);
    return;
  }
}
#endif

}  // namespace

bool keepFreedMemory() {
#ifdef __GLIBC__
  for (const char* const name :
       {"MALLOC_MMAP_MAX_", "MALLOC_TRIM_THRESHOLD_", "MALLOC_TOP_PAD_", "MALLOC_MMAP_THRESHOLD_", "GLIBC_TUNABLES"})
    if (std::getenv(name) != nullptr) return false;
  constexpr int never = -1;
  const bool isKept = mallopt(M_MMAP_MAX, 0) == 1 && mallopt(M_TRIM_THRESHOLD, never) == 1 &&
                      mallopt(M_TOP_PAD, static_cast<int>(bytesAhead)) == 1;
  if (isKept) layOutHeap();
  return isKept;
#else
  return false;
#endif
}

}  // namespace Chronos
