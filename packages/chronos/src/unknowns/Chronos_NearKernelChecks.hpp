// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_NEARKERNELCHECKS_HPP
#define CHRONOS_NEARKERNELCHECKS_HPP

#include "Chronos_NearKernelInput.hpp"

namespace Chronos {

/// \brief Whether all ranks were told of the same near kernel: a rank that has none of it would go another way, and
/// all wait for each other. Collective.
/// \throws InputError on all ranks
void checkSameOnRanks(const NearKernelInput& input, const Comm& comm);

/// \brief Whether positions lie apart: of one point no rotation follows, and no node lies beside another. Collective.
/// \throws InputError on all ranks, also where there is no number at all
void checkSpread(const TpetraMultiVector& coordinates);

}  // namespace Chronos

#endif
