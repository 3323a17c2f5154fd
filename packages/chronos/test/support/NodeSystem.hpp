// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_NODESYSTEM_HPP
#define CHRONOS_NODESYSTEM_HPP

#include "WholeMatrix.hpp"

namespace Chronos::Test {

/// Blocks of `rows` x `columns` unknowns where two nodes know each other.
struct NodeSystem {
  GlobalOrdinal numRowNodes, numColumnNodes;
  int rows, columns;
  int missingOf = 0;  ///< one of so many entries beside the diagonal is missing; 0: none
  int lackingOf = 0;  ///< one of so many unknowns has its diagonal alone; 0: none

  bool isLacking(GlobalOrdinal row) const {
    return lackingOf > 0 && globalHash(static_cast<std::uint64_t>(row) + 77) % lackingOf == 0;
  }
  double entry(GlobalOrdinal row, GlobalOrdinal col) const {
    if (row != col && (isLacking(row) || isLacking(col))) return 0;
    const GlobalOrdinal from = row / rows, to = col / columns;
    const std::uint64_t pair = static_cast<std::uint64_t>(from * numColumnNodes + to);
    if (missingOf > 0 && row != col && globalHash(static_cast<std::uint64_t>(row * 100003 + col)) % missingOf == 0)
      return 0;
    return from == to || globalHash(pair) % 3 == 0 ? globalUniform(1, row * 100003 + col) : 0.0;
  }
};

/// Whole nodes on every rank; none on a middle one where `leavesOut` is true.
inline Teuchos::RCP<const Map> mapOfNodes(GlobalOrdinal numNodes, int size, bool leavesOut) {
  const auto nodes = leavesOut ? mapWithEmptyRank(numNodes) : evenMap(numNodes);
  return Teuchos::rcp(new Map(numNodes * size, TrilinosVersion::numLocal(*nodes) * size, 0, world()));
}

inline DistMatrix<double> distributed(const NodeSystem& M, const Teuchos::RCP<const Map>& rowMap,
                                      const Teuchos::RCP<const Map>& domainMap) {
  return rowsOnMap(wholeMatrix(M, M.numRowNodes * M.rows, M.numColumnNodes * M.columns), rowMap, domainMap);
}

}  // namespace Chronos::Test

#endif
