// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_NodeNorms.hpp"

#include "Chronos_Diagonal.hpp"
#include "Chronos_HostCopy.hpp"
#include "Chronos_NodeBlock.hpp"
#include "Chronos_RunsOnHost.hpp"

namespace Chronos {
namespace {

using RowPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>;
using ConstInts = Kokkos::View<const LocalOrdinal*, Device>;

// Counts rows that are not the unknown of the node, or the column, that their number says.
struct OtherOrderFunctor {
  ConstInts diagonalColumn, nodeOfUnknown;
  KOKKOS_INLINE_FUNCTION void operator()(int row, int& numOther) const {
    if (diagonalColumn(row) != row || nodeOfUnknown(row) != row / nodeSize) ++numOther;
  }
};

// Counts runs that do not begin at a multiple of three, or are not behind the one before.
struct MisplacedFunctor {
  NodePattern<Device> pattern;
  KOKKOS_INLINE_FUNCTION void operator()(int node, int& numMisplaced) const {
    for (Offset run = pattern.firstRun(node); run < pattern.firstRun(node + 1); ++run) {
      const LocalOrdinal first = pattern.firstColumn(run);
      if (first % nodeSize != 0 || (run > pattern.firstRun(node) && first <= pattern.firstColumn(run - 1)))
        ++numMisplaced;
    }
  }
};

struct GlobalsFunctor {
  Map::local_map_type map;
  Kokkos::View<GlobalOrdinal*, Device> globals;
  KOKKOS_INLINE_FUNCTION void operator()(int col) const { globals(col) = map.getGlobalElement(col / nodeSize); }
};

struct NormsFunctor {
  static constexpr int lanes = runsOnHost<Device> ? 1 : 16;

  Kokkos::View<const double*, Device> values;
  NodePattern<Device> pattern;
  Kokkos::View<LocalOrdinal*, Device> colInd;
  Kokkos::View<double*, Device> norms;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t thread) const {
    const auto node = static_cast<LocalOrdinal>(thread / lanes);
    const Offset begin = pattern.firstRun(node), end = pattern.firstRun(node + 1);
    for (Offset run = begin + static_cast<Offset>(thread % lanes); run < end; run += lanes) {
      const double norm = blockNorm(values, pattern, node, run);
      const LocalOrdinal col = pattern.firstColumn(run) / nodeSize;
      colInd(run) = col;
      norms(run) = col == node ? norm : -norm;
    }
  }
};

struct CopyFunctor {
  Kokkos::View<const Offset*, Device> from;
  Kokkos::View<Offset*, Device> to;
  KOKKOS_INLINE_FUNCTION void operator()(int i) const { to(i) = from(i); }
};

// The global number of the node of every halo column; threes of one node follow each other, or nothing.
std::vector<GlobalOrdinal> haloNodes(const DistMatrix<double>& A, const NodeNumbering& numbering) {
  const auto globals = allocate<Kokkos::View<GlobalOrdinal*, Device>>("Chronos::node globals",
                                                                      static_cast<std::size_t>(A.numOwnedCols()));
  Kokkos::parallel_for("Chronos::normsOfThrees::globals", RowPolicy(0, A.numOwnedCols()),
                       GlobalsFunctor{numbering.map->getLocalMap(), globals});
  HaloExchange<GlobalOrdinal> exchange(A.halo());
  exchange.start(globals);
  return toVector(exchange.finish());
}

// Nodes of the halo in the order of the columns; empty, and `fits` false, where they do not come in threes.
struct HaloOfNodes {
  std::vector<GlobalOrdinal> globals;
  std::vector<int> owners;
  bool fits = true;
};

HaloOfNodes haloInThrees(const DistMatrix<double>& A, const NodeNumbering& numbering) {
  HaloOfNodes halo;
  const std::vector<GlobalOrdinal> nodes = haloNodes(A, numbering);
  for (const HaloPattern::Neighbour& source : A.halo()->sources()) {
    halo.fits = halo.fits && source.size % nodeSize == 0;
    for (std::size_t h = source.begin; halo.fits && h < source.begin + source.size; h += nodeSize) {
      halo.fits =
          nodes[h] == nodes[h + 1] && nodes[h] == nodes[h + 2] && (h == source.begin || nodes[h] > halo.globals.back());
      halo.globals.push_back(nodes[h]);
      halo.owners.push_back(source.rank);
    }
  }
  return halo;
}

// On this rank.
bool areThrees(const DistMatrix<double>& A, const NodeNumbering& numbering, const NodePattern<Device>& pattern) {
  if (A.numRows() == 0) return true;
  if (!pattern.exists() || A.numOwnedCols() != A.numRows()) return false;
  int numOther = 0, numMisplaced = 0;
  Kokkos::parallel_reduce("Chronos::normsOfThrees::order", RowPolicy(0, A.numRows()),
                          OtherOrderFunctor{diagonalColumns(A), numbering.nodeOfUnknown}, numOther);
  Kokkos::parallel_reduce("Chronos::normsOfThrees::places", RowPolicy(0, A.numRows() / nodeSize),
                          MisplacedFunctor{pattern}, numMisplaced);
  return numOther + numMisplaced == 0;
}

}  // namespace

Teuchos::RCP<const DistMatrix<double>> normsOfThrees(const DistMatrix<double>& A, const NodeNumbering& numbering) {
  const Comm& comm = *A.rowMap()->getComm();
  const NodePattern<Device> pattern = A.nodes();
  if (minOverRanks(comm, areThrees(A, numbering, pattern) ? 1LL : 0LL) == 0) return Teuchos::null;
  const HaloOfNodes halo = haloInThrees(A, numbering);
  if (minOverRanks(comm, halo.fits ? 1LL : 0LL) == 0) return Teuchos::null;

  const LocalOrdinal numNodes = A.numRows() / nodeSize;
  const std::size_t numRuns = pattern.firstColumn.extent(0);
  const auto rowPtr =
      allocateZeros<Kokkos::View<Offset*, Device>>("Chronos::node row pointers", std::size_t(numNodes) + 1);
  const auto colInd = allocate<Kokkos::View<LocalOrdinal*, Device>>("Chronos::node columns", numRuns);
  const auto norms = allocate<Kokkos::View<double*, Device>>("Chronos::norms of blocks", numRuns);
  if (numNodes > 0) {
    Kokkos::parallel_for("Chronos::normsOfThrees::rows", RowPolicy(0, numNodes + 1),
                         CopyFunctor{pattern.firstRun, rowPtr});
    using LanePolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<std::int64_t>>;
    Kokkos::parallel_for("Chronos::normsOfThrees", LanePolicy(0, std::int64_t(numNodes) * NormsFunctor::lanes),
                         NormsFunctor{A.local().values, pattern, colInd, norms});
  }
  const auto haloOfNodes = Teuchos::rcp(new HaloPattern(numbering.map, halo.globals, halo.owners));
  const LocalOrdinal numColumns = numNodes + static_cast<LocalOrdinal>(halo.globals.size());
  return Teuchos::rcp(
      new DistMatrix<double>(numbering.map, haloOfNodes, {numNodes, numColumns, rowPtr, colInd, norms}));
}

}  // namespace Chronos
