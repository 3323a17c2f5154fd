// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_LinearSolverFactory.hpp"

#include "Chronos_CreatePreconditioner.hpp"
#include "Chronos_Error.hpp"

#include <memory>
#include <sstream>

namespace Chronos {
namespace {

using Factory = Trilinos::Details::LinearSolverFactory<TpetraMultiVector, TpetraOperator, double>;

class ChronosFactory : public Factory {
 public:
  Teuchos::RCP<Trilinos::Details::LinearSolver<TpetraMultiVector, TpetraOperator, double>> getLinearSolver(
      const std::string& name) override {
    return Teuchos::rcp(new LinearSolver(name));
  }
};

}  // namespace

LinearSolver::LinearSolver(const std::string& name) {
  if (name.empty()) return;
  preset(name);
  list_.set("preset", name);
}

void LinearSolver::setMatrix(const Teuchos::RCP<const TpetraOperator>& A) {
  const auto matrix = matrixOf(A);
  isComputed_ = false;
  if (M_.is_null()) {
    M_ = Teuchos::rcp(new Preconditioner<>(matrix));
    M_->setParameters(list_);
  } else {
    M_->setMatrix(matrix);
  }
}

Teuchos::RCP<const TpetraOperator> LinearSolver::getMatrix() const {
  return M_.is_null() ? Teuchos::null : Teuchos::RCP<const TpetraOperator>(M_->matrix());
}

void LinearSolver::setParameters(const Teuchos::RCP<Teuchos::ParameterList>& list) {
  const Teuchos::ParameterList given = list.is_null() ? Teuchos::ParameterList() : *list;
  readParameters(given);
  if (!M_.is_null()) M_->setParameters(given);
  list_ = given;
  isComputed_ = false;
}

PreconditionerBase& LinearSolver::withMatrix() {
  if (M_.is_null()) throw InputError("Chronos::LinearSolver: call setMatrix() first.");
  return *M_;
}

void LinearSolver::symbolic() {
  withMatrix().initialize();
  isComputed_ = false;
}

void LinearSolver::numeric() {
  withMatrix().compute();
  isComputed_ = true;
}

void LinearSolver::solve(TpetraMultiVector& X, const TpetraMultiVector& B) {
  if (!isComputed_) numeric();
  result_ = Chronos::solve(withMatrix(), B, X);
  if (result_.status == SolveStatus::converged) return;
  std::ostringstream text;
  text << "Chronos::LinearSolver did not converge: " << result_.iterations << " iterations, residual "
       << result_.relativeResidual << ". " << result_.message << (result_.message.empty() ? "" : " ")
       << "Try another preset, or raise `tolerance` or `maximum iterations`.";
  throw BreakdownError(text.str());
}

bool registerLinearSolver() {
  const std::shared_ptr<Factory> factory = std::make_shared<ChronosFactory>();
  Trilinos::Details::registerLinearSolverFactory<TpetraMultiVector, TpetraOperator, double>("Chronos", factory);
  return true;
}

}  // namespace Chronos
