// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_NODEPRODUCT_HPP
#define CHRONOS_NODEPRODUCT_HPP

#include "Chronos_ChunkProduct.hpp"
#include "Chronos_NodePattern.hpp"

namespace Chronos {

/// The first node that begins at a row or behind it.
KOKKOS_INLINE_FUNCTION LocalOrdinal nodeBehind(LocalOrdinal row) {
  return (row + nodeSize - 1) / nodeSize;
}

/// The rows of the nodes of a chunk: what a host thread takes. Nine sums a node overlap their additions.
template <class MatrixScalar, class VectorScalar, class DeviceType, class Result, bool hasHalo>
struct NodeChunkFunctor {
  CsrMatrix<MatrixScalar, DeviceType> A;
  NodePattern<DeviceType> nodes;
  Kokkos::View<const LocalOrdinal*, DeviceType> firstRow;
  Kokkos::View<const VectorScalar*, DeviceType> x;
  Result result;

  KOKKOS_INLINE_FUNCTION void operator()(int chunk) const {
    const LocalOrdinal end = nodeBehind(firstRow(chunk + 1));
    for (LocalOrdinal node = nodeBehind(firstRow(chunk)); node < end; ++node) rowsOf(node);
  }

  KOKKOS_INLINE_FUNCTION void rowsOf(LocalOrdinal node) const {
    const LocalOrdinal numOwned = static_cast<LocalOrdinal>(x.extent(0));
    const Offset begin = nodes.firstRun(node);
    const int numRuns = static_cast<int>(nodes.firstRun(node + 1) - begin);
    const LocalOrdinal* firstColumn = nodes.firstColumn.data() + begin;
    const MatrixScalar* values = A.values.data() + begin * nodeSize * nodeSize;
    VectorScalar sums[nodeSize][nodeSize] = {};
    for (int run = 0; run < numRuns; ++run, values += nodeSize) {
      for (int r = 0; r < nodeSize; ++r) prefetch(values + r * numRuns * nodeSize + entriesAhead);
      prefetch(firstColumn + run + entriesAhead / nodeSize);
      if (hasHalo && firstColumn[run] >= numOwned) continue;
      const VectorScalar* factors = x.data() + firstColumn[run];
      for (int r = 0; r < nodeSize; ++r)
        for (int c = 0; c < nodeSize; ++c)
          sums[r][c] += static_cast<VectorScalar>(values[r * numRuns * nodeSize + c]) * factors[c];
    }
    for (int r = 0; r < nodeSize; ++r) result.store(node * nodeSize + r, sums[r][0] + sums[r][1] + sums[r][2]);
  }
};

}  // namespace Chronos

#endif
