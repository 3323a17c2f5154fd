// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_TallColumns.hpp"

#include "RandomMatrix.hpp"

#include <gtest/gtest.h>

namespace Chronos::Test {
namespace {

SmallMatrix randomColumns(int numRows, int numCols, std::uint64_t seed) {
  SmallMatrix X(numRows, numCols);
  for (std::size_t i = 0; i < X.values.size(); ++i) X.values[i] = globalUniform(seed, i);
  return X;
}

// Inside a larger View: columns of a block are what the callers pass.
template <class DeviceType>
TallColumns<DeviceType> upload(const SmallMatrix& X) {
  const TallColumns<DeviceType> whole("whole", X.numRows, X.numCols + 3);
  const TallColumns<DeviceType> inside = Kokkos::subview(whole, Kokkos::ALL(), std::make_pair(2, 2 + X.numCols));
  const auto mirror = Kokkos::create_mirror_view(inside);
  for (int row = 0; row < X.numRows; ++row)
    for (int col = 0; col < X.numCols; ++col) mirror(row, col) = X(row, col);
  Kokkos::deep_copy(inside, mirror);
  return inside;
}

template <class DeviceType>
SmallMatrix download(const TallColumns<DeviceType>& X) {
  const auto mirror = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), X);
  SmallMatrix host(static_cast<int>(X.extent(0)), static_cast<int>(X.extent(1)));
  for (int row = 0; row < host.numRows; ++row)
    for (int col = 0; col < host.numCols; ++col) host(row, col) = mirror(row, col);
  return host;
}

void expectNear(const SmallMatrix& A, const SmallMatrix& B, double tolerance) {
  ASSERT_EQ(A.numRows, B.numRows);
  ASSERT_EQ(A.numCols, B.numCols);
  for (std::size_t i = 0; i < A.values.size(); ++i) ASSERT_NEAR(A.values[i], B.values[i], tolerance) << i;
}

template <class DeviceType>
void testShape(int n, int p, int q) {
  SCOPED_TRACE(std::to_string(n) + " x " + std::to_string(p) + ", " + std::to_string(q));
  const typename DeviceType::execution_space space;
  const SmallMatrix X = randomColumns(n, p, 1), Y = randomColumns(n, q, 2), C = randomColumns(p, q, 3);
  const auto deviceX = upload<DeviceType>(X), deviceY = upload<DeviceType>(Y);
  const SmallMatrix once = tallProduct<DeviceType>(space, deviceX, deviceY);
  expectNear(once, transposedProduct(X, Y), 1e-13 * (n + 1));
  EXPECT_EQ(once.values, tallProduct<DeviceType>(space, deviceX, deviceY).values);

  SmallMatrix expected = product(X, C);
  const auto result = upload<DeviceType>(SmallMatrix(n, q));
  Kokkos::deep_copy(result, std::numeric_limits<double>::quiet_NaN());
  combineTall<DeviceType>(space, deviceX, C, result);
  Kokkos::fence();
  expectNear(download<DeviceType>(result), expected, 1e-13 * (p + 1));
  combineTall<DeviceType>(space, deviceX, C, deviceY, Columns::add);
  Kokkos::fence();
  for (std::size_t i = 0; i < expected.values.size(); ++i) expected.values[i] += Y.values[i];
  expectNear(download<DeviceType>(deviceY), expected, 1e-13 * (p + 1));
}

TEST(TallColumns, ProductsOfAllShapes) {
  for (int n : {0, 1, 31, 128, 129, 2048, 2049, 10000})
    for (int p : {0, 1, 3, 4, 9})
      for (int q : {0, 1, 2, 8, 13}) {
        testShape<Device>(n, p, q);
        testShape<HostDevice>(n, p, q);
      }
  testShape<Device>(3000, 64, 33);
}

// Sums of 256 rows in order, these in order within 2048 rows, these in order: what any number of threads must give.
TEST(TallColumns, AddsInTheOrderOfItsBlocks) {
  const int n = 3 * 2048 + 777, inner = 256, outer = 2048;
  const SmallMatrix X = randomColumns(n, 5, 1), Y = randomColumns(n, 2, 2);
  const SmallMatrix G = tallProduct<HostDevice>({}, upload<HostDevice>(X), upload<HostDevice>(Y));
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 2; ++j) {
      double sum = 0;
      for (int block = 0; block < n; block += outer) {
        double blockSum = 0;
        for (int first = block; first < std::min(n, block + outer); first += inner) {
          double partial = 0;
          for (int row = first; row < std::min({n, block + outer, first + inner}); ++row)
            partial += X(row, i) * Y(row, j);
          blockSum += partial;
        }
        sum += blockSum;
      }
      EXPECT_EQ(G(i, j), sum);
    }
}

}  // namespace
}  // namespace Chronos::Test
