// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_DeviceInverse.hpp"

#include "Chronos_HostCopy.hpp"
#include "DenseMatrix.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace Chronos::Test {
namespace {

struct Inverted {
  bool isDone = false;
  InverseChanges changes{-1, -1};
  std::vector<double> inverse;

  Inverted(const std::vector<double>& A, const std::vector<std::int64_t>& positions) {
    const std::int64_t n = static_cast<std::int64_t>(positions.size());
    const Vector entries("inverse", n * n);
    isDone = invertOnDevice(n, toView("A", A), toView("positions", positions), entries, changes);
    inverse = toVector(entries);
  }
};

std::vector<std::int64_t> inOrder(int n) {
  std::vector<std::int64_t> positions(n);
  std::iota(positions.begin(), positions.end(), 0);
  return positions;
}

// Unknowns of very different units.
std::vector<double> scaled(std::vector<double> A, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) A[i * n + j] *= std::ldexp(1.0, 5 * (i % 7) + 5 * (j % 7) - 40);
  return A;
}

void expectInverse(const std::vector<double>& A, const std::vector<std::int64_t>& positions, const Inverted& found) {
  const int n = static_cast<int>(positions.size());
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      double sum = 0;
      for (int k = 0; k < n; ++k) sum += A[positions[i] * n + positions[k]] * found.inverse[k * n + j];
      const double size = std::sqrt(A[positions[i] * n + positions[i]] / A[positions[j] * n + positions[j]]);
      ASSERT_NEAR(sum, i == j ? 1 : 0, 1e-9 * size) << i << ", " << j;
      ASSERT_EQ(found.inverse[i * n + j], found.inverse[j * n + i]);
    }
}

TEST(DeviceInverse, TimesTheMatrixIsTheIdentity) {
  for (int n : {1, 2, 33, 70}) {
    const std::vector<double> A = scaled(spdDense(n), n);
    std::vector<std::int64_t> positions = inOrder(n);
    std::reverse(positions.begin(), positions.end());
    std::swap(positions[0], positions[n / 2]);
    const Inverted found(A, positions);
    ASSERT_TRUE(found.isDone);
    EXPECT_EQ(found.changes.asymmetry, 0);
    expectInverse(A, positions, found);
  }
}

TEST(DeviceInverse, OfTheSymmetricPart) {
  const int n = 40;
  std::vector<double> A = spdDense(n), symmetric = A;
  const double unit = std::sqrt(A[3 * n + 3] * A[5 * n + 5]);
  A[3 * n + 5] += 0.02 * unit;
  symmetric[3 * n + 5] = symmetric[5 * n + 3] = (A[3 * n + 5] + A[5 * n + 3]) / 2;
  const Inverted found(A, inOrder(n));
  ASSERT_TRUE(found.isDone);
  EXPECT_NEAR(found.changes.asymmetry, 0.02, 1e-12);
  expectInverse(symmetric, inOrder(n), found);
}

// Of a ring of springs of different stiffness, which the constant is the kernel of, in units that differ.
TEST(DeviceInverse, ShiftsWhatIsSingular) {
  std::vector<int> sizes = {3, 64, 97};
  if (!std::is_same_v<Device, HostDevice>) sizes.push_back(2100);  // seconds on a host
  for (int n : sizes) {
    std::vector<double> A(n * n, 0.0);
    for (int i = 0; i < n; ++i) {
      const int j = (i + 1) % n;
      const double stiffness = 1 + i % 5;
      A[i * n + i] += stiffness, A[j * n + j] += stiffness;
      A[i * n + j] -= stiffness, A[j * n + i] -= stiffness;
    }
    const std::vector<double> inUnits = scaled(A, n);
    const Inverted found(inUnits, inOrder(n));
    ASSERT_TRUE(found.isDone);
    EXPECT_EQ(found.changes.shift, 1e-12);
    // A B A = A, to the four digits that a shift leaves.
    for (int row : {0, n / 2, n - 1}) {
      std::vector<double> solution(n, 0.0), product(n, 0.0);
      for (int i = 0; i < n; ++i)
        for (int k = 0; k < n; ++k) solution[i] += found.inverse[i * n + k] * inUnits[k * n + row];
      for (int i = 0; i < n; ++i)
        for (int k = 0; k < n; ++k) product[i] += inUnits[i * n + k] * solution[k];
      for (int i = 0; i < n; ++i)
        EXPECT_NEAR(product[i], inUnits[i * n + row], 2e-3 * std::sqrt(inUnits[i * n + i] * inUnits[row * n + row]))
            << n << ": " << i << ", " << row;
    }
  }
  const Inverted pair({4e20, 2e20, 2e20, 1e20}, inOrder(2));
  EXPECT_TRUE(pair.isDone) << "whatever the units";
  EXPECT_EQ(pair.changes.shift, 1e-12);
}

TEST(DeviceInverse, LeavesToOthersWhatItCannotTell) {
  EXPECT_FALSE(Inverted({1, 1 - 1e-13, 1 - 1e-13, 1}, inOrder(2)).isDone) << "a pivot of 2e-13";
  EXPECT_FALSE(Inverted({1, 2, 2, 1}, inOrder(2)).isDone) << "indefinite";
  EXPECT_FALSE(Inverted({1, 0, 0, -1}, inOrder(2)).isDone);
  EXPECT_FALSE(Inverted({1, 0, 0, 0}, inOrder(2)).isDone) << "a pivot of the shift alone";
  EXPECT_FALSE(Inverted({1, 0, 0, std::nan("")}, inOrder(2)).isDone);
}

}  // namespace
}  // namespace Chronos::Test
