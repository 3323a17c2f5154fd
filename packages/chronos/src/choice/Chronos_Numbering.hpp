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

/// \brief Sees to it that unknowns that are told to be numbered node by node are not so component by component, all
/// first ones, then all second ones: lengths fit and nothing else tells, but rigid-body modes would be wrong.
///
/// One row in 16 is read, all where a rank has a thousand or less. Nothing is found where less than half of the rows
/// sum to zero, as where a mass is added. Collective.
/// \throws InputError on all ranks where nearly all rows that sum to zero do so with the first components alone, which
///         are some of their entries, and less than half of them with the first unknowns of nodes
void checkNumbering(const DistMatrix<double>& A, int unknownsPerNode);

}  // namespace Chronos

#endif
