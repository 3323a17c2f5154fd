// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_TEST_NODEROWS_HPP
#define CHRONOS_TEST_NODEROWS_HPP

#include "ReferenceDistributed.hpp"

namespace Chronos::Test {

/// A square matrix of three rows a node and as many nodes on each rank; entries tell where they are.
/// \param columnsOf columnsOf(row, number of all rows): global columns in order
template <class Columns>
DistMatrix<double> rowsOfNodes(LocalOrdinal numNodes, const Columns& columnsOf) {
  const auto map = Teuchos::rcp(new Map(Teuchos::OrdinalTraits<Tpetra::global_size_t>::invalid(),
                                        static_cast<std::size_t>(3 * numNodes), 0, world()));
  const auto numGlobal = static_cast<GlobalOrdinal>(map->getGlobalNumElements());
  std::vector<Offset> rowPtr{0};
  std::vector<GlobalOrdinal> colInd;
  std::vector<double> values;
  for (LocalOrdinal local = 0; local < 3 * numNodes; ++local) {
    const GlobalOrdinal row = map->getGlobalElement(local);
    for (GlobalOrdinal col : columnsOf(row, numGlobal)) {
      colInd.push_back(col);
      values.push_back(globalUniform(row, col));
    }
    rowPtr.push_back(colInd.size());
  }
  return DistMatrix<double>(map, map, toView("rowPtr", rowPtr), toView("colInd", colInd), toView("values", values));
}

}  // namespace Chronos::Test

#endif
