// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_ROOTBODIES_HPP
#define CHRONOS_ROOTBODIES_HPP

#include "Chronos_StrongNodes.hpp"

namespace Chronos {

/// \brief Of each root and its neighbours, the root and the largest body among these; -1 for others. Local.
///
/// A body grows from the root and its first neighbour that is in none yet, by neighbours with as many connections to it
/// as they need, or as it has nodes. What hangs on the rest by the root and few others alone (a hinge) is a body of its
/// own. Of equal ones the first is taken.
/// Deterministic. Cost: about a reading of the graph.
/// \param isRoot of each node; at least three connections apart
/// \param near of each node: number of the root that it is or is a neighbour of, -1: none
/// \param needed connections that hold a node
Kokkos::View<LocalOrdinal*, Device> largestBodies(const StrongNodes<Device>& graph,
                                                  const Kokkos::View<const char*, Device>& isRoot,
                                                  const Kokkos::View<const LocalOrdinal*, Device>& near,
                                                  const Kokkos::View<const char*, Device>& needed);

}  // namespace Chronos

#endif
