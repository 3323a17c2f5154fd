// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_LINEARSOLVERFACTORY_HPP
#define CHRONOS_LINEARSOLVERFACTORY_HPP

/// \file
/// Chronos by its name: `Trilinos::Details::getLinearSolver<MV, OP, double>("Chronos", preset)`, beside Amesos2, Belos
/// and Ifpack2, for code that takes any linear solver. An application that includes this header has it registered.

#include "Chronos_SystemSolve.hpp"

#include <Trilinos_Details_LinearSolver.hpp>
#include <Trilinos_Details_LinearSolverFactory.hpp>

namespace Chronos {

/// \brief A preconditioner and conjugate gradients as the linear solver of all packages of Trilinos.
///
/// symbolic() makes what depends on the pattern, numeric() what depends on the values; what was not done solve() does.
class LinearSolver : public Trilinos::Details::LinearSolver<TpetraMultiVector, TpetraOperator, double> {
 public:
  /// \param name a preset, or empty for `auto`; parameters that are set later come instead
  /// \throws InputError when there is no such preset
  explicit LinearSolver(const std::string& name);

  /// A Tpetra::CrsMatrix; one of the former pattern keeps what the parameter `reuse` says. Collective.
  void setMatrix(const Teuchos::RCP<const TpetraOperator>& A) override;
  Teuchos::RCP<const TpetraOperator> getMatrix() const override;
  /// \param list see readParameters(); among them `user data`
  void setParameters(const Teuchos::RCP<Teuchos::ParameterList>& list) override;
  void symbolic() override;
  void numeric() override;
  /// \throws BreakdownError on all ranks when the solve did not converge, InputError without a matrix
  void solve(TpetraMultiVector& X, const TpetraMultiVector& B) override;

  /// Of the last solve.
  const SystemResult& result() const { return result_; }

 private:
  PreconditionerBase& withMatrix();

  Teuchos::ParameterList list_;
  Teuchos::RCP<Preconditioner<>> M_;
  bool isComputed_ = false;
  SystemResult result_;
};

/// Hands the factory of `Chronos` to Trilinos; again and again is once. Local.
/// \return true
bool registerLinearSolver();

/// A library that is linked statically would lose what only registers itself.
inline const bool linearSolverIsRegistered = registerLinearSolver();

}  // namespace Chronos

#endif
