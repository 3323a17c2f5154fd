// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_PiecePlacement.hpp"

#include "Chronos_Agglomeration.hpp"
#include "ReferenceDistributed.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace Chronos::Test {
namespace {

std::vector<Teuchos::RCP<const Map>> contiguousMaps(GlobalOrdinal n) {
  return {evenMap(n), mapWithEmptyRank(n)};
}

// To themselves, all to the last one, to the one before in a ring, every second to the other end.
std::vector<std::vector<int>> ownersToTry() {
  const int numRanks = world()->getSize();
  std::vector<std::vector<int>> all(4, std::vector<int>(numRanks));
  for (int rank = 0; rank < numRanks; ++rank) {
    all[0][rank] = rank;
    all[1][rank] = numRanks - 1;
    all[2][rank] = (rank + numRanks - 1) % numRanks;
    all[3][rank] = rank % 2 == 0 ? numRanks - 1 : 0;
  }
  return all;
}

GlobalOrdinal numberIn(const PiecePlacement& placement, GlobalOrdinal index) {
  std::size_t piece = placement.begins.size() - 1;
  while (placement.begins[piece] > index) --piece;
  return placement.newBegins[piece] + index - placement.begins[piece];
}

TEST(MpiPiecePlacement, PiecesLieOneBehindTheOtherAtTheirOwners) {
  for (GlobalOrdinal n : {1, 5, 40})
    for (const auto& from : contiguousMaps(n))
      for (const std::vector<int>& owners : ownersToTry()) {
        const PiecePlacement placement = placePieces(from, owners);
        EXPECT_EQ(placement.to->getGlobalNumElements(), from->getGlobalNumElements());
        // A permutation of all indices.
        std::vector<int> times(n, 0);
        for (GlobalOrdinal g = 0; g < n; ++g) ++times[numberIn(placement, g)];
        EXPECT_EQ(times, std::vector<int>(n, 1));
        // Where the piece of this rank went, its owner has it.
        std::vector<GlobalOrdinal> numbers;
        for (std::size_t i = 0; i < TrilinosVersion::numLocal(*from); ++i)
          numbers.push_back(numberIn(placement, from->getGlobalElement(static_cast<LocalOrdinal>(i))));
        std::vector<int> found(numbers.size());
        placement.to->getRemoteIndexList(Teuchos::ArrayView<const GlobalOrdinal>(numbers.data(), numbers.size()),
                                         Teuchos::ArrayView<int>(found.data(), found.size()));
        EXPECT_EQ(found, std::vector<int>(numbers.size(), owners[world()->getRank()]));
        for (std::size_t i = 1; i < numbers.size(); ++i) EXPECT_EQ(numbers[i], numbers[i - 1] + 1);
      }
}

TEST(MpiPiecePlacement, ColumnsGetTheNumbersOfTheirPieces) {
  const GlobalMatrix M{50, 20, 4, false, 3};
  for (const auto& map : contiguousMaps(20))
    for (const auto& rowMap : testMaps(50)) {
      const DistMatrix<double> P = distribute<double>(M, rowMap, map);
      for (const std::vector<int>& owners : ownersToTry()) {
        const PiecePlacement placement = placePieces(map, owners);
        const DistMatrix<double> moved = agglomerate(P, placement);
        GlobalEntries<double> expected;
        for (const auto& [place, value] : globalEntriesOf(P))
          expected[{place.first, numberIn(placement, place.second)}] = value;
        EXPECT_TRUE(moved.domainMap()->isSameAs(*placement.to));
        EXPECT_EQ(globalEntriesOf(moved), expected);
        // Owned or not, as the new map says.
        for (GlobalOrdinal g : moved.halo()->haloGlobals()) EXPECT_FALSE(placement.to->isNodeGlobalElement(g));
      }
    }
}

TEST(MpiPiecePlacement, WhatBelongsToUnknownsFollows) {
  for (GlobalOrdinal n : {1, 40})
    for (const auto& from : contiguousMaps(n))
      for (const std::vector<int>& owners : ownersToTry()) {
        const PiecePlacement placement = placePieces(from, owners);
        std::vector<GlobalOrdinal> numbers;
        for (std::size_t i = 0; i < TrilinosVersion::numLocal(*from); ++i)
          numbers.push_back(numberIn(placement, from->getGlobalElement(static_cast<LocalOrdinal>(i))));
        const Kokkos::View<const GlobalOrdinal*, Device> values = toView("numbers", numbers);
        const std::vector<GlobalOrdinal> moved = toVector(moveEntries<GlobalOrdinal>(values, placement));
        std::vector<GlobalOrdinal> expected(TrilinosVersion::numLocal(*placement.to));
        std::iota(expected.begin(), expected.end(), expected.empty() ? 0 : placement.to->getMinGlobalIndex());
        EXPECT_EQ(moved, expected);

        const Kokkos::View<double**, Kokkos::LayoutLeft, Device> vectors("vectors", numbers.size(), 2);
        const std::vector<double> asDouble(numbers.begin(), numbers.end());
        for (int k = 0; k < 2; ++k)
          Kokkos::deep_copy(Kokkos::subview(vectors, Kokkos::ALL(), k), toView("vector", asDouble));
        const TestSpace space = moveTestSpace(vectors, placement);
        ASSERT_EQ(space.extent(0), expected.size());
        for (int k = 0; k < 2; ++k) {
          const auto column = allocate<Kokkos::View<double*, Device>>("column", space.extent(0));
          Kokkos::deep_copy(column, Kokkos::subview(space, Kokkos::ALL(), k));
          EXPECT_EQ(toVector(column), std::vector<double>(expected.begin(), expected.end()));
        }
      }
}

}  // namespace
}  // namespace Chronos::Test
