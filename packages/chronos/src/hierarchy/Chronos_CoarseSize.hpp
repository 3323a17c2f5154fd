// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_COARSESIZE_HPP
#define CHRONOS_COARSESIZE_HPP

#include "Chronos_AmgParameters.hpp"

namespace Chronos {

/// Unknowns at or below which a level is solved rather than coarsened. Local.
///
/// A last level that is solved directly is solved by one rank, in each cycle, while the others wait: its size follows
/// the unknowns of a rank, so that the wait does not grow with the ranks.
/// \param numRows of the finest level, all ranks together
/// \param numRanks that have rows of it
long long coarseSizeFor(const AmgParameters& parameters, long long numRows, int numRanks);

}  // namespace Chronos

#endif
