// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_EIGENMETHODS_HPP
#define CHRONOS_EIGENMETHODS_HPP

#include "Chronos_EigenIteration.hpp"
#include "Chronos_MethodTable.hpp"

#include <any>
#include <memory>

namespace Chronos {

/// Begins a method: Rayleigh-Ritz over the start vectors, `count` of them to go on with. Collective.
using MakeEigenIteration = std::unique_ptr<EigenIteration>(EigenProblem& problem, const TestSpace& start, int count,
                                                           const std::any& parameters);
using EigenMethod = Method<MakeEigenIteration>;

/// The methods that `eigen/method` chooses from; each row stands beside its method.
const MethodTable<MakeEigenIteration>& eigenMethods();

EigenMethod lobpcgMethod();
EigenMethod srqcgMethod();
EigenMethod powerMethod();

}  // namespace Chronos

#endif
