// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_HALOPRODUCT_HPP
#define CHRONOS_HALOPRODUCT_HPP

#include "Chronos_GroupProduct.hpp"

namespace Chronos {

/// One group of `lanes` lanes a boundary row.
template <class MatrixScalar, class VectorScalar, class DeviceType, class Result, int lanes>
struct HaloProductFunctor {
  CsrMatrix<MatrixScalar, DeviceType> A;
  Kokkos::View<const BoundaryRow*, DeviceType> rows;
  LocalOrdinal numOwned;
  Kokkos::View<const VectorScalar*, DeviceType> xHalo;
  Result result;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item) const {
    const std::int64_t position = item / lanes;
    const int lane = static_cast<int>(item % lanes);
    const bool isMine = position < static_cast<std::int64_t>(rows.extent(0));
    const BoundaryRow boundary = isMine ? rows(position) : BoundaryRow{0, 0};
    const LocalOrdinal row = boundary.row;
    const Offset end = isMine ? A.rowPtr(row + 1) : 0;
    VectorScalar sum = 0;
    for (Offset entry = isMine ? A.rowPtr(row) + boundary.first + lane : 0; entry < end; entry += lanes) {
      const LocalOrdinal col = A.colInd(entry);
      if (col >= numOwned) sum += static_cast<VectorScalar>(A.values(entry)) * xHalo(col - numOwned);
    }
    sum = groupSum(sum, lanes);
    if constexpr (hasPartials<Result>) {
      const double summand = groupSum(isMine && lane == 0 ? result.add(row, sum) : 0, warpSize);
      constexpr int lanesOfSum = runsOnHost<DeviceType> ? 1 : warpSize;
      if (item % lanesOfSum == 0) result.partials[item / lanesOfSum] = summand;
    } else if (isMine && lane == 0) {
      result.add(row, sum);
    }
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
