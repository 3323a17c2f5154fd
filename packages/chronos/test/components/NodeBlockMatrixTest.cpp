// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_NodeBlockMatrix.hpp"

#include "Chronos_RunsOnHost.hpp"
#include "Chronos_SingleCopy.hpp"
#include "NodeSystem.hpp"

#include <gtest/gtest.h>

namespace Chronos::Test {
namespace {

// Owned rows of vectors that all ranks know.
Block ownedBlock(const Map& map, int width, std::uint64_t seed) {
  const Block block("block", TrilinosVersion::numLocal(map), width);
  const auto host = Kokkos::create_mirror_view(block);
  for (std::size_t i = 0; i < host.extent(0); ++i)
    for (int c = 0; c < width; ++c)
      host(i, c) = globalUniform(seed + c, map.getGlobalElement(static_cast<LocalOrdinal>(i)));
  Kokkos::deep_copy(block, host);
  return block;
}

// before + factor(row) * sum of the row, the matrix rounded to single precision.
template <class Before, class Factor>
void expectRows(const NodeSystem& M, const Map& rowMap, const Block& y, const Before& before, const Factor& factor) {
  const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), y);
  for (std::size_t i = 0; i < host.extent(0); ++i) {
    const GlobalOrdinal row = rowMap.getGlobalElement(static_cast<LocalOrdinal>(i));
    for (int c = 0; c < static_cast<int>(host.extent(1)); ++c) {
      double sum = 0;
      for (GlobalOrdinal col = 0; col < M.numColumnNodes * M.columns; ++col)
        sum += double(static_cast<float>(M.entry(row, col))) * globalUniform(10 + c, col);
      EXPECT_NEAR(host(i, c), before(row, c) + factor(row) * sum, 1e-13) << "row " << row << ", column " << c;
    }
  }
}

void checkAll(const NodeSystem& M, bool leavesOut) {
  const auto rowMap = mapOfNodes(M.numRowNodes, M.rows, leavesOut);
  const bool isSquare = M.numRowNodes == M.numColumnNodes && M.rows == M.columns;
  const auto domainMap = isSquare ? rowMap : mapOfNodes(M.numColumnNodes, M.columns, !leavesOut);
  const DistMatrix<double> A = distributed(M, rowMap, domainMap);
  const auto byNodes = singleByNodes(A);
  ASSERT_EQ(byNodes.is_null(), !runsOnHost<Device>);
  if (byNodes.is_null()) return;
  const auto zero = [](GlobalOrdinal, int) { return 0.0; };
  const auto b = [](GlobalOrdinal row, int c) { return globalUniform(30 + c, row); };
  const auto half = [&](GlobalOrdinal row, int c) { return 0.5 * b(row, c); };
  for (int width : {1, 2, 4, 8, 1}) {
    const Block x = ownedBlock(*domainMap, width, 10), y = ownedBlock(*rowMap, width, 30);
    byNodes->apply(x, y, 2, 0.5);
    expectRows(M, *rowMap, y, half, [](GlobalOrdinal) { return 2.0; });
    Kokkos::deep_copy(y, std::numeric_limits<double>::quiet_NaN());
    byNodes->apply(x, y);
    expectRows(M, *rowMap, y, zero, [](GlobalOrdinal) { return 1.0; });
    const Block right = ownedBlock(*rowMap, width, 30);
    byNodes->residual(right, x, right);
    expectRows(M, *rowMap, right, b, [](GlobalOrdinal) { return -1.0; });
    if (!isSquare) continue;
    const auto step = [](GlobalOrdinal row) { return 0.75 * globalUniform(50, row); };
    const auto relaxed = [&](GlobalOrdinal row, int c) { return globalUniform(10 + c, row) + step(row) * b(row, c); };
    byNodes->relax(0.75, asVector(ownedBlock(*rowMap, 1, 50)), ownedBlock(*rowMap, width, 30), x, y);
    expectRows(M, *rowMap, y, relaxed, [&](GlobalOrdinal row) { return -step(row); });
  }
}

TEST(MpiNodeBlockMatrix, EqualsTheDenseOneInEveryOperation) {
  for (bool leavesOut : {false, true})
    for (const NodeSystem& M : {NodeSystem{23, 23, 3, 3}, NodeSystem{16, 16, 6, 6}, NodeSystem{21, 12, 3, 6},
                                NodeSystem{12, 21, 6, 3}, NodeSystem{2, 11, 3, 3}})
      checkAll(M, leavesOut);
}

TEST(MpiNodeBlockMatrix, HoldsLessThanRows) {
  const NodeSystem M{60, 60, 3, 3};
  const auto map = mapOfNodes(60, 3, false);
  const DistMatrix<double> A = distributed(M, map, map);
  const auto byNodes = singleByNodes(A);
  if (!runsOnHost<Device>) return;
  ASSERT_FALSE(byNodes.is_null());
  // Six bytes an entry are between 4 4/9 and the eight of rows.
  EXPECT_LT(byNodes->numBytes() - A.halo()->numBytes(), 6 * A.local().numEntries());
  EXPECT_GT(byNodes->numBytes() - A.halo()->numBytes(), 4 * A.local().numEntries());
}

TEST(MpiNodeBlockMatrix, IsNoneWhereTheRowsOfOneRankDoNotComeInThrees) {
  const NodeSystem M{40, 40, 3, 3};
  // The last rank has a row of the node that the rank before it begins; alone, it has one row too few.
  const int ranks = world()->getSize(), rank = world()->getRank();
  if (ranks == 1) return;
  const std::size_t share = 120 / ranks / 3 * 3, last = 120 - share * (ranks - 1);
  const std::size_t mine = rank == ranks - 1 ? last - 1 : rank == ranks - 2 ? share + 1 : share;
  const auto map = Teuchos::rcp(new Map(120, mine, 0, world()));
  EXPECT_TRUE(singleByNodes(distributed(M, map, map)).is_null());
}

}  // namespace
}  // namespace Chronos::Test
