// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_COMPONENTBINDINGS_HPP
#define CHRONOS_COMPONENTBINDINGS_HPP

#include "Chronos_Parameters.hpp"

namespace Chronos {

/// \file
/// Names, ranges and documentation of the parameters of each component.

void bindSolver(ParameterBinding& list, SolverParameters& p);
void bindAmg(ParameterBinding& list, AmgParameters& p);

}  // namespace Chronos

#endif
