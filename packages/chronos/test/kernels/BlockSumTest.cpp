// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_BlockSum.hpp"

#include "RandomMatrix.hpp"

#include <gtest/gtest.h>

namespace Chronos::Test {
namespace {

template <class DeviceType>
double dotOf(const std::vector<double>& x, const std::vector<double>& y) {
  return blockDot<DeviceType>(typename DeviceType::execution_space(), toView<DeviceType>("x", x),
                              toView<DeviceType>("y", y));
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

// Every eighth entry of a block in a sum of its own, then what is left over.
double blockSum(const std::vector<double>& summands, std::size_t begin, std::size_t end) {
  const std::size_t numSums = 8, endOfRounds = end - (end - begin) % numSums;
  double sum = 0;
  for (std::size_t s = 0; s < numSums; ++s) {
    double partial = 0;
    for (std::size_t i = begin + s; i < endOfRounds; i += numSums) partial += summands[i];
    sum += partial;
  }
  for (std::size_t i = endOfRounds; i < end; ++i) sum += summands[i];
  return sum;
}

// Blocks of 2048 entries, then blocks of their sums: what any number of threads must give on a host, to the last bit.
TEST(BlockSum, AddsInTheOrderOfItsBlocks) {
  const std::size_t n = 2048 * 2048 + 70001, length = 2048;
  const auto x = randomVector(n, 3), y = randomVector(n, 4);
  std::vector<double> summands(n);
  for (std::size_t i = 0; i < n; ++i) summands[i] = x[i] * y[i];
  while (summands.size() > 1) {
    std::vector<double> sums;
    for (std::size_t begin = 0; begin < summands.size(); begin += length)
      sums.push_back(blockSum(summands, begin, std::min(summands.size(), begin + length)));
    summands = sums;
  }
  EXPECT_EQ(dotOf<HostDevice>(x, y), summands[0]);
  EXPECT_EQ(dotOf<Device>(x, y), dotOf<Device>(x, y));
}

}  // namespace
}  // namespace Chronos::Test
