// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_BelosFlexibleCg.hpp"

#include <BelosSolverFactory.hpp>
#include <Teuchos_StandardParameterEntryValidators.hpp>

#include <stdexcept>

namespace Chronos {
namespace {

const char* const factoryName = "CHRONOS FLEXIBLE CG";
const char* const ofInitialResidual = "Norm of Initial Residual";
const char* const ofRightHandSide = "Norm of RHS";

}  // namespace

// As Belos' own methods begin: from the vector that is there, relative to its residual.
SolverParameters BelosFlexibleCg::defaults() {
  SolverParameters parameters;
  parameters.method = KrylovMethod::flexibleCg;
  parameters.maxIterations = 1000;
  parameters.initialGuess = InitialGuess::given;
  parameters.residualScaling = ResidualScaling::initial;
  return parameters;
}

Teuchos::RCP<Belos::SolverManager<double, TpetraMultiVector, TpetraOperator>> BelosFlexibleCg::clone() const {
  return Teuchos::rcp(new BelosFlexibleCg);
}

Teuchos::RCP<const Teuchos::ParameterList> BelosFlexibleCg::getValidParameters() const {
  const SolverParameters known = defaults();
  const auto list = Teuchos::parameterList(factoryName);
  list->set("Convergence Tolerance", known.tolerance, "Relative size of the true residual to reach.");
  list->set("Maximum Iterations", known.maxIterations, "Iterations, all restarts together.");
  list->set("Maximum Restarts", known.maxRestarts,
            "When the recursive residual has reached what the true one has not.");
  list->set(
      "Implicit Residual Scaling", std::string(ofInitialResidual), "What the tolerance is relative to.",
      Teuchos::rcp(new Teuchos::StringValidator(Teuchos::tuple<std::string>(ofInitialResidual, ofRightHandSide))));
  list->set("Verbosity", int(Belos::Errors), "Belos::MsgType: FinalSummary, StatusTestDetails.");
  list->set("Output Frequency", -1, "Iterations between two lines of StatusTestDetails; -1: none.");
  list->set("Output Stream", Teuchos::rcpFromRef(std::cout), "Where rank 0 writes them.");
  return list;
}

void BelosFlexibleCg::setParameters(const Teuchos::RCP<Teuchos::ParameterList>& list) {
  const auto given = list.is_null() ? Teuchos::parameterList() : list;
  given->validateParametersAndSetDefaults(*getValidParameters());
  const double tolerance = given->get<double>("Convergence Tolerance");
  const int maxIterations = given->get<int>("Maximum Iterations"), maxRestarts = given->get<int>("Maximum Restarts");
  if (!(tolerance >= 0) || maxIterations < 0 || maxRestarts < 0)
    throw Teuchos::Exceptions::InvalidParameterValue(
        std::string(factoryName) +
        ": Convergence Tolerance, Maximum Iterations and Maximum Restarts must not be negative.");
  parameters_.tolerance = tolerance;
  parameters_.maxIterations = maxIterations;
  parameters_.maxRestarts = maxRestarts;
  parameters_.residualScaling = given->get<std::string>("Implicit Residual Scaling") == ofRightHandSide
                                    ? ResidualScaling::rightHandSide
                                    : ResidualScaling::initial;
  verbosity_ = given->get<int>("Verbosity");
  frequency_ = given->get<int>("Output Frequency");
  out_ = given->get<Teuchos::RCP<std::ostream>>("Output Stream");
  current_ = given;
}

void BelosFlexibleCg::reset(const Belos::ResetType type) {
  if ((type & Belos::Problem) && !problem_.is_null()) problem_->setProblem();
}

SolveMonitor BelosFlexibleCg::makeMonitor() const {
  SolveMonitor monitor;
  const bool isTold = (verbosity_ & Belos::StatusTestDetails) != 0 && frequency_ > 0;
  if (isTold && problem_->getRHS()->getMap()->getComm()->getRank() == 0)
    monitor.progress = [this](int iteration, double residual) {
      if (iteration % frequency_ == 0) *out_ << factoryName << ": iteration " << iteration << ", " << residual << '\n';
    };
  return monitor;
}

Belos::ReturnType BelosFlexibleCg::solve() {
  if (problem_.is_null() || !problem_->isProblemSet())
    throw std::invalid_argument(std::string(factoryName) + ": hand over a problem, and call its setProblem() before.");
  const Teuchos::RCP<const TpetraOperator> left = problem_->getLeftPrec(), right = problem_->getRightPrec();
  if (!left.is_null() && !right.is_null())
    throw std::invalid_argument(std::string(factoryName) + " takes one preconditioner, left or right, not both.");
  const Teuchos::RCP<const TpetraMultiVector> b = problem_->getRHS();
  const Teuchos::RCP<TpetraMultiVector> x = problem_->getLHS();
  result_ = Chronos::solve(problem_->getOperator(), left.is_null() ? right : left, *b, *x, parameters_, makeMonitor());
  const bool hasConverged = result_.status == SolveStatus::converged;
  if ((verbosity_ & Belos::FinalSummary) != 0 && b->getMap()->getComm()->getRank() == 0)
    *out_ << factoryName << ": " << (hasConverged ? "converged" : "not converged") << " in " << result_.iterations
          << " iterations to " << result_.relativeResidual << (result_.message.empty() ? "" : ". ") << result_.message
          << '\n';
  return hasConverged ? Belos::Converged : Belos::Unconverged;
}

bool BelosFlexibleCg::isLOADetected() const {
  return result_.status == SolveStatus::notConverged && result_.iterations < parameters_.maxIterations;
}

bool registerBelosFlexibleCg() {
  Belos::Impl::registerSolverSubclassForTypes<BelosFlexibleCg, double, TpetraMultiVector, TpetraOperator>(factoryName);
  return true;
}

}  // namespace Chronos
