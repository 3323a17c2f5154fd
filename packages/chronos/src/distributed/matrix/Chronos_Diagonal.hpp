// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_DIAGONAL_HPP
#define CHRONOS_DIAGONAL_HPP

#include "Chronos_DistMatrix.hpp"

namespace Chronos {

/// \brief The owned diagonal of a square matrix, for kernels that read it once; 0 where nothing is stored.
///
/// Row map and domain map own the same indices, but may list them in another order.
struct DiagonalReader {
  CsrMatrix<double, Device> A;
  Map::local_map_type rowMap, domainMap;

  explicit DiagonalReader(const DistMatrix<double>& matrix)
      : A(matrix.local()), rowMap(matrix.rowMap()->getLocalMap()), domainMap(matrix.domainMap()->getLocalMap()) {}

  KOKKOS_INLINE_FUNCTION double operator()(LocalOrdinal row) const {
    const LocalOrdinal diagonalColumn = domainMap.getLocalElement(rowMap.getGlobalElement(row));
    const Offset end = A.rowPtr(row + 1);
    Offset entry = A.rowPtr(row);
    while (entry < end && A.colInd(entry) != diagonalColumn) ++entry;
    return entry < end ? A.values(entry) : 0;
  }
};

/// The owned diagonal of a square matrix, see DiagonalReader. Local, on the device.
Kokkos::View<double*, Device> diagonalOf(const DistMatrix<double>& A);

/// \brief The column of the diagonal of each owned row, stored or not. Local, on the device.
Kokkos::View<LocalOrdinal*, Device> diagonalColumns(const DistMatrix<double>& A);

/// sum_j |a_ij| of each row, owned and halo columns alike. Local, on the device.
Kokkos::View<double*, Device> rowNormsOf(const DistMatrix<double>& A);

}  // namespace Chronos

#endif
