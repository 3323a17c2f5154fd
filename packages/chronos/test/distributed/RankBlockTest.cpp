// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_RankBlock.hpp"

#include "Chronos_Communicator.hpp"
#include "Chronos_HostCopy.hpp"
#include "ReferenceDistributed.hpp"
#include "WholeMatrix.hpp"

#include <gtest/gtest.h>

#include <memory>

namespace Chronos::Test {
namespace {

bool isHere(const Map& map, GlobalOrdinal global) {
  return map.isNodeGlobalElement(global);
}

GlobalEntries<double> expectedBlock(const GlobalMatrix& M, const Map& map, CutEntries cut) {
  GlobalEntries<double> entries;
  for (const auto& [place, value] : expectedEntries<double>(M, map, Orientation::asIs)) {
    const auto [row, col] = place;
    if (isHere(map, col)) entries[place] += value;
    else if (cut == CutEntries::lumped) entries[{row, row}] += value;
  }
  return entries;
}

TEST(MpiRankBlock, HoldsWhatLiesInOwnRowsAndColumns) {
  const GlobalMatrix M{40, 40};
  for (const auto& map : testMaps(40))
    for (CutEntries cut : {CutEntries::dropped, CutEntries::lumped}) {
      const DistMatrix<double> block = rankBlock(distribute<double>(M, map), cut);
      EXPECT_EQ(block.rowMap()->getComm()->getSize(), 1);
      EXPECT_EQ(block.halo()->numHalo(), 0u);
      const GlobalEntries<double> entries = globalEntriesOf(block), expected = expectedBlock(M, *map, cut);
      ASSERT_EQ(entries.size(), expected.size());
      for (const auto& [place, value] : expected) {
        ASSERT_EQ(entries.count(place), 1u) << place.first << " " << place.second;
        EXPECT_NEAR(entries.at(place), value, 1e-14);
      }
    }
}

TEST(MpiRankBlock, BecomesRowsOfAllRanksAgain) {
  const GlobalMatrix M{40, 40};
  for (const auto& map : testMaps(40)) {
    const DistMatrix<double> A = distribute<double>(M, map);
    const DistMatrix<double> among = amongRanks(map, noHalo(map), rankBlock(A, CutEntries::dropped));
    EXPECT_EQ(globalEntriesOf(among), expectedBlock(M, *map, CutEntries::dropped));
    EXPECT_TRUE(among.rowMap()->isSameAs(*map));
  }
}

TEST(MpiRankBlock, IsKeptForTheNextWhoAsks) {
  const GlobalMatrix M{40, 40};
  const auto map = evenMap(40);
  const auto A = Teuchos::rcp(new DistMatrix<double>(distribute<double>(M, map)));
  const DistMatrix<double> other = distribute<double>(M, map);
  // Arrays are shared where nothing is cut.
  if (A->halo()->numHalo() == 0) return;
  const auto entriesOf = [](const DistMatrix<double>& matrix, CutEntries cut) {
    return rankBlock(matrix, cut).local();
  };
  constexpr auto dropped = CutEntries::dropped, lumped = CutEntries::lumped;
  const auto before = entriesOf(*A, dropped);
  {
    const KeptRankBlock keeper(A);
    const auto first = entriesOf(*A, dropped);
    EXPECT_NE(entriesOf(other, dropped).values.data(), first.values.data());
    EXPECT_EQ(entriesOf(*A, dropped).values.data(), first.values.data());
    EXPECT_NE(entriesOf(*A, dropped).values.data(), first.values.data());
    EXPECT_EQ(toVector(first.values), toVector(before.values));
  }
  {
    const KeptRankBlock keeper(A);
    const auto first = entriesOf(*A, dropped), second = entriesOf(*A, lumped);
    EXPECT_NE(first.values.data(), second.values.data());
    EXPECT_NE(toVector(first.values), toVector(second.values));
    EXPECT_NE(entriesOf(*A, dropped).values.data(), first.values.data());
  }
  auto older = std::make_unique<const KeptRankBlock>(Teuchos::rcpFromRef(other));
  const KeptRankBlock newer(A);
  older.reset();
  const auto first = entriesOf(*A, dropped);
  EXPECT_EQ(entriesOf(*A, dropped).values.data(), first.values.data());
}

struct Chain {
  GlobalOrdinal width;
  double entry(GlobalOrdinal row, GlobalOrdinal col) const { return std::abs(row - col) <= width ? 1 : 0; }
};

DistMatrix<double> chain(GlobalOrdinal numRows, GlobalOrdinal width, const Teuchos::RCP<const Map>& map) {
  return rowsOnMap(wholeMatrix(Chain{width}, numRows, numRows), map, map);
}

TEST(MpiRankBlock, AloneWhereBordersAreShort) {
  const bool isAlone = world()->getSize() == 1;
  const GlobalOrdinal numRows = 40 * world()->getSize();
  const DistMatrix<double> shortBorders = chain(numRows, 2, evenMap(numRows));
  const DistMatrix<double> longBorders = chain(numRows, 20, evenMap(numRows));
  EXPECT_EQ(staysOnRank(RankCoupling::automatic, shortBorders, 0.2), !isAlone);
  EXPECT_FALSE(staysOnRank(RankCoupling::automatic, longBorders, 0.2));
  EXPECT_FALSE(staysOnRank(RankCoupling::across, shortBorders, 0.2));
  EXPECT_EQ(staysOnRank(RankCoupling::decoupled, longBorders, 0.2), !isAlone);
  const DistMatrix<double> otherColumns =
      rowsOnMap(wholeMatrix(Chain{0}, numRows, numRows), evenMap(numRows), cyclicMap(numRows));
  EXPECT_FALSE(staysOnRank(RankCoupling::decoupled, otherColumns, 0.2));
}

}  // namespace
}  // namespace Chronos::Test
