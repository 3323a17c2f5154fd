// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Suitor.hpp"

#include "Chronos_RelaxedAccess.hpp"

#include <cstring>

namespace Chronos {
namespace {

// Kokkos knows the atomic maximum of this type on every device.
using Offer = unsigned long long;

// Positive floats are ordered as their bits are.
KOKKOS_INLINE_FUNCTION Offer packed(float weight, std::uint32_t key) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, &weight, sizeof(bits));
  return (static_cast<Offer>(bits) << 32) | key;
}

KOKKOS_INLINE_FUNCTION LocalOrdinal proposerOf(MatchingTies ties, Offer offer) {
  return vertexOfKey(ties, static_cast<std::uint32_t>(offer & 0xffffffffULL));
}

template <class DeviceType>
struct ProposeFunctor {
  WeightedGraph<DeviceType> graph;
  MatchingTies ties;
  Kokkos::View<Offer*, DeviceType> offers;  // best one to each vertex so far, 0: none

  // An old value of an offer does no harm, offers only grow; one from a cache that is never refreshed would.
  KOKKOS_INLINE_FUNCTION Offer standing(LocalOrdinal vertex) const {
#ifdef __CUDA_ARCH__
    return *const_cast<const volatile Offer*>(&offers(vertex));
#else
    return relaxedLoad(&offers(vertex));
#endif
  }

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item) const {
    LocalOrdinal vertex = static_cast<LocalOrdinal>(graph.numVertices - 1 - item);
    while (vertex >= 0) vertex = propose(vertex);
  }

  // The vertex that has to propose next: the one displaced, this one again when another was faster, or none.
  KOKKOS_INLINE_FUNCTION LocalOrdinal propose(LocalOrdinal vertex) const {
    const std::uint32_t key = matchingKey(ties, vertex);
    LocalOrdinal best = -1;
    float weightOfBest = 0;
    Offer rankOfBest = 0;
    for (Offset entry = graph.rowPtr(vertex); entry < graph.rowPtr(vertex + 1); ++entry) {
      const float weight = graph.weights(entry);
      if (!(weight > 0)) continue;
      const LocalOrdinal other = graph.colInd(entry);
      const Offer rank = packed(weight, matchingKey(ties, other));
      if (rank <= rankOfBest || packed(weight, key) <= standing(other)) continue;
      best = other;
      weightOfBest = weight;
      rankOfBest = rank;
    }
    if (best < 0) return -1;
    const Offer mine = packed(weightOfBest, key);
    const Offer former = Kokkos::atomic_fetch_max(&offers(best), mine);
    if (former >= mine) return vertex;
    return former == 0 ? -1 : proposerOf(ties, former);
  }
};

// Suitors are mutual where every edge is stored at both ends; where one is not, its ends stay alone.
template <class DeviceType>
struct PartnerFunctor {
  MatchingTies ties;
  Kokkos::View<const Offer*, DeviceType> offers;
  Kokkos::View<LocalOrdinal*, DeviceType> partners;

  KOKKOS_INLINE_FUNCTION LocalOrdinal suitor(LocalOrdinal vertex) const {
    return offers(vertex) == 0 ? -1 : proposerOf(ties, offers(vertex));
  }
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item) const {
    const LocalOrdinal vertex = static_cast<LocalOrdinal>(item), other = suitor(vertex);
    partners(vertex) = other >= 0 && suitor(other) == vertex ? other : -1;
  }
};

}  // namespace

template <class DeviceType>
Kokkos::View<const LocalOrdinal*, DeviceType> suitorMatching(const typename DeviceType::execution_space& space,
                                                             const WeightedGraph<DeviceType>& graph,
                                                             MatchingTies ties) {
  using Policy = Kokkos::RangePolicy<typename DeviceType::execution_space, Kokkos::IndexType<std::int64_t>>;
  const auto offers = allocateZeros<Kokkos::View<Offer*, DeviceType>>("Chronos::matching offers", graph.numVertices);
  const auto partners =
      allocate<Kokkos::View<LocalOrdinal*, DeviceType>>("Chronos::matching partners", graph.numVertices);
  Kokkos::parallel_for("Chronos::suitorMatching::propose", Policy(space, 0, graph.numVertices),
                       ProposeFunctor<DeviceType>{graph, ties, offers});
  Kokkos::parallel_for("Chronos::suitorMatching::partners", Policy(space, 0, graph.numVertices),
                       PartnerFunctor<DeviceType>{ties, offers, partners});
  return partners;
}

#define CHRONOS_SUITOR(DEVICE)                                                                      \
  template Kokkos::View<const LocalOrdinal*, DEVICE> suitorMatching(const DEVICE::execution_space&, \
                                                                    const WeightedGraph<DEVICE>&, MatchingTies);
CHRONOS_FOR_EACH_DEVICE(CHRONOS_SUITOR)

}  // namespace Chronos
