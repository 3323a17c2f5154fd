// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_HeldAggregates.hpp"

#include "Chronos_AggregateRoots.hpp"
#include "Chronos_AroundRoots.hpp"
#include "Chronos_Communicator.hpp"
#include "Chronos_NodeHold.hpp"
#include "Chronos_ScanTotal.hpp"

#include <cmath>

namespace Chronos {
namespace {

using RowPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>;
using LanePolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<std::int64_t>>;

constexpr int sweepsAroundRoots = 3, sweepsBeyond = 2;
// Aggregates with those of nodes that are left, over those without: where they are more, stiff parts hang on each
// other everywhere, or cells are so flat that their sides hold next to nothing, and coarse levels would hardly become
// smaller.
constexpr double mostGrowth = 1.5;

// The rows of the matrix of nodes, with their strong connections.
struct Connections {
  StrongNodes<Device> graph;
  Kokkos::View<const double*, Device> values;
};

struct AtRootsFunctor {
  ConstNodeMarks isRoot;
  ConstAggregateOfNode nearRoot;
  AggregateOfNode ofNode;
  KOKKOS_INLINE_FUNCTION void operator()(int node) const {
    if (isRoot(node)) ofNode(node) = nearRoot(node);
  }
};

// Near a root, and held by those that have joined it.
template <int numMotions>
struct JoinRootIfHeldFunctor {
  NodeHold<numMotions> hold;
  ConstAggregateOfNode nearRoot, former;
  AggregateOfNode ofNode;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item) const {
    const auto node = static_cast<LocalOrdinal>(item / hold.lanes);
    const typename NodeHold<numMotions>::Group group(item);
    const bool joins = former(node) < 0 && nearRoot(node) >= 0 && hold.isHeld(group, node, former, nearRoot(node));
    if (group.lane == 0) ofNode(node) = joins ? nearRoot(node) : former(node);
  }
};

// The aggregate of the strongest neighbour, of those that hold the node.
template <int numMotions>
struct JoinStrongestIfHeldFunctor {
  using Group = typename NodeHold<numMotions>::Group;
  NodeHold<numMotions> hold;
  Connections connections;
  ConstAggregateOfNode former;
  AggregateOfNode ofNode;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item) const {
    const auto node = static_cast<LocalOrdinal>(item / hold.lanes);
    const Group group(item);
    LocalOrdinal aggregate = former(node);
    if (aggregate < 0) aggregate = strongestThatHolds(group, node);
    if (group.lane == 0) ofNode(node) = aggregate;
  }

 private:
  // Aggregates that do not hold a node; more are not looked at.
  static constexpr int mostTried = 8;

  KOKKOS_INLINE_FUNCTION LocalOrdinal strongestThatHolds(const Group& group, LocalOrdinal node) const {
    LocalOrdinal tried[mostTried];
    for (int numTried = 0; numTried < mostTried; ++numTried) {
      const LocalOrdinal aggregate = strongestBut(node, tried, numTried);
      if (aggregate < 0 || hold.isHeld(group, node, former, aggregate)) return aggregate;
      tried[numTried] = aggregate;
    }
    return -1;
  }

  KOKKOS_INLINE_FUNCTION LocalOrdinal strongestBut(LocalOrdinal node, const LocalOrdinal* tried, int numTried) const {
    using std::abs;
    LocalOrdinal aggregate = -1;
    double strongest = 0;
    connections.graph.eachNeighbour(node, [&](LocalOrdinal other, Offset entry) {
      if (former(other) < 0 || abs(connections.values(entry)) <= strongest) return;
      for (int i = 0; i < numTried; ++i)
        if (tried[i] == former(other)) return;
      strongest = abs(connections.values(entry));
      aggregate = former(other);
    });
    return aggregate;
  }
};

struct IsLeftFunctor {
  StrongNodes<Device> graph;
  ConstAggregateOfNode ofNode;
  NodeMarks isLeft;
  KOKKOS_INLINE_FUNCTION void operator()(int node, int& number) const {
    isLeft(node) = ofNode(node) < 0 && graph.hasStrong(node) ? 1 : 0;
    number += isLeft(node);
  }
};

struct OnlyMembersFunctor {
  ConstNodeMarks isMember;
  NodeMarks isRoot;
  KOKKOS_INLINE_FUNCTION void operator()(int node) const { isRoot(node) = isMember(node) ? isRoot(node) : 0; }
};

struct OneEachFunctor {
  ConstNodeMarks isMember;
  LocalOrdinal first;
  AggregateOfNode ofNode;
  KOKKOS_INLINE_FUNCTION void operator()(int node, LocalOrdinal& next, bool final) const {
    if (!isMember(node)) return;
    if (final) ofNode(node) = first + next;
    ++next;
  }
};

template <int numMotions>
class HeldAggregation {
 public:
  HeldAggregation(const DistMatrix<double>& N, const StrongFlags& strong, const NodeMotions& motions)
      : comm_(*N.rowMap()->getComm()),
        connections_{{N.local().rowPtr, N.local().colInd, strong, N.numRows()}, N.local().values},
        hold_{motions},
        ofNode_(none()) {}

  NodeAggregates aggregates() {
    joinAround(graph(), rootsWithNeighbours(graph(), independentRoots(graph())));
    for (int sweep = 0; sweep < sweepsBeyond; ++sweep) joinStrongest();
    const AggregateOfNode held = ofNode_;
    const LocalOrdinal numHeld = number_;
    joinLeft();
    double numbers[] = {double(numHeld), double(number_)};
    sumOverRanks(comm_, numbers, 2);
    if (numbers[1] > mostGrowth * numbers[0]) joinWhoever(held, numHeld);
    return {ofNode_, number_};
  }

 private:
  const StrongNodes<Device>& graph() const { return connections_.graph; }
  RowPolicy nodes() const { return RowPolicy(0, graph().numNodes); }
  LanePolicy lanesOfNodes() const { return LanePolicy(0, std::int64_t(graph().numNodes) * hold_.lanes); }

  AggregateOfNode none() const {
    const auto result = allocate<AggregateOfNode>("Chronos::aggregates of nodes", graph().numNodes);
    Kokkos::deep_copy(Device::execution_space(), result, -1);
    return result;
  }

  void joinAround(const StrongNodes<Device>& among, const NodeMarks& isRoot) {
    const AggregateOfNode nearRoot = none();
    number_ += joinRoots(among, isRoot, number_, nearRoot);
    Kokkos::parallel_for("Chronos::aggregateHeldNodes::roots", nodes(), AtRootsFunctor{isRoot, nearRoot, ofNode_});
    for (int sweep = 0; sweep < sweepsAroundRoots; ++sweep) {
      const AggregateOfNode next = none();
      Kokkos::parallel_for("Chronos::aggregateHeldNodes::joinRoot", lanesOfNodes(),
                           JoinRootIfHeldFunctor<numMotions>{hold_, nearRoot, ofNode_, next});
      ofNode_ = next;
    }
  }

  void joinStrongest() {
    const AggregateOfNode next = none();
    Kokkos::parallel_for("Chronos::aggregateHeldNodes::joinStrongest", lanesOfNodes(),
                         JoinStrongestIfHeldFunctor<numMotions>{hold_, connections_, ofNode_, next});
    ofNode_ = next;
  }

  // A root is two connections away from each node at most.
  void joinWhoever(const AggregateOfNode& held, LocalOrdinal numHeld) {
    ofNode_ = held;
    number_ = numHeld;
    hold_.motions = hold_.motions.withoutKnown();
    for (int sweep = 0; sweep < 2; ++sweep) joinStrongest();
  }

  int numLeft(const NodeMarks& isLeft) const {
    int number = 0;
    Kokkos::parallel_reduce("Chronos::aggregateHeldNodes::left", nodes(), IsLeftFunctor{graph(), ofNode_, isLeft},
                            number);
    return number;
  }

  void joinLeft() {
    const NodeMarks isLeft = allocate<NodeMarks>("Chronos::nodes that are left", graph().numNodes);
    if (numLeft(isLeft) == 0) return;
    const AggregateOfNode own = none();  // the caller keeps what there is
    Kokkos::deep_copy(Device::execution_space(), own, ofNode_);
    ofNode_ = own;
    const StrongNodes<Device> among = graphAmong(graph(), isLeft);
    const NodeMarks isRoot = independentRoots(among);
    Kokkos::parallel_for("Chronos::aggregateHeldNodes::leftRoots", nodes(), OnlyMembersFunctor{isLeft, isRoot});
    joinAround(among, isRoot);
    joinStrongest();
    if (numLeft(isLeft) > 0) joinNone(isLeft);
  }

  void joinNone(const NodeMarks& isLeft) {
    LocalOrdinal number = 0;
    scanTotal("Chronos::aggregateHeldNodes::oneEach", nodes(), OneEachFunctor{isLeft, number_, ofNode_}, number);
    number_ += number;
  }

  const Comm& comm_;
  Connections connections_;
  NodeHold<numMotions> hold_;
  AggregateOfNode ofNode_;
  LocalOrdinal number_ = 0;
};

}  // namespace

NodeAggregates aggregateHeldNodes(const DistMatrix<double>& N, const StrongFlags& strong, const NodeMotions& motions) {
  if (motions.numVectors == 3) return HeldAggregation<3>(N, strong, motions).aggregates();
  return HeldAggregation<6>(N, strong, motions).aggregates();
}

}  // namespace Chronos
