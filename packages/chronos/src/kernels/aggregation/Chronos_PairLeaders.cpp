// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_PairLeaders.hpp"

namespace Chronos {
namespace {

template <class DeviceType>
using Policy = Kokkos::RangePolicy<typename DeviceType::execution_space, Kokkos::IndexType<std::int64_t>>;

// The best neighbour of a vertex among those that `admits` lets in; -1 where there is none.
template <class DeviceType, class Admits>
KOKKOS_INLINE_FUNCTION LocalOrdinal bestNeighbour(const WeightedGraph<DeviceType>& graph, MatchingTies ties,
                                                  LocalOrdinal vertex, const Admits& admits) {
  LocalOrdinal best = -1;
  float weightOfBest = 0;
  for (Offset entry = graph.rowPtr(vertex); entry < graph.rowPtr(vertex + 1); ++entry) {
    const float weight = graph.weights(entry);
    if (!(weight > 0) || weight < weightOfBest) continue;
    const LocalOrdinal other = graph.colInd(entry);
    if (!admits(other)) continue;
    if (best >= 0 && weight == weightOfBest && matchingKey(ties, other) < matchingKey(ties, best)) continue;
    best = other;
    weightOfBest = weight;
  }
  return best;
}

template <class DeviceType>
struct IsMatched {
  Kokkos::View<const LocalOrdinal*, DeviceType> partners;
  KOKKOS_INLINE_FUNCTION bool operator()(LocalOrdinal vertex) const { return partners(vertex) >= 0; }
};

template <class DeviceType>
struct PairLeaderFunctor {
  WeightedGraph<DeviceType> graph;
  Kokkos::View<const LocalOrdinal*, DeviceType> partners;
  bool attach;
  MatchingTies ties;
  Kokkos::View<LocalOrdinal*, DeviceType> leaders;

  KOKKOS_INLINE_FUNCTION LocalOrdinal larger(LocalOrdinal vertex) const {
    return partners(vertex) > vertex ? partners(vertex) : vertex;
  }
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item) const {
    const LocalOrdinal vertex = static_cast<LocalOrdinal>(item);
    LocalOrdinal joined = -1;
    if (attach && partners(vertex) < 0) joined = bestNeighbour(graph, ties, vertex, IsMatched<DeviceType>{partners});
    leaders(vertex) = larger(joined < 0 ? vertex : joined);
  }
};

// leaders: -1 while a vertex is in no aggregate.
template <class DeviceType>
struct HasLeader {
  Kokkos::View<const LocalOrdinal*, DeviceType> leaders;
  bool expected;
  KOKKOS_INLINE_FUNCTION bool operator()(LocalOrdinal vertex) const { return (leaders(vertex) >= 0) == expected; }
};

template <class DeviceType>
struct PointFunctor {
  WeightedGraph<DeviceType> graph;
  MatchingTies ties;
  Kokkos::View<const LocalOrdinal*, DeviceType> former;
  Kokkos::View<LocalOrdinal*, DeviceType> leaders, best;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item) const {
    const LocalOrdinal vertex = static_cast<LocalOrdinal>(item);
    if (former(vertex) >= 0) return;
    best(vertex) = bestNeighbour(graph, ties, vertex, HasLeader<DeviceType>{former, false});
    if (best(vertex) >= 0) return;
    best(vertex) = vertex;
    const LocalOrdinal joined = bestNeighbour(graph, ties, vertex, HasLeader<DeviceType>{former, true});
    if (joined >= 0) leaders(vertex) = former(joined);
  }
};

// best: of vertices without leader; itself where there is no neighbour without one.
template <class DeviceType>
struct ShakeHandsFunctor {
  Kokkos::View<const LocalOrdinal*, DeviceType> best;
  Kokkos::View<LocalOrdinal*, DeviceType> leaders;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item, LocalOrdinal& numLeft) const {
    const LocalOrdinal vertex = static_cast<LocalOrdinal>(item);
    if (leaders(vertex) >= 0) return;
    const LocalOrdinal other = best(vertex);
    if (best(other) == vertex) leaders(vertex) = other < vertex ? other : vertex;
    else ++numLeft;
  }
};

template <class DeviceType>
struct LeftOverFunctor {
  WeightedGraph<DeviceType> graph;
  MatchingTies ties;
  Kokkos::View<const LocalOrdinal*, DeviceType> former;
  Kokkos::View<LocalOrdinal*, DeviceType> leaders;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item) const {
    const LocalOrdinal vertex = static_cast<LocalOrdinal>(item);
    if (former(vertex) >= 0) return;
    const LocalOrdinal joined = bestNeighbour(graph, ties, vertex, HasLeader<DeviceType>{former, true});
    leaders(vertex) = joined < 0 ? vertex : former(joined);
  }
};

}  // namespace

template <class DeviceType>
Kokkos::View<const LocalOrdinal*, DeviceType> pairLeaders(const typename DeviceType::execution_space& space,
                                                          const WeightedGraph<DeviceType>& graph,
                                                          const Kokkos::View<const LocalOrdinal*, DeviceType>& partners,
                                                          bool attach, MatchingTies ties) {
  const auto leaders = allocate<Kokkos::View<LocalOrdinal*, DeviceType>>("Chronos::pair leaders", graph.numVertices);
  Kokkos::parallel_for("Chronos::pairLeaders", Policy<DeviceType>(space, 0, graph.numVertices),
                       PairLeaderFunctor<DeviceType>{graph, partners, attach, ties, leaders});
  return leaders;
}

template <class DeviceType>
Kokkos::View<const LocalOrdinal*, DeviceType> roundLeaders(const typename DeviceType::execution_space& space,
                                                           const WeightedGraph<DeviceType>& graph, int maxRounds,
                                                           MatchingTies ties) {
  using Vertices = Kokkos::View<LocalOrdinal*, DeviceType>;
  const LocalOrdinal n = graph.numVertices;
  const Policy<DeviceType> vertices(space, 0, n);
  const Vertices leaders = allocate<Vertices>("Chronos::round leaders", n);
  const Vertices former = allocate<Vertices>("Chronos::former leaders", n);
  const Vertices best = allocate<Vertices>("Chronos::best neighbours", n);
  Kokkos::deep_copy(space, leaders, LocalOrdinal(-1));
  LocalOrdinal numLeft = n;
  for (int round = 0; round < maxRounds && numLeft > 0; ++round) {
    Kokkos::deep_copy(space, former, leaders);
    Kokkos::parallel_for("Chronos::roundLeaders::point", vertices,
                         PointFunctor<DeviceType>{graph, ties, former, leaders, best});
    numLeft = 0;
    Kokkos::parallel_reduce("Chronos::roundLeaders::shakeHands", vertices, ShakeHandsFunctor<DeviceType>{best, leaders},
                            numLeft);
  }
  Kokkos::deep_copy(space, former, leaders);
  if (numLeft > 0)
    Kokkos::parallel_for("Chronos::roundLeaders::leftOver", vertices,
                         LeftOverFunctor<DeviceType>{graph, ties, former, leaders});
  return leaders;
}

#define CHRONOS_PAIRLEADERS(DEVICE)                                                                                   \
  template Kokkos::View<const LocalOrdinal*, DEVICE> pairLeaders(                                                     \
      const DEVICE::execution_space&, const WeightedGraph<DEVICE>&, const Kokkos::View<const LocalOrdinal*, DEVICE>&, \
      bool, MatchingTies);                                                                                            \
  template Kokkos::View<const LocalOrdinal*, DEVICE> roundLeaders(const DEVICE::execution_space&,                     \
                                                                  const WeightedGraph<DEVICE>&, int, MatchingTies);
CHRONOS_FOR_EACH_DEVICE(CHRONOS_PAIRLEADERS)

}  // namespace Chronos
