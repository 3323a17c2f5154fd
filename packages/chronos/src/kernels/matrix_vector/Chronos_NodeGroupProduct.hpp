// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_NODEGROUPPRODUCT_HPP
#define CHRONOS_NODEGROUPPRODUCT_HPP

#include "Chronos_GroupProduct.hpp"

namespace Chronos {

// Runs of three columns that a lane has at most in a row of mean length. On an H200 eight lanes were best for the 27 of
// a mesh of bricks, and no worse than four for the 14 of tetrahedra.
constexpr double runsOfNodeLane = 3.4;

/// \brief One group of `width` lanes takes the three rows of a node: their columns, and what these select of x, are
/// read once for all of them. Work items are lanes, group by group.
///
/// On an H200 a solve of elasticity of 100^3 nodes takes 0.062 s where groups of lanes a row took 0.070, and 0.044
/// and 0.067 where the cycle is in single.
template <class MatrixScalar, class VectorScalar, class DeviceType, class Result, int width>
struct NodeGroupFunctor {
  // Columns, with the entries of three rows in each, that a lane loads before it uses the first. No branch is between
  // the loads: with one nvcc waits for each before it asks for the next.
  static constexpr int columnsAtOnce = 3;
  CsrMatrix<MatrixScalar, DeviceType> A;
  NodePattern<DeviceType> nodes;
  Offset longestGroupRow;
  Kokkos::View<const VectorScalar*, DeviceType> x;
  Result result;

  static std::int64_t numItems(LocalOrdinal numRows) { return wholeWarps(std::int64_t(numRows / nodeSize) * width); }

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item) const {
    const LocalOrdinal node = static_cast<LocalOrdinal>(item / width);
    const int lane = static_cast<int>(item % width);
    bool isMine = node < A.numRows / nodeSize;
    VectorScalar sums[nodeSize] = {};
    if (isMine) {
      const Offset begin = loadReadOnly(nodes.firstRun.data() + node);
      const Offset length = (loadReadOnly(nodes.firstRun.data() + node + 1) - begin) * nodeSize;
      isMine = length <= longestGroupRow;
      if (isMine) addLane(begin, lane, static_cast<int>(length), sums);
    }
    for (int r = 0; r < nodeSize; ++r) {
      const VectorScalar sum = groupSum(sums[r], width);
      if (isMine && lane == r % width) result.store(node * nodeSize + r, sum);
    }
  }

  KOKKOS_INLINE_FUNCTION void addLane(Offset begin, int lane, int length, VectorScalar (&sums)[nodeSize]) const {
    const LocalOrdinal numOwned = static_cast<LocalOrdinal>(x.extent(0));
    const LocalOrdinal* firstColumn = nodes.firstColumn.data() + begin;
    const MatrixScalar* values = A.values.data() + begin * (nodeSize * nodeSize);
    for (int first = lane; first < length; first += width * columnsAtOnce) {
      LocalOrdinal col[columnsAtOnce];
      MatrixScalar value[nodeSize][columnsAtOnce];
      VectorScalar factor[columnsAtOnce];
      for (int i = 0; i < columnsAtOnce; ++i) {
        const int place = first + i * width;
        col[i] = place < length ? loadReadOnly(firstColumn + place / nodeSize) + place % nodeSize : numOwned;
      }
      for (int r = 0; r < nodeSize; ++r)
        for (int i = 0; i < columnsAtOnce; ++i) {
          const int place = first + i * width;
          value[r][i] = place < length ? loadReadOnly(values + r * length + place) : MatrixScalar(0);
        }
      for (int i = 0; i < columnsAtOnce; ++i)
        factor[i] = col[i] < numOwned ? loadReadOnly(x.data() + col[i]) : VectorScalar(0);
      for (int i = 0; i < columnsAtOnce; ++i)
        for (int r = 0; r < nodeSize; ++r) sums[r] += static_cast<VectorScalar>(value[r][i]) * factor[i];
    }
  }
};

}  // namespace Chronos

#endif
