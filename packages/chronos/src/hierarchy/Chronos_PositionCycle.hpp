// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_POSITIONCYCLE_HPP
#define CHRONOS_POSITIONCYCLE_HPP

#include "Chronos_Amg.hpp"
#include "Chronos_AmgParameters.hpp"
#include "Chronos_PositionMatrix.hpp"

namespace Chronos {

/// What may be left of positions that are good enough for rotations: another round takes longer than it saves.
constexpr double leftOfFound = 1e-3;

/// \brief A cycle for the matrix of positions, by the parameters of the hierarchy that wants these, with constants for
/// a test space. Collective; a set-up.
/// \throws BreakdownError on all ranks, as each set-up
Amg positionCycle(const PositionMatrix& positions, const AmgParameters& parameters);

/// \brief The same with positions that are known so far beside constants: it reduces what is wrong with them, and not
/// them. Collective; a set-up.
Amg positionCycle(const PositionMatrix& positions, const AmgParameters& parameters, const TestVectors& constants,
                  const Vector& x);

}  // namespace Chronos

#endif
