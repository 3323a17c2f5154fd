// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_DIAGONAL_HPP
#define CHRONOS_DIAGONAL_HPP

#include "Chronos_DistMatrix.hpp"
#include "Chronos_NodePlace.hpp"
#include "Chronos_RunsOnHost.hpp"

namespace Chronos {

/// \brief The owned diagonal of a square matrix, for kernels that read it once; 0 where nothing is stored.
///
/// Row map and domain map own the same indices, but may list them in another order. On a host rows that come in nodes
/// are looked through three columns at a time.
struct DiagonalReader {
  CsrMatrix<double, Device> A;
  NodePattern<Device> nodes;
  Map::local_map_type rowMap, domainMap;

  explicit DiagonalReader(const DistMatrix<double>& matrix)
      : A(matrix.local()),
        nodes(runsOnHost<Device> ? matrix.nodes() : NodePattern<Device>()),
        rowMap(matrix.rowMap()->getLocalMap()),
        domainMap(matrix.domainMap()->getLocalMap()) {}

  KOKKOS_INLINE_FUNCTION double operator()(LocalOrdinal row) const {
    const Offset place = placeOf(row, domainMap.getLocalElement(rowMap.getGlobalElement(row)));
    return place == nowhere ? 0 : A.values(A.rowPtr(row) + place);
  }

 private:
  KOKKOS_INLINE_FUNCTION Offset placeOf(LocalOrdinal row, LocalOrdinal column) const {
    if (runsOnHost<Device> && nodes.exists()) return placeInNode(nodes, row / nodeSize, column);
    const Offset begin = A.rowPtr(row), end = A.rowPtr(row + 1);
    for (Offset entry = begin; entry < end; ++entry)
      if (A.colInd(entry) == column) return entry - begin;
    return nowhere;
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
