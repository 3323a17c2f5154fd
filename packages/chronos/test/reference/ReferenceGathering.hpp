// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_REFERENCEGATHERING_HPP
#define CHRONOS_REFERENCEGATHERING_HPP

#include "RandomMatrix.hpp"

#include <set>

namespace Chronos::Test {

inline std::set<GlobalOrdinal> ownedRowsOf(const Map& map) {
  std::set<GlobalOrdinal> rows;
  for (std::size_t i = 0; i < TrilinosVersion::numLocal(map); ++i)
    rows.insert(map.getGlobalElement(static_cast<LocalOrdinal>(i)));
  return rows;
}

/// Owned rows and those within `distance` steps, each step through rows below the last owned one only.
inline std::set<GlobalOrdinal> referenceRowsWithin(const GlobalMatrix& M, const Map& map, int distance) {
  std::set<GlobalOrdinal> reached = ownedRowsOf(map);
  if (reached.empty()) return reached;
  const GlobalOrdinal last = *reached.rbegin();
  for (int step = 0; step < distance; ++step) {
    const std::set<GlobalOrdinal> before = reached;
    for (GlobalOrdinal row : before)
      for (GlobalOrdinal col = 0; col < last; ++col)
        if (M.entry(row, col) != 0) reached.insert(col);
  }
  return reached;
}

/// Owned rows and those below the last owned one of all ranks within `power` steps between ranks. Collective.
inline std::set<GlobalOrdinal> referenceRowsOfBlocks(const GlobalMatrix& M, const Map& map, int power) {
  std::vector<GlobalOrdinal> all(M.numRows);
  for (GlobalOrdinal row = 0; row < M.numRows; ++row) all[row] = row;
  std::vector<int> owner(all.size());
  map.getRemoteIndexList(Teuchos::ArrayView<const GlobalOrdinal>(all.data(), all.size()),
                         Teuchos::ArrayView<int>(owner.data(), owner.size()));
  std::set<int> ranks{map.getComm()->getRank()};
  for (int step = 0; step < power; ++step) {
    const std::set<int> before = ranks;
    for (GlobalOrdinal row = 0; row < M.numRows; ++row)
      for (GlobalOrdinal col = 0; col < M.numCols; ++col) {
        if (M.entry(row, col) == 0) continue;
        if (before.count(owner[row])) ranks.insert(owner[col]);
        if (before.count(owner[col])) ranks.insert(owner[row]);
      }
  }
  std::set<GlobalOrdinal> rows = ownedRowsOf(map);
  if (rows.empty()) return rows;
  const GlobalOrdinal last = *rows.rbegin();
  for (GlobalOrdinal row = 0; row < last; ++row)
    if (ranks.count(owner[row])) rows.insert(row);
  return rows;
}

}  // namespace Chronos::Test

#endif
