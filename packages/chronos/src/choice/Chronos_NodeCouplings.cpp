// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_NodeCouplings.hpp"

#include "Chronos_FlagCounts.hpp"
#include "Chronos_HaloPattern.hpp"
#include "Chronos_JointReduction.hpp"
#include "Chronos_LargestOfLanes.hpp"
#include "Chronos_NodeBlock.hpp"
#include "Chronos_NodePlace.hpp"
#include "Chronos_RunsOnHost.hpp"

#include <algorithm>
#include <cfloat>

namespace Chronos {
namespace {

// Of cells a quarter as high as wide: see docs/performance/flat-cells.md, "Bodies of flat cells from the start".
constexpr double columnCoupling = 0.445;

constexpr double unevenShare = 1e-3;  // of the strongest coupling

// Of the diagonal's block: what rounding leaves of couplings that cancel.
constexpr double noCoupling = 1e-12;

using Execution = Device::execution_space;
using Flags = Kokkos::View<int*, Device>;

// Bits of a node's flags.
enum NodeFlags : int { flat, uneven, connected, numFlags };

// The norm of the block on the diagonal, in the place of each unknown of the node.
struct DiagonalNormFunctor {
  NodePattern<Device> pattern;
  Kokkos::View<const double*, Device> values;
  Kokkos::View<double*, Device> diagonal;

  KOKKOS_INLINE_FUNCTION void operator()(LocalOrdinal node) const {
    const Offset place = placeInNode(pattern, node, node * nodeSize);
    const double norm =
        place == nowhere ? 0 : blockNorm(values, pattern, node, pattern.firstRun(node) + place / nodeSize);
    for (int c = 0; c < nodeSize; ++c) diagonal(node * nodeSize + c) = norm;
  }
};

struct FlagsFunctor {
  static constexpr int lanes = runsOnHost<Device> ? 1 : 8;

  NodePattern<Device> pattern;
  Kokkos::View<const double*, Device> values;
  Kokkos::View<const double*, Device> owned, halo;  // norms of blocks on the diagonal
  LocalOrdinal numNodes;
  Flags flags;

  KOKKOS_INLINE_FUNCTION double diagonal(LocalOrdinal column) const {
    const auto numOwned = static_cast<LocalOrdinal>(owned.extent(0));
    return column < numOwned ? owned(column) : halo(column - numOwned);
  }

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t thread) const {
    const auto node = static_cast<LocalOrdinal>(thread / lanes);
    double largest = 0, strongest = 0, weakest = DBL_MAX;
    if (node < numNodes) {
      const double mine = owned(node * nodeSize);
      const Offset end = pattern.firstRun(node + 1);
      for (Offset run = pattern.firstRun(node) + static_cast<Offset>(thread % lanes); run < end; run += lanes) {
        const LocalOrdinal column = pattern.firstColumn(run);
        if (column == node * nodeSize) continue;
        const double others = diagonal(column);
        const double norm = blockNorm(values, pattern, node, run);
        const double coupling = norm / (mine > others ? mine : others);
        if (!(coupling > noCoupling)) continue;
        if (coupling > largest) largest = coupling;
        if (norm > strongest) strongest = norm;
        if (norm < weakest) weakest = norm;
      }
    }
    largest = largestOfLanes<lanes>(largest);
    strongest = largestOfLanes<lanes>(strongest);
    weakest = -largestOfLanes<lanes>(-weakest);
    if (node < numNodes && thread % lanes == 0)
      flags(node) = int(largest >= columnCoupling) << flat | int(weakest < unevenShare * strongest) << uneven |
                    int(largest > 0) << connected;
  }
};

// On this rank: rows and columns in the same threes.
bool hasNodes(const DistMatrix<double>& A) {
  return A.numRows() == 0 || (A.nodes().exists() && A.numOwnedCols() == A.numRows());
}

}  // namespace

NodeCouplings nodeCouplings(const DistMatrix<double>& A) {
  const Comm& comm = *A.rowMap()->getComm();
  if (!A.rowMap()->isSameAs(*A.domainMap()) || minOverRanks(comm, hasNodes(A) ? 1LL : 0LL) == 0) return {};
  const NodePattern<Device> pattern = A.nodes();
  const LocalOrdinal numNodes = A.numRows() / nodeSize;
  const auto diagonal = allocate<Kokkos::View<double*, Device>>("Chronos::norms of nodes", A.numRows());
  using NodePolicy = Kokkos::RangePolicy<Execution, Kokkos::IndexType<int>>;
  if (numNodes > 0)
    Kokkos::parallel_for("Chronos::nodeCouplings::diagonal", NodePolicy(0, numNodes),
                         DiagonalNormFunctor{pattern, A.local().values, diagonal});
  HaloExchange<double> exchange(A.halo());
  exchange.start(diagonal);
  const Kokkos::View<const double*, Device> halo = exchange.finish();
  long long counts[numFlags] = {};
  if (numNodes > 0) {
    const auto flags = allocate<Flags>("Chronos::flags of nodes", numNodes);
    using LanePolicy = Kokkos::RangePolicy<Execution, Kokkos::IndexType<std::int64_t>>;
    const std::int64_t numThreads = std::int64_t(numNodes) * FlagsFunctor::lanes;
    Kokkos::parallel_for("Chronos::nodeCouplings",
                         LanePolicy(0, runsOnHost<Device> ? numThreads : (numThreads + 31) / 32 * 32),
                         FlagsFunctor{pattern, A.local().values, diagonal, halo, numNodes, flags});
    Kokkos::parallel_reduce("Chronos::nodeCouplings::count", NodePolicy(0, numNodes),
                            FlagCountFunctor<Device>{numFlags, flags}, counts);
  }
  JointReduction all;
  for (long long& number : counts) all.sum(number);
  all.reduce(comm);
  const double numConnected = double(std::max(1LL, counts[connected]));
  return {double(counts[flat]) / numConnected, double(counts[uneven]) / numConnected};
}

}  // namespace Chronos
