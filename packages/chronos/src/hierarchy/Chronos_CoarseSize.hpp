// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_COARSESIZE_HPP
#define CHRONOS_COARSESIZE_HPP

#include "Chronos_AmgParameters.hpp"

namespace Chronos {

/// Unknowns at or below which a level is solved rather than coarsened. Local.
/// \param numRows of the finest level, all ranks together
long long coarseSizeFor(const AmgParameters& parameters, long long numRows);

}  // namespace Chronos

#endif
