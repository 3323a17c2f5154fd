// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_PmisRounds.hpp"

#include "Chronos_RelaxedAccess.hpp"
#include "Chronos_ScanTotal.hpp"

#include <utility>

namespace Chronos {
namespace {

using Policy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>;

// Weight of a vertex: how many depend on it.
struct CountDependentsFunctor {
  StrongEdges edges;
  Kokkos::View<LocalOrdinal*, Device> counts;
  KOKKOS_INLINE_FUNCTION void operator()(int vertex) const {
    for (Offset edge = edges.rowPtr(vertex); edge < edges.rowPtr(vertex + 1); ++edge)
      Kokkos::atomic_fetch_add(&counts(edges.colInd(edge)), LocalOrdinal(1));
  }
};

struct KeyFunctor {
  VertexOrder order;
  Kokkos::View<const LocalOrdinal*, Device> weights;
  Kokkos::View<std::uint64_t*, Device> keys;
  KOKKOS_INLINE_FUNCTION void operator()(int vertex) const {
    keys(vertex) = (static_cast<std::uint64_t>(weights(vertex)) << 32) | (order.hash(vertex) >> 32);
  }
};

// Lists the vertices that take part in the rounds.
struct FindIsolatedFunctor {
  StrongEdges edges;
  Kokkos::View<const LocalOrdinal*, Device> weights;
  Kokkos::View<char*, Device> types;
  Kokkos::View<LocalOrdinal*, Device> undecided;
  KOKKOS_INLINE_FUNCTION void operator()(int vertex, int& numUndecided, bool final) const {
    const bool isolated = edges.rowPtr(vertex) == edges.rowPtr(vertex + 1) && weights(vertex) == 0;
    if (final) types(vertex) = isolated ? char(isolatedPoint) : undecidedPoint;
    if (isolated) return;
    if (final) undecided(numUndecided) = vertex;
    ++numUndecided;
  }
};

struct BeatFunctor {
  StrongEdges edges;
  VertexOrder order;
  Kokkos::View<const LocalOrdinal*, Device> undecided;
  Kokkos::View<const char*, Device> types;
  LocalOrdinal round;
  Kokkos::View<LocalOrdinal*, Device> beatenIn;
  KOKKOS_INLINE_FUNCTION void operator()(int position) const {
    const LocalOrdinal vertex = undecided(position);
    bool beaten = false;
    for (Offset edge = edges.rowPtr(vertex); edge < edges.rowPtr(vertex + 1); ++edge) {
      const LocalOrdinal other = edges.colInd(edge);
      if (types(other) != undecidedPoint) continue;
      if (order.precedes(vertex, other)) beaten = true;
      else relaxedStore(&beatenIn(other), round);
    }
    if (beaten) relaxedStore(&beatenIn(vertex), round);
  }
};

struct PromoteFunctor {
  Kokkos::View<const LocalOrdinal*, Device> undecided;
  Kokkos::View<const LocalOrdinal*, Device> beatenIn;
  LocalOrdinal round;
  Kokkos::View<char*, Device> types;
  KOKKOS_INLINE_FUNCTION void operator()(int position) const {
    const LocalOrdinal vertex = undecided(position);
    if (beatenIn(vertex) != round) types(vertex) = coarsePoint;
  }
};

struct CoverFunctor {
  StrongEdges edges;
  Kokkos::View<const LocalOrdinal*, Device> undecided;
  Kokkos::View<const char*, Device> types;
  Kokkos::View<char*, Device> covered;
  KOKKOS_INLINE_FUNCTION void operator()(int position) const {
    const LocalOrdinal vertex = undecided(position);
    const Offset end = edges.rowPtr(vertex + 1);
    bool found = false;
    for (Offset edge = edges.rowPtr(vertex); edge < end && !found; ++edge)
      found = types(edges.colInd(edge)) == coarsePoint;
    covered(position) = found;
  }
};

// Makes covered vertices fine and lists those that remain undecided.
struct SettleFunctor {
  Kokkos::View<const LocalOrdinal*, Device> undecided;
  Kokkos::View<const char*, Device> covered;
  Kokkos::View<char*, Device> types;
  Kokkos::View<LocalOrdinal*, Device> remaining;
  KOKKOS_INLINE_FUNCTION void operator()(int position, int& numRemaining, bool final) const {
    const LocalOrdinal vertex = undecided(position);
    if (types(vertex) != undecidedPoint) return;
    if (covered(position)) {
      if (final) types(vertex) = finePoint;
      return;
    }
    if (final) remaining(numRemaining) = vertex;
    ++numRemaining;
  }
};

}  // namespace

PmisRounds::PmisRounds(const StrongGraph& graph)
    : graph_(graph),
      types_(allocate<Kokkos::View<char*, Device>>("Chronos::types of vertices", graph.numVertices())),
      beatenIn_(allocateZeros<Kokkos::View<LocalOrdinal*, Device>>("Chronos::last defeats", graph.numVertices())),
      undecided_(allocate<Kokkos::View<LocalOrdinal*, Device>>("Chronos::undecided vertices", graph.numOwned())),
      remaining_(allocate<Kokkos::View<LocalOrdinal*, Device>>("Chronos::remaining vertices", graph.numOwned())),
      covered_(allocate<Kokkos::View<char*, Device>>("Chronos::covered vertices", graph.numOwned())),
      typeExchange_(graph.halo),
      reverse_(graph.halo) {
  const Kokkos::View<LocalOrdinal*, Device> weights = countDependents();
  orderVertices(weights);
  findIsolated(weights);
}

Kokkos::View<LocalOrdinal*, Device> PmisRounds::countDependents() {
  const auto counts =
      allocateZeros<Kokkos::View<LocalOrdinal*, Device>>("Chronos::weights of vertices", graph_.numVertices());
  Kokkos::parallel_for("Chronos::pmis::weights", Policy(0, graph_.numOwned()),
                       CountDependentsFunctor{graph_.edges, counts});
  const auto owned = Kokkos::subview(counts, std::make_pair(0, graph_.numOwned()));
  const auto halo = Kokkos::subview(counts, std::make_pair(graph_.numOwned(), graph_.numVertices()));
  reverse_.combine(halo, owned, Combination::sum);
  HaloExchange<LocalOrdinal> exchange(graph_.halo);
  exchange.start(owned);
  copyEntries(halo, exchange.finish());
  return counts;
}

void PmisRounds::orderVertices(const Kokkos::View<const LocalOrdinal*, Device>& weights) {
  const auto keys = allocate<Kokkos::View<std::uint64_t*, Device>>("Chronos::keys of vertices", graph_.numVertices());
  order_ = {keys, graph_.halo->domainMap()->getLocalMap(), graph_.halo->globals(), graph_.numOwned()};
  Kokkos::parallel_for("Chronos::pmis::keys", Policy(0, graph_.numVertices()), KeyFunctor{order_, weights, keys});
}

void PmisRounds::findIsolated(const Kokkos::View<const LocalOrdinal*, Device>& weights) {
  scanTotal("Chronos::pmis::findIsolated", Policy(0, graph_.numOwned()),
            FindIsolatedFunctor{graph_.edges, weights, types_, undecided_}, numUndecided_);
  shareTypes();
}

void PmisRounds::shareTypes() {
  typeExchange_.start(Kokkos::subview(types_, std::make_pair(0, graph_.numOwned())));
  copyEntries(Kokkos::subview(types_, std::make_pair(graph_.numOwned(), graph_.numVertices())), typeExchange_.finish());
}

void PmisRounds::chooseCoarse(LocalOrdinal round) {
  const Policy policy(0, numUndecided_);
  Kokkos::parallel_for("Chronos::pmis::beat", policy,
                       BeatFunctor{graph_.edges, order_, undecided_, types_, round, beatenIn_});
  reverse_.combine(Kokkos::subview(beatenIn_, std::make_pair(graph_.numOwned(), graph_.numVertices())),
                   Kokkos::subview(beatenIn_, std::make_pair(0, graph_.numOwned())), Combination::maximum);
  Kokkos::parallel_for("Chronos::pmis::promote", policy, PromoteFunctor{undecided_, beatenIn_, round, types_});
  shareTypes();
}

void PmisRounds::settleFine() {
  const Policy policy(0, numUndecided_);
  Kokkos::parallel_for("Chronos::pmis::cover", policy, CoverFunctor{graph_.edges, undecided_, types_, covered_});
  numUndecided_ = 0;
  scanTotal("Chronos::pmis::settle", policy, SettleFunctor{undecided_, covered_, types_, remaining_}, numUndecided_);
  std::swap(undecided_, remaining_);
  shareTypes();
}

Kokkos::View<const char*, Device> PmisRounds::run() {
  const Comm& comm = *graph_.halo->domainMap()->getComm();
  for (LocalOrdinal round = 1; sumOverRanks(comm, static_cast<long long>(numUndecided_)) > 0; ++round) {
    chooseCoarse(round);
    settleFine();
  }
  return Kokkos::subview(types_, std::make_pair(0, graph_.numOwned()));
}

}  // namespace Chronos
