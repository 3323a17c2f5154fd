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

/// \brief Nodes of unknowns that are numbered node by node: firstNode + (global index - firstUnknown()) / numUnknowns.
/// Local.
/// \param numUnknowns of each node, at least 1
UnknownNodes nodesOfBlocks(const Map& rowMap, int numUnknowns, GlobalOrdinal firstNode = 0);

/// \brief Degrees of freedom of unknowns that are numbered node by node: (global index - firstUnknown()) % numUnknowns.
/// Local.
UnknownComponents componentsOfBlocks(const Map& rowMap, int numUnknowns);

/// \brief Nodes by position: unknowns that follow each other on a rank, with growing components in one place, share a
/// node; its number is the global index of the first of them. Local.
/// \param positions owned unknowns x dimension
UnknownNodes nodesByPosition(const Map& rowMap, const TestSpace& positions, const UnknownComponents& components);

/// \brief How many unknowns that follow each other share a place, if all nodes that are whole on a rank have as many: 2
/// to 8, else 1. Collective.
/// \param positions owned unknowns x dimension
int unknownsInOnePlace(const Map& rowMap, const TestSpace& positions);

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
