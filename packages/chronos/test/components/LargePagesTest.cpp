// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_LargePages.hpp"

#include "Chronos_KernelTypes.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace Chronos::Test {
namespace {

constexpr std::size_t large = std::size_t(32) << 20;

// What the system notes of the memory that an address lies in; empty where it does not say.
std::string flagsOf(const void* address) {
  std::ifstream mappings("/proc/self/smaps");
  const auto wanted = reinterpret_cast<std::uintptr_t>(address);
  bool isThere = false;
  for (std::string line; std::getline(mappings, line);) {
    std::uintptr_t begin = 0, end = 0;
    char dash = 0;
    if (std::istringstream(line) >> std::hex >> begin >> dash >> end && dash == '-')
      isThere = begin <= wanted && wanted < end;
    if (isThere && line.rfind("VmFlags:", 0) == 0) return line + " ";
  }
  return "";
}

TEST(LargePages, AreAskedForOfLongArraysOfAHost) {
  using Array = Kokkos::View<double*, HostDevice>;
  if (!std::ifstream("/sys/kernel/mm/transparent_hugepage/enabled")) GTEST_SKIP() << "a system without large pages";
  const Array array = allocateAlone<Array>("long", large / sizeof(double));
  const std::string flags = flagsOf(array.data() + array.extent(0) / 2);
  if (flags.empty()) GTEST_SKIP() << "a system that does not tell";
  EXPECT_NE(flags.find(" hg "), std::string::npos) << flags;
}

TEST(LargePages, DoWithoutWhereNoneFits) {
  std::vector<char> bytes(64, 'x');
  askForLargePages(nullptr, 0);
  askForLargePages(bytes.data(), 0);
  askForLargePages(bytes.data() + 1, 63);
  EXPECT_EQ(bytes, std::vector<char>(64, 'x'));
}

TEST(LargePages, KeepWhatIsWritten) {
  std::vector<char> bytes(large, 'x');
  askForLargePages(bytes.data() + 3, large - 5);
  EXPECT_EQ(bytes, std::vector<char>(large, 'x'));
}

TEST(LargePages, ZerosAreZeros) {
  using Array = Kokkos::View<double*, HostDevice>;
  for (std::size_t n : {std::size_t(0), std::size_t(1), large / sizeof(double)}) {
    const Array array = allocateZeros<Array>("zeros", n);
    Kokkos::fence();
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i) sum += array(i) == 0 ? 0 : 1;
    EXPECT_EQ(sum, 0) << n;
  }
}

}  // namespace
}  // namespace Chronos::Test
