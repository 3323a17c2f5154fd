// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SolveRun.hpp"

#include "Chronos_Communicator.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_Interrupt.hpp"
#include "Chronos_SingularSystem.hpp"
#include "Chronos_SystemSolve.hpp"

#include <algorithm>
#include <cstdio>
#include <functional>

namespace Chronos::Command {
namespace {

std::string iterationText(int iteration, double residual) {
  char text[80];
  std::snprintf(text, sizeof text, "iteration %d  relative residual %.2e", iteration, residual);
  return text;
}

std::string levelText(int level, const LevelReport& report) {
  char text[120];
  std::snprintf(text, sizeof text, "set-up: level %d of %lld rows, %lld entries done", level, report.rows,
                report.entries);
  return text;
}

SolveMonitor makeMonitor(ProgressLine& progress, const std::shared_ptr<IterationRecorder>& recorder) {
  SolveMonitor monitor;
  monitor.interrupted = [] {
    looksForSignals(true);
    return signalReceived();
  };
  if (progress.isActive() || recorder) {
    monitor.progress = [&progress, recorder](int iteration, double residual) {
      if (recorder) recorder->behind(iteration);
      if (progress.isActive() && progress.isDue()) progress.show(iterationText(iteration, residual));
    };
  }
  return monitor;
}

// All ranks begin at the same time, so that the seconds of the slowest one do not hold another one's delay.
void synchronise(const Comm& comm) {
  Device::execution_space().fence();
  comm.barrier();
}

std::vector<HierarchySummary> hierarchiesOf(const PreconditionerBase& M) {
  std::vector<HierarchySummary> summaries;
  if (M.multigrid().is_null()) return summaries;
  for (const CompositePart& part : M.multigrid()->parts()) {
    const SetupReport& setup = part.cycle->hierarchy()->report;
    summaries.push_back({part.convergence, setup.levels.size(), setup.operatorComplexity(), setup.bytes()});
  }
  return summaries;
}

// What is in use now.
void noteSetUp(const PreconditionerBase& M, SolveReport& report) {
  report.smoother = M.report();
  report.setup = M.hierarchy().is_null() ? SetupReport() : M.hierarchy()->report;
  report.hierarchies = hierarchiesOf(M);
  report.parameters = M.parametersInUse();
  report.choice = M.choice();
  report.notices = M.notices();
  report.initializeSeconds = M.initializeSeconds();
  report.computeSeconds = M.computeSeconds();
  report.deviceBytes = std::max(report.deviceBytes, deviceBytesInUse(*M.matrix()->getComm()));
}

using RightHandSide = Teuchos::RCP<const TpetraMultiVector>;

// The right-hand side without its part in the null space, where there is one. Collective.
RightHandSide rightHandSideInRange(const PreconditionerBase& M, const SolveTask& task) {
  const NullSpaceKind kind = M.parametersInUse().solver.nullSpace;
  if (kind == NullSpaceKind::none) return task.rightHandSide;
  const auto b = Teuchos::rcp(new TpetraMultiVector(*task.rightHandSide, Teuchos::Copy));
  leaveOut(nullSpaceOf(*asOperator(M.distMatrix()), kind, M.nearKernelVectors()), *b);
  return b;
}

void noteLimits(const SolveTask& task, const RightHandSide& b, const TpetraMultiVector& x, SolveReport& report) {
  if (report.stage == RunStage::solve && report.result.status != SolveStatus::breakdown)
    report.limits = residualLimits(*task.matrix, x, *b);
}

// What was solved for.
RightHandSide runWith(PreconditionerBase& M, const std::function<void()>& setUp, const SolveTask& task,
                      TpetraMultiVector& x, SolveReport& report, ProgressLine& progress) {
  const Comm& comm = *task.matrix->getComm();
  looksForSignals(false);
  throwIfInterrupted(comm);
  progress.show("setting up the preconditioner");
  synchronise(comm);
  try {
    setUp();
  } catch (const BreakdownError&) {
    report.choice = M.choice();
    report.parameters = M.parametersInUse();
    throw;
  }
  // An earlier run's result stands until this run has one: an interrupt in between then tells what is known.
  report.stage = std::max(report.stage, RunStage::setUp);
  noteSetUp(M, report);
  report.setupSeconds.push_back(M.initializeSeconds() + M.computeSeconds());
  throwIfInterrupted(comm);

  x.putScalar(0.0);
  synchronise(comm);
  const SystemResult result = solve(M, *task.rightHandSide, x, makeMonitor(progress, task.recorder),
                                    [&](const SolveStage& finished, const std::string& next) {
                                      looksForSignals(false);
                                      progress.show(finished.method + ": " + finished.ended + "; setting up " + next);
                                    });
  if (task.recorder) task.recorder->end();
  noteSetUp(M, report);
  report.result = result;
  report.krylovCounts = M.krylovCounts();
  report.stages = result.stages;
  report.setupSeconds.back() = result.setupSeconds();
  report.solveSeconds.push_back(result.solveSeconds());
  report.stage = RunStage::solve;
  return rightHandSideInRange(M, task);
}

RightHandSide runOnce(const SolveTask& task, TpetraMultiVector& x, SolveReport& report, ProgressLine& progress) {
  const auto M = preconditionerOf(task, progress);
  const auto setUp = [&] {
    try {
      M->initialize();
    } catch (const InputError& error) {
      throw InputError("'" + task.matrixName + "': " + error.what());
    }
    M->compute();
  };
  return runWith(*M, setUp, task, x, report, progress);
}

// What is known so far stands in the report.
template <class Work>
void endingWell(SolveReport& report, const Work& work) {
  try {
    work();
  } catch (const Interrupted&) {
    report.result.status = SolveStatus::interrupted;
  } catch (const BreakdownError& error) {
    report.result.status = SolveStatus::breakdown;
    report.result.message = error.what();
  }
  looksForSignals(true);  // what is known will be written
}

}  // namespace

Teuchos::RCP<Preconditioner<>> preconditionerOf(const SolveTask& task, ProgressLine& progress) {
  const auto M = Teuchos::rcp(new Preconditioner<>(task.matrix));
  M->setParameters(task.parameters);
  M->chooseFor(ChoiceUse::solve);
  M->setNearKernel(task.nearKernel.vectors);
  M->setCoordinates(task.nearKernel.coordinates, task.nearKernel.degreesOfFreedom);
  M->setUnknownNumbering(task.nearKernel.numbering);
  if (progress.isActive())
    M->setLevelObserver([&progress](int level, const LevelReport& done) { progress.show(levelText(level, done)); });
  return M;
}

void runStep(PreconditionerBase& M, const std::function<void()>& setUp, const SolveTask& task, TpetraMultiVector& x,
             SolveReport& report, ProgressLine& progress) {
  RightHandSide b = task.rightHandSide;
  endingWell(report, [&] { b = runWith(M, setUp, task, x, report, progress); });
  noteLimits(task, b, x, report);
}

void runSolve(const SolveTask& task, TpetraMultiVector& x, SolveReport& report, ProgressLine& progress) {
  const int numRuns = task.repeat > 0 ? task.repeat + 1 : 1;
  report.repeated = task.repeat > 0;
  RightHandSide b = task.rightHandSide;
  endingWell(report, [&] {
    for (int run = 0; run < numRuns; ++run) {
      if (run == 1) {  // run 0 was the warm-up
        report.setupSeconds.clear();
        report.solveSeconds.clear();
      }
      b = runOnce(task, x, report, progress);
      if (report.result.status == SolveStatus::interrupted || report.result.status == SolveStatus::breakdown) break;
    }
  });
  noteLimits(task, b, x, report);
}

}  // namespace Chronos::Command
