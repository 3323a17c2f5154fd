// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_DIRECTINTERPOLATION_HPP
#define CHRONOS_DIRECTINTERPOLATION_HPP

#include "Chronos_Interpolation.hpp"

namespace Chronos {

/// \brief Direct interpolation (Stueben 2001); see directRows() for the weights.
///
/// Collective; fetches no rows of other ranks, types of halo columns alone.
InterpolationMethod directInterpolation();

}  // namespace Chronos

#endif
