// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_NUMBERING_HPP
#define CHRONOS_NUMBERING_HPP

#include "Chronos_DistMatrix.hpp"
#include "Chronos_TestSpace.hpp"

namespace Chronos {

/// Unknowns that follow each other in the first node of this rank; 0 where no nodes are told. Local.
long long unknownsOfFirstNode(const UnknownNodes& nodes);

/// \brief Sees to it that unknowns that are told to be numbered node by node are not so component by component, all
/// first ones, then all second ones: lengths fit and nothing else tells, but rigid-body modes would be wrong.
///
/// One row in 16 is read. Collective.
/// \throws InputError on all ranks where nearly all rows that sum to zero do so with the first components alone, and
///         less than half of them with the first unknowns of the nodes that are told
void checkNumbering(const DistMatrix<double>& A, const UnknownNodes& nodes);

}  // namespace Chronos

#endif
