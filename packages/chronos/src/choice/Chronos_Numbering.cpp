// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Numbering.hpp"

#include "Chronos_Communicator.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_HaloPattern.hpp"
#include "Chronos_JointReduction.hpp"

#include <algorithm>
#include <string>

namespace Chronos {
namespace {

constexpr int oneRowIn = 16;

// Of the diagonal entry: what sums to less sums to zero.
constexpr double zeroSum = 1e-7;

// Of the rows that sum to zero.
constexpr double nearlyAll = 0.8, clearlyFewer = 0.5;

enum SumKinds : int { ofNodes, ofComponents, ofWhole, numSums };

// Rows whose first unknowns of nodes, whose first components and whose entries sum to zero. Rows without first
// components, or with no others, tell nothing of these: they are most in any numbering of neighbours by near numbers.
struct SumsFunctor {
  using value_type = long long[];
  unsigned value_count;

  CsrMatrix<double, Device> A;
  typename Map::local_map_type owned;
  HaloColumns::Globals halo;
  LocalOrdinal numOwned;
  GlobalOrdinal base, perNode, numNodes;

  KOKKOS_INLINE_FUNCTION GlobalOrdinal numberOf(LocalOrdinal column) const {
    return (column < numOwned ? owned.getGlobalElement(column) : halo(column - numOwned)) - base;
  }

  KOKKOS_INLINE_FUNCTION void operator()(int sample, value_type counts) const {
    const int row = sample * oneRowIn;
    double sums[numSums] = {}, diagonal = 0;
    int numConnections = 0, numFirst = 0;
    for (Offset entry = A.rowPtr(row); entry < A.rowPtr(row + 1); ++entry) {
      const LocalOrdinal column = A.colInd(entry);
      const double value = A.values(entry);
      const GlobalOrdinal number = numberOf(column);
      if (column == row) diagonal = value;
      else numConnections += value != 0 ? 1 : 0;
      if (number % perNode == 0) sums[ofNodes] += value;
      if (number < numNodes) {
        sums[ofComponents] += value;
        ++numFirst;
      }
      sums[ofWhole] += value;
    }
    if (numConnections == 0) return;
    const bool isMixed = numFirst > 0 && A.rowPtr(row) + numFirst < A.rowPtr(row + 1);
    for (int kind = 0; kind < numSums; ++kind) {
      const bool isZero = (sums[kind] < 0 ? -sums[kind] : sums[kind]) <= zeroSum * diagonal;
      counts[kind] += isZero && (kind != ofComponents || isMixed) ? 1 : 0;
    }
  }
};

}  // namespace

long long unknownsOfFirstNode(const UnknownNodes& nodes) {
  long long length = 0;
  if (nodes.extent(0) > 0) {
    const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), nodes);
    while (length < static_cast<long long>(host.extent(0)) && host(length) == host(0)) ++length;
  }
  return length;
}

void checkNumbering(const DistMatrix<double>& A, const UnknownNodes& nodes) {
  const Comm& comm = *A.rowMap()->getComm();
  const long long perNode = maxOverRanks(comm, unknownsOfFirstNode(nodes));
  const auto numRows = static_cast<GlobalOrdinal>(A.rowMap()->getGlobalNumElements());
  if (perNode < 2 || numRows % perNode != 0 || !A.rowMap()->isSameAs(*A.domainMap())) return;
  long long counts[numSums] = {};
  if (A.numRows() > 0)
    Kokkos::parallel_reduce("Chronos::checkNumbering",
                            Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>(
                                0, (A.numRows() + oneRowIn - 1) / oneRowIn),
                            SumsFunctor{numSums, A.local(), A.domainMap()->getLocalMap(), A.halo()->globals(),
                                        A.numOwnedCols(), A.rowMap()->getIndexBase(), perNode, numRows / perNode},
                            counts);
  JointReduction all;
  for (long long& count : counts) all.sum(count);
  all.reduce(comm);
  const double numZeroSum = double(counts[ofWhole]);
  if (double(counts[ofComponents]) < std::max(1.0, nearlyAll * numZeroSum) ||
      double(counts[ofNodes]) >= clearlyFewer * numZeroSum)
    return;
  const std::string number = std::to_string(perNode);
  throw InputError(
      "Nodes of " + number +
      " unknowns are told, numbered node by node, but by sums of its rows the matrix is numbered component "
      "by component. Number component c of node i as " +
      number +
      " i + c, give a position and a component for each unknown, or tell neither coordinates nor unknowns "
      "of a node.");
}

}  // namespace Chronos
