// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_PROLONGATIONSTEPS_HPP
#define CHRONOS_PROLONGATIONSTEPS_HPP

#include "Chronos_Coarsening.hpp"

namespace Chronos {

/// \brief What follows every way to a tentative prolongation: smoothing and filtering, as the parameters say.
/// Collective.
///
/// \param splitting, strong read by smoothing of fine rows, or by strong entries, only; a method without them leaves
/// them out and so refuses those
/// \param coarse whose P is the tentative one, its columns on task.tentativeRanks(), with its unknowns; gets the final
/// P, and its report the stages and names
/// \throws InputError or BreakdownError on all ranks
void finishProlongation(const CoarseningTask& task, CoarseSpace& coarse, const Splitting& splitting = {},
                        const StrongFlags& strong = {});

}  // namespace Chronos

#endif
