// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_OPERATORFILTERING_HPP
#define CHRONOS_OPERATORFILTERING_HPP

#include "Chronos_AmgParameters.hpp"

namespace Chronos {

/// Whether filtering makes an operator unsymmetric. Local.
bool losesSymmetry(const FilteringParameters& filtering);

/// How the operator of a level is filtered before it is coarsened; the parameters are those of the level that it comes
/// from. Local.
FilteringParameters operatorFilteringOf(const AmgParameters& parameters, int level);

/// \brief Whether the matrix of a level has the pattern that it had for other values: a filter may keep other entries.
/// Local.
bool keepsOperatorPattern(const AmgParameters& parameters, int level);

/// Whether the operator of any level is filtered. Local.
bool filtersOperators(const AmgParameters& parameters);

/// The same parameters without it. Local.
AmgParameters withoutOperatorFiltering(AmgParameters parameters);

}  // namespace Chronos

#endif
