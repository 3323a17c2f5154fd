// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_ReverseExchange.hpp"

#include "RandomMatrix.hpp"

#include <gtest/gtest.h>

namespace Chronos::Test {
namespace {

// What a rank holds of an entry; every rank can compute it for every other.
int held(int rank, GlobalOrdinal global) {
  return static_cast<int>(globalHash(globalHash(rank) ^ std::uint64_t(global)) % 20);
}

// Columns that rows of a rank reach: the halo of the matrix, and who needs which entry, without
// communication.
bool reaches(const GlobalMatrix& M, const Map& map, int rank, GlobalOrdinal col) {
  std::vector<GlobalOrdinal> rows(M.numRows);
  std::vector<int> owners(M.numRows);
  for (GlobalOrdinal row = 0; row < M.numRows; ++row) rows[row] = row;
  map.getRemoteIndexList(Teuchos::ArrayView<const GlobalOrdinal>(rows.data(), rows.size()),
                         Teuchos::ArrayView<int>(owners.data(), owners.size()));
  if (owners[col] == rank) return false;
  for (GlobalOrdinal row = 0; row < M.numRows; ++row)
    if (owners[row] == rank && M.entry(row, col) != 0) return true;
  return false;
}

template <class T>
void checkReverse(const GlobalMatrix& M, const Teuchos::RCP<const Map>& map, Combination combination) {
  const auto halo = distribute<double>(M, map).halo();
  std::vector<T> haloValues, owned(TrilinosVersion::numLocal(*map)), expected(owned.size());
  for (GlobalOrdinal global : halo->haloGlobals())
    haloValues.push_back(static_cast<T>(held(world()->getRank(), global)));
  ReverseExchange<T> exchange(halo);
  const auto haloView = toView("halo", haloValues);
  for (int repetition = 0; repetition < 2; ++repetition) {
    for (std::size_t i = 0; i < owned.size(); ++i) owned[i] = static_cast<T>(i % 7);
    const auto ownedView = toView("owned", owned);
    exchange.combine(haloView, ownedView, combination);
    owned = toVector(ownedView);
    for (GlobalOrdinal global = 0; global < M.numRows; ++global)
      for (int rank = 0; rank < world()->getSize(); ++rank) {
        const bool contributes = reaches(M, *map, rank, global);  // collective
        const LocalOrdinal local = map->getLocalElement(global);
        if (local < 0) continue;
        if (rank == 0) expected[local] = static_cast<T>(local % 7);
        const T value = static_cast<T>(held(rank, global));
        if (!contributes) continue;
        expected[local] = static_cast<T>(combination == Combination::sum ? expected[local] + value
                                                                         : std::max(expected[local], value));
      }
    EXPECT_EQ(owned, expected);
  }
}

TEST(MpiReverseExchange, OwnersTakeInWhatOthersHold) {
  for (GlobalOrdinal n : {0, 1, 3, 23})
    for (const auto& map : testMaps(n))
      for (Combination combination : {Combination::sum, Combination::maximum}) {
        checkReverse<LocalOrdinal>({n, n, 6, false, 3}, map, combination);
        checkReverse<char>({n, n, 6, false, 3}, map, combination);
      }
}

}  // namespace
}  // namespace Chronos::Test
