// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_CYCLENOTES_HPP
#define CHRONOS_CYCLENOTES_HPP

#include "Chronos_Hierarchy.hpp"

namespace Chronos {

/// \brief Ends the Krylov steps of a K cycle where levels shrink too little for them, and notes where a cycle does not
/// visit a level twice for that. Local.
///
/// A cycle that visits levels twice would visit those that do not shrink 2^k times.
void boundVisits(Hierarchy& hierarchy);

/// Notes where `repeat shared levels` = false makes the cycle another one. Local.
void noteSharedLevels(Hierarchy& hierarchy);

}  // namespace Chronos

#endif
