// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_ConjugateGradient.hpp"

#include "Chronos_Communicator.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_KrylovVector.hpp"
#include "Chronos_Lanczos.hpp"
#include "Chronos_TrilinosVersion.hpp"

#include <BelosLinearProblem.hpp>
#include <BelosPseudoBlockCGIter.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace Chronos {
namespace {

using Problem = Belos::LinearProblem<double, KrylovVector, ViewOperator>;
using Iteration = Belos::PseudoBlockCGIter<double, KrylovVector, ViewOperator>;
using BelosIteration = Belos::Iteration<double, KrylovVector, ViewOperator>;

// Any operator of Tpetra, at the cost of a copy in and out.
class TpetraViewOperator : public ViewOperator {
 public:
  explicit TpetraViewOperator(const Teuchos::RCP<const TpetraOperator>& op)
      : op_(op), x_(op->getDomainMap(), 1), y_(op->getRangeMap(), 1) {}

  void applyTo(const Kokkos::View<const double*, Device>& x, const Kokkos::View<double*, Device>& y) const override {
    const Device::execution_space space;
    Kokkos::deep_copy(space, Kokkos::subview(x_.getLocalViewDevice(Tpetra::Access::OverwriteAll), Kokkos::ALL(), 0), x);
    op_->apply(x_, y_);
    Kokkos::deep_copy(space, y, Kokkos::subview(y_.getLocalViewDevice(Tpetra::Access::ReadOnly), Kokkos::ALL(), 0));
  }

 private:
  Teuchos::RCP<const TpetraOperator> op_;
  mutable TpetraMultiVector x_, y_;
};

Teuchos::RCP<const ViewOperator> viewOperator(const Teuchos::RCP<const TpetraOperator>& op) {
  if (op.is_null()) return Teuchos::null;
  const auto views = Teuchos::rcp_dynamic_cast<const ViewOperator>(op);
  if (!views.is_null()) return views;
  return Teuchos::rcp(new TpetraViewOperator(op));
}

double norm2(const TpetraMultiVector& x) {
  Teuchos::Array<double> norms(1);
  x.norm2(norms());
  return norms[0];
}

double norm2(const KrylovVector& x) {
  return std::sqrt(dot(x, x)[0]);
}

// ||b - A x||, formed anew.
double residualNorm(const ViewOperator& A, const KrylovVector& b, const KrylovVector& x) {
  const KrylovVector r(b.map, 1);
  A.applyTo(x.columns[0], r.columns[0]);
  combine(1, b, -1, r, r);
  return norm2(r);
}

// Stops the iteration of Belos: tolerance, iterations, interrupt, not-a-number. Writes the history.
class Monitor : public Belos::StatusTest<double, KrylovVector, ViewOperator> {
 public:
  // trueResidual gives ||b - A x|| for the iterate as it is.
  Monitor(double scale, std::function<double()> trueResidual, const SolverParameters& parameters,
          const SolveMonitor& hooks, const Comm& comm, SolveResult& result)
      : scale_(scale),
        trueResidual_(std::move(trueResidual)),
        parameters_(parameters),
        hooks_(hooks),
        comm_(comm),
        result_(result) {}

  // Iterations and history of earlier restarts count on.
  void begin() {
    firstIteration_ = result_.iterations;
    target_ = parameters_.tolerance;
    lastTrueResidual_ = std::numeric_limits<double>::infinity();
  }

  Belos::StatusType checkStatus(BelosIteration* iteration) override {
    std::vector<double> norms(1);
    const auto residual = iteration->getNativeResiduals(&norms);
    const double relative = (residual.is_null() ? norms[0] : norm2(*residual)) / scale_;
    const bool isFirst = iteration->getNumIters() == 0;
    result_.iterations = firstIteration_ + iteration->getNumIters();
    if (!isFirst || result_.residualHistory.empty()) {
      result_.residualHistory.push_back(relative);
      if (hooks_.progress) hooks_.progress(result_.iterations, relative);
    }
    return status_ = decide(relative) ? Belos::Passed : Belos::Failed;
  }

  Belos::StatusType getStatus() const override { return status_; }
  void reset() override { status_ = Belos::Undefined; }
  void print(std::ostream& os, int indent = 0) const override {
    os << std::string(indent, ' ') << "Chronos::Monitor\n";
  }

 private:
  bool decide(double relative) {
    if (!std::isfinite(relative)) {
      result_.status = SolveStatus::breakdown;
      result_.message =
          "The residual is not a number: the matrix or the preconditioner is not positive definite, or the "
          "right-hand side overflows.";
      return true;
    }
    if (relative <= target_ && isVerified(relative)) {
      result_.status = SolveStatus::converged;
      return true;
    }
    if (result_.iterations >= parameters_.maxIterations) {
      result_.status = SolveStatus::notConverged;
      return true;
    }
    if (hooks_.interrupted && maxOverRanks(comm_, static_cast<long long>(hooks_.interrupted())) > 0) {
      result_.status = SolveStatus::interrupted;
      return true;
    }
    return false;
  }

  // True when the true residual is small as well, or has stopped following the recursive one, which only a restart
  // cures. Otherwise the recursive residual must fall by what is missing and the iteration goes on: it keeps what it
  // has learnt of the matrix, where a restart costs about as many iterations again as the last digits took.
  bool isVerified(double relative) {
    const double trueRelative = trueResidual_() / scale_;
    if (trueRelative <= parameters_.tolerance || !(trueRelative < 0.5 * lastTrueResidual_)) return true;
    lastTrueResidual_ = trueRelative;
    target_ = relative * std::max(0.1, 0.5 * parameters_.tolerance / trueRelative);
    return false;
  }

  double scale_;
  std::function<double()> trueResidual_;
  double target_ = 0, lastTrueResidual_ = 0;
  const SolverParameters& parameters_;
  const SolveMonitor& hooks_;
  const Comm& comm_;
  SolveResult& result_;
  int firstIteration_ = 0;
  Belos::StatusType status_ = Belos::Undefined;
};

void checkVectors(const TpetraOperator& A, const TpetraMultiVector& b, const TpetraMultiVector& x) {
  const Comm& comm = *b.getMap()->getComm();
  throwIfAny(comm, b.getNumVectors() == 1 && x.getNumVectors() == 1
                       ? ""
                       : "solve() takes one right-hand side and one solution vector at a time.");
  throwIfAny(comm, b.getMap()->isSameAs(*A.getRangeMap()) && x.getMap()->isSameAs(*A.getDomainMap())
                       ? ""
                       : "The vectors are not distributed like the rows of the matrix: give them its maps.");
  throwIfAny(comm, std::isfinite(norm2(b)) ? "" : "The right-hand side holds a NaN or an infinity.");
  throwIfAny(comm, std::isfinite(norm2(x)) ? "" : "The initial guess holds a NaN or an infinity.");
}

// One run of conjugate gradients from x; x is updated, result filled in.
void iterate(const Teuchos::RCP<const ViewOperator>& A, const Teuchos::RCP<const ViewOperator>& M,
             const Teuchos::RCP<const KrylovVector>& b, const Teuchos::RCP<KrylovVector>& x,
             const Teuchos::RCP<Monitor>& monitor, int maxIterations, SolveResult& result) {
  const auto problem = Teuchos::rcp(new Problem(A, x, b));
  if (!M.is_null()) problem->setLeftPrec(M);
  problem->setProblem();
  problem->setLSIndex({0});
  const auto printer = Teuchos::rcp(new Belos::OutputManager<double>(Belos::Errors));
  Teuchos::ParameterList options;
  options.set("Max Size For Condest", std::max(1, maxIterations));
  options.set("Assert Positive Definiteness", true);
  Iteration iteration(problem, printer, monitor, options);
  iteration.setDoCondEst(true);
  TrilinosVersion::startIteration(iteration,
                                  Belos::MultiVecTraits<double, KrylovVector>::CloneCopy(*problem->getInitResVec()));
  monitor->begin();
  try {
    iteration.iterate();
  } catch (const Belos::BelosError&) {  // the base: what it throws has changed its name since 13.2
    result.status = SolveStatus::breakdown;
    result.message = "p^T A p or r^T M^{-1} r is not positive in iteration " + std::to_string(result.iterations + 1) +
                     ": the matrix is not positive definite.";
  }
  // Belos updates the vector of the problem in place.
  problem->setCurrLS();
  const int numSteps = iteration.getNumIters();
  if (result.restarts == 0 && numSteps > 0)
    result.conditionEstimate = lanczosCondition(iteration.getDiag(), iteration.getOffDiag());
}

}  // namespace

SolveResult solve(const Teuchos::RCP<const TpetraOperator>& A, const Teuchos::RCP<const TpetraOperator>& M,
                  const TpetraMultiVector& b, TpetraMultiVector& x, const SolverParameters& parameters,
                  const SolveMonitor& hooks) {
  const Comm& comm = *b.getMap()->getComm();
  if (parameters.initialGuess != InitialGuess::given) x.putScalar(0.0);
  checkVectors(*A, b, x);
  if (parameters.initialGuess == InitialGuess::preconditioned) {
    if (M.is_null()) Tpetra::deep_copy(x, b);
    else M->apply(b, x);
  }
  const auto operatorViews = viewOperator(A), preconditionerViews = viewOperator(M);
  const auto bView = b.getLocalViewDevice(Tpetra::Access::ReadOnly);
  const auto xView = x.getLocalViewDevice(Tpetra::Access::ReadWrite);
  const auto map = x.getMap();
  // Belos writes neither the right-hand side nor views of it.
  const KrylovVector::Column bColumn(const_cast<double*>(bView.data()), bView.extent(0));
  const auto bKrylov = Teuchos::rcp(new KrylovVector(map, {bColumn}));
  const auto xKrylov =
      Teuchos::rcp(new KrylovVector(map, {KrylovVector::Column(Kokkos::subview(xView, Kokkos::ALL(), 0))}));
  const auto trueResidual = [&] { return residualNorm(*operatorViews, *bKrylov, *xKrylov); };
  SolveResult result;
  result.rightHandSideNorm = norm2(*bKrylov);
  result.residualNorm = trueResidual();
  const double scale =
      parameters.residualScaling == ResidualScaling::rightHandSide ? result.rightHandSideNorm : result.residualNorm;
  if (scale == 0) {  // b = 0, or the guess solves the system: nothing to do
    if (parameters.residualScaling == ResidualScaling::rightHandSide) Kokkos::deep_copy(xView, 0.0);
    result.status = SolveStatus::converged;
    result.residualNorm = 0;
    result.residualHistory = {0.0};
    return result;
  }

  const auto monitor = Teuchos::rcp(new Monitor(scale, trueResidual, parameters, hooks, comm, result));
  while (true) {
    iterate(operatorViews, preconditionerViews, bKrylov, xKrylov, monitor, parameters.maxIterations - result.iterations,
            result);
    result.residualNorm = trueResidual();
    result.relativeResidual = result.residualNorm / scale;
    if (result.status != SolveStatus::converged || result.relativeResidual <= parameters.tolerance) break;
    result.status = SolveStatus::notConverged;
    if (result.restarts == parameters.maxRestarts || result.iterations >= parameters.maxIterations) {
      result.message =
          "The recursive residual reached the tolerance, the true one did not: rounding stands in the way.";
      break;
    }
    ++result.restarts;
  }
  return result;
}

}  // namespace Chronos
