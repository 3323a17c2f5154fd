// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_RowGathering.hpp"

#include "Chronos_MessageRuns.hpp"
#include "Chronos_NearbyRows.hpp"
#include "ReferenceGathering.hpp"
#include "ReferenceLocal.hpp"

#include <gtest/gtest.h>

#include <utility>

namespace Chronos::Test {
namespace {

// The whole definition: these rows, in ascending order, and M restricted to them.
template <class Scalar>
void expectRestriction(const GatheredMatrix<Scalar>& gathered, const GlobalMatrix& M, const Map& map,
                       const std::set<GlobalOrdinal>& rows) {
  const std::vector<GlobalOrdinal> expectedGlobals(rows.begin(), rows.end());
  const auto globals = toVector(gathered.globals);
  EXPECT_EQ(globals, expectedGlobals);
  const auto local = toHost(gathered.matrix);
  EXPECT_EQ(local.numRows, static_cast<LocalOrdinal>(rows.size()));
  EXPECT_EQ(local.numCols, static_cast<LocalOrdinal>(rows.size()));
  EXPECT_TRUE(columnsAscend(local));
  std::map<std::pair<LocalOrdinal, LocalOrdinal>, Scalar> expected;
  for (std::size_t i = 0; i < expectedGlobals.size(); ++i)
    for (std::size_t j = 0; j < expectedGlobals.size(); ++j) {
      const double value = M.entry(expectedGlobals[i], expectedGlobals[j]);
      if (value != 0) expected[{LocalOrdinal(i), LocalOrdinal(j)}] = static_cast<Scalar>(value);
    }
  EXPECT_EQ(entriesOf(local), expected);
  const auto ownedRows = toVector(gathered.ownedRows);
  EXPECT_EQ(ownedRows.size(), TrilinosVersion::numLocal(map));
  EXPECT_EQ(gathered.numGatheredRows, static_cast<long long>(rows.size() - ownedRows.size()));
  for (std::size_t i = 0; i < ownedRows.size(); ++i)
    EXPECT_EQ(globals.at(ownedRows[i]), map.getGlobalElement(static_cast<LocalOrdinal>(i)));
}

std::vector<GlobalMatrix> gatheringCases() {
  std::vector<GlobalMatrix> cases;
  for (GlobalOrdinal n : {1, 2, 3, 45})
    for (int sparsity : {5, 1000000})  // the second one is tridiagonal: many steps from end to end
      for (bool symmetric : {true, false}) cases.push_back({n, n, sparsity, symmetric});
  return cases;
}

TEST(MpiRowGathering, TakesTheRowsWithinTheDistance) {
  for (const GlobalMatrix& M : gatheringCases())
    for (const auto& map : testMaps(M.numRows)) {
      const auto A = distribute<double>(M, map);
      for (int distance : {0, 1, 2, 3}) {
        const auto rows = referenceRowsWithin(M, *map, distance);
        expectRestriction(gatherRows<double>(A, distance), M, *map, rows);
        expectRestriction(gatherRows<float>(A, distance), M, *map, rows);
      }
    }
}

TEST(MpiRowGathering, AGreatDistanceGivesAllRowsBelow) {
  const GlobalMatrix M{45, 45, 1000000, true};  // connected
  for (const auto& map : {evenMap(45), mapWithEmptyRank(45)}) {
    std::set<GlobalOrdinal> rows = ownedRowsOf(*map);
    for (GlobalOrdinal row = 0; !rows.empty() && row < *rows.rbegin(); ++row) rows.insert(row);
    expectRestriction(gatherRows<double>(distribute<double>(M, map), 1000), M, *map, rows);
  }
}

TEST(MpiRowGathering, OwnersWalkForOneNeighbourAfterTheOther) {
  const int before = std::exchange(mostNeighboursAtOnce, 1);
  const GlobalMatrix M{45, 45, 5, true};
  for (const auto& map : testMaps(45))
    for (int distance : {2, 3, 9})
      expectRestriction(gatherRows<double>(distribute<double>(M, map), distance), M, *map,
                        referenceRowsWithin(M, *map, distance));
  mostNeighboursAtOnce = before;
}

TEST(MpiRowGathering, LongListsTravelFromDeviceToDevice) {
  const LocalOrdinal before = std::exchange(mostRunsOfLists, 1);
  for (const GlobalMatrix& M : gatheringCases())
    for (const auto& map : testMaps(M.numRows))
      for (int distance : {1, 2, 4})
        expectRestriction(gatherRows<double>(distribute<double>(M, map), distance), M, *map,
                          referenceRowsWithin(M, *map, distance));
  mostRunsOfLists = before;
}

TEST(MpiRowGathering, ColumnsMayBeInAnotherOrderThanRows) {
  const GlobalMatrix M{45, 45, 5, false};
  for (const auto& map : testMaps(45)) {
    std::vector<GlobalOrdinal> reversed;
    for (auto i = static_cast<LocalOrdinal>(TrilinosVersion::numLocal(*map)) - 1; i >= 0; --i)
      reversed.push_back(map->getGlobalElement(i));
    const auto columns = Teuchos::rcp(
        new Map(45, Teuchos::ArrayView<const GlobalOrdinal>(reversed.data(), reversed.size()), 0, world()));
    for (int distance : {1, 2, 4})
      expectRestriction(gatherRows<double>(distribute<double>(M, map, columns), distance), M, *map,
                        referenceRowsWithin(M, *map, distance));
  }
}

TEST(MpiBlockGathering, TakesTheRowsOfTheRanksWithinThePower) {
  for (const GlobalMatrix& M : gatheringCases())
    for (const auto& map : testMaps(M.numRows)) {
      const auto A = distribute<double>(M, map);
      for (int power : {0, 1, 2, 3}) {
        const auto rows = referenceRowsOfBlocks(M, *map, power);
        expectRestriction(gatherBlocks<double>(A, power), M, *map, rows);
        expectRestriction(gatherBlocks<float>(A, power), M, *map, rows);
      }
    }
}

TEST(MpiRowGathering, OneRankSharesTheArraysOfTheMatrix) {
  if (world()->getSize() > 1) GTEST_SKIP() << "one rank only";
  const auto A = distribute<double>({50, 50}, evenMap(50));
  const auto inDouble = gatherRows<double>(A, 2);
  EXPECT_EQ(inDouble.matrix.values.data(), A.local().values.data());
  EXPECT_EQ(inDouble.matrix.colInd.data(), A.local().colInd.data());
  EXPECT_EQ(inDouble.matrix.rowPtr.data(), A.local().rowPtr.data());
  const auto inSingle = gatherBlocks<float>(A, 2);
  EXPECT_EQ(inSingle.matrix.colInd.data(), A.local().colInd.data());
}

TEST(MpiRowGathering, UnsortedColumnsAreSortedInACopy) {
  if (world()->getSize() > 1) GTEST_SKIP() << "one rank only";
  const GlobalMatrix M{50, 50};
  const auto map = evenMap(50);
  HostCsr<double> local = toHost(distribute<double>(M, map).local());
  shuffleRows(local);
  const DistMatrix<double> A(map, Teuchos::rcp(new HaloPattern(map, {}, {})), toDevice<Device>(local));
  expectRestriction(gatherRows<double>(A, 1), M, *map, ownedRowsOf(*map));
  expectRestriction(gatherRows<float>(A, 1), M, *map, ownedRowsOf(*map));
  EXPECT_EQ(toVector(A.local().colInd), local.colInd);
  EXPECT_EQ(toVector(A.local().values), local.values);
}

}  // namespace
}  // namespace Chronos::Test
