// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_RANKJOINING_HPP
#define CHRONOS_RANKJOINING_HPP

#include "Chronos_Coarsening.hpp"

namespace Chronos {

/// \brief Moves a coarse space onto fewer ranks, those that exchange most joined, where task.ranks asks for fewer.
/// Collective.
///
/// All that a rank owns goes to one rank, whatever task.ranks.wholePieces says, and is renumbered there. What ranks
/// exchange on the fine level stands for what they do on the coarse one. Onto one rank, and where there is no
/// partition, rows move by counts; the latter is a note in coarse.report.
/// \param coarse its unknowns where they were made, on the ranks of the fine ones; gets other P, unknowns and notes
/// \throws InputError as checkZoltan2()
void joinCoarseRanks(const CoarseningTask& task, CoarseSpace& coarse);

}  // namespace Chronos

#endif
