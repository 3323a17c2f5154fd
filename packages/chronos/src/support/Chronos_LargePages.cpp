// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_LargePages.hpp"

#include "Chronos_LargePagesChoice.hpp"

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace Chronos {

bool asksForLargePages() {
  static const bool asks = [] {
    const char* const text = std::getenv("CHRONOS_LARGE_PAGES");
    return text == nullptr || std::strcmp(text, "0") != 0;
  }();
  return asks;
}

void askForLargePages(void* begin, std::size_t numBytes) {
#ifdef MADV_HUGEPAGE
  constexpr std::uintptr_t pageBytes = std::uintptr_t(2) << 20;
  const auto address = reinterpret_cast<std::uintptr_t>(begin);
  const std::uintptr_t first = (address + pageBytes - 1) / pageBytes * pageBytes;
  const std::uintptr_t end = (address + numBytes) / pageBytes * pageBytes;
  if (first >= end || !asksForLargePages()) return;
  // Advice: whether the system takes it is its own affair.
  const int error = errno;
  madvise(reinterpret_cast<void*>(first), end - first, MADV_HUGEPAGE);
  errno = error;
#else
  (void)begin;
  (void)numBytes;
#endif
}

}  // namespace Chronos
