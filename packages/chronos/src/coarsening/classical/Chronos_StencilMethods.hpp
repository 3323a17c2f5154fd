// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_STENCILMETHODS_HPP
#define CHRONOS_STENCILMETHODS_HPP

#include "Chronos_Interpolation.hpp"

namespace Chronos {

/// \file
/// Interpolations from the strong neighbours of a fine point and, at most, theirs; see stencilInterpolation() for the
/// weights. All fetch the rows of the halo once.

/// Distance two, with the +i correction (De Sterck, Falgout, Nolting, Yang 2008).
InterpolationMethod extendedInterpolation();

/// Distance one, extended only where a strong F neighbour shares no C point (thesis, Algorithm 4).
InterpolationMethod hybridInterpolation();

/// Distance one, F-F connections through common C points (Henson and Yang 2002).
InterpolationMethod classicalInterpolation();

}  // namespace Chronos

#endif
