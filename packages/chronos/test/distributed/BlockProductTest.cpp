// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_BlockProduct.hpp"

#include "RandomMatrix.hpp"
#include "TestVectorsOf.hpp"

#include <gtest/gtest.h>

namespace Chronos::Test {
namespace {

// Rows of all lengths, also empty and very long ones, against the sum of each row in plain loops.
TEST(PackedProduct, EqualsTheSumsOfTheRows) {
  for (LocalOrdinal numRows : {0, 1, 33, 700})
    for (int numCols : {1, 3, 4, 5, 8}) {
      const HostCsr<double> A = raggedMatrix<double>(numRows, 90, 30, 90);
      const EntryOf entry = [](GlobalOrdinal row, int col) { return globalUniform(col, row); };
      const TallColumns<HostDevice> X("X", 90, numCols), Y("Y", numRows, numCols);
      for (int row = 0; row < 90; ++row)
        for (int col = 0; col < numCols; ++col) X(row, col) = entry(row, col);
      Kokkos::deep_copy(Y, std::numeric_limits<double>::quiet_NaN());
      const PackedRows<8, HostDevice> rows("rows", 90);
      packColumns<8, HostDevice>({}, X, 0, rows);
      multiplyPacked<8, HostDevice>({}, toDevice<HostDevice>(A), rows, -2.0, Y, 0);
      Kokkos::fence();
      for (LocalOrdinal row = 0; row < numRows; ++row)
        for (int col = 0; col < numCols; ++col) {
          double sum = 0;
          for (Offset e = A.rowPtr[row]; e < A.rowPtr[row + 1]; ++e) sum += A.values[e] * entry(A.colInd[e], col);
          EXPECT_NEAR(Y(row, col), -2 * sum, 1e-13) << row << ", " << col;
        }
    }
}

TEST(MpiBlockProduct, EqualsTheProductWithEachColumn) {
  const GlobalMatrix M{53, 53};
  for (const auto& map : testMaps(53)) {
    const DistMatrix<double> A = distribute<double>(M, map);
    BlockProduct product(A);
    for (int numCols : {0, 1, 3, 4, 5, 8, 9, 12, 21}) {
      const TestSpace X = vectorsOf(*map, numCols, [](GlobalOrdinal row, int col) { return globalUniform(col, row); });
      const TestVectors Y = allocateVectors("Y", X.extent(0), numCols);
      Kokkos::deep_copy(Y, std::numeric_limits<double>::quiet_NaN());
      product.apply(X, Y, 3.0);
      Kokkos::fence();
      const SmallMatrix whole = wholeOf(*map, Y);
      for (int col = 0; col < numCols; ++col)
        for (int row = 0; row < 53; ++row) {
          double sum = 0;
          for (int k = 0; k < 53; ++k) sum += M.entry(row, k) * globalUniform(col, k);
          EXPECT_NEAR(whole(row, col), 3 * sum, 1e-13) << row << ", " << col;
        }
    }
  }
}

// Columns of the domain in another distribution, and more of them than rows.
TEST(MpiBlockProduct, RectangularMatrices) {
  const GlobalMatrix M{20, 47};
  const auto rowMap = mapWithEmptyRank(20), domainMap = cyclicMap(47, true);
  const DistMatrix<double> A = distribute<double>(M, rowMap, domainMap);
  const TestSpace X = vectorsOf(*domainMap, 6, [](GlobalOrdinal row, int col) { return globalUniform(col, row); });
  const TestVectors Y = allocateVectors("Y", TrilinosVersion::numLocal(*rowMap), 6);
  BlockProduct(A).apply(X, Y);
  Kokkos::fence();
  const SmallMatrix whole = wholeOf(*rowMap, Y);
  for (int col = 0; col < 6; ++col)
    for (int row = 0; row < 20; ++row) {
      double sum = 0;
      for (int k = 0; k < 47; ++k) sum += M.entry(row, k) * globalUniform(col, k);
      EXPECT_NEAR(whole(row, col), sum, 1e-13);
    }
}

}  // namespace
}  // namespace Chronos::Test
