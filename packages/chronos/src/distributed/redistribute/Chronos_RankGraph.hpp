// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_RANKGRAPH_HPP
#define CHRONOS_RANKGRAPH_HPP

#include "Chronos_HaloPattern.hpp"

namespace Chronos {

/// \brief Ranks that own rows of a level, joined where they exchange entries.
///
/// Symmetric, without loops; an edge stands in the lists of both its ends with the same weight.
struct RankGraph {
  std::vector<int> ranks;            ///< of the vertices, ascending: all ranks that own rows
  std::vector<GlobalOrdinal> rows;   ///< of each vertex, positive
  std::vector<std::size_t> begin;    ///< numVertices + 1: where the edges of a vertex begin
  std::vector<int> neighbours;       ///< vertex at the other end
  std::vector<long long> exchanged;  ///< entries that travel between the two ends for a product, both ways; positive

  int numVertices() const { return static_cast<int>(ranks.size()); }
};

/// \brief The graph of the ranks of a level, whole on rank 0 and empty elsewhere. Collective.
///
/// Memory on rank 0 grows with the number of ranks and of pairs of them that exchange anything.
/// \param rows of the level
/// \param halo what is exchanged, on the same ranks: of the level itself or of the one it was made from
RankGraph gatherRankGraph(const Map& rows, const HaloPattern& halo);

}  // namespace Chronos

#endif
