// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_BelosSolve.hpp"

#include "Chronos_Communicator.hpp"
#include "Chronos_SolveStart.hpp"

#include <BelosBiCGStabIter.hpp>
#include <BelosBlockGmresSolMgr.hpp>
#include <BelosTpetraAdapter.hpp>

#include <cmath>
#include <limits>

namespace Chronos {
namespace {

using Problem = Belos::LinearProblem<double, TpetraMultiVector, TpetraOperator>;
using Iteration = Belos::Iteration<double, TpetraMultiVector, TpetraOperator>;
using StatusTest = Belos::StatusTest<double, TpetraMultiVector, TpetraOperator>;

// Thrown through a solver manager, which has no other way to be ended from outside; no std::exception, so that nobody
// comments it.
struct Interrupt {};

// What Belos asks in each iteration: keeps the history, tells, ends.
class Watch : public StatusTest {
 public:
  // Who else ends the iteration.
  enum class Ends { here, elsewhere };

  Watch(const Comm& comm, const SolveMonitor& hooks, double scale, double aim, int most, Ends ends,
        ColumnResult& result)
      : comm_(comm), hooks_(hooks), scale_(scale), aim_(aim), most_(most), ends_(ends), result_(result) {
    before_ = result.iterations;
  }

  Belos::StatusType checkStatus(Iteration* iteration) override {
    const int count = before_ + iteration->getNumIters();
    if (count <= result_.iterations) return status_;
    std::vector<double> norms(1);
    const auto residual = iteration->getNativeResiduals(&norms);
    if (!residual.is_null()) norms[0] = residual->getVector(0)->norm2();
    result_.iterations = count;
    result_.residualHistory.push_back(norms[0] / scale_);
    if (hooks_.progress) hooks_.progress(count, norms[0] / scale_);
    isInterrupted_ = hooks_.interrupted && maxOverRanks(comm_, static_cast<long long>(hooks_.interrupted())) > 0;
    if (ends_ == Ends::elsewhere) {
      if (isInterrupted_) throw Interrupt();
      return status_;
    }
    const bool isOver = isInterrupted_ || norms[0] <= aim_ || !std::isfinite(norms[0]) || count >= most_;
    return status_ = isOver ? Belos::Passed : Belos::Failed;
  }
  Belos::StatusType getStatus() const override { return status_; }
  void reset() override {}
  void print(std::ostream&, int) const override {}
  bool isInterrupted() const { return isInterrupted_; }

 private:
  const Comm& comm_;
  const SolveMonitor& hooks_;
  double scale_, aim_;
  int most_;
  Ends ends_;
  ColumnResult& result_;
  int before_ = 0;  // iterations of earlier starts
  bool isInterrupted_ = false;
  Belos::StatusType status_ = Belos::Undefined;
};

// By the iteration itself: its manager of release 13 cannot be watched.
void runBicgstab(const Teuchos::RCP<Problem>& problem, const Teuchos::RCP<Watch>& watch) {
  problem->setLSIndex({0});
  Teuchos::ParameterList none;
  Belos::BiCGStabIter<double, TpetraMultiVector, TpetraOperator> iteration(
      problem, Teuchos::rcp(new Belos::OutputManager<double>()), watch, none);
  Belos::BiCGStabIterationState<double, TpetraMultiVector> state;
  state.R = Teuchos::rcp_const_cast<TpetraMultiVector>(problem->getInitResVec());
  iteration.initializeBiCGStab(state);
  iteration.iterate();
  problem->setCurrLS();
}

void runFgmres(const Teuchos::RCP<Problem>& problem, const Teuchos::RCP<Watch>& watch, int basisSize, double tolerance,
               int maxIterations) {
  const auto list = Teuchos::parameterList();
  list->set("Convergence Tolerance", tolerance);
  list->set("Maximum Iterations", maxIterations);
  list->set("Implicit Residual Scaling", "Norm of Initial Residual");
  list->set("Explicit Residual Scaling", "Norm of Initial Residual");
  list->set("Verbosity", 0);
  list->set("Flexible Gmres", !problem->getRightPrec().is_null());
  list->set("Block Size", 1);
  list->set("Num Blocks", basisSize);
  list->set("Maximum Restarts", maxIterations);
  Belos::BlockGmresSolMgr<double, TpetraMultiVector, TpetraOperator> manager(problem, list);
  manager.setDebugStatusTest(watch);
  manager.solve();
}

class ColumnSolve {
 public:
  ColumnSolve(KrylovMethod method, const Teuchos::RCP<const TpetraOperator>& A,
              const Teuchos::RCP<const TpetraOperator>& M, const TpetraMultiVector& b, TpetraMultiVector& x,
              const SolverParameters& parameters, const SolveMonitor& hooks, ColumnResult& result)
      : method_(method),
        A_(A),
        M_(M),
        comm_(*b.getMap()->getComm()),
        b_(Teuchos::rcp(new TpetraMultiVector(b, Teuchos::Copy))),
        x_(Teuchos::rcp(new TpetraMultiVector(x, Teuchos::Copy))),
        r_(b.getMap(), 1, false),
        target_(x),
        parameters_(parameters),
        hooks_(hooks),
        result_(result) {}

  void run() {
    const bool toB = parameters_.residualScaling == ResidualScaling::rightHandSide;
    const double largest = largestOf(*b_);
    const SolveStart from(largest, largestOf(*x_) > 0 ? largestOf(residual()) : largest, toB);
    if (from.dropsGuess) {
      x_->putScalar(0.0);
      isImproved_ = true;
      result_.isGuessDropped = true;
      add(guessIsDropped);
    }
    b_->scale(std::ldexp(1.0, -from.exponent));
    x_->scale(std::ldexp(1.0, -from.exponent));
    const double bNorm = norm(*b_), start = norm(residual());
    result_.rightHandSideNorm = std::ldexp(bNorm, from.exponent);
    scale_ = toB ? bNorm : start;
    if (from.hasZeroRhs || scale_ == 0) {
      result_.status = SolveStatus::converged;
      result_.residualHistory = {0.0};
      if (toB) target_.putScalar(0.0);
      return;
    }
    best_ = start;
    result_.residualHistory = {start / scale_};
    if (hooks_.progress) hooks_.progress(0, start / scale_);
    iterate(start);
    result_.relativeResidual = best_ / scale_;
    result_.residualNorm = std::ldexp(best_, from.exponent);
    if (isImproved_) target_.update(std::ldexp(1.0, from.exponent), *x_, 0.0);
    else if (result_.status != SolveStatus::converged) add(guessIsReturned);
  }

 private:
  static double norm(const TpetraMultiVector& x) { return x.getVector(0)->norm2(); }
  // Infinite where an entry is no number.
  static double largestOf(const TpetraMultiVector& x) {
    const double largest = x.getVector(0)->normInf();
    return std::isnan(largest) || std::isnan(x.getVector(0)->norm1()) ? std::numeric_limits<double>::infinity()
                                                                      : largest;
  }
  void add(const std::string& text) { result_.message += (result_.message.empty() ? "" : " ") + text; }

  const TpetraMultiVector& residual() {
    A_->apply(*x_, r_);
    r_.update(1.0, *b_, -1.0);
    return r_;
  }

  void iterate(double from) {
    const double wanted = parameters_.tolerance * scale_;
    double truth = from, aim = wanted;
    if (!std::isfinite(from))
      return endAs(SolveStatus::breakdown,
                   "The residual of the initial guess is not a number: look at the guess and at the entries of the "
                   "matrix.");
    for (int start = 0;; ++start) {
      if (truth <= wanted) return endAs(SolveStatus::converged, "");
      if (result_.iterations >= parameters_.maxIterations)
        return endAs(SolveStatus::notConverged, "The iterations are used up.");
      if (start > parameters_.maxRestarts)
        return endAs(SolveStatus::notConverged,
                     "The true residual stays above the tolerance, or the method broke down again after all restarts.");
      result_.restarts = start;
      const TpetraMultiVector before(*x_, Teuchos::Copy);
      const bool isInterrupted = !callBelos(truth, aim);
      truth = norm(residual());
      const bool isBetter = truth < best_;
      if (isBetter) {
        best_ = truth;
        isImproved_ = true;
      } else {
        Tpetra::deep_copy(*x_, before);
      }
      if (isInterrupted) return endAs(SolveStatus::interrupted, "");
      if (!std::isfinite(truth) || !isBetter)
        return endAs(SolveStatus::breakdown,
                     std::string(nameOf(method_)) +
                         " broke down: numbers overflowed or stood still. Take the other method for unsymmetric "
                         "matrices, or another preconditioner.");
      aim = wanted / 2;
    }
  }

  void endAs(SolveStatus status, const std::string& why) {
    result_.status = status;
    if (!why.empty()) add(why);
  }

  // Returns whether it ended by itself.
  bool callBelos(double truth, double aim) {
    const auto problem = Teuchos::rcp(new Problem(A_, x_, b_));
    if (!M_.is_null()) problem->setRightPrec(M_);
    problem->setProblem();
    const bool isBicgstab = method_ == KrylovMethod::bicgstab;
    const auto watch = Teuchos::rcp(new Watch(comm_, hooks_, scale_, aim, parameters_.maxIterations,
                                              isBicgstab ? Watch::Ends::here : Watch::Ends::elsewhere, result_));
    try {
      if (isBicgstab) runBicgstab(problem, watch);
      else
        runFgmres(problem, watch, parameters_.basisSize, aim / truth, parameters_.maxIterations - result_.iterations);
    } catch (const Interrupt&) {
      return false;
    } catch (const Belos::BelosError& error) {
      add(error.what());
    }
    return !watch->isInterrupted();
  }

  KrylovMethod method_;
  Teuchos::RCP<const TpetraOperator> A_, M_;
  const Comm& comm_;
  Teuchos::RCP<TpetraMultiVector> b_, x_;  // scaled
  TpetraMultiVector r_;
  TpetraMultiVector& target_;
  const SolverParameters& parameters_;
  const SolveMonitor& hooks_;
  ColumnResult& result_;
  double scale_ = 1, best_ = 0;
  bool isImproved_ = false;
};

}  // namespace

void solveByBelos(KrylovMethod method, const Teuchos::RCP<const Operator>& A, const Teuchos::RCP<const Operator>& M,
                  const TpetraMultiVector& b, TpetraMultiVector& x, const SolverParameters& parameters,
                  const SolveMonitor& hooks, std::vector<ColumnResult>& columns) {
  const auto matrix = asTpetra(A), preconditioner = asTpetra(M);
  for (std::size_t j = 0; j < columns.size(); ++j) {
    const auto xColumn = x.getVectorNonConst(j);
    ColumnSolve(method, matrix, preconditioner, *b.getVector(j), *xColumn, parameters, hooks, columns[j]).run();
  }
}

}  // namespace Chronos
