// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_LargePages.hpp"

#include <cstdint>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace Chronos {

void askForLargePages(void* begin, std::size_t numBytes) {
#ifdef MADV_HUGEPAGE
  constexpr std::uintptr_t pageBytes = std::uintptr_t(2) << 20;
  const auto address = reinterpret_cast<std::uintptr_t>(begin);
  const std::uintptr_t first = (address + pageBytes - 1) / pageBytes * pageBytes;
  const std::uintptr_t end = (address + numBytes) / pageBytes * pageBytes;
  // Advice: whether the system takes it is its own affair.
  if (first < end) madvise(reinterpret_cast<void*>(first), end - first, MADV_HUGEPAGE);
#else
  (void)begin;
  (void)numBytes;
#endif
}

}  // namespace Chronos
