// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_STRENGTHROWS_HPP
#define CHRONOS_STRENGTHROWS_HPP

#include "Chronos_Diagonal.hpp"

namespace Chronos {

/// What a measure of strength needs to know of a row before it looks at its entries.
struct RowExtent {
  LocalOrdinal diagonalColumn;
  double diagonal;
  double sign;           ///< turns a connection of an M-matrix positive: -1, or 1 where the diagonal is negative
  double largest;        ///< m_i = max_k (sign a_ik) over k != i; 0 where no entry has that sign
  bool nearlyDecoupled;  ///< |sum_j a_ij| > maxRowSum |a_ii|
};

/// Rows of a matrix as measures of strength read them.
struct StrengthRows {
  CsrMatrix<double, Device> A;
  Kokkos::View<const LocalOrdinal*, Device> diagonalColumns;
  double maxRowSum;                                      ///< 1: off
  Kokkos::View<const double*, Device> decoupledColumns;  ///< not 0 where the row of a column is; empty when off

  /// Whether an entry may be strong. A nearly decoupled point has no connection in either direction: the smoother
  /// alone is enough for it, so it shall neither lean on others nor become coarse because others lean on it.
  KOKKOS_INLINE_FUNCTION bool isCandidate(const RowExtent& extent, LocalOrdinal col, double value) const {
    if (extent.nearlyDecoupled || col == extent.diagonalColumn || value == 0) return false;
    return decoupledColumns.data() == nullptr || decoupledColumns(col) == 0;
  }

  /// The sum runs in local order, which the ranks change: a guard band keeps rounding from deciding.
  KOKKOS_INLINE_FUNCTION RowExtent look(LocalOrdinal row) const {
    RowExtent extent{diagonalColumns(row), 0, -1, 0, false};
    double sum = 0, lowest = 0, highest = 0;
    for (Offset entry = A.rowPtr(row); entry < A.rowPtr(row + 1); ++entry) {
      const double value = A.values(entry);
      sum += value;
      if (A.colInd(entry) == extent.diagonalColumn) {
        extent.diagonal += value;
      } else {
        if (value < lowest) lowest = value;
        if (value > highest) highest = value;
      }
    }
    if (extent.diagonal < 0) extent.sign = 1;
    extent.largest = extent.diagonal < 0 ? highest : -lowest;
    const double size = extent.diagonal < 0 ? -extent.diagonal : extent.diagonal;
    extent.nearlyDecoupled = maxRowSum < 1 && (sum < 0 ? -sum : sum) > maxRowSum * size * (1 + 1e-10);
    return extent;
  }
};

/// Collective.
StrengthRows strengthRows(const DistMatrix<double>& A, double maxRowSum);

}  // namespace Chronos

#endif
