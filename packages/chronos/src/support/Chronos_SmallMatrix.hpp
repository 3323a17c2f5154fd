// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SMALLMATRIX_HPP
#define CHRONOS_SMALLMATRIX_HPP

#include <cstddef>
#include <vector>

namespace Chronos {

/// \brief Dense matrix of a few dozen rows and columns on the host, by columns as LAPACK takes it.
struct SmallMatrix {
  int numRows = 0, numCols = 0;
  std::vector<double> values;

  SmallMatrix() = default;
  SmallMatrix(int rows, int cols) : numRows(rows), numCols(cols), values(std::size_t(rows) * cols, 0.0) {}

  double& operator()(int row, int col) { return values[std::size_t(col) * numRows + row]; }
  double operator()(int row, int col) const { return values[std::size_t(col) * numRows + row]; }
};

/// A B.
inline SmallMatrix product(const SmallMatrix& A, const SmallMatrix& B) {
  SmallMatrix C(A.numRows, B.numCols);
  for (int col = 0; col < B.numCols; ++col)
    for (int k = 0; k < A.numCols; ++k)
      for (int row = 0; row < A.numRows; ++row) C(row, col) += A(row, k) * B(k, col);
  return C;
}

/// A^T B.
inline SmallMatrix transposedProduct(const SmallMatrix& A, const SmallMatrix& B) {
  SmallMatrix C(A.numCols, B.numCols);
  for (int col = 0; col < B.numCols; ++col)
    for (int row = 0; row < A.numCols; ++row)
      for (int k = 0; k < A.numRows; ++k) C(row, col) += A(k, row) * B(k, col);
  return C;
}

/// Rows [firstRow, firstRow + numRows) and columns [firstCol, firstCol + numCols).
inline SmallMatrix part(const SmallMatrix& A, int firstRow, int numRows, int firstCol, int numCols) {
  SmallMatrix B(numRows, numCols);
  for (int col = 0; col < numCols; ++col)
    for (int row = 0; row < numRows; ++row) B(row, col) = A(firstRow + row, firstCol + col);
  return B;
}

}  // namespace Chronos

#endif
