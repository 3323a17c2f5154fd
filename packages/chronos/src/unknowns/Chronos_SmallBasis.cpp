// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SmallBasis.hpp"

#include <algorithm>
#include <cmath>

namespace Chronos {

SmallMatrix transposed(const SmallMatrix& A) {
  SmallMatrix T(A.numCols, A.numRows);
  for (int col = 0; col < T.numCols; ++col)
    for (int row = 0; row < T.numRows; ++row) T(row, col) = A(col, row);
  return T;
}

SmallMatrix minus(SmallMatrix A, const SmallMatrix& B) {
  for (std::size_t i = 0; i < A.values.size(); ++i) A.values[i] -= B.values[i];
  return A;
}

SmallMatrix negative(SmallMatrix A) {
  for (double& value : A.values) value = -value;
  return A;
}

SmallMatrix stack(const SmallMatrix& top, const SmallMatrix& bottom) {
  SmallMatrix S(top.numRows + bottom.numRows, top.numCols);
  for (int col = 0; col < S.numCols; ++col) {
    for (int row = 0; row < top.numRows; ++row) S(row, col) = top(row, col);
    for (int row = 0; row < bottom.numRows; ++row) S(top.numRows + row, col) = bottom(row, col);
  }
  return S;
}

SmallMatrix beside(const SmallMatrix& left, const SmallMatrix& right) {
  SmallMatrix S(left.numRows, left.numCols + right.numCols);
  std::copy(left.values.begin(), left.values.end(), S.values.begin());
  std::copy(right.values.begin(), right.values.end(),
            S.values.begin() + static_cast<std::ptrdiff_t>(left.values.size()));
  return S;
}

SmallMatrix orthonormalBeside(const SmallMatrix& C, const SmallMatrix& B) {
  constexpr double dependent = 1e-8;
  SmallMatrix basis = C;
  for (int col = 0; col < B.numCols; ++col) {
    SmallMatrix b = part(B, 0, B.numRows, col, 1);
    const double before = transposedProduct(b, b)(0, 0);
    for (int round = 0; round < 2; ++round) {
      const SmallMatrix projection = product(basis, transposedProduct(basis, b));
      for (int row = 0; row < B.numRows; ++row) b(row, 0) -= projection(row, 0);
    }
    const double squaredNorm = transposedProduct(b, b)(0, 0);
    if (!(squaredNorm > dependent * dependent * before)) continue;
    for (double& value : b.values) value /= std::sqrt(squaredNorm);
    basis = beside(basis, b);
  }
  return part(basis, 0, basis.numRows, C.numCols, basis.numCols - C.numCols);
}

}  // namespace Chronos
