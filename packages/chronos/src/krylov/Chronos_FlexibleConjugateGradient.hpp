// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_FLEXIBLECONJUGATEGRADIENT_HPP
#define CHRONOS_FLEXIBLECONJUGATEGRADIENT_HPP

#include "Chronos_ColumnIteration.hpp"
#include "Chronos_ProductSums.hpp"

namespace Chronos {

/// \brief Flexible conjugate gradients (Notay, SIAM J. Sci. Comput. 22 (2000) 1444-1460, FCG(1)): for preconditioners
/// that are not symmetric, or not the same in every application.
///
/// As Bernaschi, D'Ambra and Pasquini write it (Parallel Comput. 2020, BootCMatchG, Algorithm 2; the stopping test is
/// not in it): w = B r, v = A w, with one reduction for alpha = w^T r, beta = w^T v, gamma = w^T q;
/// rho = beta - gamma^2 / rho_old, d = w - (gamma / rho_old) d, x += (alpha / rho) d, q = v - (gamma / rho_old) q,
/// r -= (alpha / rho) q, and another one for r^T r. So d is A-orthogonal to the direction before, whatever B is, and
/// rho = d^T A d. A step costs a product and an application of B as that of conjugate gradients, two vectors read more.
///
/// q = A d and rho are carried along by recurrences and drift: renew() forms them anew. Where alpha or rho is not
/// positive the direction begins anew with d = w, once in a column; a second time is an obstacle.
class FlexibleConjugateGradient : public ColumnIteration {
 public:
  /// \param A symmetric positive definite; kept by reference
  /// \param B an approximate inverse, any; null: none
  /// \param x the iterate, updated by advance()
  /// \param r the residual b - A x; updated by advance()
  FlexibleConjugateGradient(const Operator& A, const Operator* B, const Block& x, const Block& r);

  void prepare(const Flags& moves) override;
  std::optional<Obstacle> obstacle(int column) const override;
  bool beganAnew(int column) const override { return beginsAnew_[column]; }
  const ColumnScalars& advance(const Flags& moves, double flag = 0) override;
  void renew(const Flags& columns) override;
  void narrow(const std::vector<int>& columns, const Block& x, const Block& r) override;

  /// As in conjugate gradients where B is fixed and symmetric: alpha / rho, and alpha over that of the step before.
  double alpha(int column) const override { return alpha_[column] / rho_[column]; }
  double beta(int column) const override { return beta_[column]; }

  /// Holds A w between prepare() and advance().
  const Block& scratch() const override { return v_; }

 private:
  void allocateWork();
  // The products of w with r, v and q over all ranks, one after the other for each column.
  std::array<double, 3 * widestBlock> products();

  const Operator& A_;
  const Operator* B_;
  Block x_, r_, d_, q_, w_, v_;
  std::unique_ptr<ProductSums<Device>> sums_;
  Vector results_;
  Kokkos::View<double*, PinnedSpace> hostResults_;
  ColumnScalars alpha_{}, rho_{}, beta_{};
  ColumnScalars factor_{};  // of the former direction in the one that is prepared
  Flags beginsAnew_{}, hasBegunAnew_{};
};

}  // namespace Chronos

#endif
