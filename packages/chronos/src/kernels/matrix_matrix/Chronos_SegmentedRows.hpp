// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SEGMENTEDROWS_HPP
#define CHRONOS_SEGMENTEDROWS_HPP

#include "Chronos_KernelTypes.hpp"

namespace Chronos {

/// \brief One row of a local matrix.
template <class Scalar>
struct RowView {
  const LocalOrdinal* cols;
  const Scalar* values;
  int length;
};

/// \brief Rows that a rank owns and rows that it received, as one matrix without a merge (segmented CSR, thesis 3.4).
///
/// Rows 0 .. owned.numRows - 1 are owned, received row h is row owned.numRows + h. Both number their columns alike, in
/// [0, numCols). In a square matrix row and column indices agree: owned, halo of the matrix, then columns that only
/// received rows reach (those have no row here). On one rank `received` is empty.
template <class Scalar, class DeviceType>
struct SegmentedRows {
  CsrMatrix<Scalar, DeviceType> owned, received;
  LocalOrdinal numCols = 0;

  KOKKOS_INLINE_FUNCTION LocalOrdinal numRows() const { return owned.numRows + received.numRows; }
  KOKKOS_INLINE_FUNCTION bool isOwned(LocalOrdinal row) const { return row < owned.numRows; }
  /// Position of the first entry of a row in the arrays of its segment.
  KOKKOS_INLINE_FUNCTION Offset begin(LocalOrdinal row) const {
    return isOwned(row) ? owned.rowPtr(row) : received.rowPtr(row - owned.numRows);
  }
  KOKKOS_INLINE_FUNCTION RowView<Scalar> row(LocalOrdinal row) const {
    const CsrMatrix<Scalar, DeviceType>& segment = isOwned(row) ? owned : received;
    const LocalOrdinal local = isOwned(row) ? row : row - owned.numRows;
    const Offset begin = segment.rowPtr(local);
    return {segment.colInd.data() + begin, segment.values.data() + begin,
            static_cast<int>(segment.rowPtr(local + 1) - begin)};
  }
};

/// A matrix whose rows are all owned.
template <class Scalar, class DeviceType>
SegmentedRows<Scalar, DeviceType> ownedRows(const CsrMatrix<Scalar, DeviceType>& A) {
  return {A, {}, A.numCols};
}

}  // namespace Chronos

#endif
