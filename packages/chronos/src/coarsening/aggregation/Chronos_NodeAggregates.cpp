// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_NodeAggregates.hpp"

#include "Chronos_RunsOnHost.hpp"
#include "Chronos_ScanTotal.hpp"

#include <cmath>
#include <limits>
#include <vector>

namespace Chronos {
namespace {

using RowPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>;
using Keys = Kokkos::View<int*, Device>;

// Of a node: root and covered say what it is; any other key is its number, and it is still open.
constexpr int rootKey = -1;
constexpr int coveredKey = std::numeric_limits<int>::max();
constexpr int unknownKey = -2;
// A round takes about as long as the host needs for so many entries, with the way of the graph to it: a numbering by
// reverse Cuthill and McKee takes a thousand rounds, chains of a million nodes in a row would take as many.
constexpr Offset entriesOfRound = 5000;
// Rounds that the way to the host takes whatever the size, and those before anything is said about how many there are.
constexpr int roundsOfTheWay = 400, roundsOfAGuess = 64;
// Rounds between two looks at what is left: the host then waits less often than it launches.
constexpr int roundsAtOnce = 8;

// Strong connections between nodes of this rank.
template <class DeviceType>
struct NodeGraph {
  Kokkos::View<const Offset*, DeviceType> rowPtr;
  Kokkos::View<const LocalOrdinal*, DeviceType> colInd;
  Kokkos::View<const char*, DeviceType> strong;
  LocalOrdinal numNodes;

  template <class Visit>
  KOKKOS_INLINE_FUNCTION void eachNeighbour(LocalOrdinal node, const Visit& visit) const {
    for (Offset entry = rowPtr(node); entry < rowPtr(node + 1); ++entry)
      if (strong(entry) != 0 && colInd(entry) < numNodes) visit(colInd(entry), entry);
  }
};

struct StartFunctor {
  Keys keys;
  KOKKOS_INLINE_FUNCTION void operator()(int node) const { keys(node) = node; }
};

KOKKOS_INLINE_FUNCTION int smallestAround(const NodeGraph<Device>& graph, const Kokkos::View<const int*, Device>& keys,
                                          int node) {
  int smallest = keys(node);
  graph.eachNeighbour(node, [&](LocalOrdinal other, Offset) {
    if (keys(other) < smallest) smallest = keys(other);
  });
  return smallest;
}

KOKKOS_INLINE_FUNCTION bool isOpen(const Kokkos::View<const int*, Device>& keys, int key) {
  return key >= 0 && key != coveredKey && keys(key) == key;
}

struct NearestFunctor {
  NodeGraph<Device> graph;
  Kokkos::View<const int*, Device> keys;
  Keys nearest;                           // smallest key within distance one
  Kokkos::View<char*, Device> isReached;  // whether a root is within distance two
  // A root stays the smallest, and where all are covered nothing comes any more. As long as the smallest is open no
  // other neighbour can become a root, which is two connections away from it at most.
  KOKKOS_INLINE_FUNCTION void operator()(int node) const {
    if (nearest(node) == rootKey || nearest(node) == coveredKey || isOpen(keys, nearest(node))) return;
    const int smallest = smallestAround(graph, keys, node);
    nearest(node) = smallest;
    if (smallest != rootKey) return;
    isReached(node) = 1;
    graph.eachNeighbour(node, [&](LocalOrdinal other, Offset) { isReached(other) = 1; });
  }
};

// Within distance two: covered by a root, or itself the first. Who is not reached and knows an open one before it need
// not look around.
struct DecideFunctor {
  NodeGraph<Device> graph;
  Kokkos::View<const int*, Device> nearest;
  Kokkos::View<const char*, Device> isReached;
  Keys first;  // smallest key within distance two, when it was last looked for
  Keys keys;
  KOKKOS_INLINE_FUNCTION void operator()(int node) const {
    if (keys(node) == rootKey || keys(node) == coveredKey) return;
    if (isReached(node)) {
      keys(node) = coveredKey;
      return;
    }
    if (first(node) == unknownKey || (first(node) != node && !isOpen(keys, first(node))))
      first(node) = smallestAround(graph, nearest, node);
    if (first(node) == rootKey) keys(node) = coveredKey;
    else if (first(node) == node) keys(node) = rootKey;
  }
};

struct CountOpenFunctor {
  Kokkos::View<const int*, Device> keys;
  KOKKOS_INLINE_FUNCTION void operator()(int node, int& numOpen) const { numOpen += isOpen(keys, keys(node)) ? 1 : 0; }
};

// Open nodes in their order; `keys` may hold roots already.
void takeInOrder(const NodeGraph<HostDevice>& graph, const Kokkos::View<int*, HostDevice>& keys) {
  std::vector<char> isNear(static_cast<std::size_t>(graph.numNodes), 0);
  const auto surround = [&](LocalOrdinal root) {
    isNear[root] = 1;
    graph.eachNeighbour(root, [&](LocalOrdinal other, Offset) { isNear[other] = 1; });
  };
  for (LocalOrdinal node = 0; node < graph.numNodes; ++node)
    if (keys(node) == rootKey) surround(node);
  for (LocalOrdinal node = 0; node < graph.numNodes; ++node) {
    if (keys(node) == rootKey || keys(node) == coveredKey) continue;
    bool isFree = isNear[node] == 0;
    graph.eachNeighbour(node, [&](LocalOrdinal other, Offset) { isFree = isFree && isNear[other] == 0; });
    keys(node) = isFree ? rootKey : coveredKey;
    if (isFree) surround(node);
  }
}

NodeGraph<HostDevice> onHost(const NodeGraph<Device>& graph) {
  return {Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), graph.rowPtr),
          Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), graph.colInd),
          Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), graph.strong), graph.numNodes};
}

void finishOnHost(const NodeGraph<Device>& graph, const Keys& keys) {
  const auto hostKeys = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), keys);
  takeInOrder(onHost(graph), hostKeys);
  Kokkos::deep_copy(keys, hostKeys);
}

// Whether the rounds that are left will not do, at the pace of the second half of the course. Where that is quicker
// than the first, nothing is said yet: from the corner of a plane the front of what is decided grows.
bool wouldTakeLonger(const std::vector<int>& course, int roundsLeft) {
  const std::size_t looks = course.size() - 1, half = looks / 2;
  if (static_cast<int>(looks) * roundsAtOnce < roundsOfAGuess) return false;
  const double early = double(course.front() - course[half]) / half;
  const double late = double(course[half] - course.back()) / (looks - half);
  return late <= 1.25 * early && course.back() * double(roundsAtOnce) > late * roundsLeft;
}

Keys findRoots(const NodeGraph<Device>& graph) {
  const RowPolicy nodes(0, graph.numNodes);
  const auto keys = allocate<Keys>("Chronos::aggregate roots", graph.numNodes);
  Kokkos::parallel_for("Chronos::aggregateNodes::start", nodes, StartFunctor{keys});
  if (runsOnHost<Device>) {
    finishOnHost(graph, keys);
    return keys;
  }
  const auto nearest = allocate<Keys>("Chronos::aggregate nearest", graph.numNodes);
  const auto first = allocate<Keys>("Chronos::aggregate first", graph.numNodes);
  const auto isReached = allocateZeros<Kokkos::View<char*, Device>>("Chronos::aggregate reached", graph.numNodes);
  const Device::execution_space space;
  Kokkos::deep_copy(space, nearest, unknownKey);
  Kokkos::deep_copy(space, first, unknownKey);
  const Kokkos::View<int, Device> left("Chronos::aggregate nodes left");
  const auto maxRounds = static_cast<int>(roundsOfTheWay + graph.colInd.extent(0) / entriesOfRound);
  int numOpen = graph.numNodes;
  std::vector<int> course{numOpen};  // open nodes at each look
  for (int round = 0; numOpen > 0 && round < maxRounds && !wouldTakeLonger(course, maxRounds - round);
       round += roundsAtOnce) {
    for (int i = 0; i < roundsAtOnce; ++i) {
      Kokkos::parallel_for("Chronos::aggregateNodes::nearest", nodes, NearestFunctor{graph, keys, nearest, isReached});
      Kokkos::parallel_for("Chronos::aggregateNodes::decide", nodes,
                           DecideFunctor{graph, nearest, isReached, first, keys});
    }
    Kokkos::parallel_reduce("Chronos::aggregateNodes::open", nodes, CountOpenFunctor{keys}, left);
    Kokkos::deep_copy(numOpen, left);
    course.push_back(numOpen);
  }
  if (numOpen > 0) finishOnHost(graph, keys);
  return keys;
}

struct NumberRootsFunctor {
  Kokkos::View<const int*, Device> keys;
  Kokkos::View<LocalOrdinal*, Device> ofNode;
  KOKKOS_INLINE_FUNCTION void operator()(int node, LocalOrdinal& next, bool final) const {
    const bool isRoot = keys(node) == rootKey;
    if (final) ofNode(node) = isRoot ? next : -1;
    next += isRoot ? 1 : 0;
  }
};

// Roots are at least three connections apart: a node has at most one among its neighbours.
struct JoinRootFunctor {
  NodeGraph<Device> graph;
  Kokkos::View<const LocalOrdinal*, Device> ofRoot;
  Kokkos::View<LocalOrdinal*, Device> ofNode;
  KOKKOS_INLINE_FUNCTION void operator()(int node) const {
    LocalOrdinal aggregate = ofRoot(node);
    graph.eachNeighbour(node, [&](LocalOrdinal other, Offset) {
      if (ofRoot(other) >= 0) aggregate = ofRoot(other);
    });
    ofNode(node) = aggregate;
  }
};

struct JoinStrongestFunctor {
  NodeGraph<Device> graph;
  Kokkos::View<const double*, Device> values;
  Kokkos::View<const LocalOrdinal*, Device> former;
  Kokkos::View<LocalOrdinal*, Device> ofNode;
  KOKKOS_INLINE_FUNCTION void operator()(int node) const {
    using std::abs;
    LocalOrdinal aggregate = former(node);
    double strongest = 0;
    if (aggregate < 0)
      graph.eachNeighbour(node, [&](LocalOrdinal other, Offset entry) {
        if (former(other) < 0 || abs(values(entry)) <= strongest) return;
        strongest = abs(values(entry));
        aggregate = former(other);
      });
    ofNode(node) = aggregate;
  }
};

// A root without a neighbour on this rank: has it one elsewhere, or none at all?
struct LonelyRootFunctor {
  NodeGraph<Device> graph;
  Kokkos::View<const double*, Device> values;
  Keys keys;
  KOKKOS_INLINE_FUNCTION void operator()(int node) const {
    bool hasNeighbour = false;
    for (Offset entry = graph.rowPtr(node); entry < graph.rowPtr(node + 1); ++entry)
      hasNeighbour = hasNeighbour || graph.strong(entry) != 0;
    if (!hasNeighbour) keys(node) = coveredKey;
  }
};

}  // namespace

NodeAggregates aggregateNodes(const DistMatrix<double>& N, const StrongFlags& strong) {
  const NodeGraph<Device> graph{N.local().rowPtr, N.local().colInd, strong, N.numRows()};
  const RowPolicy nodes(0, graph.numNodes);
  const Keys keys = findRoots(graph);
  Kokkos::parallel_for("Chronos::aggregateNodes::lonely", nodes, LonelyRootFunctor{graph, N.local().values, keys});
  const auto ofRoot = allocate<Kokkos::View<LocalOrdinal*, Device>>("Chronos::aggregates of roots", graph.numNodes);
  const auto joined = allocate<Kokkos::View<LocalOrdinal*, Device>>("Chronos::aggregates joined", graph.numNodes);
  const auto ofNode = allocate<Kokkos::View<LocalOrdinal*, Device>>("Chronos::aggregates of nodes", graph.numNodes);
  LocalOrdinal number = 0;
  scanTotal("Chronos::aggregateNodes::number", nodes, NumberRootsFunctor{keys, ofRoot}, number);
  Kokkos::parallel_for("Chronos::aggregateNodes::joinRoot", nodes, JoinRootFunctor{graph, ofRoot, joined});
  Kokkos::parallel_for("Chronos::aggregateNodes::joinStrongest", nodes,
                       JoinStrongestFunctor{graph, N.local().values, joined, ofNode});
  return {ofNode, number};
}

}  // namespace Chronos
