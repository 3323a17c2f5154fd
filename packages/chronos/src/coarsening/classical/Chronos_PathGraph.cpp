// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_PathGraph.hpp"

#include "Chronos_ColumnCompression.hpp"
#include "Chronos_HaloRows.hpp"
#include "Chronos_ScanTotal.hpp"
#include "Chronos_SortRows.hpp"
#include "Chronos_Splitting.hpp"

namespace Chronos {
namespace {

using Policy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>;

// Counts the paths of each vertex and, on the second use, lists where they end.
struct PathsFunctor {
  SegmentedRows<float, Device> S;
  Kokkos::View<const char*, Device> types;  // of all columns of S
  Kokkos::View<Offset*, Device> pathPtr;
  Kokkos::View<LocalOrdinal*, Device> ends;

  KOKKOS_INLINE_FUNCTION void visit(LocalOrdinal end, LocalOrdinal vertex, Offset& position) const {
    if (end == vertex || types(end) != coarsePoint) return;
    if (ends.data() != nullptr) ends(position) = end;
    ++position;
  }
  KOKKOS_INLINE_FUNCTION Offset walk(LocalOrdinal vertex, Offset position) const {
    const RowView<float> row = S.row(vertex);
    for (int step = 0; step < row.length; ++step) {
      visit(row.cols[step], vertex, position);
      const RowView<float> next = S.row(row.cols[step]);
      for (int secondStep = 0; secondStep < next.length; ++secondStep) visit(next.cols[secondStep], vertex, position);
    }
    return position;
  }
  KOKKOS_INLINE_FUNCTION void operator()(int vertex) const {
    if (ends.data() != nullptr) {
      if (types(vertex) == coarsePoint) walk(vertex, pathPtr(vertex));
    } else {
      pathPtr(vertex + 1) = types(vertex) == coarsePoint ? walk(vertex, 0) : 0;
    }
  }
};

struct SumFunctor {
  Kokkos::View<Offset*, Device> counts;
  KOKKOS_INLINE_FUNCTION void operator()(int i, Offset& sum, bool final) const {
    sum += counts(i + 1);
    if (final) counts(i + 1) = sum;
  }
};

// Equal ends lie together: those that occur often enough are counted and, on the second use, listed.
struct FrequentEndsFunctor {
  Kokkos::View<const Offset*, Device> pathPtr;
  Kokkos::View<const LocalOrdinal*, Device> ends;
  Offset numPaths;
  Kokkos::View<Offset*, Device> edgePtr;
  Kokkos::View<LocalOrdinal*, Device> neighbours;

  KOKKOS_INLINE_FUNCTION void operator()(int vertex) const {
    const bool list = neighbours.data() != nullptr;
    Offset edge = list ? edgePtr(vertex) : 0;
    for (Offset first = pathPtr(vertex); first < pathPtr(vertex + 1);) {
      Offset next = first + 1;
      while (next < pathPtr(vertex + 1) && ends(next) == ends(first)) ++next;
      if (next - first >= numPaths) {
        if (list) neighbours(edge) = ends(first);
        ++edge;
      }
      first = next;
    }
    if (!list) edgePtr(vertex + 1) = edge;
  }
};

struct OwnedIndexFunctor {
  LocalOrdinal numOwned;
  Kokkos::View<LocalOrdinal*, Device> ownedIndex;
  KOKKOS_INLINE_FUNCTION void operator()(int col) const { ownedIndex(col) = col < numOwned ? col : -1; }
};

Offset sumUp(const Kokkos::View<Offset*, Device>& counts, LocalOrdinal n) {
  Offset total = 0;
  scanTotal("Chronos::pathGraph::sum", Policy(0, n), SumFunctor{counts}, total);
  return total;
}

// The graph as a matrix whose values nobody reads.
DistMatrix<float> asMatrix(const Teuchos::RCP<const HaloPattern>& halo, LocalOrdinal numVertices,
                           const StrongEdges& edges) {
  const LocalOrdinal numOwned = static_cast<LocalOrdinal>(TrilinosVersion::numLocal(*halo->domainMap()));
  const auto values = allocateZeros<Kokkos::View<float*, Device>>("Chronos::values of edges", edges.colInd.extent(0));
  return {halo->domainMap(), halo, {numOwned, numVertices, edges.rowPtr, edges.colInd, values}};
}

// Columns of owned rows and of fetched ones become owned vertices and a halo.
StrongGraph withOwnHalo(const ExtendedColumns& columns, const StrongEdges& edges) {
  const LocalOrdinal numOwned = columns.numOwned(), numCols = columns.numCols();
  const auto ownedIndex = allocate<Kokkos::View<LocalOrdinal*, Device>>("Chronos::owned vertices", numCols);
  Kokkos::parallel_for("Chronos::pathGraph::owned", Policy(0, numCols), OwnedIndexFunctor{numOwned, ownedIndex});
  const auto values = allocateZeros<Kokkos::View<float*, Device>>("Chronos::values of edges", edges.colInd.extent(0));
  const CsrMatrix<float, Device> rows{numOwned, numCols, edges.rowPtr, edges.colInd, values};
  const DistMatrix<float> compressed =
      compressColumns<float>(columns.domainMap(), columns.domainMap(), rows,
                             {ownedIndex, columns.haloGlobals(numOwned), columns.haloOwners(numOwned)});
  return {compressed.halo(), {compressed.local().rowPtr, compressed.local().colInd}};
}

}  // namespace

StrongGraph pathGraph(const StrongGraph& graph, const Kokkos::View<const char*, Device>& types, int numPaths) {
  const Device::execution_space space;
  const LocalOrdinal numOwned = graph.numOwned();
  const Policy policy(0, numOwned);
  const DistMatrix<float> S = asMatrix(graph.halo, graph.numVertices(), graph.edges);
  const HaloRows<float> haloRows = fetchHaloRows(S, *graph.halo);
  const SegmentedRows<float, Device> rows = segmented(S, haloRows);
  const Kokkos::View<const char*, Device> allTypes = haloRows.columns->extend<char>(types);

  const auto pathPtr = allocateZeros<Kokkos::View<Offset*, Device>>("Chronos::paths of vertices", numOwned + 1);
  Kokkos::parallel_for("Chronos::pathGraph::count", policy, PathsFunctor{rows, allTypes, pathPtr, {}});
  const auto ends = allocate<Kokkos::View<LocalOrdinal*, Device>>("Chronos::ends of paths", sumUp(pathPtr, numOwned));
  if (ends.extent(0) > 0)
    Kokkos::parallel_for("Chronos::pathGraph::list", policy, PathsFunctor{rows, allTypes, pathPtr, ends});
  sortColumns<LocalOrdinal, Device>(space, pathPtr, ends);

  const auto edgePtr = allocateZeros<Kokkos::View<Offset*, Device>>("Chronos::edges of vertices", numOwned + 1);
  const Offset wanted = numPaths > 1 ? static_cast<Offset>(numPaths) : 1;
  Kokkos::parallel_for("Chronos::pathGraph::countEdges", policy,
                       FrequentEndsFunctor{pathPtr, ends, wanted, edgePtr, {}});
  const auto neighbours =
      allocate<Kokkos::View<LocalOrdinal*, Device>>("Chronos::joined vertices", sumUp(edgePtr, numOwned));
  if (neighbours.extent(0) > 0)
    Kokkos::parallel_for("Chronos::pathGraph::listEdges", policy,
                         FrequentEndsFunctor{pathPtr, ends, wanted, edgePtr, neighbours});
  return withOwnHalo(*haloRows.columns, {edgePtr, neighbours});
}

}  // namespace Chronos
