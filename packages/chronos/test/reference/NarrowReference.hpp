// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_NARROWREFERENCE_HPP
#define CHRONOS_NARROWREFERENCE_HPP

#include "Chronos_NarrowCopy.hpp"

#include "RandomMatrix.hpp"

#include <cmath>
#include <map>

namespace Chronos::Test {

/// Entries of 24 digits at most: rounding them twice, to float and on, is rounding them once.
inline HostCsr<double> inFloat(HostCsr<double> A) {
  for (double& value : A.values) value = static_cast<float>(value);
  return A;
}

/// Largest exponents of rows, or of columns.
inline std::vector<LocalOrdinal> exponentsOfRows(const HostCsr<double>& A) {
  std::vector<LocalOrdinal> result(A.numRows, noExponent);
  for (LocalOrdinal row = 0; row < A.numRows; ++row)
    for (Offset e = A.rowPtr[row]; e < A.rowPtr[row + 1]; ++e)
      if (A.values[e] != 0)
        result[row] = std::max(result[row], LocalOrdinal(std::floor(std::log2(std::abs(A.values[e])))));
  return result;
}
inline std::vector<LocalOrdinal> exponentsOfColumns(const HostCsr<double>& A) {
  std::vector<LocalOrdinal> result(A.numCols, noExponent);
  for (std::size_t e = 0; e < A.values.size(); ++e)
    if (A.values[e] != 0)
      result[A.colInd[e]] = std::max(result[A.colInd[e]], LocalOrdinal(std::floor(std::log2(std::abs(A.values[e])))));
  return result;
}

/// The number that a format stores for `value` in a row or column whose largest entry has this exponent.
inline double storedNumber(double value, int exponent, StoragePrecision precision) {
  if (value == 0) return 0;
  const int top = precision == StoragePrecision::half ? 14 : 0;
  const float scaled = static_cast<float>(std::ldexp(value, top - exponent));
  const double rounded = precision == StoragePrecision::half       ? double(float(Half::of(scaled)))
                         : precision == StoragePrecision::bfloat16 ? double(float(Bfloat16::of(scaled)))
                                                                   : double(scaled);
  return std::ldexp(rounded, exponent - top);
}

/// Whether rounding takes more of an entry than the smaller of both largest entries could stand.
inline bool isPoor(double value, int ofRow, int ofColumn, StoragePrecision precision) {
  const int digits = precision == StoragePrecision::half ? 11 : precision == StoragePrecision::bfloat16 ? 8 : 24;
  const double stored = storedNumber(value, std::max(ofRow, ofColumn), precision);
  return std::abs(value - stored) > std::ldexp(1.0, std::min(ofRow, ofColumn) - digits);
}

/// What a copy multiplies by, written out; `unknowns` of a node share a block of the diagonal that is kept in float,
/// 0: nothing is.
inline HostCsr<double> narrowReference(const HostCsr<double>& A, StoragePrecision precision, int unknowns) {
  HostCsr<double> stored = A;
  const auto ofRows = exponentsOfRows(A), ofColumns = exponentsOfColumns(A);
  // What rounding did to the translations, row by row and unknown by unknown.
  std::vector<double> lost(std::size_t(A.numRows) * std::max(1, unknowns)), diagonal(A.numRows);
  for (LocalOrdinal row = 0; row < A.numRows; ++row)
    for (Offset e = A.rowPtr[row]; e < A.rowPtr[row + 1]; ++e) {
      const LocalOrdinal col = A.colInd[e];
      if (col == row) diagonal[row] = A.values[e];
      const bool poor = isPoor(A.values[e], ofRows[row], ofColumns[col], precision);
      stored.values[e] = poor ? 0 : storedNumber(A.values[e], std::max(ofRows[row], ofColumns[col]), precision);
      if (unknowns > 0 && !poor && col / unknowns != row / unknowns)
        lost[std::size_t(row) * unknowns + col % unknowns] += A.values[e] - stored.values[e];
    }
  if (unknowns == 0) return stored;
  const auto takes = [&](LocalOrdinal node) {
    for (int r = 0; r < unknowns; ++r)
      for (int c = 0; c < unknowns; ++c)
        if (std::abs(lost[std::size_t(node * unknowns + r) * unknowns + c]) >
            std::min(std::abs(diagonal[node * unknowns + r]), std::abs(diagonal[node * unknowns + c])) / 8)
          return false;
    return true;
  };
  for (LocalOrdinal row = 0; row < A.numRows; ++row)
    for (Offset e = A.rowPtr[row]; e < A.rowPtr[row + 1]; ++e) {
      const LocalOrdinal col = A.colInd[e];
      if (col / unknowns != row / unknowns) continue;
      const double taken =
          (lost[std::size_t(row) * unknowns + col % unknowns] + lost[std::size_t(col) * unknowns + row % unknowns]) / 2;
      const double whole = A.values[e] + (takes(row / unknowns) ? taken : 0);
      stored.values[e] = std::ldexp(double(float(std::ldexp(whole, -ofRows[row]))), ofRows[row]);
    }
  return stored;
}

/// D S D, S symmetric and D of random powers of two, so that magnitudes differ by `spread` binary digits.
inline HostCsr<double> symmetricMatrix(LocalOrdinal n, int perRow, int spread, unsigned seed = 7) {
  std::mt19937 random(seed);
  std::vector<std::map<LocalOrdinal, double>> rows(n);
  for (LocalOrdinal row = 0; row < n; ++row) {
    rows[row][row] = perRow + 1.5;
    for (int i = 0; i < perRow / 2; ++i) {
      const LocalOrdinal col = random() % n;
      if (col == row) continue;
      rows[row][col] = rows[col][row] = std::uniform_real_distribution<double>(-1, 1)(random);
    }
  }
  std::vector<int> power(n);
  for (int& p : power) p = spread == 0 ? 0 : static_cast<int>(random() % spread) - spread / 2;
  HostCsr<double> A;
  A.numRows = A.numCols = n;
  for (LocalOrdinal row = 0; row < n; ++row) {
    for (const auto& [col, value] : rows[row]) {
      A.colInd.push_back(col);
      A.values.push_back(std::ldexp(double(float(value)), power[row] + power[col]));
    }
    A.rowPtr.push_back(A.values.size());
  }
  return A;
}

}  // namespace Chronos::Test

#endif
