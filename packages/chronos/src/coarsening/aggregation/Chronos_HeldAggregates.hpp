// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_HELDAGGREGATES_HPP
#define CHRONOS_HELDAGGREGATES_HPP

#include "Chronos_NodeAggregates.hpp"
#include "Chronos_NodeMotions.hpp"

namespace Chronos {

/// \brief Aggregates of nodes that move as rigid bodies, as aggregateNodes() makes them, none of which reaches
/// across a hinge. Collective; no aggregate spans two ranks.
///
/// aggregateNodes() counts connections, which is enough where each holds a point. Between nodes with the motions of
/// rigid bodies (coarse levels of a solid) one may hold all of them or but some, and its norm does not tell: so here a
/// node joins what holds it in all directions (NodeMotions).
/// - Roots are those of aggregateNodes(). Their neighbours join in three sweeps: in each, those that the aggregate of
///   the sweep before holds.
/// - In two more sweeps who is left joins the aggregate of its strongest neighbour among those that hold it; eight
///   aggregates are asked at most.
/// - Who then is left begins new aggregates in the same way, among such nodes alone, joins after one more sweep those
///   that hold it, and else is one of its own.
/// - Where that makes more than half as many aggregates again, on all ranks together, it is not done: who is left joins
///   the aggregate of the strongest neighbour, in two sweeps, held or not.
/// A node about which nothing is known is held by one connection. One without strong neighbours is left out.
///
/// Deterministic. Cost: each sweep reads the rows of nodes that have not joined, once for each aggregate in question,
/// with about 4 n^3 operations beside for n motions. One reduction.
/// \param N, strong as for aggregateNodes()
NodeAggregates aggregateHeldNodes(const DistMatrix<double>& N, const StrongFlags& strong, const NodeMotions& motions);

}  // namespace Chronos

#endif
