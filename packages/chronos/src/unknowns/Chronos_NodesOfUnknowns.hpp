// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_NODESOFUNKNOWNS_HPP
#define CHRONOS_NODESOFUNKNOWNS_HPP

#include "Chronos_DistMatrix.hpp"
#include "Chronos_TestSpace.hpp"
#include "Chronos_Types.hpp"

namespace Chronos {

/// Degree of freedom of each owned unknown at its node.
using UnknownComponents = Kokkos::View<const int*, Device>;

/// \brief The global index from which nodes of `perNode` unknowns are counted, where nothing but indices is known.
/// Collective where it is not the index base.
///
/// Applications that count from 1 often leave the index base at 0, and those that took the first unknown out of the
/// matrix begin behind it, too. The smallest index counts where no index is missing and nodes are whole on all ranks by
/// it, and are not by the index base; else the index base does. One rank cannot tell the two where the last node lacks
/// unknowns as well.
GlobalOrdinal firstUnknown(const Map& rowMap, int perNode);

/// Nodes that follow each other.
struct ConsecutiveNodes {
  int perNode;
  GlobalOrdinal first;  ///< unknown of the first node
};

/// \brief Nodes of unknowns that lie in one place, which tells where they begin. Collective.
/// \param positions owned unknowns x dimension
/// \param perNode 0: as many as lie in one place, where all nodes are whole and rigid-body modes are known for them (2
///        or 3 in the plane, 3 or 6 in space), else 1
ConsecutiveNodes blocksInPlaces(const Map& rowMap, const TestSpace& positions, int perNode);

/// \brief Nodes of unknowns that are numbered node by node: firstNode + (global index - blocks.first) / blocks.perNode.
/// Local.
UnknownNodes nodesOfBlocks(const Map& rowMap, const ConsecutiveNodes& blocks, GlobalOrdinal firstNode = 0);
/// Collective where firstUnknown() is.
UnknownNodes nodesOfBlocks(const Map& rowMap, int perNode);

/// \brief Degrees of freedom of unknowns that are numbered node by node: (global index - blocks.first) %
/// blocks.perNode. Local.
UnknownComponents componentsOfBlocks(const Map& rowMap, const ConsecutiveNodes& blocks);

/// \brief Nodes by position: unknowns that follow each other on a rank, with growing components in one place, share a
/// node; its number is the global index of the first of them. Local.
/// \param positions owned unknowns x dimension
UnknownNodes nodesByPosition(const Map& rowMap, const TestSpace& positions, const UnknownComponents& components);

/// \brief Whether the unknowns of each node follow each other on one rank. Collective.
/// \param unknownsPerNode numbered node by node
bool nodesAreWhole(const Map& rowMap, int unknownsPerNode);

/// \brief Nodes of three unknowns where the matrix shows them: on every rank its rows and columns come in threes
/// (DistMatrix::nodesOfLongRows()). Else no nodes at all. Collective.
///
/// Number of a node: global index of its first unknown.
UnknownNodes nodesOfPattern(const DistMatrix<double>& A);

}  // namespace Chronos

#endif
