// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_RIGIDBODYMODES_HPP
#define CHRONOS_RIGIDBODYMODES_HPP

#include "Chronos_NodesOfUnknowns.hpp"

namespace Chronos {

/// \brief Where the unknowns of a system are, and what they are.
struct UnknownPositions {
  TestSpace positions;           ///< owned unknowns x dimension (1, 2 or 3): of the node of each
  UnknownComponents components;  ///< in [0, degreesOfFreedom)
  int degreesOfFreedom = 1;
};

/// \brief The motions of a rigid body: the kernel of elasticity without supports (thesis 2.2.1). Collective.
///
/// | dimension | degrees of freedom | modes |
/// |---|---|---|
/// | any | 1 | the constant |
/// | 2 | 2 | 2 translations, 1 rotation |
/// | 2 | 3 (two displacements, rotation) | the same |
/// | 3 | 3 | 3 translations, 3 rotations, about x, y and z |
/// | 3 | 6 (three displacements, three rotations; shells) | the same |
///
/// A rotation omega displaces a node at x by s omega x (x - c) and turns it by s omega, where c is the centre of the
/// box around all nodes and s the inverse of half its longest edge: entries of about one, whatever the units. Unknowns
/// that boundary conditions removed may be missing. Modes that are zero are left out (nodes on a line; a component that
/// no unknown has). The same bits on any number of ranks.
/// \throws InputError on all ranks: another combination, positions that are not finite, components out of range
TestSpace rigidBodyModes(const Comm& comm, const UnknownPositions& unknowns);

/// \brief The same of nodes numbered node by node, all whole. Collective.
/// \param x of each node on this rank `dimension` coordinates
TestSpace rigidBodyModesAt(const Map& rows, const ConstVector& x, int degreesOfFreedom, int dimension);

}  // namespace Chronos

#endif
