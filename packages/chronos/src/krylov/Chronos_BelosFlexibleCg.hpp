// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_BELOSFLEXIBLECG_HPP
#define CHRONOS_BELOSFLEXIBLECG_HPP

#include "Chronos_ConjugateGradient.hpp"

#include <BelosLinearProblem.hpp>
#include <BelosSolverManager.hpp>
#include <BelosTpetraAdapter.hpp>

namespace Chronos {

/// \brief Flexible conjugate gradients as a solver of Belos, for Tpetra's vectors: Belos has none.
///
/// Belos::SolverFactory makes it under the name CHRONOS FLEXIBLE CG; an application that includes this header (or
/// Chronos.hpp) has it registered. The iteration is that of solve(), for all right-hand sides of the problem, from the
/// vector that the problem holds: the true residual decides, operators of Chronos are applied without copies. A left
/// preconditioner and a right one mean the same here.
///
/// Parameters, Belos' own names: `Convergence Tolerance` (1e-8), `Maximum Iterations` (1000), `Maximum Restarts` (2),
/// `Implicit Residual Scaling` (Norm of Initial Residual, Norm of RHS), `Verbosity` (Belos::MsgType: FinalSummary,
/// StatusTestDetails), `Output Frequency` (iterations between lines of StatusTestDetails; -1 none), `Output Stream`.
class BelosFlexibleCg : public Belos::SolverManager<double, TpetraMultiVector, TpetraOperator> {
 public:
  using Problem = Belos::LinearProblem<double, TpetraMultiVector, TpetraOperator>;

  BelosFlexibleCg() = default;

  Teuchos::RCP<Belos::SolverManager<double, TpetraMultiVector, TpetraOperator>> clone() const override;
  const Problem& getProblem() const override { return *problem_; }
  void setProblem(const Teuchos::RCP<Problem>& problem) override { problem_ = problem; }

  Teuchos::RCP<const Teuchos::ParameterList> getValidParameters() const override;
  Teuchos::RCP<const Teuchos::ParameterList> getCurrentParameters() const override { return current_; }
  /// \throws Teuchos::Exceptions::InvalidParameter and relatives, for unknown names, wrong types and wrong values
  void setParameters(const Teuchos::RCP<Teuchos::ParameterList>& list) override;
  void reset(const Belos::ResetType type) override;

  /// \brief Collective.
  /// \return Belos::Converged when all columns have
  /// \throws std::invalid_argument when no problem is set, or setProblem() of the problem was not called; InputError
  Belos::ReturnType solve() override;

  /// Relative, as the scaling says; of the worst column.
  double achievedTol() const override { return result_.relativeResidual; }
  int getNumIters() const override { return result_.iterations; }
  /// Whether rounding stood between a recursive residual and the true one.
  bool isLOADetected() const override;

  /// What became of each column, after solve().
  const SolveResult& result() const { return result_; }

 private:
  SolveMonitor makeMonitor() const;

  Teuchos::RCP<Problem> problem_;
  Teuchos::RCP<Teuchos::ParameterList> current_;
  SolverParameters parameters_ = defaults();
  int verbosity_ = Belos::Errors, frequency_ = -1;
  Teuchos::RCP<std::ostream> out_ = Teuchos::rcpFromRef(std::cout);
  SolveResult result_;

  static SolverParameters defaults();
};

/// Hands BelosFlexibleCg to Belos::SolverFactory; again and again is once. Local.
/// \return true
bool registerBelosFlexibleCg();

/// A library that is linked statically would lose what only registers itself.
inline const bool belosFlexibleCgIsRegistered = registerBelosFlexibleCg();

}  // namespace Chronos

#endif
