// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_NodeNumbering.hpp"

#include "Chronos_Communicator.hpp"
#include "Chronos_ContiguousMap.hpp"
#include "Chronos_DistinctValues.hpp"
#include "Chronos_HostCopy.hpp"
#include "Chronos_JointReduction.hpp"
#include "Chronos_RelaxedAccess.hpp"
#include "Chronos_ScanTotal.hpp"
#include "Chronos_SortedRuns.hpp"
#include "Chronos_TrilinosVersion.hpp"

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
    if (types(row) == coarsePoint) relaxedStore(&isCoarse(nodeOfUnknown(row)), 1);
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

std::string lengthMessage(const DistMatrix<double>& A, const UnknownNodes& nodes) {
  return nodes.extent(0) == static_cast<std::size_t>(A.numRows())
             ? ""
             : "the list of nodes has " + std::to_string(nodes.extent(0)) + " entries for " +
                   std::to_string(A.numRows()) + " unknowns: give the node of each unknown that the rank owns";
}

// The nodes of a rank, as far as they pass to the host: the ends of the list.
struct NodeEnds {
  GlobalOrdinal first = std::numeric_limits<GlobalOrdinal>::max(), last = std::numeric_limits<GlobalOrdinal>::min();
  long long number;

  explicit NodeEnds(const Kokkos::View<const GlobalOrdinal*, Device>& ascending)
      : number(static_cast<long long>(ascending.extent(0))) {
    if (number == 0) return;
    Kokkos::deep_copy(first, Kokkos::subview(ascending, 0));
    Kokkos::deep_copy(last, Kokkos::subview(ascending, static_cast<std::size_t>(number - 1)));
  }
  bool areWithin(GlobalOrdinal low, GlobalOrdinal high) const { return number == 0 || (first >= low && last <= high); }
};

// The map of nodes that are numbered without gaps from rank to rank, as those of coarse levels are, and of nodes that
// are named after rows of their own rank, as those of a matrix's pattern are: these are numbered anew in the same
// order, for a map of numbers with gaps comes with a directory of them. Null for others. Collective. Throws the message
// where a rank has one.
Teuchos::RCP<const Map> mapWithoutGaps(const Map& rowMap, const NodeEnds& mine, const std::string& message) {
  const Teuchos::RCP<const Comm> comm = rowMap.getComm();
  const bool areRows = rowMap.isContiguous() && mine.areWithin(rowMap.getMinGlobalIndex(), rowMap.getMaxGlobalIndex());
  long long isWrong = message.empty() ? 0 : 1, areNoRows = areRows ? 0 : 1;
  long long lowest = static_cast<long long>(mine.first), numAll = mine.number;
  JointReduction all;
  all.max(isWrong);
  all.max(areNoRows);
  all.min(lowest);
  all.sum(numAll);
  all.reduce(*comm);
  if (isWrong > 0) throwIfAny(*comm, message);
  const auto base = static_cast<GlobalOrdinal>(lowest);
  if (numAll == 0 || base > std::numeric_limits<GlobalOrdinal>::max() - numAll) return Teuchos::null;
  const Teuchos::RCP<const Map> map = contiguousMap(static_cast<std::size_t>(mine.number), numAll, comm, base);
  if (areNoRows == 0) return map;
  const bool isDense = mine.areWithin(map->getMinGlobalIndex(), map->getMaxGlobalIndex());
  return minOverRanks(*comm, static_cast<long long>(isDense)) == 0 ? Teuchos::null : map;
}

// Which of the blocks of numbers from `base` on, one a rank, this rank looks after.
struct Blocks {
  GlobalOrdinal base = 0;
  std::uint64_t size = 1;

  GlobalOrdinal end(int rank) const {
    return static_cast<GlobalOrdinal>(std::uint64_t(base) + size * (std::uint64_t(rank) + 1));
  }
};

Blocks blocksOf(const Comm& comm, const std::vector<GlobalOrdinal>& ascending) {
  using Limits = std::numeric_limits<GlobalOrdinal>;
  const GlobalOrdinal first = minOverRanks(comm, ascending.empty() ? Limits::max() : ascending.front());
  const GlobalOrdinal last = maxOverRanks(comm, ascending.empty() ? Limits::min() : ascending.back());
  if (first > last) return {};
  return {first, (std::uint64_t(last) - std::uint64_t(first)) / std::uint64_t(comm.getSize()) + 1};
}

// Each number goes to the rank that looks after it, which sees those that come from two ranks. Collective; a directory
// of all numbers, which a map makes to be asked, takes ten times as long.
std::string splitNode(const Comm& comm, const std::vector<GlobalOrdinal>& ascending) {
  const Blocks blocks = blocksOf(comm, ascending);
  std::vector<GlobalOrdinal> mine;
  std::vector<Message> messages;
  auto begin = ascending.begin();
  for (int rank = 0; begin != ascending.end(); ++rank) {
    const bool isLast = rank + 1 == comm.getSize();
    const auto end = isLast ? ascending.end() : std::lower_bound(begin, ascending.end(), blocks.end(rank));
    if (rank == comm.getRank()) mine.assign(begin, end);
    else if (begin != end) {
      messages.push_back({rank, {}});
      append(messages.back().bytes, &*begin, static_cast<std::size_t>(end - begin));
    }
    begin = end;
  }
  for (const Message& message : exchangeSparse(comm, messages)) {
    std::size_t position = 0;
    const auto more = extract<GlobalOrdinal>(message.bytes, position, message.bytes.size() / sizeof(GlobalOrdinal));
    mine.insert(mine.end(), more.begin(), more.end());
  }
  sortRuns(mine);
  const auto twice = std::adjacent_find(mine.begin(), mine.end());
  if (twice == mine.end()) return "";
  return "unknowns of node " + std::to_string(*twice) +
         " lie on several ranks: give all unknowns of a node to one rank (a row map whose pieces end where nodes end), "
         "or coarsen unknowns instead of nodes";
}

}  // namespace

NodeNumbering numberNodes(const DistMatrix<double>& A, const UnknownNodes& nodes) {
  const Teuchos::RCP<const Comm> comm = A.rowMap()->getComm();
  const DistinctValues<Device> distinct = distinctValues<Device>(Device::execution_space(), nodes);
  const Teuchos::RCP<const Map> dense = mapWithoutGaps(*A.rowMap(), NodeEnds(distinct.values), lengthMessage(A, nodes));
  if (!dense.is_null()) return {dense, distinct.positions};
  const std::vector<GlobalOrdinal> globals = toVector(distinct.values);
  throwIfAny(*comm, splitNode(*comm, globals));
  const auto sumOfRanks = Teuchos::OrdinalTraits<Tpetra::global_size_t>::invalid();
  const GlobalOrdinal base =
      minOverRanks(*comm, globals.empty() ? std::numeric_limits<GlobalOrdinal>::max() : globals.front());
  const auto map = Teuchos::rcp(new Map(
      sumOfRanks, Teuchos::ArrayView<const GlobalOrdinal>(globals.data(), static_cast<Teuchos_Ordinal>(globals.size())),
      base == std::numeric_limits<GlobalOrdinal>::max() ? 0 : base, comm));
  return {map, distinct.positions};
}

UnknownNodes coarseNodes(const DistMatrix<double>& A, const UnknownNodes& nodes, const Splitting& splitting) {
  const DistinctValues<Device> distinct = distinctValues<Device>(Device::execution_space(), nodes);
  const int numNodes = static_cast<int>(distinct.values.extent(0));
  const auto numbers = allocateZeros<Kokkos::View<int*, Device>>("Chronos::numbers of coarse nodes", numNodes);
  const RowPolicy rows(0, A.numRows());
  Kokkos::parallel_for("Chronos::coarseNodes::mark", rows,
                       MarkCoarseNodesFunctor{splitting.types, distinct.positions, numbers});
  int numCoarse = 0;
  scanTotal("Chronos::coarseNodes::number", RowPolicy(0, numNodes), NumberFunctor{numbers}, numCoarse);
  const GlobalOrdinal before = sumOverRanksBefore(*A.rowMap()->getComm(), numCoarse);
  const auto result = allocate<Kokkos::View<GlobalOrdinal*, Device>>("Chronos::nodes of coarse unknowns",
                                                                     TrilinosVersion::numLocal(*splitting.coarseMap));
  Kokkos::parallel_for("Chronos::coarseNodes::list", rows,
                       CoarseNodeFunctor{splitting.coarseIndex, distinct.positions, numbers, before, result});
  return result;
}

}  // namespace Chronos
