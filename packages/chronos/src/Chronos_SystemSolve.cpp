// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SystemSolve.hpp"

#include "Chronos_Communicator.hpp"
#include "Chronos_CycleCost.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_Escalation.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>

namespace Chronos {
namespace {

// Vectors that an iteration of conjugate gradients reads or writes.
constexpr double vectorsOfIteration = 12;

double readingOf(const DistMatrix<double>& A) {
  return double(A.numGlobalEntries()) * (sizeof(double) + sizeof(LocalOrdinal));
}

// In readings of A.
double iterationCost(const PreconditionerBase& M) {
  const DistMatrix<double>& A = *M.distMatrix();
  const Comm& comm = *A.rowMap()->getComm();
  const double preconditioner =
      M.hierarchy().is_null() ? sumOverRanks(comm, double(M.smoother()->numBytes())) : cycleBytes(*M.hierarchy());
  const double vectors = vectorsOfIteration * sizeof(double) * double(A.rowMap()->getGlobalNumElements());
  return 1 + (preconditioner + vectors) / readingOf(A);
}

bool hasNextRung(const PreconditionerBase& M) {
  return !M.choice().is_null() && M.rung() + 1 < static_cast<int>(M.choice()->rungs.size());
}

// What a residual is relative to stays the same when the solve goes on from another start.
bool mayClimb(const PreconditionerBase& M) {
  const SolverParameters& p = M.parametersInUse().solver;
  return p.residualScaling == ResidualScaling::rightHandSide || p.initialGuess == InitialGuess::zero;
}

EscalationWatch watchOf(const PreconditionerBase& M) {
  const MethodCost& next = M.choice()->rungs[M.rung() + 1].cost;
  return EscalationWatch({iterationCost(M), next.setUp, next.iteration, next.iterations},
                         M.parametersInUse().solver.tolerance);
}

// A later part of a solve behind the earlier ones: its first residual is the last of theirs.
void append(const ColumnResult& part, ColumnResult& whole) {
  ColumnResult joined = part;
  joined.iterations += whole.iterations;
  joined.restarts += whole.restarts;
  joined.residualHistory = whole.residualHistory;
  if (!part.residualHistory.empty())
    joined.residualHistory.insert(joined.residualHistory.end(), part.residualHistory.begin() + 1,
                                  part.residualHistory.end());
  whole = joined;
}

void append(const SolveResult& part, SystemResult& whole) {
  if (whole.columns.empty()) {
    static_cast<SolveResult&>(whole) = part;
    return;
  }
  for (std::size_t column = 0; column < whole.columns.size(); ++column)
    append(part.columns[column], whole.columns[column]);
  static_cast<ColumnResult&>(whole) = worstOf(whole.columns);
}

class Climb {
 public:
  Climb(PreconditionerBase& M, const TpetraMultiVector& b, TpetraMultiVector& x, const SolveMonitor& monitor)
      : M_(M), b_(b), x_(x), monitor_(monitor), parameters_(M.parametersInUse().solver) {
    if (mayClimb(M)) parameters_.residualScaling = ResidualScaling::rightHandSide;
    result_.stages.push_back({nameOf(M), "", M.initializeSeconds() + M.computeSeconds(), 0, 0, 0});
  }

  SystemResult run(const std::function<void(const SolveStage&, const std::string&)>& onStage) {
    while (solveStage()) {
      const std::string next = M_.choice()->rungs[M_.rung() + 1].name;
      if (onStage) onStage(result_.stages.back(), next);
      setUpNext();
      goOn();
    }
    return result_;
  }

 private:
  static std::string nameOf(const PreconditionerBase& M) {
    return M.choice().is_null() ? M.parametersInUse().type : M.choice()->rungs[M.rung()].name;
  }

  // Returns whether a stronger method is to take over.
  bool solveStage() {
    std::optional<EscalationWatch> watch;
    if (!isExhausted_ && hasNextRung(M_) && mayClimb(M_)) watch.emplace(watchOf(M_));
    bool stopsForUser = false, climbs = false;
    SolveMonitor monitor = monitor_;
    if (watch) {
      monitor.progress = [&](int iteration, double residual) {
        watch->note(residual);
        if (monitor_.progress) monitor_.progress(before_ + iteration, residual);
      };
      monitor.interrupted = [&] {
        stopsForUser = stopsForUser || (monitor_.interrupted && monitor_.interrupted());
        climbs = climbs || watch->wantsStronger();
        return stopsForUser || climbs;
      };
    }
    Kokkos::Timer timer;
    const Teuchos::RCP<const Operator> A = Teuchos::rcp(new StoredMatrix<double>(M_.distMatrix()));
    const Teuchos::RCP<const Operator> M =
        M_.parametersInUse().type == "none" ? Teuchos::null : Teuchos::RCP<const Operator>(Teuchos::rcpFromRef(M_));
    const SolveResult part = solve(A, M, b_, x_, parameters_, monitor);
    Device::execution_space().fence();
    SolveStage& stage = result_.stages.back();
    const Comm& comm = *b_.getMap()->getComm();
    stage.solveSeconds += maxOverRanks(comm, timer.seconds());
    stage.iterations += part.iterations;
    stage.relativeResidual = part.relativeResidual;
    append(part, result_);
    if (part.status != SolveStatus::interrupted || !climbs || maxOverRanks(comm, static_cast<long long>(stopsForUser)))
      return false;
    char text[160];
    std::snprintf(text, sizeof text, "about %.0f iterations were left at the rate of late", watch->iterationsLeft());
    stage.ended = text;
    return true;
  }

  // Passes over methods that break down; the present one goes on, unwatched, where none is left.
  void setUpNext() {
    PreconditionerBase stronger = M_;
    while (hasNextRung(stronger)) {
      const int rung = stronger.rung() + 1;
      stronger.takeRung(rung);
      Kokkos::Timer timer;
      SolveStage stage{stronger.choice()->rungs[rung].name, "", 0, 0, 0, 0};
      try {
        stronger.compute();
        stage.setupSeconds = stronger.computeSeconds();
        M_ = stronger;
        result_.stages.push_back(stage);
        return;
      } catch (const BreakdownError& error) {
        stage.setupSeconds = timer.seconds();
        stage.ended = error.what();
        result_.stages.push_back(stage);
      }
    }
    isExhausted_ = true;
    result_.stages.push_back({nameOf(M_), "", 0, 0, 0, 0});
  }

  void goOn() {
    before_ = result_.iterations;
    parameters_.initialGuess = InitialGuess::given;
    parameters_.maxIterations = std::max(M_.parametersInUse().solver.maxIterations - before_, 0);
  }

  PreconditionerBase& M_;
  const TpetraMultiVector& b_;
  TpetraMultiVector& x_;
  const SolveMonitor& monitor_;
  SolverParameters parameters_;
  SystemResult result_;
  bool isExhausted_ = false;  // nothing stronger can be set up
  int before_ = 0;            // iterations of the stages that ended
};

}  // namespace

double SystemResult::setupSeconds() const {
  double sum = 0;
  for (const SolveStage& stage : stages) sum += stage.setupSeconds;
  return sum;
}

double SystemResult::solveSeconds() const {
  double sum = 0;
  for (const SolveStage& stage : stages) sum += stage.solveSeconds;
  return sum;
}

SystemResult solve(PreconditionerBase& M, const TpetraMultiVector& b, TpetraMultiVector& x, const SolveMonitor& monitor,
                   const std::function<void(const SolveStage&, const std::string&)>& onStage) {
  return Climb(M, b, x, monitor).run(onStage);
}

SystemResult solve(const Teuchos::RCP<const TpetraCrsMatrix>& A, const TpetraMultiVector& b, TpetraMultiVector& x,
                   const Teuchos::ParameterList& list, const SolveMonitor& monitor) {
  Preconditioner<> M(A);
  M.setParameters(list);
  M.compute();
  return solve(M, b, x, monitor);
}

}  // namespace Chronos
