// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_LANCZOS_HPP
#define CHRONOS_LANCZOS_HPP

#include <Teuchos_ArrayView.hpp>

#include <vector>

namespace Chronos {

/// \brief Eigenvalues of a symmetric tridiagonal matrix, ascending; none when they cannot be had. Local.
///
/// With the matrix that the coefficients of CG make up these are Ritz values of M^{-1} A (Golub and Van
/// Loan, 10.2). Small ones are relatively accurate where all are positive.
/// \param offDiagonal one entry less
/// than the diagonal; more are not read
std::vector<double> ritzValues(const Teuchos::ArrayView<const double>& diagonal,
                               const Teuchos::ArrayView<const double>& offDiagonal);

/// \brief Ratio of the extreme Ritz values: a lower bound of the condition number of M^{-1} A, close once CG
/// has converged; 0 when it cannot be had. Local.
double lanczosCondition(const Teuchos::ArrayView<const double>& diagonal,
                        const Teuchos::ArrayView<const double>& offDiagonal);

/// \brief The most that a unit eigenvector for an eigenvalue mu can have in common with the start vector of Lanczos.
/// Local.
///
/// Lanczos vector j is p_j(B) q for the start vector q and the polynomials of the three-term recurrence, so u^T q_j =
/// p_j(mu) u^T q for B u = mu u; Lanczos vectors are orthonormal, hence (u^T q)^2 sum_j p_j(mu)^2 <= 1 (Van Dorsselaer,
/// Hochstenbach, van der Vorst 2000). Beyond the largest Ritz value the bound falls as mu or the number of steps grows.
/// \param mu above all Ritz values
/// \param offDiagonal as many entries as the diagonal, or one less
double lanczosComponentBound(const Teuchos::ArrayView<const double>& diagonal,
                             const Teuchos::ArrayView<const double>& offDiagonal, double mu);

/// \brief The tridiagonal matrix of Lanczos from the coefficients of conjugate gradients, step by step (Saad, Iterative
/// Methods for Sparse Linear Systems, 6.7.3). Local.
class LanczosRecord {
 public:
  /// A step of length alpha = rho / curvature.
  /// \param rho r^T M^{-1} r
  /// \param curvature p^T A p, not zero
  /// \param beta factor of the former direction in p
  void add(double rho, double curvature, double beta);

  int numSteps() const { return static_cast<int>(diagonal_.size()); }
  /// Eigenvalues of the matrix, ascending; see ritzValues().
  std::vector<double> ritzValues() const { return Chronos::ritzValues(diagonal_, offDiagonal_); }
  /// Their extreme ratio, 0 without a step; see lanczosCondition().
  double condition() const { return lanczosCondition(diagonal_, offDiagonal_); }

 private:
  std::vector<double> diagonal_, offDiagonal_;
  double lastAlpha_ = 0;
};

}  // namespace Chronos

#endif
