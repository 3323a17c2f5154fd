// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SOLVERUN_HPP
#define CHRONOS_SOLVERUN_HPP

#include "Chronos_NearKernelInput.hpp"
#include "Chronos_ProgressLine.hpp"
#include "Chronos_SolveReport.hpp"
#include "Chronos_TimelineOutput.hpp"

#include <functional>

namespace Chronos::Command {

/// The system and how to solve it.
struct SolveTask {
  std::string matrixName;  ///< for errors
  Teuchos::RCP<const TpetraCrsMatrix> matrix;
  Teuchos::RCP<const TpetraMultiVector> rightHandSide;
  Parameters parameters;
  NearKernelInput nearKernel;
  int repeat = 0;                               ///< 0: one run; N: a warm-up and N measured runs
  Teuchos::RCP<const Map> rowsInFile;           ///< the rows as the solution is to be numbered
  std::shared_ptr<IterationRecorder> recorder;  ///< records the last solve; null: nobody wants a picture
};

/// \brief Sets up and solves; fills in the report as far as it comes. Collective.
///
/// A breakdown or an interrupt ends it, with the status and the message in the report.
/// \param x solution, or how far it came; in the domain map of the matrix
/// \throws InputError on all ranks
void runSolve(const SolveTask& task, TpetraMultiVector& x, SolveReport& report, ProgressLine& progress);

/// The preconditioner of a task, nothing computed yet. Local.
Teuchos::RCP<Preconditioner<>> preconditionerOf(const SolveTask& task, ProgressLine& progress);

/// \brief One of several solves with a preconditioner that lives on. Collective.
/// \param setUp makes M that of the task's matrix
/// \throws InputError on all ranks
void runStep(PreconditionerBase& M, const std::function<void()>& setUp, const SolveTask& task, TpetraMultiVector& x,
             SolveReport& report, ProgressLine& progress);

}  // namespace Chronos::Command

#endif
