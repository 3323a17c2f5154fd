// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_NodeNumbering.hpp"

#include "Chronos_ContiguousMap.hpp"
#include "Chronos_DistinctValues.hpp"
#include "Chronos_HostCopy.hpp"
#include "Chronos_TrilinosVersion.hpp"

#include <Teuchos_CommHelpers.hpp>

#include <algorithm>
#include <limits>
#include <utility>

namespace Chronos {
namespace {

using RowPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>;

// Several unknowns of a node write the same.
struct MarkCoarseNodesFunctor {
  Kokkos::View<const char*, Device> types;
  Kokkos::View<const LocalOrdinal*, Device> nodeOfUnknown;
  Kokkos::View<int*, Device> isCoarse;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    if (types(row) == coarsePoint) Kokkos::atomic_exchange(&isCoarse(nodeOfUnknown(row)), 1);
  }
};

struct NumberFunctor {
  Kokkos::View<int*, Device> numbers;  // in: whether a node is coarse; out: its number
  KOKKOS_INLINE_FUNCTION void operator()(int node, int& next, bool final) const {
    const int isCoarse = numbers(node);
    if (final) numbers(node) = next;
    next += isCoarse;
  }
};

struct CoarseNodeFunctor {
  Kokkos::View<const LocalOrdinal*, Device> coarseIndex, nodeOfUnknown;
  Kokkos::View<const int*, Device> numbers;
  GlobalOrdinal first;
  Kokkos::View<GlobalOrdinal*, Device> nodes;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    if (coarseIndex(row) >= 0) nodes(coarseIndex(row)) = first + numbers(nodeOfUnknown(row));
  }
};

// The map of nodes that are numbered without gaps from rank to rank, as those of coarse levels are; null for others.
// Collective. Only the ends of the list pass to the host.
Teuchos::RCP<const Map> mapWithoutGaps(const Teuchos::RCP<const Comm>& comm,
                                       const Kokkos::View<const GlobalOrdinal*, Device>& ascending) {
  const GlobalOrdinal mine = static_cast<GlobalOrdinal>(ascending.extent(0));
  GlobalOrdinal first = 0, last = -1;
  if (mine > 0) {
    Kokkos::deep_copy(first, Kokkos::subview(ascending, 0));
    Kokkos::deep_copy(last, Kokkos::subview(ascending, static_cast<std::size_t>(mine - 1)));
  }
  const GlobalOrdinal base = minOverRanks(*comm, mine > 0 ? first : std::numeric_limits<GlobalOrdinal>::max());
  const GlobalOrdinal before = sumOverRanksBefore(*comm, mine);
  const bool isDense = mine == 0 || (last - first + 1 == mine && first == base + before);
  if (minOverRanks(*comm, static_cast<long long>(isDense)) == 0 || base == std::numeric_limits<GlobalOrdinal>::max())
    return Teuchos::null;
  return contiguousMap(static_cast<std::size_t>(mine), comm, base);
}

// Whether the ranks' numbers lie in intervals that do not overlap: then no node is on two of them.
// Collective.
bool lieApart(const Comm& comm, const std::vector<GlobalOrdinal>& ascending) {
  const GlobalOrdinal none = std::numeric_limits<GlobalOrdinal>::max();
  const GlobalOrdinal mine[2] = {ascending.empty() ? none : ascending.front(),
                                 ascending.empty() ? none : ascending.back()};
  std::vector<GlobalOrdinal> all(2 * static_cast<std::size_t>(comm.getSize()));
  Teuchos::gatherAll<int, GlobalOrdinal>(comm, 2, mine, static_cast<int>(all.size()), all.data());
  std::vector<std::pair<GlobalOrdinal, GlobalOrdinal>> intervals;
  for (std::size_t i = 0; i < all.size(); i += 2)
    if (all[i] != none) intervals.emplace_back(all[i], all[i + 1]);
  std::sort(intervals.begin(), intervals.end());
  for (std::size_t i = 0; i + 1 < intervals.size(); ++i)
    if (intervals[i].second >= intervals[i + 1].first) return false;
  return true;
}

// Of a node on two ranks the directory knows one.
std::string splitNode(const Map& map, const std::vector<GlobalOrdinal>& globals) {
  std::vector<int> owners(globals.size());
  map.getRemoteIndexList(
      Teuchos::ArrayView<const GlobalOrdinal>(globals.data(), static_cast<Teuchos_Ordinal>(globals.size())),
      Teuchos::ArrayView<int>(owners.data(), static_cast<Teuchos_Ordinal>(owners.size())));
  for (std::size_t i = 0; i < globals.size(); ++i)
    if (owners[i] != map.getComm()->getRank())
      return "unknowns of node " + std::to_string(globals[i]) +
             " lie on several ranks: give all unknowns of a node to one rank (a row map whose pieces end "
             "where nodes end), "
             "or coarsen unknowns instead of nodes";
  return "";
}

void checkLength(const DistMatrix<double>& A, const UnknownNodes& nodes) {
  throwIfAny(*A.rowMap()->getComm(), nodes.extent(0) == static_cast<std::size_t>(A.numRows())
                                         ? ""
                                         : "the list of nodes has " + std::to_string(nodes.extent(0)) +
                                               " entries for " + std::to_string(A.numRows()) +
                                               " unknowns: give the node of each unknown that the rank owns");
}

}  // namespace

NodeNumbering numberNodes(const DistMatrix<double>& A, const UnknownNodes& nodes) {
  checkLength(A, nodes);
  const Teuchos::RCP<const Comm> comm = A.rowMap()->getComm();
  const DistinctValues<Device> distinct = distinctValues<Device>(Device::execution_space(), nodes);
  const Teuchos::RCP<const Map> dense = mapWithoutGaps(comm, distinct.values);
  if (!dense.is_null()) return {dense, distinct.positions};
  const std::vector<GlobalOrdinal> globals = toVector(distinct.values);
  const auto sumOfRanks = Teuchos::OrdinalTraits<Tpetra::global_size_t>::invalid();
  const GlobalOrdinal base =
      minOverRanks(*comm, globals.empty() ? std::numeric_limits<GlobalOrdinal>::max() : globals.front());
  const auto map = Teuchos::rcp(new Map(
      sumOfRanks, Teuchos::ArrayView<const GlobalOrdinal>(globals.data(), static_cast<Teuchos_Ordinal>(globals.size())),
      base == std::numeric_limits<GlobalOrdinal>::max() ? 0 : base, comm));
  if (!lieApart(*comm, globals)) throwIfAny(*comm, splitNode(*map, globals));
  return {map, distinct.positions};
}

UnknownNodes coarseNodes(const DistMatrix<double>& A, const UnknownNodes& nodes, const Splitting& splitting) {
  checkLength(A, nodes);
  const DistinctValues<Device> distinct = distinctValues<Device>(Device::execution_space(), nodes);
  const int numNodes = static_cast<int>(distinct.values.extent(0));
  const auto numbers = allocateZeros<Kokkos::View<int*, Device>>("Chronos::numbers of coarse nodes", numNodes);
  const RowPolicy rows(0, A.numRows());
  Kokkos::parallel_for("Chronos::coarseNodes::mark", rows,
                       MarkCoarseNodesFunctor{splitting.types, distinct.positions, numbers});
  int numCoarse = 0;
  Kokkos::parallel_scan("Chronos::coarseNodes::number", RowPolicy(0, numNodes), NumberFunctor{numbers}, numCoarse);
  const GlobalOrdinal before = sumOverRanksBefore(*A.rowMap()->getComm(), numCoarse);
  const auto result = allocate<Kokkos::View<GlobalOrdinal*, Device>>("Chronos::nodes of coarse unknowns",
                                                                     TrilinosVersion::numLocal(*splitting.coarseMap));
  Kokkos::parallel_for("Chronos::coarseNodes::list", rows,
                       CoarseNodeFunctor{splitting.coarseIndex, distinct.positions, numbers, before, result});
  return result;
}

}  // namespace Chronos
