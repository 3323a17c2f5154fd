// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_COMPONENTORDER_HPP
#define CHRONOS_COMPONENTORDER_HPP

#include "NodeSystem.hpp"

#include <Teuchos_CommHelpers.hpp>

#include <algorithm>
#include <functional>

namespace Chronos::Test {

using Renumbering = std::function<GlobalOrdinal(GlobalOrdinal)>;

/// Row and column g of A become renumbered(g).
inline HostCsr<double> renumberedWhole(const HostCsr<double>& A, const Renumbering& renumbered) {
  struct Entries {
    std::vector<std::map<GlobalOrdinal, double>> rows;
    double entry(GlobalOrdinal row, GlobalOrdinal column) const {
      const auto found = rows[row].find(column);
      return found == rows[row].end() ? 0 : found->second;
    }
  } entries{std::vector<std::map<GlobalOrdinal, double>>(A.numRows)};
  for (LocalOrdinal row = 0; row < A.numRows; ++row)
    for (Offset entry = A.rowPtr[row]; entry < A.rowPtr[row + 1]; ++entry)
      entries.rows[renumbered(row)][renumbered(A.colInd[entry])] = A.values[entry];
  return wholeMatrix(entries, A.numRows, A.numRows);
}

/// From numbers by node to those by component over all ranks.
inline Renumbering byComponents(GlobalOrdinal numRows, int perNode) {
  return [=](GlobalOrdinal g) { return g % perNode * (numRows / perNode) + g / perNode; };
}

/// From numbers by node to those by component on each rank of a contiguous map of whole nodes.
inline Renumbering byComponentsOfRanks(const Map& map, int perNode) {
  const int ranks = world()->getSize();
  const auto mine = static_cast<GlobalOrdinal>(TrilinosVersion::numLocal(map));
  std::vector<GlobalOrdinal> counts(ranks);
  Teuchos::gatherAll(*world(), 1, &mine, ranks, counts.data());
  return [=](GlobalOrdinal g) {
    GlobalOrdinal first = 0;
    int rank = 0;
    while (g >= first + counts[rank]) first += counts[rank++];
    return first + byComponents(counts[rank], perNode)(g - first);
  };
}

}  // namespace Chronos::Test

#endif
