// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SPLITTINGCOARSENING_HPP
#define CHRONOS_SPLITTINGCOARSENING_HPP

#include "Chronos_Coarsening.hpp"

namespace Chronos {

/// \file
/// Coarsening by a C/F splitting, of unknowns or of nodes: strength of connection, splitting, interpolation from the
/// coarse points, smoothing and filtering of that.

/// pmis()
CoarseningMethod pmisMethod();

/// \brief aggressivePmis(), with an interpolation that reaches fine points far from every coarse one: multipass, unless
/// the one that is asked for does.
CoarseningMethod aggressivePmisMethod();

}  // namespace Chronos

#endif
