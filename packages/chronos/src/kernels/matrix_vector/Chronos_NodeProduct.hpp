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

// How far ahead a host thread asks for the values of nodes, four kilobytes of doubles: nine take it a few cycles.
constexpr int nodeEntriesAhead = 512;

/// The rows of the nodes of a chunk: what a host thread takes. Two runs at a time, so that registers of two and four
/// entries are full; six sums a row overlap their additions.
template <class MatrixScalar, class VectorScalar, class DeviceType, class Result, bool hasHalo>
struct NodeChunkFunctor {
  static constexpr int pairSize = 2 * nodeSize;
  using Sums = VectorScalar[nodeSize][pairSize];

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
    const VectorScalar nothing[nodeSize] = {};
    const Offset begin = nodes.firstRun(node);
    const int numRuns = static_cast<int>(nodes.firstRun(node + 1) - begin), length = numRuns * nodeSize;
    const LocalOrdinal* firstColumn = nodes.firstColumn.data() + begin;
    const MatrixScalar* values = A.values.data() + begin * nodeSize * nodeSize;
    Sums sums = {};
    int run = 0;
    for (; run + 2 <= numRuns; run += 2, values += pairSize) {
      for (int r = 0; r < nodeSize; ++r) prefetch(values + r * length + nodeEntriesAhead);
      prefetch(firstColumn + run + nodeEntriesAhead / nodeSize);
      const VectorScalar *first = factorsOf(firstColumn[run], nothing),
                         *second = factorsOf(firstColumn[run + 1], nothing);
      const VectorScalar factors[pairSize] = {first[0], first[1], first[2], second[0], second[1], second[2]};
      add<pairSize>(values, length, factors, sums);
    }
    if (run < numRuns) add<nodeSize>(values, length, factorsOf(firstColumn[run], nothing), sums);
    for (int r = 0; r < nodeSize; ++r)
      result.store(node * nodeSize + r,
                   ((sums[r][0] + sums[r][2]) + sums[r][4]) + ((sums[r][1] + sums[r][3]) + sums[r][5]));
  }

 private:
  KOKKOS_INLINE_FUNCTION const VectorScalar* factorsOf(LocalOrdinal column, const VectorScalar* nothing) const {
    return hasHalo && column >= static_cast<LocalOrdinal>(x.extent(0)) ? nothing : x.data() + column;
  }

  template <int count>
  KOKKOS_INLINE_FUNCTION static void add(const MatrixScalar* values, int length, const VectorScalar* factors,
                                         Sums& sums) {
    for (int r = 0; r < nodeSize; ++r)
      for (int k = 0; k < count; ++k) sums[r][k] += static_cast<VectorScalar>(values[r * length + k]) * factors[k];
  }
};

}  // namespace Chronos

#endif
