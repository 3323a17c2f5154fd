// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_FreedMemory.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

#ifdef __GLIBC__
#include <sys/resource.h>
#endif

namespace Chronos::Test {
namespace {

// Sanitizers have an allocator of their own.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define CHRONOS_OTHER_ALLOCATOR
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define CHRONOS_OTHER_ALLOCATOR
#endif
#endif

#if defined(__GLIBC__) && !defined(CHRONOS_OTHER_ALLOCATOR)

constexpr std::size_t size = 96 << 20;

// Pages that the system had to give.
long faultsOfArray() {
  rusage before{}, after{};
  getrusage(RUSAGE_SELF, &before);
  const std::unique_ptr<char[]> array(new char[size]);
  std::fill_n(const_cast<volatile char*>(array.get()), size, char(1));
  getrusage(RUSAGE_SELF, &after);
  return after.ru_minflt - before.ru_minflt;
}

// What tests are run with may say so, too.
bool environmentDecides() {
  for (const char* const name :
       {"MALLOC_MMAP_MAX_", "MALLOC_TRIM_THRESHOLD_", "MALLOC_TOP_PAD_", "MALLOC_MMAP_THRESHOLD_", "GLIBC_TUNABLES"})
    if (std::getenv(name) != nullptr) return true;
  return false;
}

// In a process of its own, whose allocations nobody else sees.
void exitWithFaults(bool isAsked) {
  if (isAsked) keepFreedMemory();
  const long first = faultsOfArray(), second = faultsOfArray();
  // Large pages are few, the first time too.
  constexpr long small = size / 4096;
  std::_Exit(isAsked ? second <= small / 100 : second >= first / 2);
}

long largestResidentKilobytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

void exitWithResident() {
  const long before = largestResidentKilobytes();
  keepFreedMemory();
  std::_Exit(largestResidentKilobytes() - before < 1 << 16);
}

TEST(FreedMemory, TakesAddressesAheadAndNoMemory) {
  if (environmentDecides()) GTEST_SKIP() << "the environment says what is kept";
  EXPECT_EXIT(exitWithResident(), ::testing::ExitedWithCode(1), "");
}

TEST(FreedMemory, IsTakenAgainWhereItIsKept) {
  if (environmentDecides()) GTEST_SKIP() << "the environment says what is kept";
  EXPECT_EXIT(exitWithFaults(true), ::testing::ExitedWithCode(1), "");
}

TEST(FreedMemory, IsGivenBackOtherwise) {
  if (environmentDecides()) GTEST_SKIP() << "the environment says what is kept";
  EXPECT_EXIT(exitWithFaults(false), ::testing::ExitedWithCode(1), "");
}

TEST(FreedMemory, IsLeftToTheUserWhoSaysWhat) {
  EXPECT_EXIT(
      {
        setenv("MALLOC_TRIM_THRESHOLD_", "0", 1);
        std::_Exit(keepFreedMemory() ? 0 : 1);
      },
      ::testing::ExitedWithCode(1), "");
}

#endif

}  // namespace
}  // namespace Chronos::Test
