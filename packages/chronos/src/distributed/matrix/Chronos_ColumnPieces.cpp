// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_ColumnPieces.hpp"

#include "Chronos_ContiguousMap.hpp"

namespace Chronos {
namespace {

template <class Scalar>
struct UnitRowsFunctor {
  LocalOrdinal numRows;
  Kokkos::View<Offset*, Device> rowPtr;
  Kokkos::View<LocalOrdinal*, Device> colInd;
  Kokkos::View<Scalar*, Device> values;
  KOKKOS_INLINE_FUNCTION void operator()(int i) const {
    rowPtr(i) = i;
    if (i == numRows) return;
    colInd(i) = i;
    values(i) = 1;
  }
};

}  // namespace

template <class Scalar>
DistMatrix<Scalar> columnPieces(const DistMatrix<Scalar>& P) {
  const LocalOrdinal numCols = P.local().numCols;
  const UnitRowsFunctor<Scalar> rows{numCols,
                                     allocate<Kokkos::View<Offset*, Device>>("Chronos::row pointers", numCols + 1),
                                     allocate<Kokkos::View<LocalOrdinal*, Device>>("Chronos::columns", numCols),
                                     allocate<Kokkos::View<Scalar*, Device>>("Chronos::ones", numCols)};
  Kokkos::parallel_for("Chronos::columnPieces",
                       Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>(0, numCols + 1), rows);
  const auto map = contiguousMap(std::size_t(numCols), P.domainMap()->getComm());
  return DistMatrix<Scalar>(map, P.halo(), {numCols, numCols, rows.rowPtr, rows.colInd, rows.values});
}

template DistMatrix<double> columnPieces(const DistMatrix<double>&);
template DistMatrix<float> columnPieces(const DistMatrix<float>&);

}  // namespace Chronos
