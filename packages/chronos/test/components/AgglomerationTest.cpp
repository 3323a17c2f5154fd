// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Agglomeration.hpp"

#include "ReferenceDistributed.hpp"

#include <gtest/gtest.h>

namespace Chronos::Test {
namespace {

// All maps are contiguous, as those of coarse points are.
std::vector<Teuchos::RCP<const Map>> contiguousMaps(GlobalOrdinal n) {
  return {evenMap(n), mapWithEmptyRank(n)};
}

TEST(MpiAgglomeration, PiecesGoWholeToFewerRanks) {
  for (GlobalOrdinal n : {1, 5, 40})
    for (const auto& map : contiguousMaps(n))
      for (int numActive = 1; numActive <= world()->getSize(); ++numActive) {
        const auto pieces = agglomeratedPieces(*map, numActive);
        EXPECT_EQ(static_cast<GlobalOrdinal>(pieces->getGlobalNumElements()), n);
        EXPECT_LE(numActiveRanks(*pieces), numActive);
        // What was on this rank is on one rank.
        if (TrilinosVersion::numLocal(*map) == 0) {
          pieces->getRemoteIndexList({}, {});
          continue;
        }
        std::vector<GlobalOrdinal> mine;
        for (GlobalOrdinal g = map->getMinGlobalIndex(); g <= map->getMaxGlobalIndex(); ++g) mine.push_back(g);
        std::vector<int> owners(mine.size());
        pieces->getRemoteIndexList(Teuchos::ArrayView<const GlobalOrdinal>(mine.data(), mine.size()),
                                   Teuchos::ArrayView<int>(owners.data(), owners.size()));
        for (int owner : owners) EXPECT_EQ(owner, owners[0]);
      }
}

TEST(MpiAgglomeration, ColumnsMoveToAnyContiguousMap) {
  const GlobalMatrix M{50, 20, 4, false, 3};
  for (const auto& map : contiguousMaps(20))
    for (const auto& rowMap : testMaps(50)) {
      const DistMatrix<double> P = distribute<double>(M, rowMap, map);
      for (int numActive = 1; numActive <= world()->getSize(); ++numActive)
        for (const auto& target : {agglomeratedPieces(*map, numActive), agglomeratedMap(*map, numActive)}) {
          const DistMatrix<double> moved = agglomerate(P, target);
          EXPECT_TRUE(moved.domainMap()->isSameAs(*target));
          EXPECT_EQ(globalEntriesOf(moved), globalEntriesOf(P));
        }
    }
}

TEST(MpiAgglomeration, EntriesFollowTheirIndices) {
  for (GlobalOrdinal n : {1, 40})
    for (const auto& from : contiguousMaps(n))
      for (int numActive = 1; numActive <= world()->getSize(); ++numActive)
        for (const auto& to : {agglomeratedPieces(*from, numActive), agglomeratedMap(*from, numActive), evenMap(n)}) {
          std::vector<GlobalOrdinal> nodes;
          for (std::size_t i = 0; i < TrilinosVersion::numLocal(*from); ++i)
            nodes.push_back(7 * from->getGlobalElement(static_cast<LocalOrdinal>(i)) + 3);
          const Kokkos::View<const GlobalOrdinal*, Device> before = toView("nodes", nodes);
          const std::vector<GlobalOrdinal> after = toVector(moveEntries<GlobalOrdinal>(before, from, to));
          ASSERT_EQ(after.size(), TrilinosVersion::numLocal(*to));
          for (std::size_t i = 0; i < after.size(); ++i)
            EXPECT_EQ(after[i], 7 * to->getGlobalElement(static_cast<LocalOrdinal>(i)) + 3);
          const Kokkos::View<double**, Kokkos::LayoutLeft, Device> vectors("vectors", nodes.size(), 2);
          for (int k = 0; k < 2; ++k)
            Kokkos::deep_copy(Kokkos::subview(vectors, Kokkos::ALL(), k),
                              toView("vector", ownedVector<double>(*from, k + 5)));
          const TestSpace moved = moveTestSpace(vectors, from, to);
          for (int k = 0; k < 2; ++k) {
            const auto column = allocate<Kokkos::View<double*, Device>>("column", moved.extent(0));
            Kokkos::deep_copy(column, Kokkos::subview(moved, Kokkos::ALL(), k));
            EXPECT_EQ(toVector(column), ownedVector<double>(*to, k + 5));
          }
        }
}

}  // namespace
}  // namespace Chronos::Test
