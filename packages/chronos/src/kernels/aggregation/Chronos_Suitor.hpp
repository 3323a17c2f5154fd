// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SUITOR_HPP
#define CHRONOS_SUITOR_HPP

#include "Chronos_KernelTypes.hpp"

namespace Chronos {

/// Who wins among neighbours of equal weight.
enum class MatchingTies {
  number,  ///< the larger number: on uniform stencils all edges tie, and coherent ties make boxes
  hash,    ///< the larger hash of the number, a permutation of 32 bits
};

/// Rank of a vertex among vertices of equal weight; no two have the same.
KOKKOS_INLINE_FUNCTION std::uint32_t matchingKey(MatchingTies ties, LocalOrdinal vertex) {
  std::uint32_t key = static_cast<std::uint32_t>(vertex);
  if (ties == MatchingTies::number) return key;
  key = (key ^ (key >> 16)) * 0x85ebca6bU;
  key = (key ^ (key >> 13)) * 0xc2b2ae35U;
  return key ^ (key >> 16);
}

/// The vertex with that rank: both multipliers are odd, so each step of matchingKey() has an inverse.
KOKKOS_INLINE_FUNCTION LocalOrdinal vertexOfKey(MatchingTies ties, std::uint32_t key) {
  if (ties == MatchingTies::hash) {
    key = (key ^ (key >> 16)) * 0x7ed1b41dU;
    key = (key ^ (key >> 13) ^ (key >> 26)) * 0xa5cb9243U;
    key = key ^ (key >> 16);
  }
  return static_cast<LocalOrdinal>(key);
}

/// A graph whose edges are entries with a positive weight; an edge is stored at both ends, with the same bits.
template <class DeviceType>
struct WeightedGraph {
  LocalOrdinal numVertices = 0;
  Kokkos::View<const Offset*, DeviceType> rowPtr;
  Kokkos::View<const LocalOrdinal*, DeviceType> colInd;  ///< where the weight is positive, in [0, numVertices)
  Kokkos::View<const float*, DeviceType> weights;        ///< one an entry; 0: no edge
};

/// \brief A maximal matching by the suitor algorithm (Manne and Halappanavar, IPDPS 2014): partner of each vertex, -1
/// where it has none. Synchronises nothing.
///
/// A vertex proposes to its best neighbour whose standing offer is worse than its own; whom that displaces proposes
/// anew. Neighbours are compared by (weight, key). An offer is one number of 64 bits, the weight above the key of who
/// makes it, so that a proposal is one atomic maximum, without locks or rounds.
///
/// Comparing by such keys puts all edges into one order, (weight, larger key, smaller key), which is each vertex's own
/// order at its edges: the matching is unique, that of the greedy algorithm in this order, whatever the threads do. Its
/// weight is at least half of the largest one.
///
/// O(entries) in practice; each proposal walks the vertex's row. Vertices begin with the last one, which on a path of
/// equal weights leaves no one displaced when one thread works. Several may begin a chain of up to n / 2 displacements
/// there, one after the other: no schedule shortens it, as greedy itself is a chain on such a path.
template <class DeviceType>
Kokkos::View<const LocalOrdinal*, DeviceType> suitorMatching(const typename DeviceType::execution_space& space,
                                                             const WeightedGraph<DeviceType>& graph,
                                                             MatchingTies ties = MatchingTies::number);

}  // namespace Chronos

#endif
