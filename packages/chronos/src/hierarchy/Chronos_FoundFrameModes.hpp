// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_FOUNDFRAMEMODES_HPP
#define CHRONOS_FOUNDFRAMEMODES_HPP

#include "Chronos_FoundModes.hpp"

namespace Chronos {

/// \brief Rigid-body modes of frames and shells, whose nodes have three displacements and three rotations, and of which
/// nobody gave the positions. Collective.
///
/// Positions solve a linear system (FrameMatrix): GMRES with a cycle for it, `position steps` a round; from the second
/// round on the positions so far are in the test space. Moments tell the factor by which supports made them wrong, and
/// whether they are positions at all: where half of the moments is left with them, there are no modes, which `note`
/// says.
/// \param A nodes of six unknowns, numbered node by node, those of a node on one rank
FoundModes findFrameModes(const Teuchos::RCP<const DistMatrix<double>>& A, const AmgParameters& parameters);

/// Whether modes of frames were sought, and not found: without rotations multigrid is of no use to them, as it still is
/// to solids. Local.
bool missesFrames(const AmgParameters& parameters, const FoundModes& found);

}  // namespace Chronos

#endif
