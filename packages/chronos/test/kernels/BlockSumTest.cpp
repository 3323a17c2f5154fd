// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_BlockSum.hpp"

#include "RandomMatrix.hpp"

#include <gtest/gtest.h>

#include <cmath>

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

// Columns of vectors whose entries lie row by row, each summed as if it were alone, up to rounding.
template <class DeviceType>
void checkColumns(std::size_t numRows, int width) {
  const auto x = randomVector(numRows * width, 5), y = randomVector(numRows * width, 6);
  const ColumnDots<DeviceType> dots(static_cast<std::int64_t>(x.size()), width);
  std::vector<double> found(width, -1.0), again(width, -2.0);
  dots.dot({}, toView<DeviceType>("x", x), toView<DeviceType>("y", y), found.data());
  dots.dot({}, toView<DeviceType>("x", x), toView<DeviceType>("y", y), again.data());
  EXPECT_EQ(found, again);
  for (int c = 0; c < width; ++c) {
    long double expected = 0;
    for (std::size_t i = c; i < x.size(); i += width) expected += static_cast<long double>(x[i]) * y[i];
    EXPECT_NEAR(found[c], double(expected), 1e-12 * double(numRows + 1)) << "column " << c;
  }
}

TEST(BlockSum, SumsColumns) {
  for (std::size_t numRows : {0, 1, 3, 255, 256, 257, 5000, 600001})
    for (int width : {1, 2, 4, 8}) {
      checkColumns<Device>(numRows, width);
      checkColumns<HostDevice>(numRows, width);
    }
}

template <class DeviceType>
void checkAdvance(std::size_t numRows, int width, bool hasIterate) {
  const auto p = randomVector(numRows * width, 1), q = randomVector(numRows * width, 2);
  const auto x = hasIterate ? randomVector(numRows * width, 3) : std::vector<double>();
  const auto r = randomVector(numRows * width, 4);
  std::vector<double> alpha(width, 0.75);
  alpha[width - 1] = width > 1 ? 0 : 0.75;  // this column stands still, whatever p and q hold
  auto pWrong = p;
  if (width > 1)
    for (std::size_t i = width - 1; i < p.size(); i += width) pWrong[i] = std::nan("");
  const auto deviceX = toView<DeviceType>("x", x), deviceR = toView<DeviceType>("r", r);
  std::vector<double> squares(width, -1.0), expected(width, 0.0);
  ColumnDots<DeviceType>(static_cast<std::int64_t>(r.size()), width)
      .advance({}, alpha.data(), toView<DeviceType>("p", pWrong), toView<DeviceType>("q", q), deviceX, deviceR,
               squares.data());
  const auto newX = toVector(deviceX), newR = toVector(deviceR);
  for (std::size_t i = 0; i < r.size(); ++i) {
    const double step = alpha[i % width];
    EXPECT_NEAR(newR[i], r[i] - step * q[i], 1e-15);
    if (hasIterate) {
      EXPECT_NEAR(newX[i], x[i] + (step == 0 ? 0 : step * p[i]), 1e-15);
    }
    expected[i % width] += newR[i] * newR[i];
  }
  for (int c = 0; c < width; ++c) EXPECT_NEAR(squares[c], expected[c], 1e-12 * double(numRows + 1));
}

TEST(BlockSum, AdvancesAStepOfConjugateGradients) {
  for (std::size_t numRows : {0, 1, 300, 5000})
    for (int width : {1, 2, 4, 8})
      for (bool hasIterate : {true, false}) {
        checkAdvance<Device>(numRows, width, hasIterate);
        checkAdvance<HostDevice>(numRows, width, hasIterate);
      }
}

// Two columns are special: one takes no step, one begins anew and must not read what q holds.
template <class DeviceType>
void checkAdvanceFlexible(std::size_t numRows, int width) {
  const auto r = randomVector(numRows * width, 4);
  auto v = randomVector(numRows * width, 1), q = randomVector(numRows * width, 2);
  std::vector<double> step(width, 0.75), factor(width, -0.5);
  const auto spoil = [&](std::vector<double>& x, int column) {
    for (std::size_t i = column; i < x.size(); i += width) x[i] = std::nan("");
  };
  if (width > 1) {
    step[width - 1] = 0;
    spoil(v, width - 1), spoil(q, width - 1);
  }
  factor[0] = 0;
  spoil(q, 0);
  const auto deviceQ = toView<DeviceType>("q", q), deviceR = toView<DeviceType>("r", r);
  std::vector<double> squares(width, -1.0), expected(width, 0.0);
  ColumnDots<DeviceType>(static_cast<std::int64_t>(r.size()), width)
      .advanceFlexible({}, factor.data(), step.data(), toView<DeviceType>("v", v), deviceQ, deviceR, squares.data());
  const auto newQ = toVector(deviceQ), newR = toVector(deviceR);
  for (std::size_t i = 0; i < r.size(); ++i) {
    const std::size_t c = i % width;
    const double image = factor[c] == 0 ? v[i] : v[i] + factor[c] * q[i];
    if (step[c] != 0) {
      EXPECT_NEAR(newQ[i], image, 1e-15);
    }
    EXPECT_NEAR(newR[i], step[c] == 0 ? r[i] : r[i] - step[c] * image, 1e-15);
    expected[c] += newR[i] * newR[i];
  }
  for (int c = 0; c < width; ++c) EXPECT_NEAR(squares[c], expected[c], 1e-12 * double(numRows + 1));
}

// q must not be read where the step begins anew.
template <class DeviceType>
void checkAdvanceFlexibleInSingle(std::size_t numRows, double factor, double step) {
  const auto inSingle = [&](std::uint64_t seed) {
    const auto x = randomVector(numRows, seed);
    return std::vector<float>(x.begin(), x.end());
  };
  const auto v = inSingle(1), r = inSingle(4);
  const auto q = factor == 0 ? std::vector<float>(numRows, std::nanf("")) : inSingle(2);
  const auto deviceQ = toView<DeviceType>("q", q), deviceR = toView<DeviceType>("r", r);
  double squares = -1, expected = 0;
  ColumnDots<DeviceType>(static_cast<std::int64_t>(numRows), 1)
      .advanceFlexible({}, factor, step, toView<DeviceType>("v", v), deviceQ, deviceR, &squares);
  const auto newQ = toVector(deviceQ), newR = toVector(deviceR);
  for (std::size_t i = 0; i < numRows; ++i) {
    const double image = factor == 0 ? v[i] : v[i] + factor * q[i];
    if (step != 0) {
      EXPECT_NEAR(newQ[i], image, 1.2e-7);
    }
    EXPECT_NEAR(newR[i], step == 0 ? r[i] : r[i] - step * image, 2e-7);
    expected += double(newR[i]) * newR[i];
  }
  EXPECT_NEAR(squares, expected, 1e-12 * double(numRows + 1));
}

TEST(BlockSum, AdvancesAFlexibleStepInSingle) {
  for (std::size_t numRows : {0, 1, 300, 5000})
    for (const auto& [factor, step] :
         std::vector<std::pair<double, double>>{{-0.5, 0.75}, {0, 0.75}, {-0.5, 0}, {0, 0}}) {
      checkAdvanceFlexibleInSingle<Device>(numRows, factor, step);
      checkAdvanceFlexibleInSingle<HostDevice>(numRows, factor, step);
    }
}

TEST(BlockSum, AdvancesAStepOfFlexibleConjugateGradients) {
  for (std::size_t numRows : {0, 1, 300, 5000})
    for (int width : {1, 2, 4, 8}) {
      checkAdvanceFlexible<Device>(numRows, width);
      checkAdvanceFlexible<HostDevice>(numRows, width);
    }
}

}  // namespace
}  // namespace Chronos::Test
