// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_HALOPRODUCT_HPP
#define CHRONOS_HALOPRODUCT_HPP

#include "Chronos_AwaitedLaunch.hpp"
#include "Chronos_GroupProduct.hpp"

namespace Chronos {

/// One group of `lanes` lanes a boundary row. With one column it has room for a HaloWait, which launches assert: no
/// kernel more in an iteration.
template <class MatrixScalar, class VectorScalar, class DeviceType, class Result, int lanes, class Wait>
struct HaloProductFunctor {
  CsrMatrix<MatrixScalar, DeviceType> A;
  Kokkos::View<const BoundaryRow*, DeviceType> rows;
  LocalOrdinal numOwned;
  Kokkos::View<const VectorScalar*, DeviceType> xHalo;
  Result result;
  Wait wait;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item) const {
    const std::int64_t position = item / lanes;
    const int lane = static_cast<int>(item % lanes);
    const bool isMine = position < static_cast<std::int64_t>(rows.extent(0));
    const BoundaryRow boundary = isMine ? rows(position) : BoundaryRow();
    const LocalOrdinal row = boundary.row;
    const Offset end = boundary.end();
    Offset entry = boundary.begin + lane;
    Entry next = entry < end ? entryAt(entry) : Entry{0, 0};
    const bool writes = isMine && lane == 0;
    decltype(result.read(row)) before{};
    if (writes) before = result.read(row);
    wait(item);
    VectorScalar sum = 0;
    for (; entry < end; entry += lanes) {
      const Entry here = next;
      if (entry + lanes < end) next = entryAt(entry + lanes);
      if (here.col >= numOwned) sum += here.value * xHalo(here.col - numOwned);
    }
    sum = groupSum(sum, lanes);
    if constexpr (hasPartials<Result>) {
      const double summand = groupSum(writes ? result.add(row, before, sum) : 0, warpSize);
      constexpr int lanesOfSum = runsOnHost<DeviceType> ? 1 : warpSize;
      if (item % lanesOfSum == 0) result.partials[item / lanesOfSum] = summand;
    } else if (writes) {
      result.add(row, before, sum);
    }
  }

 private:
  // Of this rank, as what add() must know is: both are read while others' entries are on their way.
  struct Entry {
    LocalOrdinal col;
    VectorScalar value;
  };
  KOKKOS_INLINE_FUNCTION Entry entryAt(Offset place) const {
    return {A.colInd(place), static_cast<VectorScalar>(A.values(place))};
  }
};

/// Lanes of all boundary rows; whole warps on a GPU.
template <class DeviceType>
std::int64_t numHaloLanes(const BoundaryRows<DeviceType>& boundary) {
  const std::int64_t numItems = static_cast<std::int64_t>(boundary.size()) * boundary.lanes();
  return runsOnHost<DeviceType> ? numItems : wholeWarps(numItems);
}

}  // namespace Chronos

#endif
