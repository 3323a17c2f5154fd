// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SMALLINVERSE_HPP
#define CHRONOS_SMALLINVERSE_HPP

#include "Chronos_KernelTypes.hpp"

#include <cmath>

namespace Chronos {

/// \brief A small dense matrix, row after row, and its inverse in the same place: one thread's work, n^3 operations.
struct SmallInverse {
  double* entries;
  int n;
  int stride;  ///< from one row to the next

  KOKKOS_INLINE_FUNCTION double& at(int row, int col) const {
    return entries[static_cast<std::size_t>(row) * static_cast<std::size_t>(stride) + static_cast<std::size_t>(col)];
  }

  /// \brief The inverse, both triangles, of the symmetric matrix whose lower triangle is here: by Cholesky's factor L,
  /// its inverse, and L^{-T} L^{-1}.
  /// \return false where the matrix is not positive definite; entries are anything then
  KOKKOS_INLINE_FUNCTION bool invert() const {
    if (!factor()) return false;
    invertFactor();
    squareFactor();
    return true;
  }

 private:
  // A pivot at or below this share of its diagonal is rounding.
  static constexpr double smallestPivot = 1e-13;

  // L L^T in the lower triangle.
  KOKKOS_INLINE_FUNCTION bool factor() const {
    using std::sqrt;
    for (int col = 0; col < n; ++col) {
      const double diagonal = at(col, col);
      double pivot = diagonal;
      for (int k = 0; k < col; ++k) pivot -= at(col, k) * at(col, k);
      if (!(pivot > smallestPivot * diagonal)) return false;
      pivot = sqrt(pivot);
      at(col, col) = pivot;
      for (int row = col + 1; row < n; ++row) {
        double sum = at(row, col);
        for (int k = 0; k < col; ++k) sum -= at(row, k) * at(col, k);
        at(row, col) = sum / pivot;
      }
    }
    return true;
  }

  // L^{-1} for L: an entry is read for the last time where its column's turn has come.
  KOKKOS_INLINE_FUNCTION void invertFactor() const {
    for (int col = 0; col < n; ++col) {
      at(col, col) = 1 / at(col, col);
      for (int row = col + 1; row < n; ++row) {
        double sum = 0;
        for (int k = col; k < row; ++k) sum += at(row, k) * at(k, col);
        at(row, col) = -sum / at(row, row);
      }
    }
  }

  // L^{-T} L^{-1} for L^{-1}, both triangles: a row needs what is below it.
  KOKKOS_INLINE_FUNCTION void squareFactor() const {
    for (int row = 0; row < n; ++row)
      for (int col = 0; col <= row; ++col) {
        double sum = 0;
        for (int k = row; k < n; ++k) sum += at(k, row) * at(k, col);
        at(row, col) = at(col, row) = sum;
      }
  }
};

}  // namespace Chronos

#endif
