// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_COARSESIZE_HPP
#define CHRONOS_COARSESIZE_HPP

#include "Chronos_AmgParameters.hpp"

namespace Chronos {

/// Unknowns at or below which a level is solved rather than coarsened. Local.
///
/// A last level that is solved directly is solved by one rank, in each cycle, while the others wait: its size follows
/// the unknowns of a rank, so that the wait does not grow with the ranks; where levels keep a test space, those of
/// eight ranks. Where a GPU inverts it (CoarseSolverKind), it is no larger than the dense limit, nor than 1600
/// unknowns or what 1000 operations an entry of the finest level on a rank invert, whichever is more.
/// \param numRows, numEntries of the finest level, all ranks together
/// \param numRanks that have rows of it
long long coarseSizeFor(const AmgParameters& parameters, long long numRows, long long numEntries, int numRanks);

}  // namespace Chronos

#endif
