// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Diagonal.hpp"
#include "Chronos_PmisRounds.hpp"

namespace Chronos {
namespace {

struct TypesOfRowsFunctor {
  Kokkos::View<const char*, Device> ofVertices;
  Kokkos::View<const LocalOrdinal*, Device> vertexOfRow;
  Kokkos::View<char*, Device> ofRows;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const { ofRows(row) = ofVertices(vertexOfRow(row)); }
};

}  // namespace

Kokkos::View<const char*, Device> typesOfRows(const Kokkos::View<const char*, Device>& ofVertices,
                                              const Kokkos::View<const LocalOrdinal*, Device>& vertexOfRow) {
  const auto ofRows = allocate<Kokkos::View<char*, Device>>("Chronos::point types", vertexOfRow.extent(0));
  Kokkos::parallel_for(
      "Chronos::pmis::typesOfRows",
      Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>(0, static_cast<int>(vertexOfRow.extent(0))),
      TypesOfRowsFunctor{ofVertices, vertexOfRow, ofRows});
  return ofRows;
}

Splitting pmis(const DistMatrix<double>& A, const StrongFlags& strong) {
  const Kokkos::View<const LocalOrdinal*, Device> vertexOfRow = diagonalColumns(A);
  return numberCoarsePoints(A, typesOfRows(PmisRounds(strongGraph(A, strong, vertexOfRow)).run(), vertexOfRow));
}

}  // namespace Chronos
