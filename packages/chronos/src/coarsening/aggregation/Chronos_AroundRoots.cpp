// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_AroundRoots.hpp"

#include "Chronos_ScanTotal.hpp"

namespace Chronos {
namespace {

using RowPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>;

// A root without a neighbour on this rank: has it one elsewhere, or none at all?
struct HasNeighbourFunctor {
  StrongNodes<Device> graph;
  ConstNodeMarks isRoot;
  NodeMarks result;
  KOKKOS_INLINE_FUNCTION void operator()(int node) const { result(node) = graph.hasStrong(node) ? isRoot(node) : 0; }
};

struct NumberRootsFunctor {
  ConstNodeMarks isRoot;
  LocalOrdinal first;
  AggregateOfNode ofRoot;
  KOKKOS_INLINE_FUNCTION void operator()(int node, LocalOrdinal& next, bool final) const {
    if (final) ofRoot(node) = isRoot(node) ? first + next : -1;
    next += isRoot(node) ? 1 : 0;
  }
};

// Roots are at least three connections apart: a node has at most one among its neighbours.
struct JoinRootFunctor {
  StrongNodes<Device> graph;
  ConstAggregateOfNode ofRoot;
  AggregateOfNode ofNode;
  KOKKOS_INLINE_FUNCTION void operator()(int node) const {
    LocalOrdinal aggregate = ofRoot(node);
    graph.eachNeighbour(node, [&](LocalOrdinal other, Offset) {
      if (ofRoot(other) >= 0) aggregate = ofRoot(other);
    });
    if (aggregate >= 0) ofNode(node) = aggregate;
  }
};

struct StrongAmongFunctor {
  StrongNodes<Device> graph;
  ConstNodeMarks isMember;
  NodeMarks strong;
  KOKKOS_INLINE_FUNCTION void operator()(int node) const {
    for (Offset entry = graph.rowPtr(node); entry < graph.rowPtr(node + 1); ++entry) strong(entry) = 0;
    if (isMember(node))
      graph.eachNeighbour(node, [&](LocalOrdinal other, Offset entry) { strong(entry) = isMember(other); });
  }
};

}  // namespace

NodeMarks rootsWithNeighbours(const StrongNodes<Device>& graph, const NodeMarks& isRoot) {
  const auto result = allocate<NodeMarks>("Chronos::roots with neighbours", graph.numNodes);
  Kokkos::parallel_for("Chronos::aggregateNodes::lonely", RowPolicy(0, graph.numNodes),
                       HasNeighbourFunctor{graph, isRoot, result});
  return result;
}

LocalOrdinal joinRoots(const StrongNodes<Device>& graph, const ConstNodeMarks& isRoot, LocalOrdinal first,
                       const AggregateOfNode& ofNode) {
  const RowPolicy nodes(0, graph.numNodes);
  const auto ofRoot = allocate<AggregateOfNode>("Chronos::aggregates of roots", graph.numNodes);
  LocalOrdinal number = 0;
  scanTotal("Chronos::aggregateNodes::number", nodes, NumberRootsFunctor{isRoot, first, ofRoot}, number);
  Kokkos::parallel_for("Chronos::aggregateNodes::joinRoot", nodes, JoinRootFunctor{graph, ofRoot, ofNode});
  return number;
}

StrongNodes<Device> graphAmong(const StrongNodes<Device>& graph, const ConstNodeMarks& isMember) {
  const auto strong = allocate<NodeMarks>("Chronos::connections among nodes", graph.colInd.extent(0));
  Kokkos::parallel_for("Chronos::aggregateNodes::among", RowPolicy(0, graph.numNodes),
                       StrongAmongFunctor{graph, isMember, strong});
  return {graph.rowPtr, graph.colInd, strong, graph.numNodes};
}

}  // namespace Chronos
