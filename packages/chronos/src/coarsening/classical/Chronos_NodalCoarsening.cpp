// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_NodalCoarsening.hpp"

#include "Chronos_ConnectedRow.hpp"
#include "Chronos_Diagonal.hpp"
#include "Chronos_GalerkinProduct.hpp"
#include "Chronos_HaloLookup.hpp"
#include "Chronos_NodeNorms.hpp"
#include "Chronos_RankBlock.hpp"
#include "Chronos_SelectEntries.hpp"
#include "Chronos_TrilinosVersion.hpp"

#include <cmath>

namespace Chronos {
namespace {

using RowPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>;
using EntryPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<std::int64_t>>;
using Indices = Kokkos::View<const LocalOrdinal*, Device>;

struct SquareFunctor {
  Kokkos::View<const double*, Device> values;
  Kokkos::View<double*, Device> squares;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t entry) const { squares(entry) = values(entry) * values(entry); }
};

struct ScatterToColumnsFunctor {
  Indices columns, nodeOfUnknown;
  Kokkos::View<LocalOrdinal*, Device> nodeOfColumn;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const { nodeOfColumn(columns(row)) = nodeOfUnknown(row); }
};

struct NodeGlobalsFunctor {
  Map::local_map_type map;
  Indices nodeOfColumn;
  Kokkos::View<GlobalOrdinal*, Device> globals;
  KOKKOS_INLINE_FUNCTION void operator()(int col) const { globals(col) = map.getGlobalElement(nodeOfColumn(col)); }
};

struct OneEntryRowsFunctor {
  Kokkos::View<Offset*, Device> rowPtr;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const { rowPtr(row + 1) = static_cast<Offset>(row) + 1; }
};

struct SignedRootFunctor {
  CsrMatrix<double, Device> squares;
  Indices diagonalColumn;
  Kokkos::View<double*, Device> values;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    using std::sqrt;
    for (Offset entry = squares.rowPtr(row); entry < squares.rowPtr(row + 1); ++entry) {
      const double norm = sqrt(squares.values(entry));
      values(entry) = squares.colInd(entry) == diagonalColumn(row) ? norm : -norm;
    }
  }
};

// The flag of an entry is that of its block, found in the sorted row of the node.
struct ExpandFlagsFunctor {
  static constexpr int width = lanesAlongRow<Device>;
  CsrMatrix<double, Device> A;
  Indices diagonalColumn, nodeOfUnknown, nodeOfColumn;
  Kokkos::View<const Offset*, Device> nodePtr;
  Indices nodeColumns;
  StrongFlags strongNodes;
  Kokkos::View<char*, Device> strong;

  // Place of a column in the row of a node, or the end; `guess` is tried first.
  KOKKOS_INLINE_FUNCTION Offset find(LocalOrdinal node, LocalOrdinal column, Offset guess) const {
    const Offset end = nodePtr(node + 1);
    if (guess < end && nodeColumns(guess) == column) return guess;
    Offset low = nodePtr(node), high = end;
    while (low < high) {
      const Offset middle = low + (high - low) / 2;
      if (nodeColumns(middle) < column) low = middle + 1;
      else high = middle;
    }
    return low < end && nodeColumns(low) == column ? low : end;
  }
  // Entries of a block are neighbours, and so are blocks: most places are that of the entry before or the next. Lanes
  // that share a row look at that share of the row of the node, where it is if blocks are equally wide.
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item) const {
    const auto row = static_cast<LocalOrdinal>(item / width);
    if (row >= A.numRows) return;
    const LocalOrdinal node = nodeOfUnknown(row);
    const Offset begin = A.rowPtr(row), length = A.rowPtr(row + 1) - begin;
    const Offset nodeBegin = nodePtr(node), nodeEnd = nodePtr(node + 1);
    LocalOrdinal lastNode = -1;
    Offset next = nodeBegin;
    bool isStrong = false;
    for (Offset entry = begin + Offset(item % width); entry < begin + length; entry += width) {
      const LocalOrdinal column = A.colInd(entry), other = nodeOfColumn(column);
      if (other != lastNode) {
        if (width > 1) next = nodeBegin + (entry - begin) * (nodeEnd - nodeBegin) / length;
        const Offset place = find(node, other, next);
        isStrong = other == node || (place < nodeEnd && strongNodes(place) != 0);
        next = place + 1;
        lastNode = other;
      }
      strong(entry) = isStrong && column != diagonalColumn(row) && A.values(entry) != 0;
    }
  }
};

struct ExpandTypesFunctor {
  CsrMatrix<double, Device> A;
  Indices diagonalColumn, nodeOfUnknown;
  Kokkos::View<const char*, Device> nodeTypes;
  Kokkos::View<char*, Device> types;

  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    types(row) = isConnected(A, row, diagonalColumn(row)) ? nodeTypes(nodeOfUnknown(row)) : char(isolatedPoint);
  }
};

struct FindNodesFunctor {
  HaloLookup halo;
  Kokkos::View<const GlobalOrdinal*, Device> globals;
  Kokkos::View<LocalOrdinal*, Device> nodes;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t h) const { nodes(h) = halo.find(globals(h)); }
};

// The local nodes of A's owned columns, in the order of the domain map.
Kokkos::View<LocalOrdinal*, Device> nodesOfOwnedColumns(const DistMatrix<double>& A, const Indices& nodeOfUnknown,
                                                        std::size_t size) {
  const auto nodes = allocate<Kokkos::View<LocalOrdinal*, Device>>("Chronos::nodes of columns", size);
  Kokkos::parallel_for("Chronos::nodalCoarsening::columns", RowPolicy(0, A.numRows()),
                       ScatterToColumnsFunctor{diagonalColumns(A), nodeOfUnknown, nodes});
  return nodes;
}

// Z: row u has a 1 in the column of the node of u.
DistMatrix<double> nodesOfUnknowns(const DistMatrix<double>& A, const NodeNumbering& numbering) {
  const auto colInd = nodesOfOwnedColumns(A, numbering.nodeOfUnknown, A.numRows());
  const auto rowPtr = allocateZeros<Kokkos::View<Offset*, Device>>("Chronos::node row pointers", A.numRows() + 1);
  Kokkos::parallel_for("Chronos::nodalCoarsening::rows", RowPolicy(0, A.numRows()), OneEntryRowsFunctor{rowPtr});
  const auto values = allocate<Kokkos::View<double*, Device>>("Chronos::node ones", A.numRows());
  Kokkos::deep_copy(Device::execution_space(), values, 1.0);
  const LocalOrdinal numNodes = static_cast<LocalOrdinal>(TrilinosVersion::numLocal(*numbering.map));
  return DistMatrix<double>(A.domainMap(), noHalo(numbering.map), {A.numRows(), numNodes, rowPtr, colInd, values});
}

// Column of the matrix of nodes for each column of A. A halo column of A that no entry uses may have none:
// -1.
Indices nodesOfColumns(const DistMatrix<double>& A, const DistMatrix<double>& N, const NodeNumbering& numbering) {
  const auto nodes = nodesOfOwnedColumns(A, numbering.nodeOfUnknown, A.local().numCols);
  // Ranks ask together.
  if (A.halo()->destinations().empty() && A.halo()->numHalo() == 0) return nodes;
  // Owners say which nodes their unknowns belong to.
  const std::size_t numOwned = static_cast<std::size_t>(A.numOwnedCols());
  const auto globals = allocate<Kokkos::View<GlobalOrdinal*, Device>>("Chronos::node globals", numOwned);
  Kokkos::parallel_for("Chronos::nodalCoarsening::globals", RowPolicy(0, A.numOwnedCols()),
                       NodeGlobalsFunctor{numbering.map->getLocalMap(), nodes, globals});
  HaloExchange<GlobalOrdinal> exchange(A.halo());
  exchange.start(globals);
  const auto received = exchange.finish();
  Kokkos::parallel_for("Chronos::nodalCoarsening::haloColumns",
                       EntryPolicy(0, static_cast<std::int64_t>(received.extent(0))),
                       FindNodesFunctor{lookupOf(N.halo()->globals(), N.numOwnedCols()), received,
                                        Kokkos::subview(nodes, std::make_pair(numOwned, nodes.extent(0)))});
  return nodes;
}

}  // namespace

DistMatrix<double> nodeMatrix(const DistMatrix<double>& A, const NodeNumbering& numbering) {
  const Teuchos::RCP<const DistMatrix<double>> ofThrees = normsOfThrees(A, numbering);
  if (!ofThrees.is_null()) return *ofThrees;
  const std::size_t numEntries = A.local().numEntries();
  const auto squares = allocate<Kokkos::View<double*, Device>>("Chronos::squares", numEntries);
  Kokkos::parallel_for("Chronos::nodeMatrix::square", EntryPolicy(0, static_cast<std::int64_t>(numEntries)),
                       SquareFunctor{A.local().values, squares});
  const DistMatrix<double> N = *GalerkinProduct<double>(A.withValues(squares), nodesOfUnknowns(A, numbering)).coarse();
  const auto values = allocate<Kokkos::View<double*, Device>>("Chronos::norms of blocks", N.local().numEntries());
  Kokkos::parallel_for("Chronos::nodeMatrix::root", RowPolicy(0, N.numRows()),
                       SignedRootFunctor{N.local(), diagonalColumns(N), values});
  return N.withValues(values);
}

NodalCoarsening coarsenNodes(const DistMatrix<double>& A, const UnknownNodes& nodes, const StrengthParameters& strength,
                             int numAggressivePaths) {
  return coarsenNodes(A, numberNodes(A, nodes), strength, numAggressivePaths);
}

NodalCoarsening coarsenNodes(const DistMatrix<double>& A, const NodeNumbering& numbering,
                             const StrengthParameters& strength, int numAggressivePaths) {
  throwIfAny(*A.rowMap()->getComm(), strength.measure != StrengthMeasure::affinity
                                         ? ""
                                         : "affinity is a measure of unknowns: choose another measure of "
                                           "strength for nodes, or coarsen unknowns");
  const DistMatrix<double> N = nodeMatrix(A, numbering);
  const StrongFlags strongNodes = strengthOfConnection(N, strength);
  const Splitting ofNodes =
      numAggressivePaths > 0 ? aggressivePmis(N, strongNodes, numAggressivePaths) : pmis(N, strongNodes);

  const Indices diagonal = diagonalColumns(A), nodeOfColumn = nodesOfColumns(A, N, numbering);
  const auto strong = allocate<Kokkos::View<char*, Device>>("Chronos::strong connections", A.local().numEntries());
  Kokkos::parallel_for("Chronos::coarsenNodes::flags", EntryPolicy(0, itemsAlongRows<Device>(A.numRows())),
                       ExpandFlagsFunctor{A.local(), diagonal, numbering.nodeOfUnknown, nodeOfColumn, N.local().rowPtr,
                                          N.local().colInd, strongNodes, strong});
  const auto types = allocate<Kokkos::View<char*, Device>>("Chronos::point types", A.numRows());
  Kokkos::parallel_for("Chronos::coarsenNodes::types", RowPolicy(0, A.numRows()),
                       ExpandTypesFunctor{A.local(), diagonal, numbering.nodeOfUnknown, ofNodes.types, types});
  return {strong, numberCoarsePoints(A, types)};
}

}  // namespace Chronos
