// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SymmetricPart.hpp"

#include <algorithm>
#include <cmath>

namespace Chronos {
namespace {

double entryAt(const RootMatrix& matrix, std::int64_t row, std::int64_t col) {
  const auto begin = matrix.colInd.begin() + matrix.rowPtr[row], end = matrix.colInd.begin() + matrix.rowPtr[row + 1];
  const auto found = std::lower_bound(begin, end, col);
  return found != end && *found == col ? matrix.values[found - matrix.colInd.begin()] : 0;
}

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

// Entries of both triangles are looked at: one may have no mirror image.
double largestDifference(const RootMatrix& matrix, const RootMatrix& other) {
  const bool haveOnePattern = matrix.rowPtr == other.rowPtr && matrix.colInd == other.colInd;
  double largest = 0;
  for (std::int64_t row = 0; row < matrix.numRows; ++row)
    for (std::int64_t e = matrix.rowPtr[row]; e < matrix.rowPtr[row + 1]; ++e) {
      const double mirrored = haveOnePattern ? other.values[e] : entryAt(matrix, matrix.colInd[e], row);
      largest = std::max(largest, std::abs(matrix.values[e] - mirrored));
    }
  return largest;
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
  const RootMatrix mirrored = transposed(matrix);
  const double difference = largestDifference(matrix, mirrored);
  if (!(difference > symmetryTolerance)) return 0;
  matrix = mean(matrix, mirrored);
  return difference;
}

}  // namespace Chronos
