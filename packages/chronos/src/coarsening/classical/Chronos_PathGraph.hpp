// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_PATHGRAPH_HPP
#define CHRONOS_PATHGRAPH_HPP

#include "Chronos_StrongGraph.hpp"

namespace Chronos {

/// \brief Coarse points of a graph, joined where short paths lead from one to the other. Collective.
///
/// Edge i -> j, both coarse and distinct, when at least numPaths of these exist: the edge i -> j itself, and
/// the paths i -> k -> j through any vertex k. Vertices that are not coarse keep their numbers and have no
/// edge.
///
/// Rows of halo vertices are fetched; the ends of the paths of a vertex are listed, sorted and counted. The
/// list takes one index per path that ends in a coarse vertex.
/// \param types PointType of each owned vertex
StrongGraph pathGraph(const StrongGraph& graph, const Kokkos::View<const char*, Device>& types, int numPaths);

}  // namespace Chronos

#endif
