// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_GaussJordan.hpp"

#include "DenseMatrix.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace Chronos::Test {
namespace {

template <class DeviceType>
void checkInverse(int n) {
  const std::vector<double> A = spdDense(n);
  const auto a = toView<DeviceType>("a", A);
  EXPECT_GT(invertInPlace<DeviceType>(typename DeviceType::execution_space(), n, a), 0);
  const std::vector<double> inverse = toVector(a);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      ASSERT_EQ(inverse[i * n + j], inverse[j * n + i]) << i << ", " << j;
      double sum = 0;
      for (int k = 0; k < n; ++k) sum += A[i * n + k] * inverse[k * n + j];
      ASSERT_NEAR(sum, i == j ? 1 : 0, 1e-9) << i << ", " << j;
    }
}

TEST(GaussJordan, TimesTheMatrixIsTheIdentity) {
  for (int n : {1, 2, 5, 31, 33, 63, 64, 65, 96, 97, 120, 128, 131, 300}) {
    checkInverse<Device>(n);
    checkInverse<HostDevice>(n);
  }
}

TEST(GaussJordan, SmallestPivotTellsWhatIsNotPositiveDefinite) {
  const auto smallest = [](const std::vector<double>& A, int n) {
    return invertInPlace<Device>(Device::execution_space(), n, toView("a", A));
  };
  EXPECT_DOUBLE_EQ(smallest({4, 2, 2, 3}, 2), 2);
  EXPECT_LE(smallest({1, 2, 2, 1}, 2), 0);
  EXPECT_LE(smallest({1, 1, 1, 1}, 2), 0);
  EXPECT_LE(smallest({1, 0, 0, std::nan("")}, 2), 0);
}

// A unit matrix but for one row, in the first and in a later block, on a host and elsewhere.
template <class DeviceType>
double smallestOf(int n, int bad, double diagonal) {
  std::vector<double> A(n * n, 0.0);
  for (int i = 0; i < n; ++i) A[i * n + i] = i == bad ? diagonal : 1;
  return invertInPlace<DeviceType>(typename DeviceType::execution_space(), n, toView<DeviceType>("A", A));
}

// Neighbours are coupled by more than a positive definite matrix bears, from one row on.
template <class DeviceType>
double smallestOfChain(int n, int firstBad) {
  std::vector<double> A(n * n, 0.0);
  for (int i = 0; i < n; ++i) {
    A[i * n + i] = 1;
    if (i + 1 < n) A[i * n + i + 1] = A[(i + 1) * n + i] = i < firstBad ? 0.25 : 2;
  }
  return invertInPlace<DeviceType>(typename DeviceType::execution_space(), n, toView<DeviceType>("A", A));
}

TEST(GaussJordan, ACoupledMatrixThatIsNotPositiveDefiniteIsFound) {
  constexpr int n = 131;
  for (int firstBad : {3, 40, 70, 128}) {
    EXPECT_LE(smallestOfChain<Device>(n, firstBad), 0);
    EXPECT_LE(smallestOfChain<HostDevice>(n, firstBad), 0);
  }
  EXPECT_GT(smallestOfChain<Device>(n, n), 0.9);
  EXPECT_GT(smallestOfChain<HostDevice>(n, n), 0.9);
}

// More tiles than a GPU takes at once, and the same bits each time; a host has enough of the small ones.
TEST(GaussJordan, ManyTilesOnAGpu) {
  if (std::is_same_v<Device, HostDevice>) GTEST_SKIP() << "no GPU in this build";
  constexpr int n = 2051;
  std::vector<double> A(std::size_t(n) * n), x(n);
  for (int i = 0; i < n; ++i) {
    x[i] = i % 13 - 6;
    for (int j = 0; j < n; ++j) A[std::size_t(i) * n + j] = (i == j ? 2 : 1) / std::pow(1.0 + std::abs(i - j), 2);
  }
  std::vector<double> inverses[2];
  for (auto& inverse : inverses) {
    const auto a = toView("a", A);
    EXPECT_GT(invertInPlace<Device>(Device::execution_space(), n, a), 0);
    inverse = toVector(a);
  }
  EXPECT_EQ(inverses[0], inverses[1]);
  std::vector<double> solved(n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) solved[i] += inverses[0][std::size_t(i) * n + j] * x[j];
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int j = 0; j < n; ++j) sum += A[std::size_t(i) * n + j] * solved[j];
    ASSERT_NEAR(sum, x[i], 1e-10) << i;
  }
}

TEST(GaussJordan, SmallestPivotIsFoundInAnyBlock) {
  for (int bad : {5, 40, 70, 99}) {
    EXPECT_DOUBLE_EQ(smallestOf<Device>(100, bad, 0.25), 0.25);
    EXPECT_DOUBLE_EQ(smallestOf<HostDevice>(100, bad, 0.25), 0.25);
    EXPECT_LE(smallestOf<Device>(100, bad, -2), 0);
    EXPECT_LE(smallestOf<HostDevice>(100, bad, -2), 0);
  }
}

}  // namespace
}  // namespace Chronos::Test
