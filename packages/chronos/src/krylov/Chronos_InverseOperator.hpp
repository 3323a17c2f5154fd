// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_INVERSEOPERATOR_HPP
#define CHRONOS_INVERSEOPERATOR_HPP

#include "Chronos_CommonOperator.hpp"
#include "Chronos_ConjugateGradient.hpp"

namespace Chronos {

/// \brief A^{-1} by a Krylov method, to its tolerance: each application is a solve from zero.
///
/// Not the same matrix for all vectors, so what contains it wants a flexible method (isFixedSymmetric() is false).
class InverseOperator : public CommonOperator {
 public:
  /// \param A as solve() takes it, domain and range map alike
  /// \param M null for none
  /// \param parameters `initial guess` does not count
  InverseOperator(const Teuchos::RCP<const Operator>& A, const Teuchos::RCP<const Operator>& M,
                  const SolverParameters& parameters);

  using CommonOperator::apply;
  /// \throws BreakdownError on all ranks when a column does not converge
  void apply(const ConstBlock& x, const Block& y, double alpha = 1, double beta = 0) const override;
  bool isFixedSymmetric() const override { return false; }
  Teuchos::RCP<const Map> domainMap() const override { return A_->rangeMap(); }
  Teuchos::RCP<const Map> rangeMap() const override { return A_->domainMap(); }
  std::size_t numBytes() const override;

  /// Iterations of all applications so far, of the column with most in each.
  long long iterations() const { return iterations_; }

 private:
  Teuchos::RCP<const Operator> A_, M_;
  SolverParameters parameters_;
  mutable Teuchos::RCP<TpetraMultiVector> rightHandSide_, solution_;
  mutable long long iterations_ = 0;
};

}  // namespace Chronos

#endif
