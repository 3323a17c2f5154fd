// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_AGGREGATEROOTS_HPP
#define CHRONOS_AGGREGATEROOTS_HPP

#include "Chronos_StrongNodes.hpp"

namespace Chronos {

/// \brief Marks the first maximal independent set of distance two: a node is in it when no node before it within two
/// connections is. Local.
///
/// On a GPU the set is found in rounds (Bell, Dalton, Olson 2012, MIS(2)) with the number of a node as its rank; a
/// graph that needs so many of them that the host would take less long is finished there. Deterministic. Cost: a few
/// readings of the graph.
/// \param graph symmetric
Kokkos::View<char*, Device> independentRoots(const StrongNodes<Device>& graph);

}  // namespace Chronos

#endif
