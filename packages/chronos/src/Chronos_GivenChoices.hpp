// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_GIVENCHOICES_HPP
#define CHRONOS_GIVENCHOICES_HPP

#include "Chronos_Parameters.hpp"

namespace Chronos {

/// \file
/// What somebody chose of a method beside `type` = `auto`, which holds whatever else is chosen. Local.

/// \brief Multigrid, by its list.
///
/// `reuse`, `fingerprints` and `scaling` hold for a multigrid that is chosen, and are no reason to choose one: what
/// time steps set beside `auto` turned a thin adaptive FSAI into `shells`, at a hundred times its set-up.
bool givesMultigrid(const Parameters& wanted);

/// The smoother, or parameters of one: a method that differs by its smoother would be the one before again, or without
/// them.
bool givesSmoother(const Parameters& wanted);

/// Parameters of Jacobi's relaxation: Gauss-Seidel has none.
bool givesRelaxation(const Parameters& wanted);

/// What the vectors of the test space are; how they are found or improved says nothing of that.
bool givesTestSpace(const Parameters& wanted);

/// Nodes of another number of unknowns than rows show.
bool givesOtherNodes(const Parameters& wanted, int unknownsPerNode);

}  // namespace Chronos

#endif
