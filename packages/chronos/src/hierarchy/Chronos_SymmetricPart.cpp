// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SymmetricPart.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace Chronos {
namespace {

constexpr std::int64_t mostPieces = 64;
// What an entry that is no number differs by.
constexpr double noNumber = std::numeric_limits<double>::infinity();

RootMatrix transposed(const RootMatrix& matrix) {
  RootMatrix result;
  result.numRows = matrix.numRows;
  result.rowPtr.assign(matrix.numRows + 1, 0);
  result.colInd.resize(matrix.colInd.size());
  result.values.resize(matrix.values.size());
  for (std::int64_t col : matrix.colInd) ++result.rowPtr[col + 1];
  for (std::int64_t row = 0; row < matrix.numRows; ++row) result.rowPtr[row + 1] += result.rowPtr[row];
  std::vector<std::int64_t> next(result.rowPtr.begin(), result.rowPtr.end() - 1);
  for (std::int64_t row = 0; row < matrix.numRows; ++row)
    for (std::int64_t e = matrix.rowPtr[row]; e < matrix.rowPtr[row + 1]; ++e) {
      const std::int64_t place = next[matrix.colInd[e]]++;
      result.colInd[place] = row;
      result.values[place] = matrix.values[e];
    }
  return result;
}

// Of some rows. Entries of both triangles are looked at: one may have no mirror image. As rows ascend, so do the
// columns in which their mirror images lie, so that each row of a mirror image is walked through once.
// next: of each row of a mirror image, negative
double largestDifference(const RootMatrix& matrix, std::int64_t firstRow, std::int64_t endRow, std::int64_t* next) {
  double largest = 0;
  for (std::int64_t row = firstRow; row < endRow; ++row)
    for (std::int64_t e = matrix.rowPtr[row]; e < matrix.rowPtr[row + 1]; ++e) {
      const std::int64_t other = matrix.colInd[e], end = matrix.rowPtr[other + 1];
      const auto columns = matrix.colInd.begin();
      if (next[other] < 0) next[other] = std::lower_bound(columns + matrix.rowPtr[other], columns + end, row) - columns;
      while (next[other] < end && matrix.colInd[next[other]] < row) ++next[other];
      const bool exists = next[other] < end && matrix.colInd[next[other]] == row;
      const double difference = std::abs(matrix.values[e] - (exists ? matrix.values[next[other]] : 0));
      if (!(difference <= largest)) largest = std::isnan(difference) ? noNumber : difference;
    }
  return largest;
}

// As many pieces of rows as rows have entries: what is kept for them all is no more than the matrix.
double largestDifference(const RootMatrix& matrix) {
  const std::int64_t n = matrix.numRows;
  if (n == 0) return 0;
  const std::int64_t numPieces = std::clamp<std::int64_t>(matrix.rowPtr.back() / n, 1, mostPieces);
  std::vector<std::int64_t> next(numPieces * n, -1);
  std::vector<double> ofPiece(numPieces);
  using Policy = Kokkos::RangePolicy<HostDevice::execution_space, Kokkos::IndexType<std::int64_t>>;
  Kokkos::parallel_for("Chronos::takeSymmetricPart", Policy(0, numPieces), [&](std::int64_t piece) {
    ofPiece[piece] = largestDifference(matrix, n * piece / numPieces, n * (piece + 1) / numPieces, &next[piece * n]);
  });
  return *std::max_element(ofPiece.begin(), ofPiece.end());
}

// Merges sorted rows.
RootMatrix mean(const RootMatrix& A, const RootMatrix& B) {
  RootMatrix result;
  result.numRows = A.numRows;
  for (std::int64_t row = 0; row < A.numRows; ++row) {
    std::int64_t a = A.rowPtr[row], b = B.rowPtr[row];
    while (a < A.rowPtr[row + 1] || b < B.rowPtr[row + 1]) {
      const bool hasA = a < A.rowPtr[row + 1] && (b == B.rowPtr[row + 1] || A.colInd[a] <= B.colInd[b]);
      const bool hasB = b < B.rowPtr[row + 1] && (a == A.rowPtr[row + 1] || B.colInd[b] <= A.colInd[a]);
      result.colInd.push_back(hasA ? A.colInd[a] : B.colInd[b]);
      result.values.push_back(((hasA ? A.values[a] : 0) + (hasB ? B.values[b] : 0)) / 2);
      a += hasA ? 1 : 0;
      b += hasB ? 1 : 0;
    }
    result.rowPtr.push_back(static_cast<std::int64_t>(result.colInd.size()));
  }
  return result;
}

}  // namespace

double takeSymmetricPart(RootMatrix& matrix) {
  const double difference = largestDifference(matrix);
  if (!(difference > symmetryTolerance)) return 0;
  matrix = mean(matrix, transposed(matrix));
  return difference;
}

}  // namespace Chronos
