// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_NUMBERING_HPP
#define CHRONOS_NUMBERING_HPP

#include "Chronos_DistMatrix.hpp"
#include "Chronos_NearKernelInput.hpp"

namespace Chronos {

/// \brief Unknowns of a node that are told to follow each other in the numbers of the rows; 0 where nobody told, or a
/// component is given for each. Collective.
int unknownsNumberedPerNode(const NearKernelInput& input, const Map& rowMap);

/// \brief Whether unknowns are numbered component by component, all first ones of the nodes, then all second ones, as
/// far as the entries tell: of a row those of each other component sum to zero, since what moves all nodes alike costs
/// a body nothing, and belong to nodes of which it has entries of its own component, too. Collective.
///
/// Half of the rows with entries of several components must tell something, as those beside supports do not, and four
/// of five of these the same. Grids and graphs of one unknown a node have few rows of several "components", or rows
/// whose entries of another sum to no zero. One row in 16 is read, all where a rank has a thousand or less.
/// \return false for nodes of more than 6 unknowns
bool isNumberedByComponents(const DistMatrix<double>& A, int unknownsPerNode);

/// The same of unknowns that are numbered node by node. Collective.
bool isNumberedByNodes(const DistMatrix<double>& A, int unknownsPerNode);

/// 3 or 2 where isNumberedByComponents() says so, else 0. Collective.
int unknownsByComponents(const DistMatrix<double>& A);

/// \brief Whether each rank numbers its own unknowns component by component, as isNumberedByComponents() says of all.
/// Collective; an exchange of the halo.
bool ranksNumberByComponents(const DistMatrix<double>& A, int unknownsPerNode);

/// \brief Unknowns of a node where ranksNumberByComponents() says so: of `told`, or where that is less than 2 of 3 or
/// 2; else 0. Collective.
int unknownsByComponentsOfRanks(const DistMatrix<double>& A, int told);

/// \brief Sees to it that unknowns that are told to be numbered node by node are not so component by component:
/// lengths fit and nothing else tells, but rigid-body modes would be wrong. Collective.
/// \throws InputError on all ranks where isNumberedByComponents() says so
void checkNumbering(const DistMatrix<double>& A, int unknownsPerNode);

}  // namespace Chronos

#endif
