// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SystemSolve.hpp"

#include "Chronos_SolveStart.hpp"
#include "Chronos_Communicator.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_Escalation.hpp"
#include "Chronos_FactorWatch.hpp"
#include "Chronos_RunsOnHost.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <new>
#include <optional>
#include <utility>

namespace Chronos {
namespace {

// Vectors that an iteration of conjugate gradients reads or writes; of flexible ones and those of one reduction.
constexpr double vectorsOfIteration = 12, vectorsOfOthers = 14;

// Launches of an iteration on a GPU beside what is read: of conjugate gradients with a smoother, and of each visit of a
// level.
constexpr double launchesOfIteration = 20, launchesOfVisit = 5;

// In readings of A, each of 12 bytes an entry.
IterationCost iterationCost(const PreconditionerBase& M) {
  const DistMatrix<double>& A = *M.distMatrix();
  const CycleCost cycle = M.multigrid().is_null() ? CycleCost{2 * M.report().density, 0} : M.multigrid()->cost();
  const KrylovMethod method = krylovMethod(M.parametersInUse().solver, &M);
  const bool readsMore = method == KrylovMethod::flexibleCg || method == KrylovMethod::singleReductionCg;
  const double vectors =
      (readsMore ? vectorsOfOthers : vectorsOfIteration) * sizeof(double) * double(A.rowMap()->getGlobalNumElements());
  const double reading = double(A.numGlobalEntries()) * (sizeof(double) + sizeof(LocalOrdinal));
  return {1 + cycle.readings + vectors / reading, launchesOfIteration + launchesOfVisit * cycle.visits};
}

// What a residual is relative to stays the same when the solve goes on from another start.
bool mayClimb(const PreconditionerBase& M) {
  const SolverParameters& p = M.parametersInUse().solver;
  return !M.choice().is_null() &&
         (p.residualScaling == ResidualScaling::rightHandSide || p.initialGuess == InitialGuess::zero);
}

// A later part of a solve behind the earlier ones: it begins where they ended.
void append(const ColumnResult& part, ColumnResult& whole) {
  ColumnResult joined = part;
  if (part.iterations == 0) joined.conditionEstimate = whole.conditionEstimate;
  joined.iterations += whole.iterations;
  joined.restarts += whole.restarts;
  joined.residualHistory = whole.residualHistory;
  if (!part.residualHistory.empty())
    joined.residualHistory.insert(joined.residualHistory.end(), part.residualHistory.begin() + 1,
                                  part.residualHistory.end());
  joined.isGuessDropped = whole.isGuessDropped || part.isGuessDropped;
  if (whole.isGuessDropped && !part.isGuessDropped)
    joined.message = guessIsDropped + std::string(part.message.empty() ? "" : " ") + part.message;
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
  whole.method = part.method;
}

int mostIterations(const SolveResult& result) {
  int most = result.iterations;
  for (const ColumnResult& column : result.columns) most = std::max(most, column.iterations);
  return most;
}

bool anyInterrupted(const SolveResult& result) {
  return std::any_of(result.columns.begin(), result.columns.end(),
                     [](const ColumnResult& column) { return column.status == SolveStatus::interrupted; });
}

// A method that took over begins from what the one before was slow on: its residual stays for longer before it falls.
constexpr double patienceOfLater = 1.5;

class Climb {
 public:
  Climb(PreconditionerBase& M, const TpetraMultiVector& b, TpetraMultiVector& x, const SolveMonitor& monitor)
      : M_(M),
        b_(b),
        x_(x),
        monitor_(monitor),
        comm_(*b.getMap()->getComm()),
        parameters_(M.parametersInUse().solver),
        next_(M.rung() + 1) {
    if (parameters_.nullSpace == NullSpaceKind::nearKernel) nearKernel_ = M.nearKernelVectors();
    if (mayClimb(M)) {
      parameters_.residualScaling = ResidualScaling::rightHandSide;
      if ((hasNext() || mayFactor()) && parameters_.initialGuess == InitialGuess::given) keepStart();
    }
    for (const std::string& passed : M.passedOver()) {
      const std::size_t colon = passed.find(": ");
      result_.stages.push_back({passed.substr(0, colon), passed.substr(colon + 2), 0, 0, 0, 0});
    }
    result_.stages.push_back({nameOf(M), "", M.initializeSeconds() + M.computeSeconds(), 0, 0, 0});
  }

  SystemResult run(const std::function<void(const SolveStage&, const std::string&)>& onStage) {
    while (solveStage()) {
      if (onStage) onStage(result_.stages.back(), nextMethod());
      setUpNext();
      goOn();
    }
    leaveNothingWorse();
    return result_;
  }

 private:
  static std::string nameOf(const PreconditionerBase& M) {
    return M.choice().is_null() ? M.parametersInUse().type : M.choice()->rungs[M.rung()].name;
  }

  bool hasNext() const { return mayClimb(M_) && climbsTo(*M_.choice(), next_); }

  // On several ranks the matrix would have to be gathered for its factor to be counted.
  bool mayFactor() const { return mayClimb(M_) && M_.choice()->direct && comm_.getSize() == 1; }

  EscalationWatch makeWatch() const {
    EscalationWatch::Costs costs = hasNext() ? costsOfNext() : EscalationWatch::Costs{iterationCost(M_).readings};
    if (before_ > 0) costs.patience *= patienceOfLater;
    return EscalationWatch(costs, parameters_.tolerance);
  }

  EscalationWatch::Costs costsOfNext() const {
    const double complexity = M_.hierarchy().is_null() ? 1 : M_.hierarchy()->report.operatorComplexity();
    const double launch = readingsOfLaunch(M_.distMatrix()->numGlobalEntries(), comm_.getSize(), !runsOnHost<Device>);
    return escalationCosts(iterationCost(M_), complexity, M_.choice()->rungs[next_], launch);
  }

  // The set-up of a method that would be taken else counts as spent.
  bool wantsFactor(const EscalationWatch& watch, double setUpOfNext) {
    if (!mayFactor()) return false;
    if (!factorWatch_) factorWatch_.emplace(M_.distMatrix()->local(), M_.distMatrix()->longestRow());
    return factorWatch_->wants(watch.spent() + setUpOfNext, watch.left());
  }

  const std::string& nextMethod() const {
    return factors_ ? M_.choice()->direct->name : M_.choice()->rungs[next_].name;
  }

  // Returns whether the next method is to take over.
  bool solveStage() {
    std::optional<EscalationWatch> watch;
    if (hasNext() || mayFactor()) watch.emplace(makeWatch());
    bool stopsForUser = false, climbs = false;
    SolveMonitor monitor = monitor_;
    monitor.iterationsBefore = before_;
    if (!monitor.nearKernel) monitor.nearKernel = [&] { return M_.nearKernelVectors(); };
    if (watch || monitor_.progress)
      monitor.progress = [&](int iteration, double residual) {
        if (watch) watch->note(iteration, residual);
        if (monitor_.progress) monitor_.progress(before_ + iteration, residual);
      };
    if (watch) {
      // Right-hand sides that wait behind the first eight are left to the next method, too.
      monitor.interrupted = [&] {
        stopsForUser = stopsForUser || (monitor_.interrupted && monitor_.interrupted());
        if (stopsForUser || climbs) return true;
        climbs = hasNext() && watch->wantsStronger();
        factors_ = wantsFactor(*watch, climbs ? watch->strongerSetUp() : 0);
        climbs = climbs || factors_;
        return climbs;
      };
      // The iterate of M^-1 b could not be gone back to.
      monitor.keepsLastIterate = parameters_.initialGuess != InitialGuess::preconditioned;
      keptLast_ = keptLast_ || monitor.keepsLastIterate;
    }
    Kokkos::Timer timer;
    const Teuchos::RCP<const Operator> A = Teuchos::rcp(new StoredMatrix<double>(M_.distMatrix()));
    const Teuchos::RCP<const Operator> M =
        M_.parametersInUse().type == "none" ? Teuchos::null : Teuchos::RCP<const Operator>(Teuchos::rcpFromRef(M_));
    const SolveResult part = solve(A, M, b_, x_, parameters_, monitor, nearKernel_);
    Device::execution_space().fence();
    SolveStage& stage = result_.stages.back();
    stage.solveSeconds += maxOverRanks(comm_, timer.seconds());
    stage.iterations += mostIterations(part);
    stage.relativeResidual = part.relativeResidual;
    append(part, result_);
    if (!anyInterrupted(part)) return false;
    const bool isStopped = maxOverRanks(comm_, static_cast<long long>(stopsForUser)) > 0;
    const bool goesOn = maxOverRanks(comm_, static_cast<long long>(climbs)) > 0 &&
                        mostIterations(result_) < M_.parametersInUse().solver.maxIterations;
    if (isStopped || !goesOn) return false;
    stage.ended = reasonOf(*watch);
    return true;
  }

  static std::string reasonOf(const EscalationWatch& watch) {
    const double left = watch.iterationsLeft(), expected = watch.expectedLeft();
    if (!std::isfinite(left)) return "the residual did not fall of late";
    char text[160];
    std::snprintf(text, sizeof text, "%s %.0f iterations were left at the rate of late",
                  left > expected ? "more than" : "about", expected);
    return text;
  }

  // One that cannot be set up is passed over; the present one goes on then, with an eye on the one behind it.
  void setUpNext() {
    PreconditionerBase stronger = M_;
    SolveStage stage{nextMethod(), "", 0, 0, 0, result_.stages.back().relativeResidual};
    Kokkos::Timer timer;
    const bool factors = std::exchange(factors_, false);
    if (factors) stronger.turnToDirect(factorWatch_->reason());
    else stronger.takeRung(next_++);
    try {
      stronger.compute();
      next_ = stronger.rung() + 1;
      M_ = stronger;
      stage.method = nameOf(M_);
    } catch (const BreakdownError& error) {
      stage.ended = error.what();
    } catch (const InputError& error) {
      stage.ended = error.what();
    } catch (const std::bad_alloc&) {
      if (!factors) throw;
      stage.ended = "there is not enough memory for the factor";
    }
    if (factors && !stage.ended.empty()) M_.forgetDirect();
    stage.setupSeconds = maxOverRanks(comm_, timer.seconds());
    result_.stages.push_back(stage);
    if (!stage.ended.empty()) result_.stages.push_back({nameOf(M_), "", 0, 0, 0, stage.relativeResidual});
  }

  void goOn() {
    before_ = mostIterations(result_);
    parameters_.initialGuess = InitialGuess::given;
    parameters_.maxIterations = M_.parametersInUse().solver.maxIterations - before_;
  }

  void keepStart() {
    start_ = Teuchos::rcp(new TpetraMultiVector(x_.getMap(), x_.getNumVectors(), false));
    Tpetra::deep_copy(*start_, x_);
  }

  // A solve that went on from iterates of large residual and did not end must not leave one.
  void leaveNothingWorse() {
    if (!keptLast_ || result_.columns.empty()) return;
    for (std::size_t index = 0; index < result_.columns.size(); ++index) {
      ColumnResult& column = result_.columns[index];
      if (column.status == SolveStatus::converged || column.residualHistory.empty()) continue;
      const double first = column.residualHistory.front();
      if (!(column.relativeResidual > first)) continue;
      const auto x = x_.getVectorNonConst(index);
      if (start_.is_null() || column.isGuessDropped) x->putScalar(0.0);
      else x->update(1.0, *start_->getVector(index), 0.0);
      column.residualNorm *= first / column.relativeResidual;
      column.relativeResidual = first;
      const std::size_t best = column.message.rfind(bestIsReturned);
      if (best != std::string::npos) column.message.erase(best == 0 ? 0 : best - 1);
      column.message += column.message.empty() ? "" : " ";
      column.message += column.isGuessDropped ? "No iterate was better, so that it is returned." : guessIsReturned;
    }
    static_cast<ColumnResult&>(result_) = worstOf(result_.columns);
  }

  PreconditionerBase& M_;
  const TpetraMultiVector& b_;
  TpetraMultiVector& x_;
  const SolveMonitor& monitor_;
  const Comm& comm_;
  SolverParameters parameters_;
  TestSpace nearKernel_;                    // where it is the null space
  int next_;                                // rung that is next to be set up
  std::optional<FactorWatch> factorWatch_;  // one for a system
  bool factors_ = false;                    // it says so
  Teuchos::RCP<TpetraMultiVector> start_;   // the initial guess, where it is given
  SystemResult result_;
  bool keptLast_ = false;  // iterates may be worse than where they began
  int before_ = 0;         // iterations of the stages that ended, of the column with most
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
  if (!M.isComputed()) throw InputError("Chronos::solve: call compute() of the preconditioner first.");
  if (!sharesMemory(b, x)) return Climb(M, b, x, monitor).run(onStage);
  TpetraMultiVector copy(b.getMap(), b.getNumVectors(), false);
  Tpetra::deep_copy(copy, b);
  return Climb(M, copy, x, monitor).run(onStage);
}

SystemResult solve(const Teuchos::RCP<const TpetraCrsMatrix>& A, const TpetraMultiVector& b, TpetraMultiVector& x,
                   const Teuchos::ParameterList& list, const SolveMonitor& monitor) {
  Preconditioner<> M(A);
  M.setParameters(list);
  M.chooseFor(ChoiceUse::solve);
  M.compute();
  return solve(M, b, x, monitor);
}

}  // namespace Chronos
