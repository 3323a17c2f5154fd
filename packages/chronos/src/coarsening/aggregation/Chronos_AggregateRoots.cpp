// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_AggregateRoots.hpp"

#include "Chronos_RunsOnHost.hpp"

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

struct StartFunctor {
  Keys keys;
  KOKKOS_INLINE_FUNCTION void operator()(int node) const { keys(node) = node; }
};

// A round takes as long as one node needs for its neighbours: reads that depend on nothing are under way together.
constexpr int readsAtOnce = 8;

KOKKOS_INLINE_FUNCTION int smallestAround(const StrongNodes<Device>& graph,
                                          const Kokkos::View<const int*, Device>& keys, int node) {
  int smallest = keys(node);
  const Offset end = graph.rowPtr(node + 1);
  for (Offset begin = graph.rowPtr(node); begin < end; begin += readsAtOnce) {
    int neighbours[readsAtOnce];
    for (int i = 0; i < readsAtOnce; ++i) {
      const Offset entry = begin + i < end ? begin + i : begin;
      neighbours[i] = graph.isStrong(entry) ? graph.colInd(entry) : node;
    }
    for (int i = 0; i < readsAtOnce; ++i) {
      const int key = keys(neighbours[i]);
      if (key < smallest) smallest = key;
    }
  }
  return smallest;
}

KOKKOS_INLINE_FUNCTION bool isOpen(const Kokkos::View<const int*, Device>& keys, int key) {
  return key >= 0 && key != coveredKey && keys(key) == key;
}

struct NearestFunctor {
  StrongNodes<Device> graph;
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
  StrongNodes<Device> graph;
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
void takeInOrder(const StrongNodes<HostDevice>& graph, const Kokkos::View<int*, HostDevice>& keys) {
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

StrongNodes<HostDevice> onHost(const StrongNodes<Device>& graph) {
  return {Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), graph.rowPtr),
          Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), graph.colInd),
          Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), graph.strong), graph.numNodes};
}

void finishOnHost(const StrongNodes<Device>& graph, const Keys& keys) {
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

Keys findRoots(const StrongNodes<Device>& graph) {
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

struct IsRootFunctor {
  Kokkos::View<const int*, Device> keys;
  Kokkos::View<char*, Device> isRoot;
  KOKKOS_INLINE_FUNCTION void operator()(int node) const { isRoot(node) = keys(node) == rootKey ? 1 : 0; }
};

}  // namespace

Kokkos::View<char*, Device> independentRoots(const StrongNodes<Device>& graph) {
  const Keys keys = findRoots(graph);
  const auto isRoot = allocate<Kokkos::View<char*, Device>>("Chronos::aggregates' roots", graph.numNodes);
  Kokkos::parallel_for("Chronos::aggregateNodes::isRoot", RowPolicy(0, graph.numNodes), IsRootFunctor{keys, isRoot});
  return isRoot;
}

}  // namespace Chronos
