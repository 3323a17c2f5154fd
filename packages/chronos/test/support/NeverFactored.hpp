// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_NEVERFACTORED_HPP
#define CHRONOS_NEVERFACTORED_HPP

#include "Chronos_Parameters.hpp"

namespace Chronos::Test {

/// Of a solve that no exact preconditioner can begin, so that small systems are examined like large ones.
inline Parameters neverFactored() {
  Parameters parameters;
  parameters.solver.initialGuess = InitialGuess::preconditioned;
  parameters.solver.residualScaling = ResidualScaling::initial;
  return parameters;
}

}  // namespace Chronos::Test

#endif
