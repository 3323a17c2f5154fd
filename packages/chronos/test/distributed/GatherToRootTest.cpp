// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_GatherToRoot.hpp"

#include "Chronos_Error.hpp"
#include "RandomMatrix.hpp"

#include <gtest/gtest.h>

namespace Chronos::Test {
namespace {

TEST(MpiGatherToRoot, MatrixInAscendingOrder) {
  for (GlobalOrdinal n : {0, 1, 2, 3, 61}) {
    const GlobalMatrix M{n, n};
    for (const auto& map : testMaps(n)) {
      const GatherToRoot gather(map);
      EXPECT_EQ(gather.numUnknowns(), n);
      const RootMatrix A = gather.gather(distribute<double>(M, map));
      if (!gather.isRoot()) {
        EXPECT_EQ(A.numRows, 0);
        EXPECT_TRUE(A.values.empty());
        continue;
      }
      ASSERT_EQ(A.numRows, n);
      std::size_t e = 0;
      for (GlobalOrdinal row = 0; row < n; ++row) {
        for (GlobalOrdinal col = 0; col < n; ++col) {
          if (M.entry(row, col) == 0) continue;
          ASSERT_LT(e, A.values.size());
          EXPECT_EQ(A.colInd[e], col);
          EXPECT_EQ(A.values[e], M.entry(row, col));
          ++e;
        }
        EXPECT_EQ(A.rowPtr[row + 1], static_cast<std::int64_t>(e));
      }
    }
  }
}

// Rank 0 has all rows, whose columns descend or are there twice.
TEST(MpiGatherToRoot, ARankWithAllRowsSortsAndAddsUp) {
  constexpr GlobalOrdinal n = 5;
  const bool hasRows = world()->getRank() == 0;
  const auto map = Teuchos::rcp(new Map(n, hasRows ? n : 0, 0, world()));
  using Rows = Kokkos::View<LocalOrdinal*, Device>;
  for (const bool isTwice : {false, true}) {
    std::vector<Offset> rowPtr{0};
    std::vector<LocalOrdinal> colInd;
    std::vector<double> values;
    for (LocalOrdinal row = 0; hasRows && row < n; ++row) {
      for (LocalOrdinal col = n; col-- > 0;) {
        for (int copy = 0; copy < (isTwice && col == 2 ? 2 : 1); ++copy) {
          colInd.push_back(col);
          values.push_back(10.0 * row + col);
        }
      }
      rowPtr.push_back(static_cast<Offset>(colInd.size()));
    }
    CsrMatrix<double, Device> rows;
    rows.numRows = hasRows ? n : 0;
    rows.numCols = hasRows ? n : 0;
    rows.rowPtr = toView("row pointers", rowPtr);
    rows.colInd = Rows(toView("columns", colInd));
    rows.values = toView("values", values);
    const DistMatrix<double> A(
        map, Teuchos::rcp(new HaloPattern(map, std::vector<GlobalOrdinal>(), std::vector<int>())), rows);
    const RootMatrix found = GatherToRoot(map).gather(A);
    if (!hasRows) continue;
    ASSERT_EQ(found.values.size(), std::size_t(n * n));
    for (GlobalOrdinal row = 0; row < n; ++row)
      for (GlobalOrdinal col = 0; col < n; ++col) {
        EXPECT_EQ(found.colInd[row * n + col], col);
        EXPECT_EQ(found.values[row * n + col], (10.0 * row + col) * (isTwice && col == 2 ? 2 : 1));
      }
  }
}

TEST(MpiGatherToRoot, VectorsThereAndBack) {
  for (GlobalOrdinal n : {0, 1, 2, 77})
    for (const auto& map : testMaps(n)) {
      const GatherToRoot gather(map);
      const auto one = ownedVector<double>(*map, 11), other = ownedVector<double>(*map, 12);
      for (int width : {1, 4, 1, 2}) {
        std::vector<double> x(one.size() * width, 0.0), onRoot(gather.isRoot() ? n * width : 0, -1.0);
        for (std::size_t i = 0; i < one.size(); ++i) {
          x[i * width + width - 1] = other[i];
          x[i * width] = one[i];
        }
        const auto there = toView("x", x), back = toView("back", wrongValues<double>(x.size()));
        gather.gather(ConstBlock(there.data(), one.size(), width), onRoot.data());
        for (std::size_t i = 0; i < onRoot.size(); ++i) {
          const GlobalOrdinal column = static_cast<GlobalOrdinal>(i) / n;
          const double expected = column == 0 ? globalUniform(11, i % n) : globalUniform(12, i % n);
          EXPECT_EQ(onRoot[i], column == 0 || column == width - 1 ? expected : 0);
        }
        gather.scatter(onRoot.data(), Block(back.data(), one.size(), width));
        EXPECT_EQ(toVector(back), x);
      }
    }
}

TEST(MpiGatherToRoot, DenseRowsToTheirOwners) {
  constexpr int rowLength = 3;
  for (const auto& map : testMaps(20)) {
    const GatherToRoot gather(map);
    std::vector<double> rows;
    for (std::int64_t position : gather.positions())
      for (int k = 0; k < rowLength; ++k) rows.push_back(static_cast<double>(10 * position + k));
    const std::size_t numOwned = TrilinosVersion::numLocal(*map);
    const auto mine = toView("mine", wrongValues<double>(numOwned * rowLength));
    gather.scatterRows(rows, rowLength, mine);
    const auto found = toVector(mine);
    for (std::size_t i = 0; i < found.size(); ++i)
      EXPECT_EQ(found[i], double(10 * map->getGlobalElement(static_cast<LocalOrdinal>(i / rowLength)) +
                                 GlobalOrdinal(i % rowLength)));
  }
}

TEST(MpiGatherToRoot, AColumnThatIsNoRowThrowsOnAllRanks) {
  const auto A = distribute<double>({10, 14}, evenMap(10), evenMap(14));
  EXPECT_THROW(GatherToRoot(A.rowMap()).gather(A), InputError);
}

}  // namespace
}  // namespace Chronos::Test
