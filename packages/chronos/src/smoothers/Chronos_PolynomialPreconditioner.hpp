// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_POLYNOMIALPRECONDITIONER_HPP
#define CHRONOS_POLYNOMIALPRECONDITIONER_HPP

#include "Chronos_ChebyshevSteps.hpp"
#include "Chronos_CommonOperator.hpp"
#include "Chronos_WorkBlock.hpp"

namespace Chronos {

struct PolynomialParameters {
  int doublings = 3;  ///< k: the polynomial has degree 2^k - 1
  /// Spectrum of seed * A that it is made for; 0: estimated.
  double smallest = 0, largest = 0;
  int eigenvalueSteps = 40;  ///< of the estimate, see ritzBounds()
};

/// \brief Newton-Chebyshev polynomial of degree 2^k - 1 in seed * A (Bergamaschi and Martinez 2021; thesis 4.3.2):
/// p(P A) P for a seed P, matrix-free.
///
/// Newton's method for the inverse, Q <- zeta (2 Q - Q A Q) from Q = 2 P / (smallest + largest) with the zeta that
/// centres each spectrum, squares the error polynomial: T_2m = 2 T_m^2 - 1. After k steps 1 - t p(t) is the Chebyshev
/// polynomial of degree 2^k of [smallest, largest], so it is applied by its three-term recurrence (ChebyshevSteps),
/// which keeps two vectors and does not lose digits as the nested products do. An application costs 2^k of the seed and
/// 2^k - 1 products with A, no reductions: that is its point on many ranks, where those of conjugate gradients count.
///
/// The estimated right end is the largest Ritz value times 1.1: an eigenvalue above largest + smallest would make the
/// polynomial indefinite. The left end is the smallest Ritz value as it is: what lies below is damped less, and nothing
/// worse happens.
class PolynomialPreconditioner : public CommonOperator {
 public:
  /// \brief Collective.
  /// \param A symmetric positive definite; products are all that is asked of it
  /// \param seed likewise, an approximate inverse; null: the identity
  /// \throws InputError when a parameter is impossible; BreakdownError as ritzBounds(); both on all ranks
  PolynomialPreconditioner(const Teuchos::RCP<const Operator>& A, const Teuchos::RCP<const Operator>& seed,
                           const PolynomialParameters& parameters = {});

  using CommonOperator::apply;
  void apply(const ConstBlock& x, const Block& y, double alpha = 1, double beta = 0) const override;
  bool isFixedSymmetric() const override { return seed_.is_null() || seed_->isFixedSymmetric(); }
  Teuchos::RCP<const Map> domainMap() const override { return A_->rangeMap(); }
  Teuchos::RCP<const Map> rangeMap() const override { return A_->domainMap(); }
  /// With A and the seed.
  std::size_t numBytes() const override;

  /// 2^k - 1.
  int degree() const { return polynomial_.degree - 1; }
  double smallest() const { return largest_ / polynomial_.eigenvalueRatio; }
  double largest() const { return largest_; }

 private:
  Teuchos::RCP<const Operator> A_, seed_;
  ChebyshevPolynomial polynomial_;
  double largest_ = 0;
  WorkBlock residual_, direction_;
};

}  // namespace Chronos

#endif
