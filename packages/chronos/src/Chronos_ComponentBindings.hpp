// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_COMPONENTBINDINGS_HPP
#define CHRONOS_COMPONENTBINDINGS_HPP

#include "Chronos_Filtering.hpp"
#include "Chronos_Parameters.hpp"
#include "Chronos_TestSpaceParameters.hpp"
#include "Chronos_ProlongationSmoothing.hpp"

namespace Chronos {

/// \file
/// Names, ranges and documentation of the parameters of each component.

void bindSolver(ParameterBinding& list, SolverParameters& p);
void bindTestSpace(ParameterBinding& list, TestSpaceParameters& p);
void bindAmg(ParameterBinding& list, AmgParameters& p);
void bindProlongationSmoothing(ParameterBinding& list, ProlongationSmoothingParameters& p);
void bindFiltering(ParameterBinding& list, FilteringParameters& p);

}  // namespace Chronos

#endif
