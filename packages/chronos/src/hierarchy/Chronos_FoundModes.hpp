// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_FOUNDMODES_HPP
#define CHRONOS_FOUNDMODES_HPP

#include "Chronos_AmgParameters.hpp"
#include "Chronos_TestSpace.hpp"

#include <string>

namespace Chronos {

struct FoundModes {
  TestSpace modes;  ///< translations, and the rotations where they were found
  bool hasRotations = false;
  double left = 0;             ///< how far a cycle changes the positions, a vector of length one
  double unbalancedShare = 0;  ///< PositionMatrix::unbalancedShare()
  int steps = 0;
  std::string note;  ///< for the report
  /// By who calls compositeHierarchies(): false where another method waits, for which frames without rotations make
  /// room.
  bool mayBeMissed = true;
};

/// \brief Rigid-body modes of a body of which nobody gave the positions of the nodes. Collective.
///
/// Positions are sought as the vector that one cycle of multigrid, set up for PositionMatrix with translations for a
/// test space, changes least (nearNullVector()); rotations follow from them. Adaptive smoothed aggregation (Brezina and
/// others, SIAM Rev. 47, 2005) seeks each near-kernel vector by itself; here one does for all rotations, and it may be
/// wrong by a factor that changes slowly along the body. Unless a cycle leaves nearly all of it a second round, with
/// what was found in the test space, corrects it. Where the cycle breaks down, where it changes each vector that was
/// tried by a tenth, so that none is missing beside translations, and where forces tell that what it leaves are no
/// positions (PositionMatrix::unbalancedShare()), translations are all, which `note` says.
///
/// A round costs a set-up with translations, up to `position steps` cycles and products, and that many vectors.
/// \param A nodes of `degrees of freedom` unknowns, 2, 3 or 6 (findFrameModes()), numbered node by node, those of a
/// node on one rank
/// \param parameters of the hierarchy that wants the modes; the one for positions is set up by the same
/// \throws InputError on all ranks where nodes are others
FoundModes foundRigidBodyModes(const Teuchos::RCP<const DistMatrix<double>>& A, const AmgParameters& parameters);

}  // namespace Chronos

#endif
