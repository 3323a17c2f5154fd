// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_NODEAGGREGATES_HPP
#define CHRONOS_NODEAGGREGATES_HPP

#include "Chronos_Strength.hpp"

namespace Chronos {

/// Disjoint sets of a rank's nodes.
struct NodeAggregates {
  Kokkos::View<const LocalOrdinal*, Device> ofNode;  ///< in [0, number); -1: left to the smoother
  LocalOrdinal number = 0;                           ///< on this rank
};

/// \brief Aggregates around the first maximal independent set of distance two. Local: no aggregate spans two ranks.
///
/// A node is a root when no node before it within two strong connections is one (Vanek, Mandel, Brezina 1996, algorithm
/// 5.1, step 1, whose order this is). Its strong neighbours join it; who is left joins the aggregate of its strongest
/// neighbour that has one from the first step. A node whose strong neighbours are all on other ranks is an aggregate of
/// its own; one without strong neighbours is left out.
///
/// On a GPU the same set is found in rounds (Bell, Dalton, Olson 2012, MIS(2)) with the number of a node as its rank; a
/// graph that needs so many of them that the host would take less long is finished there. Deterministic. Cost: a few
/// readings of the graph.
/// \param N symmetric matrix of nodes, row map and domain map in one order
/// \param strong symmetric
NodeAggregates aggregateNodes(const DistMatrix<double>& N, const StrongFlags& strong);

}  // namespace Chronos

#endif
