// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Diagonal.hpp"
#include "Chronos_PathGraph.hpp"
#include "Chronos_PmisRounds.hpp"

namespace Chronos {
namespace {

// Coarse points that no path joins to another are isolated in the second graph; they stay coarse.
struct CombineTypesFunctor {
  Kokkos::View<const char*, Device> first, second;
  Kokkos::View<char*, Device> types;
  KOKKOS_INLINE_FUNCTION void operator()(int vertex) const {
    const bool demoted = first(vertex) == coarsePoint && second(vertex) == finePoint;
    types(vertex) = demoted ? char(finePoint) : first(vertex);
  }
};

}  // namespace

Splitting aggressivePmis(const DistMatrix<double>& A, const StrongFlags& strong, int numPaths) {
  const Kokkos::View<const LocalOrdinal*, Device> vertexOfRow = diagonalColumns(A);
  const StrongGraph graph = strongGraph(A, strong, vertexOfRow);
  const Kokkos::View<const char*, Device> first = PmisRounds(graph).run();
  const Kokkos::View<const char*, Device> second = PmisRounds(pathGraph(graph, first, numPaths)).run();
  const auto types = allocate<Kokkos::View<char*, Device>>("Chronos::types of vertices", graph.numOwned());
  Kokkos::parallel_for("Chronos::aggressivePmis::combine",
                       Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>(0, graph.numOwned()),
                       CombineTypesFunctor{first, second, types});
  return numberCoarsePoints(A, typesOfRows(types, vertexOfRow));
}

}  // namespace Chronos
