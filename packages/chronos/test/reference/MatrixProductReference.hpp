// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_MATRIXPRODUCTREFERENCE_HPP
#define CHRONOS_MATRIXPRODUCTREFERENCE_HPP

#include "Chronos_SegmentedRows.hpp"
#include "RandomMatrix.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

namespace Chronos::Test {

/// An entry of a product in double; `bound` sums absolute products: what rounding is measured against.
struct ProductEntry {
  double value = 0, bound = 0;
};

/// Row by row in maps.
template <class Scalar>
std::vector<std::map<LocalOrdinal, ProductEntry>> referenceMatrixProduct(const HostCsr<Scalar>& A,
                                                                         const HostCsr<Scalar>& B) {
  std::vector<std::map<LocalOrdinal, ProductEntry>> rows(A.numRows);
  for (LocalOrdinal row = 0; row < A.numRows; ++row)
    for (Offset a = A.rowPtr[row]; a < A.rowPtr[row + 1]; ++a)
      for (Offset b = B.rowPtr[A.colInd[a]]; b < B.rowPtr[A.colInd[a] + 1]; ++b) {
        ProductEntry& entry = rows[row][B.colInd[b]];
        const double product = double(A.values[a]) * double(B.values[b]);
        entry.value += product;
        entry.bound += std::abs(product);
      }
  return rows;
}

template <class Scalar>
void expectProduct(const HostCsr<Scalar>& C, const HostCsr<Scalar>& A, const HostCsr<Scalar>& B) {
  const auto reference = referenceMatrixProduct(A, B);
  ASSERT_EQ(C.numRows, A.numRows);
  ASSERT_EQ(C.numCols, B.numCols);
  ASSERT_EQ(C.rowPtr.size(), std::size_t(A.numRows) + 1);
  for (LocalOrdinal row = 0; row < A.numRows; ++row) {
    ASSERT_EQ(C.rowPtr[row + 1] - C.rowPtr[row], reference[row].size()) << "row " << row;
    Offset position = C.rowPtr[row];
    for (const auto& [col, entry] : reference[row]) {
      ASSERT_EQ(C.colInd[position], col) << "row " << row;
      const double tolerance = 100 * double(std::numeric_limits<Scalar>::epsilon()) * entry.bound;
      ASSERT_NEAR(double(C.values[position]), entry.value, tolerance) << "row " << row << ", column " << col;
      ++position;
    }
  }
}

/// B with its rows from `numOwned` on received.
template <class DeviceType, class Scalar>
SegmentedRows<Scalar, DeviceType> segmented(const HostCsr<Scalar>& B, LocalOrdinal numOwned) {
  HostCsr<Scalar> parts[2];
  for (LocalOrdinal row = 0; row < B.numRows; ++row) {
    HostCsr<Scalar>& part = parts[row < numOwned ? 0 : 1];
    part.colInd.insert(part.colInd.end(), B.colInd.begin() + B.rowPtr[row], B.colInd.begin() + B.rowPtr[row + 1]);
    part.values.insert(part.values.end(), B.values.begin() + B.rowPtr[row], B.values.begin() + B.rowPtr[row + 1]);
    part.rowPtr.push_back(part.colInd.size());
    part.numRows++;
  }
  parts[0].numCols = parts[1].numCols = B.numCols;
  if (parts[1].numRows == 0) return {toDevice<DeviceType>(parts[0]), {}, B.numCols};
  return {toDevice<DeviceType>(parts[0]), toDevice<DeviceType>(parts[1]), B.numCols};
}

/// Columns of each row in order, values with them.
template <class Scalar>
HostCsr<Scalar> withSortedRows(const HostCsr<Scalar>& A) {
  HostCsr<Scalar> sorted = A;
  for (LocalOrdinal row = 0; row < A.numRows; ++row) {
    std::map<LocalOrdinal, Scalar> entries;
    for (Offset e = A.rowPtr[row]; e < A.rowPtr[row + 1]; ++e) entries[A.colInd[e]] = A.values[e];
    EXPECT_EQ(entries.size(), A.rowPtr[row + 1] - A.rowPtr[row]) << "a column twice in row " << row;
    Offset e = A.rowPtr[row];
    for (const auto& [col, value] : entries) {
      sorted.colInd[e] = col;
      sorted.values[e++] = value;
    }
  }
  return sorted;
}

template <class Scalar>
void changeValues(HostCsr<Scalar>& A) {
  for (Scalar& value : A.values) value = Scalar(2) - value * value;
}

}  // namespace Chronos::Test

#endif
