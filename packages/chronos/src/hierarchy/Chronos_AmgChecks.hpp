// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_AMGCHECKS_HPP
#define CHRONOS_AMGCHECKS_HPP

#include "Chronos_AmgParameters.hpp"

namespace Chronos {

/// \brief Checks that parameters go together which are each in order, and that what they ask for was built. Local: all
/// ranks have the same ones.
/// \throws InputError names those that do not, and what to set
void checkCombinations(const AmgParameters& parameters);

}  // namespace Chronos

#endif
