// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_NODECOMPONENTS_HPP
#define CHRONOS_NODECOMPONENTS_HPP

#include "Chronos_DistMatrix.hpp"
#include "Chronos_RowGroups.hpp"

namespace Chronos {

/// \brief Places of rows in an order of whole nodes: `perNode` times the node of this rank, and the component of the
/// row there. Collective; four exchanges of the halo.
///
/// Of a node that lacks an unknown components are those with which translations of all around it cost nothing, where
/// its neighbours lack the same one; elsewhere, as on edges between planes, those that couple it most with the same
/// ones of its neighbours.
/// \param nodes of at most `perNode` rows each, components ascending
/// \param perNode 2 or 3
RowGroups::Indices placesOfComponents(const DistMatrix<double>& A, const RowGroups& nodes, int perNode);

}  // namespace Chronos

#endif
