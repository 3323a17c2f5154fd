// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SYSTEMSOLVE_HPP
#define CHRONOS_SYSTEMSOLVE_HPP

#include "Chronos_Preconditioner.hpp"
#include "Chronos_ConjugateGradient.hpp"

#include <functional>
#include <string>
#include <vector>

namespace Chronos {

/// One method of a solve.
struct SolveStage {
  std::string method;
  std::string ended;  ///< why the next one took over; empty for the last one
  double setupSeconds = 0, solveSeconds = 0;
  int iterations = 0;
  double relativeResidual = 0;  ///< at its end, of the worst column
};

/// What became of a system, all stages together.
struct SystemResult : SolveResult {
  std::vector<SolveStage> stages;

  double setupSeconds() const;
  double solveSeconds() const;
};

/// \brief Conjugate gradients with a preconditioner that has been computed; where its `type` is auto, with stronger
/// ones when what is left would take longer than to set them up. Collective.
///
/// The iteration goes on from the iterate that it has, for all columns that have not ended. Whether to climb follows
/// from residuals and counted costs alone (EscalationWatch), so that two runs decide alike. A method that cannot be set
/// up is passed over. While a stronger one is set up, the present one stays in memory.
/// Iterations and histories of all stages are joined. With `residual scaling` = initial and a given or preconditioned
/// guess nothing is climbed: what the residual refers to would change.
/// \param M computed; its last set-up counts as that of the first stage. It is left with the method that was used last
/// \param onStage told before the set-up of each further method
/// \throws InputError on all ranks when M has not been computed, and as solve() for operators
SystemResult solve(PreconditionerBase& M, const TpetraMultiVector& b, TpetraMultiVector& x,
                   const SolveMonitor& monitor = {},
                   const std::function<void(const SolveStage& finished, const std::string& next)>& onStage = {});

/// \brief Solves A x = b from nothing but the matrix and a list: sets up and solves. Collective.
///
/// \param list as readParameters() takes it; an empty one means `auto`. `user data` may hold near kernel and
///        coordinates, see PreconditionerBase::setParameters()
/// \param b any number of columns
/// \param x as many columns, start (`initial guess` = given) and result
/// \throws InputError and BreakdownError on all ranks
SystemResult solve(const Teuchos::RCP<const TpetraCrsMatrix>& A, const TpetraMultiVector& b, TpetraMultiVector& x,
                   const Teuchos::ParameterList& list = Teuchos::ParameterList(), const SolveMonitor& monitor = {});

}  // namespace Chronos

#endif
