// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_REFERENCELOCAL_HPP
#define CHRONOS_REFERENCELOCAL_HPP

#include "RandomMatrix.hpp"

#include <map>
#include <utility>

namespace Chronos::Test {

/// Entries of a node-local matrix by row and column.
template <class Scalar>
std::map<std::pair<LocalOrdinal, LocalOrdinal>, Scalar> entriesOf(const HostCsr<Scalar>& A) {
  std::map<std::pair<LocalOrdinal, LocalOrdinal>, Scalar> entries;
  for (LocalOrdinal row = 0; row < A.numRows; ++row)
    for (Offset entry = A.rowPtr[row]; entry < A.rowPtr[row + 1]; ++entry)
      entries[{row, A.colInd[entry]}] = A.values[entry];
  return entries;
}

/// Whether columns ascend strictly within every row.
template <class Scalar>
bool columnsAscend(const HostCsr<Scalar>& A) {
  for (LocalOrdinal row = 0; row < A.numRows; ++row)
    for (Offset entry = A.rowPtr[row]; entry + 1 < A.rowPtr[row + 1]; ++entry)
      if (A.colInd[entry] >= A.colInd[entry + 1]) return false;
  return true;
}

/// alpha A x + beta y in double, over the columns in [firstCol, firstCol + x.size()).
template <class MatrixScalar, class VectorScalar>
std::vector<double> referenceProduct(const HostCsr<MatrixScalar>& A, const std::vector<VectorScalar>& x, double alpha,
                                     double beta, const std::vector<VectorScalar>& y, LocalOrdinal firstCol = 0) {
  std::vector<double> result(A.numRows);
  for (LocalOrdinal row = 0; row < A.numRows; ++row) {
    double sum = 0;
    for (Offset entry = A.rowPtr[row]; entry < A.rowPtr[row + 1]; ++entry) {
      const LocalOrdinal col = A.colInd[entry] - firstCol;
      if (col >= 0 && col < static_cast<LocalOrdinal>(x.size())) sum += double(A.values[entry]) * double(x[col]);
    }
    result[row] = beta == 0 ? alpha * sum : alpha * sum + beta * double(y[row]);
  }
  return result;
}

}  // namespace Chronos::Test

#endif
