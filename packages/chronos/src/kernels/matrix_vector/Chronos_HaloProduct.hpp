// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_HALOPRODUCT_HPP
#define CHRONOS_HALOPRODUCT_HPP

#include "Chronos_GroupProduct.hpp"

namespace Chronos {

/// One group of `lanes` lanes a boundary row: the whole row is searched for entries of the halo.
template <class MatrixScalar, class VectorScalar, class DeviceType, class Result, int lanes>
struct HaloProductFunctor {
  CsrMatrix<MatrixScalar, DeviceType> A;
  Kokkos::View<const LocalOrdinal*, DeviceType> rows;
  LocalOrdinal numOwned;
  Kokkos::View<const VectorScalar*, DeviceType> xHalo;
  Result result;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item) const {
    const std::int64_t position = item / lanes;
    const int lane = static_cast<int>(item % lanes);
    const bool isMine = position < static_cast<std::int64_t>(rows.extent(0));
    const LocalOrdinal row = isMine ? rows(position) : 0;
    const Offset end = isMine ? A.rowPtr(row + 1) : 0;
    VectorScalar sum = 0;
    for (Offset entry = isMine ? A.rowPtr(row) + lane : 0; entry < end; entry += lanes) {
      const LocalOrdinal col = A.colInd(entry);
      if (col >= numOwned) sum += static_cast<VectorScalar>(A.values(entry)) * xHalo(col - numOwned);
    }
    sum = groupSum(sum, lanes);
    if constexpr (hasPartials<Result>) {
      const double summand = groupSum(isMine && lane == 0 ? result.add(row, sum) : 0, warpSize);
      constexpr int lanesOfSum = lanes == 1 ? 1 : warpSize;
      if (item % lanesOfSum == 0) result.partials[item / lanesOfSum] = summand;
    } else if (isMine && lane == 0) {
      result.add(row, sum);
    }
  }
};

/// Lanes of all boundary rows; whole warps where a row has several.
inline std::int64_t numHaloLanes(std::size_t numRows, int lanes) {
  const std::int64_t numItems = static_cast<std::int64_t>(numRows) * lanes;
  return lanes == 1 ? numItems : wholeWarps(numItems);
}

}  // namespace Chronos

#endif
