// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_StrongGraph.hpp"

#include "Chronos_ScanTotal.hpp"

namespace Chronos {
namespace {

using RowPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>;

struct RowOfVertexFunctor {
  Kokkos::View<const LocalOrdinal*, Device> vertexOfRow;
  Kokkos::View<LocalOrdinal*, Device> rowOfVertex;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const { rowOfVertex(vertexOfRow(row)) = row; }
};

struct CountEdgesFunctor {
  Kokkos::View<const Offset*, Device> rowPtr;
  StrongFlags strong;
  Kokkos::View<const LocalOrdinal*, Device> rowOfVertex;
  Kokkos::View<Offset*, Device> edgePtr;
  KOKKOS_INLINE_FUNCTION void operator()(int vertex, Offset& numEdges, bool final) const {
    const LocalOrdinal row = rowOfVertex(vertex);
    for (Offset entry = rowPtr(row); entry < rowPtr(row + 1); ++entry) numEdges += strong(entry) ? 1 : 0;
    if (final) edgePtr(vertex + 1) = numEdges;
  }
};

struct FillEdgesFunctor {
  CsrMatrix<double, Device> A;
  StrongFlags strong;
  Kokkos::View<const LocalOrdinal*, Device> rowOfVertex;
  Kokkos::View<const Offset*, Device> edgePtr;
  Kokkos::View<LocalOrdinal*, Device> neighbours;
  KOKKOS_INLINE_FUNCTION void operator()(int vertex) const {
    const LocalOrdinal row = rowOfVertex(vertex);
    Offset edge = edgePtr(vertex);
    for (Offset entry = A.rowPtr(row); entry < A.rowPtr(row + 1); ++entry)
      if (strong(entry)) neighbours(edge++) = A.colInd(entry);
  }
};

}  // namespace

StrongGraph strongGraph(const DistMatrix<double>& A, const StrongFlags& strong,
                        const Kokkos::View<const LocalOrdinal*, Device>& diagonalColumns) {
  const RowPolicy policy(0, A.numRows());
  const auto rowOfVertex = allocate<Kokkos::View<LocalOrdinal*, Device>>("Chronos::rows of vertices", A.numRows());
  Kokkos::parallel_for("Chronos::strongGraph::rows", policy, RowOfVertexFunctor{diagonalColumns, rowOfVertex});
  const auto edgePtr = allocateZeros<Kokkos::View<Offset*, Device>>("Chronos::edges of vertices", A.numRows() + 1);
  Offset numEdges = 0;
  scanTotal("Chronos::strongGraph::count", policy, CountEdgesFunctor{A.local().rowPtr, strong, rowOfVertex, edgePtr},
            numEdges);
  const auto neighbours = allocate<Kokkos::View<LocalOrdinal*, Device>>("Chronos::strong neighbours", numEdges);
  Kokkos::parallel_for("Chronos::strongGraph::fill", policy,
                       FillEdgesFunctor{A.local(), strong, rowOfVertex, edgePtr, neighbours});
  return {A.halo(), {edgePtr, neighbours}};
}

}  // namespace Chronos
