// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_PARTIALNODES_HPP
#define CHRONOS_PARTIALNODES_HPP

#include "Chronos_NodewiseOrder.hpp"

namespace Chronos {

enum class WholeNodes { unknown, yes, no };

/// Whether there are as many positions of nodes as whole nodes of `told` unknowns. Local.
WholeNodes wholeNodesByPositions(const NearKernelInput& input, const Map& rows, int told);

/// \brief Nodes some of which lack an unknown or two that supports took out of the matrix, as on planes of symmetry;
/// numbered node by node. Null where all nodes are whole, or none are seen. Collective.
///
/// Rows of one node reach the same columns and follow each other, and most nodes are whole. Components of another node
/// are told by placesOfComponents(). What is found holds if the rows of all send every component alone to zero as
/// examine() demands it of whole nodes.
/// \param A whose row map has all numbers from its least to its greatest: elsewhere numbers tell the nodes
/// \param perNode unknowns of a whole node, 2 or 3; 0: as many as most rows show
/// \param areWhole what positions tell; where they tell nothing, nodes are whole if every third (or second) entry says
/// so
Teuchos::RCP<const NodewiseOrder> orderOfPartialNodes(const DistMatrix<double>& A, int perNode,
                                                      WholeNodes areWhole = WholeNodes::unknown);

}  // namespace Chronos

#endif
