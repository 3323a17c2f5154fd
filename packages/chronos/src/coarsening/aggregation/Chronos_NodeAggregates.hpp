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
/// 5.1, step 1, whose order this is; independentRoots()). Its strong neighbours join it; who is left joins the
/// aggregate of its strongest neighbour that has one from the first step (step 2). A node whose strong neighbours are
/// all on other ranks is an aggregate of its own; one without strong neighbours is left out.
///
/// An aggregate moves as one piece. What hangs on the rest of a solid by one or two nodes (stiff bricks that meet at a
/// corner or an edge) turns about these for next to nothing, and no coarse level knows that where both are one
/// aggregate: the smallest eigenvalue behind a cycle is then about the ratio of the moduli, and the larger the body,
/// the more of these there are. With `enough` > 1, the connections that hold a node:
/// - of a root's neighbours join those that belong to the largest body around it (largestBodies());
/// - step 2 asks for `enough` connections to one aggregate, and is taken three times more with those that have joined;
/// - behind the first of these, nodes with a weak coupling (moduli jump there) and at most `enough` + 1 connections to
///   all aggregates together begin new ones: the roots of step 1 among them alone, with their neighbours among them,
///   where that makes `enough` nodes; behind the last, nodes with a weak coupling and any number of connections do, and
///   step 2 is taken once more;
/// - who then is left joins that of its neighbours' aggregates to whose nodes most ways of two connections lead (the
///   first of equal ones): of a body that turns about a node's neighbours and of the one that holds these, the second.
///
/// One connection is enough for a node that a weak coupling holds by more than a hundredth of its diagonal entry, as
/// soft nodes beside stiff ones are held. Connections are counted, not where they are: three nodes in a line count as
/// three.
///
/// Deterministic. Cost: a few readings of the graph where few nodes are left behind step 2.
/// \param N symmetric matrix of nodes, row map and domain map in one order
/// \param strong symmetric
/// \param enough connections that hold a node, at least 1: 3 in a solid, 2 in a plane one (translations only)
NodeAggregates aggregateNodes(const DistMatrix<double>& N, const StrongFlags& strong, int enough);

}  // namespace Chronos

#endif
