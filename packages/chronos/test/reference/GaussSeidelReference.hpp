// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_GAUSSSEIDELREFERENCE_HPP
#define CHRONOS_GAUSSSEIDELREFERENCE_HPP

#include "SmootherProblems.hpp"

#include <cmath>
#include <vector>

namespace Chronos::Test {

inline Dense product(const Dense& A, const Dense& B) {
  Dense C(A.n);
  for (int row = 0; row < A.n; ++row)
    for (int k = 0; k < A.n; ++k)
      for (int col = 0; col < A.n; ++col) C(row, col) += A(row, k) * B(k, col);
  return C;
}

inline Dense transposed(const Dense& A) {
  Dense B(A.n);
  for (int row = 0; row < A.n; ++row)
    for (int col = 0; col < A.n; ++col) B(col, row) = A(row, col);
  return B;
}

/// What of A couples the unknowns of a rank, in the order of its rows, or of its pieces of rows: even ones first.
struct Parts {
  Dense diagonal, lower;
  std::vector<double> apart;  ///< sums of what couples ranks, and pieces of one kind, by sizes
};

/// \param rowsOfPiece 0: one piece
inline Parts partsOf(const HostCsr<double>& A, const Map& map, int rowsOfPiece = 0) {
  const std::size_t numRows = TrilinosVersion::numLocal(map);
  std::vector<double> places(numRows), pieces(numRows);
  for (std::size_t i = 0; i < numRows; ++i) {
    places[i] = double(i);
    pieces[i] = rowsOfPiece == 0 ? 0 : double(i / std::size_t(rowsOfPiece));
  }
  const auto rank = ranksOf(map), place = wholeVector(map, toView("places", places)),
             piece = wholeVector(map, toView("pieces", pieces));
  const Dense dense = denseOf(A);
  Parts parts{Dense(dense.n), Dense(dense.n), std::vector<double>(static_cast<std::size_t>(dense.n))};
  const auto isOdd = [&](int row) { return int(piece[row]) % 2 == 1; };
  for (int row = 0; row < dense.n; ++row)
    for (int col = 0; col < dense.n; ++col) {
      if (row == col) parts.diagonal(row, row) = dense(row, row);
      else if (rank[row] != rank[col] || (piece[row] != piece[col] && isOdd(row) == isOdd(col)))
        parts.apart[row] += std::abs(dense(row, col));
      else if (piece[row] == piece[col] ? place[col] < place[row] : isOdd(row)) parts.lower(row, col) = dense(row, col);
    }
  return parts;
}

/// (S + L) D^{-1} (S + L^T), S = D and `share` of Parts::apart.
inline Dense symmetricGaussSeidel(const Parts& parts, double share = 0) {
  const int n = parts.diagonal.n;
  Dense lower = parts.lower, inverse(n);
  for (int i = 0; i < n; ++i) {
    lower(i, i) = parts.diagonal(i, i) + share * parts.apart[i];
    inverse(i, i) = 1 / parts.diagonal(i, i);
  }
  return product(lower, product(inverse, transposed(lower)));
}

}  // namespace Chronos::Test

#endif
