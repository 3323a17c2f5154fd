// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_GROUPPRODUCT_HPP
#define CHRONOS_GROUPPRODUCT_HPP

#include "Chronos_LaneGroup.hpp"
#include "Chronos_ProductResults.hpp"
#include "Chronos_SparseProduct.hpp"

namespace Chronos {

// Entries of a row that one lane of a group loads before it uses the first.
constexpr int entriesOfLane = 8;
constexpr int warpSize = 32;
// Entries of a segment: a warp reads it in 64 steps, long enough to hide the start.
constexpr int segmentLength = 2048;

/// The smallest power of two, up to a warp, with which no lane of a row of this length has more than entriesOfLane.
inline int lanesFor(double length, double entriesOfLane) {
  int lanes = 1;
  while (lanes < warpSize && entriesOfLane * lanes < length) lanes *= 2;
  return lanes;
}

/// So many lanes, and those that fill the last warp.
inline std::int64_t wholeWarps(std::int64_t numLanes) {
  return (numLanes + warpSize - 1) / warpSize * warpSize;
}

/// Whether groups take all rows by few lanes each: none lies in segments or in a node.
template <class DeviceType>
bool areShortGroups(const ProductPlan<DeviceType>& plan) {
  return plan.kind == ProductKind::groups && plan.groupWidth <= 4 && plan.longRows.extent(0) == 0 &&
         !plan.nodes.exists();
}

/// Calls function(std::integral_constant<int, lanes>()) for the lanes of a short group.
template <class Function>
void withShortGroup(int lanes, const Function& function) {
  if (lanes == 1) function(std::integral_constant<int, 1>());
  else if (lanes == 2) function(std::integral_constant<int, 2>());
  else function(std::integral_constant<int, 4>());
}

/// What the entries of columns below numOwned are multiplied by.
template <class Scalar>
struct VectorEntries {
  const Scalar* x;
  LocalOrdinal numOwned;
  KOKKOS_INLINE_FUNCTION Scalar operator()(LocalOrdinal col) const { return loadReadOnly(x + col); }
};

/// The same of omega d .* b.
struct ScaledEntries {
  const double *d, *b;
  double omega;
  LocalOrdinal numOwned;
  KOKKOS_INLINE_FUNCTION double operator()(LocalOrdinal col) const {
    return omega * loadReadOnly(d + col) * loadReadOnly(b + col);
  }
};

/// One group of `width` lanes a row; work items are lanes, group by group.
template <class MatrixScalar, class VectorScalar, class DeviceType, class Result, int width,
          class Entries = VectorEntries<VectorScalar>>
struct GroupProductFunctor {
  CsrMatrix<MatrixScalar, DeviceType> A;
  Offset longestGroupRow;
  Entries entries;
  Result result;

  static std::int64_t numItems(LocalOrdinal numRows) { return wholeWarps(std::int64_t(numRows) * width); }

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item) const {
    const LocalOrdinal row = static_cast<LocalOrdinal>(item / width);
    const int lane = static_cast<int>(item % width);
    bool isMine = row < A.numRows;
    VectorScalar sum = 0;
    if (isMine) {
      const Offset begin = loadReadOnly(A.rowPtr.data() + row);
      const Offset length = loadReadOnly(A.rowPtr.data() + row + 1) - begin;
      isMine = length <= longestGroupRow;
      if (isMine) sum = laneSum(begin, lane, static_cast<int>(length));
    }
    sum = groupSum(sum, width);
    if constexpr (hasPartials<Result>) {
      const double summand = groupSum(isMine && lane == 0 ? result.store(row, sum) : 0, warpSize);
      if (item % warpSize == 0) result.partials[item / warpSize] = summand;
    } else if (isMine && lane == 0) {
      result.store(row, sum);
    }
  }

  KOKKOS_INLINE_FUNCTION VectorScalar laneSum(Offset begin, int lane, int length) const {
    const LocalOrdinal numOwned = entries.numOwned;
    const LocalOrdinal* cols = A.colInd.data() + begin;
    const MatrixScalar* vals = A.values.data() + begin;
    VectorScalar sum = 0;
    for (int first = lane; first < length; first += width * entriesOfLane) {
      LocalOrdinal col[entriesOfLane];
      MatrixScalar value[entriesOfLane];
      for (int i = 0; i < entriesOfLane; ++i)
        col[i] = first + i * width < length ? loadReadOnly(cols + first + i * width) : numOwned;
      for (int i = 0; i < entriesOfLane; ++i)
        value[i] = first + i * width < length ? loadReadOnly(vals + first + i * width) : MatrixScalar(0);
      for (int i = 0; i < entriesOfLane; ++i)
        if (col[i] < numOwned) sum += static_cast<VectorScalar>(value[i]) * entries(col[i]);
    }
    return sum;
  }
};

/// Segments of long rows: partial sums first, then one thread a row adds them in order.
template <class MatrixScalar, class VectorScalar, class DeviceType>
struct SegmentSumFunctor {
  using Member = typename Kokkos::TeamPolicy<typename DeviceType::execution_space>::member_type;

  CsrMatrix<MatrixScalar, DeviceType> A;
  ProductPlan<DeviceType> plan;
  Kokkos::View<const VectorScalar*, DeviceType> x;
  Kokkos::View<VectorScalar*, DeviceType> partials;

  KOKKOS_INLINE_FUNCTION void operator()(const Member& team) const {
    const int segment = team.league_rank();
    const LocalOrdinal position = plan.segmentRow(segment);
    const LocalOrdinal row = plan.longRows(position);
    const LocalOrdinal numOwned = static_cast<LocalOrdinal>(x.extent(0));
    const Offset begin = A.rowPtr(row) + Offset(segment - plan.firstSegment(position)) * segmentLength;
    const Offset rest = A.rowPtr(row + 1) - begin;
    const int length = rest < Offset(segmentLength) ? static_cast<int>(rest) : segmentLength;
    VectorScalar sum = 0;
    Kokkos::parallel_reduce(
        Kokkos::ThreadVectorRange(team, length),
        [&](int entry, VectorScalar& partial) {
          const LocalOrdinal col = A.colInd(begin + entry);
          if (col < numOwned) partial += static_cast<VectorScalar>(A.values(begin + entry)) * x(col);
        },
        sum);
    Kokkos::single(Kokkos::PerThread(team), [&]() { partials(segment) = sum; });
  }
};

template <class VectorScalar, class DeviceType, class Result>
struct LongRowsFunctor {
  ProductPlan<DeviceType> plan;
  Kokkos::View<const VectorScalar*, DeviceType> partials;
  Result result;

  KOKKOS_INLINE_FUNCTION void operator()(int position) const {
    VectorScalar sum = 0;
    for (int segment = plan.firstSegment(position); segment < plan.firstSegment(position + 1); ++segment)
      sum += partials(segment);
    result.store(plan.longRows(position), sum);
  }
};

}  // namespace Chronos

#endif
