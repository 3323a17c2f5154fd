// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_WIDENODEPRODUCT_HPP
#define CHRONOS_WIDENODEPRODUCT_HPP

#include "Chronos_LaneGroup.hpp"
#include "Chronos_NodeProduct.hpp"
#include "Chronos_WideLanes.hpp"
#include "Chronos_WideResults.hpp"

namespace Chronos {

/// \file
/// Products of a matrix that has a NodePattern with 2, 4 or 8 vectors. The three rows of a node read an entry of the
/// vectors once for all of them: three times fewer gathers, which is what such a product waits for.

/// `walkers` times `width / columnsOfLane` lanes, 2^shift in all, a node; each takes every `walkers`-th run of columns.
template <class MatrixScalar, class DeviceType, class Result, int width>
struct WideNodeFunctor {
  CsrMatrix<MatrixScalar, DeviceType> A;
  NodePattern<DeviceType> nodes;
  Offset longestGroupRow;
  LocalOrdinal numOwned;
  int walkers, shift;
  const double* x;
  Result result;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item) const {
    const WideLane<width> lane(item, shift);
    const LocalOrdinal node = lane.group;
    bool isMine = node < A.numRows / nodeSize;
    Pair sums[nodeSize] = {};
    if (isMine) {
      const Offset begin = loadReadOnly(nodes.firstRun.data() + node);
      const Offset numRuns = loadReadOnly(nodes.firstRun.data() + node + 1) - begin;
      isMine = numRuns * nodeSize <= longestGroupRow;
      if (isMine) walk(begin, static_cast<int>(numRuns), lane.walker, x + lane.column, sums);
    }
    for (int r = 0; r < nodeSize; ++r) {
      const Pair sum = sumOfWalkers<width>(sums[r], 1 << shift);
      const LocalOrdinal row = node * nodeSize + r;
      if (isMine && lane.walker == r % walkers) result.store(row, std::int64_t(row) * width + lane.column, sum);
    }
  }

  KOKKOS_INLINE_FUNCTION void walk(Offset begin, int numRuns, int walker, const double* xs, Pair* sums) const {
    const LocalOrdinal* firstColumn = nodes.firstColumn.data() + begin;
    const MatrixScalar* values = A.values.data() + begin * nodeSize * nodeSize;
    for (int run = walker; run < numRuns; run += walkers) {
      const LocalOrdinal first = loadReadOnly(firstColumn + run);
      if (first >= numOwned) continue;
      for (int c = 0; c < nodeSize; ++c) {
        const Pair factors = loadPair(xs + (std::int64_t(first) + c) * width);
        for (int r = 0; r < nodeSize; ++r)
          addMultiple(static_cast<double>(loadReadOnly(values + (r * numRuns + run) * nodeSize + c)), factors, sums[r]);
      }
    }
  }
};

/// The rows of the nodes of a chunk: what a host thread takes.
template <class MatrixScalar, class DeviceType, class Result, int width, bool hasHalo>
struct WideNodeChunkFunctor {
  CsrMatrix<MatrixScalar, DeviceType> A;
  NodePattern<DeviceType> nodes;
  Kokkos::View<const LocalOrdinal*, DeviceType> firstRow;
  LocalOrdinal numOwned;
  const double* x;
  Result result;

  KOKKOS_INLINE_FUNCTION void operator()(int chunk) const {
    const LocalOrdinal end = nodeBehind(firstRow(chunk + 1));
    for (LocalOrdinal node = nodeBehind(firstRow(chunk)); node < end; ++node) rowsOf(node);
  }

  KOKKOS_INLINE_FUNCTION void rowsOf(LocalOrdinal node) const {
    const Offset begin = nodes.firstRun(node);
    const int numRuns = static_cast<int>(nodes.firstRun(node + 1) - begin);
    const LocalOrdinal* firstColumn = nodes.firstColumn.data() + begin;
    const MatrixScalar* values = A.values.data() + begin * nodeSize * nodeSize;
    double sums[nodeSize][width] = {};
    for (int run = 0; run < numRuns; ++run, values += nodeSize) {
      for (int r = 0; r < nodeSize; ++r) prefetch(values + r * numRuns * nodeSize + entriesAhead);
      prefetch(firstColumn + run + entriesAhead / nodeSize);
      if (hasHalo && firstColumn[run] >= numOwned) continue;
      const double* factors = x + std::int64_t(firstColumn[run]) * width;
      for (int r = 0; r < nodeSize; ++r)
        for (int c = 0; c < nodeSize; ++c) {
          const double value = static_cast<double>(values[r * numRuns * nodeSize + c]);
          for (int i = 0; i < width; ++i) sums[r][i] += value * factors[c * width + i];
        }
    }
    for (int r = 0; r < nodeSize; ++r) {
      const LocalOrdinal row = node * nodeSize + r;
      storeColumns<width>(result, row, sums[r], nullptr);
    }
  }
};

}  // namespace Chronos

#endif
