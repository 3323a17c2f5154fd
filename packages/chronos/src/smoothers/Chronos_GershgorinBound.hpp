// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_GERSHGORINBOUND_HPP
#define CHRONOS_GERSHGORINBOUND_HPP

#include "Chronos_DistMatrix.hpp"

#include <cmath>

namespace Chronos {

/// A row's diagonal entry and the sum of the magnitudes of all.
struct RowSizes {
  double diagonal = 0, magnitudes = 0;
};

/// RowSizes of the rows of a matrix, in kernels.
class SizesOfRows {
 public:
  explicit SizesOfRows(const DistMatrix<double>& A)
      : A_(A.local()), rowMap_(A.rowMap()->getLocalMap()), domainMap_(A.domainMap()->getLocalMap()) {}

  KOKKOS_INLINE_FUNCTION RowSizes operator()(int row) const {
    using std::abs;
    const LocalOrdinal diagonalColumn = domainMap_.getLocalElement(rowMap_.getGlobalElement(row));
    RowSizes sizes;
    for (Offset entry = A_.rowPtr(row); entry < A_.rowPtr(row + 1); ++entry) {
      const double value = A_.values(entry);
      sizes.magnitudes += abs(value);
      if (A_.colInd(entry) == diagonalColumn) sizes.diagonal += value;
    }
    return sizes;
  }

 private:
  CsrMatrix<double, Device> A_;
  Map::local_map_type rowMap_, domainMap_;
};

/// \brief max_i sum_j |a_ij| / a_ii, which no eigenvalue of D^{-1} A exceeds (Golub and Van Loan, theorem 7.2.1).
/// Collective.
///
/// Infinite where a row has no positive diagonal, or is no number; 0 without rows. One pass over A.
double gershgorinBound(const DistMatrix<double>& A);

}  // namespace Chronos

#endif
