// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_NodeAggregates.hpp"

#include "Chronos_AggregateRoots.hpp"
#include "Chronos_AroundRoots.hpp"
#include "Chronos_RootBodies.hpp"

#include <cmath>
#include <limits>

namespace Chronos {
namespace {

using RowPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>;

// Of a node's diagonal: weak couplings below do not hold it, those above do. About the threshold of strong couplings
// in the presets for bodies, so that those of a soft node are above where its neighbours are stiff.
constexpr double weakestHold = 0.01;
// Of nodes that hold each other one joins after the other; where such a chain is longer, the rest joins what is near.
constexpr int sweepsOfTheHeld = 3;
constexpr int anyNumber = std::numeric_limits<int>::max();

using Counts = Kokkos::View<char*, Device>;
using ConstCounts = Kokkos::View<const char*, Device>;

AggregateOfNode newAggregates(const StrongNodes<Device>& graph) {
  return allocate<AggregateOfNode>("Chronos::aggregates of nodes", graph.numNodes);
}

struct FewNeighboursFunctor {
  StrongNodes<Device> graph;
  int fewest;
  NodeMarks isRoot;
  KOKKOS_INLINE_FUNCTION void operator()(int node) const {
    int neighbours = 0;
    graph.eachNeighbour(node, [&](LocalOrdinal, Offset) { ++neighbours; });
    if (neighbours < fewest) isRoot(node) = 0;
  }
};

// A node that a weak coupling holds by more than a small part of its own diagonal (a soft node beside stiff ones) does
// not turn about few nodes, however few of its connections are strong.
struct NeededFunctor {
  StrongNodes<Device> graph;
  Kokkos::View<const double*, Device> values;
  int enough;
  Counts needed;
  KOKKOS_INLINE_FUNCTION void operator()(int node) const {
    using std::abs;
    double most = 0, diagonal = 0;
    for (Offset entry = graph.rowPtr(node); entry < graph.rowPtr(node + 1); ++entry) {
      const double size = abs(values(entry));
      if (graph.colInd(entry) == node) diagonal = size;
      else if (graph.strong(entry) == 0 && size > most) most = size;
    }
    needed(node) = static_cast<char>(most > weakestHold * diagonal ? 1 : enough);
  }
};

ConstCounts connectionsNeeded(const StrongNodes<Device>& graph, const Kokkos::View<const double*, Device>& values,
                              int enough) {
  const auto needed = allocate<Counts>("Chronos::connections needed", graph.numNodes);
  Kokkos::parallel_for("Chronos::aggregateNodes::needed", RowPolicy(0, graph.numNodes),
                       NeededFunctor{graph, values, enough, needed});
  return needed;
}

KOKKOS_INLINE_FUNCTION int connectionsTo(const StrongNodes<Device>& graph, LocalOrdinal node,
                                         const ConstAggregateOfNode& ofNode, LocalOrdinal aggregate) {
  int connections = 0;
  graph.eachNeighbour(node, [&](LocalOrdinal other, Offset) { connections += ofNode(other) == aggregate ? 1 : 0; });
  return connections;
}

// The strongest neighbour's aggregate, of those that hold a node by as many connections as it needs.
struct JoinStrongestFunctor {
  StrongNodes<Device> graph;
  Kokkos::View<const double*, Device> values;
  ConstCounts needed;  // empty: one
  ConstAggregateOfNode former;
  AggregateOfNode ofNode;
  KOKKOS_INLINE_FUNCTION void operator()(int node) const {
    using std::abs;
    LocalOrdinal aggregate = former(node);
    double strongest = 0;
    if (aggregate < 0)
      graph.eachNeighbour(node, [&](LocalOrdinal other, Offset entry) {
        if (former(other) < 0 || abs(values(entry)) <= strongest) return;
        if (!isHeldBy(former(other), node)) return;
        strongest = abs(values(entry));
        aggregate = former(other);
      });
    ofNode(node) = aggregate;
  }

 private:
  KOKKOS_INLINE_FUNCTION bool isHeldBy(LocalOrdinal aggregate, LocalOrdinal node) const {
    return needed.extent(0) == 0 || needed(node) == 1 || connectionsTo(graph, node, former, aggregate) >= needed(node);
  }
};

// Where moduli jump, couplings across are weak: a node without one is in a body that has no hinges.
struct IsLooseFunctor {
  StrongNodes<Device> graph;
  ConstCounts needed;
  ConstAggregateOfNode ofNode;
  int mostLinks;  // to nodes of aggregates
  NodeMarks isLoose;
  KOKKOS_INLINE_FUNCTION void operator()(int node, int& number) const {
    isLoose(node) = ofNode(node) < 0 && needed(node) > 1 && isHardlyHeld(node) ? 1 : 0;
    number += isLoose(node);
  }

 private:
  KOKKOS_INLINE_FUNCTION bool isHardlyHeld(LocalOrdinal node) const {
    int neighbours = 0, held = 0;
    graph.eachNeighbour(node, [&](LocalOrdinal other, Offset) {
      ++neighbours;
      held += ofNode(other) >= 0 ? 1 : 0;
    });
    return neighbours > 0 && held <= mostLinks && graph.hasWeak(node);
  }
};

// Nodes that have not joined and whom all aggregates together hold by no more than `mostLinks` connections: where
// `enough` of them hang together, they are an aggregate. Returns how many of these there are.
LocalOrdinal joinLoose(const StrongNodes<Device>& graph, const ConstCounts& needed, int enough, int mostLinks,
                       LocalOrdinal first, const AggregateOfNode& ofNode) {
  const RowPolicy nodes(0, graph.numNodes);
  const auto isLoose = allocate<NodeMarks>("Chronos::loose nodes", graph.numNodes);
  int numLoose = 0;
  Kokkos::parallel_reduce("Chronos::aggregateNodes::isLoose", nodes,
                          IsLooseFunctor{graph, needed, ofNode, mostLinks, isLoose}, numLoose);
  if (numLoose < enough) return 0;
  const StrongNodes<Device> loose = graphAmong(graph, isLoose);
  const NodeMarks isRoot = independentRoots(loose);
  Kokkos::parallel_for("Chronos::aggregateNodes::few", nodes, FewNeighboursFunctor{loose, enough - 1, isRoot});
  return joinRoots(loose, isRoot, first, ofNode);
}

AggregateOfNode joinStrongest(const StrongNodes<Device>& graph, const Kokkos::View<const double*, Device>& values,
                              const ConstCounts& needed, const AggregateOfNode& former) {
  const AggregateOfNode ofNode = newAggregates(graph);
  Kokkos::parallel_for("Chronos::aggregateNodes::joinStrongest", RowPolicy(0, graph.numNodes),
                       JoinStrongestFunctor{graph, values, needed, former, ofNode});
  return ofNode;
}

// Of the neighbours' aggregates the one with most ways of two connections to its nodes. Of a body that turns about two
// nodes and the one that holds these, both reach a node by two connections: its other neighbours know only the second.
struct JoinNearestFunctor {
  StrongNodes<Device> graph;
  ConstAggregateOfNode former;
  AggregateOfNode ofNode;
  KOKKOS_INLINE_FUNCTION void operator()(int node) const {
    LocalOrdinal aggregate = former(node);
    int most = 0;
    if (aggregate < 0)
      graph.eachNeighbour(node, [&](LocalOrdinal other, Offset) {
        if (former(other) < 0 || former(other) == aggregate) return;
        const int paths = pathsTo(node, former(other));
        if (paths <= most) return;
        most = paths;
        aggregate = former(other);
      });
    ofNode(node) = aggregate;
  }

 private:
  KOKKOS_INLINE_FUNCTION int pathsTo(LocalOrdinal node, LocalOrdinal aggregate) const {
    int paths = 0;
    graph.eachNeighbour(node,
                        [&](LocalOrdinal other, Offset) { paths += connectionsTo(graph, other, former, aggregate); });
    return paths;
  }
};

AggregateOfNode joinNearest(const StrongNodes<Device>& graph, const AggregateOfNode& former) {
  const AggregateOfNode ofNode = newAggregates(graph);
  Kokkos::parallel_for("Chronos::aggregateNodes::joinNearest", RowPolicy(0, graph.numNodes),
                       JoinNearestFunctor{graph, former, ofNode});
  return ofNode;
}

}  // namespace

NodeAggregates aggregateNodes(const DistMatrix<double>& N, const StrongFlags& strong, int enough) {
  const StrongNodes<Device> graph{N.local().rowPtr, N.local().colInd, strong, N.numRows()};
  const auto& values = N.local().values;
  const NodeMarks isRoot = rootsWithNeighbours(graph, independentRoots(graph));
  const AggregateOfNode aroundRoots = newAggregates(graph);
  Kokkos::deep_copy(Device::execution_space(), aroundRoots, -1);
  LocalOrdinal number = joinRoots(graph, isRoot, 0, aroundRoots);
  if (enough == 1) return {joinStrongest(graph, values, {}, aroundRoots), number};
  const ConstCounts needed = connectionsNeeded(graph, values, enough);
  AggregateOfNode ofNode = joinStrongest(graph, values, needed, largestBodies(graph, isRoot, aroundRoots, needed));
  number += joinLoose(graph, needed, enough, enough + 1, number, ofNode);
  for (int sweep = 0; sweep < sweepsOfTheHeld; ++sweep) ofNode = joinStrongest(graph, values, needed, ofNode);
  number += joinLoose(graph, needed, enough, anyNumber, number, ofNode);
  ofNode = joinStrongest(graph, values, needed, ofNode);
  // A root is two connections away from each node at most: in two steps all have joined.
  return {joinNearest(graph, joinNearest(graph, ofNode)), number};
}

}  // namespace Chronos
