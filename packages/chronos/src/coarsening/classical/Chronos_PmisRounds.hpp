// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_PMISROUNDS_HPP
#define CHRONOS_PMISROUNDS_HPP

#include "Chronos_GlobalHash.hpp"
#include "Chronos_ReverseExchange.hpp"
#include "Chronos_Splitting.hpp"
#include "Chronos_StrongGraph.hpp"

namespace Chronos {

/// A vertex whose type PMIS has not found yet; never in a result.
constexpr char undecidedPoint = 3;

/// \brief Order of the vertices of a graph: by weight, then by a hash of the global index. Total.
///
/// A key holds the weight and the upper half of the hash; whole hashes are compared only where keys agree.
struct VertexOrder {
  Kokkos::View<const std::uint64_t*, Device> keys;
  typename Map::local_map_type domainMap;
  Kokkos::View<const GlobalOrdinal*, Device> haloGlobals;
  LocalOrdinal numOwned;

  KOKKOS_INLINE_FUNCTION std::uint64_t hash(LocalOrdinal vertex) const {
    return globalHash(static_cast<std::uint64_t>(vertex < numOwned ? domainMap.getGlobalElement(vertex)
                                                                   : haloGlobals(vertex - numOwned)));
  }
  KOKKOS_INLINE_FUNCTION bool precedes(LocalOrdinal a, LocalOrdinal b) const {
    return keys(a) != keys(b) ? keys(a) < keys(b) : hash(a) < hash(b);
  }
};

/// \brief The rounds of PMIS (De Sterck, Yang, Heys 2006) on a distributed graph.
///
/// In a round every undecided vertex that precedes none of its undecided neighbours, whichever of the two
/// depends on the other, becomes coarse; undecided vertices that depend on a new coarse one become fine. An
/// edge beats its lesser end, and its owner carries a defeat to the owner of the other end (ReverseExchange),
/// so nobody needs the transposed graph. Departs from the paper in one point: a vertex that influences nobody
/// is not made fine at once. It loses against all its neighbours anyhow, and so becomes coarse when all of
/// them have become fine, instead of fine with nothing to lean on.
///
/// Cost of a round: the edges of the undecided vertices. About log(vertices) rounds; three halo exchanges and
/// one reduction each. Several threads may report the same defeat with the same number; the result does not
/// depend on their order.
class PmisRounds {
 public:
  /// Collective.
  explicit PmisRounds(const StrongGraph& graph);

  /// \brief PointType of each owned vertex, in the order of the domain map. Collective.
  Kokkos::View<const char*, Device> run();

 private:
  Kokkos::View<LocalOrdinal*, Device> countDependents();
  void orderVertices(const Kokkos::View<const LocalOrdinal*, Device>& weights);
  void findIsolated(const Kokkos::View<const LocalOrdinal*, Device>& weights);
  void chooseCoarse(LocalOrdinal round);
  void settleFine();
  void shareTypes();

  StrongGraph graph_;
  VertexOrder order_;
  Kokkos::View<char*, Device> types_;             // of owned and halo vertices
  Kokkos::View<LocalOrdinal*, Device> beatenIn_;  // last round in which a vertex lost
  Kokkos::View<LocalOrdinal*, Device> undecided_, remaining_;
  Kokkos::View<char*, Device> covered_;  // of each entry of undecided_
  int numUndecided_ = 0;
  HaloExchange<char> typeExchange_;
  ReverseExchange<LocalOrdinal> reverse_;
};

/// \brief Types of vertices as types of rows. Local.
/// \param vertexOfRow diagonal column of each row
Kokkos::View<const char*, Device> typesOfRows(const Kokkos::View<const char*, Device>& ofVertices,
                                              const Kokkos::View<const LocalOrdinal*, Device>& vertexOfRow);

}  // namespace Chronos

#endif
