// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_BlockSum.hpp"

#include "RandomMatrix.hpp"

#include <gtest/gtest.h>

namespace Chronos::Test {
namespace {

template <class DeviceType>
double dotOf(const std::vector<double>& x, const std::vector<double>& y) {
  return blockDot<DeviceType>(typename DeviceType::execution_space(), toView<DeviceType>("x", x), toView<DeviceType>("y", y));
}

std::vector<double> randomVector(std::size_t n, std::uint64_t seed) {
  std::vector<double> x(n);
  for (std::size_t i = 0; i < n; ++i) x[i] = globalUniform(seed, i);
  return x;
}

TEST(BlockSum, EqualsTheSum) {
  for (std::size_t n : {0, 1, 31, 2048, 2049, 100000}) {
    const auto x = randomVector(n, 1), y = randomVector(n, 2);
    long double expected = 0;
    for (std::size_t i = 0; i < n; ++i) expected += static_cast<long double>(x[i]) * y[i];
    EXPECT_NEAR(dotOf<Device>(x, y), double(expected), 1e-12 * double(n + 1));
    EXPECT_NEAR(dotOf<HostDevice>(x, y), double(expected), 1e-12 * double(n + 1));
  }
}

// Blocks of 2048 entries, then blocks of their sums: what any number of threads must give on a host, to the last bit.
TEST(BlockSum, AddsInTheOrderOfItsBlocks) {
  const std::size_t n = 2048 * 2048 + 70001, length = 2048;
  const auto x = randomVector(n, 3), y = randomVector(n, 4);
  std::vector<double> summands(n);
  for (std::size_t i = 0; i < n; ++i) summands[i] = x[i] * y[i];
  while (summands.size() > 1) {
    std::vector<double> sums;
    for (std::size_t begin = 0; begin < summands.size(); begin += length) {
      double sum = 0;
      for (std::size_t i = begin; i < std::min(summands.size(), begin + length); ++i) sum += summands[i];
      sums.push_back(sum);
    }
    summands = sums;
  }
  EXPECT_EQ(dotOf<HostDevice>(x, y), summands[0]);
  EXPECT_EQ(dotOf<Device>(x, y), dotOf<Device>(x, y));
}

}  // namespace
}  // namespace Chronos::Test
