// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_JOINROWS_HPP
#define CHRONOS_JOINROWS_HPP

#include "Chronos_KernelTypes.hpp"

namespace Chronos {

/// Rows on their way into another matrix.
template <class Scalar, class DeviceType>
struct SourceRows {
  Kokkos::View<const Offset*, DeviceType> rowPtr;
  Kokkos::View<const LocalOrdinal*, DeviceType> colInd;
  Kokkos::View<const Scalar*, DeviceType> values;
  /// New index of a column, -1 to drop it; empty when colInd says it.
  Kokkos::View<const LocalOrdinal*, DeviceType> newCol;
  Kokkos::View<const LocalOrdinal*, DeviceType> targetRow;  ///< where each row goes

  KOKKOS_INLINE_FUNCTION LocalOrdinal column(Offset entry) const {
    return newCol.extent(0) > 0 ? newCol(colInd(entry)) : colInd(entry);
  }
};

/// \brief Square matrix of the rows of two sources, columns renumbered, some dropped, sorted within rows.
///
/// \param numRows rows and columns of the result
/// \param first, second together send one row to each row of the result
///
/// A thread a row on a host, a warp on a GPU. Deterministic. Synchronises the device once, for the number of entries.
template <class FirstScalar, class Scalar, class DeviceType>
CsrMatrix<Scalar, DeviceType> joinRows(const typename DeviceType::execution_space& space, LocalOrdinal numRows,
                                       const SourceRows<FirstScalar, DeviceType>& first,
                                       const SourceRows<Scalar, DeviceType>& second);

}  // namespace Chronos

#endif
