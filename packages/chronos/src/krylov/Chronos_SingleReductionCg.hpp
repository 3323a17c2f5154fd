// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SINGLEREDUCTIONCG_HPP
#define CHRONOS_SINGLEREDUCTIONCG_HPP

#include "Chronos_ColumnIteration.hpp"
#include "Chronos_ProductsOnHost.hpp"

namespace Chronos {

/// \brief Conjugate gradients with one reduction a step, for a preconditioner that is symmetric and the same in every
/// application (Chronopoulos and Gear, J. Comput. Appl. Math. 25 (1989) 153-168).
///
/// With z = M r and w = A z, of which gamma = z^T r and delta = z^T w, a step is beta = gamma / gamma_old,
/// p = z + beta p, s = w + beta s, alpha = gamma / p^T A p, x += alpha p, r -= alpha s. Behind it advance() forms z, w
/// and their products for the next step, which are summed over ranks together with r^T r; the device is waited for
/// once. prepare() applies something only where a column begins anew. The price: an application of M and a product in
/// the end that nobody asks for.
///
/// p^T A p = delta + 2 beta z^T s + beta^2 p_old^T A p_old. In exact arithmetic z^T s = -gamma / alpha_old, and what is
/// left is delta - beta gamma / alpha_old as Chronopoulos and Gear write it. The product z^T s itself costs one vector
/// to read, and makes up for some of what rounding does to orthogonality: up to a tenth of the iterations where they
/// are thousands.
///
/// s = A p and p^T A p come of recurrences and drift: renew() forms them anew. Where p^T A p looks as if it were not
/// positive prepare() forms it from the direction and a product before anybody is told.
class SingleReductionCg : public ColumnIteration {
 public:
  /// \param A symmetric positive definite; kept by reference
  /// \param M an approximate inverse, symmetric positive definite; null: none
  /// \param x the iterate, updated by advance()
  /// \param r the residual b - A x; updated by advance()
  SingleReductionCg(const Operator& A, const Operator* M, const Block& x, const Block& r);

  void prepare(const Flags& moves) override;
  std::optional<Obstacle> obstacle(int column) const override;
  double curvatureShare(int column) const override;
  const ColumnScalars& advance(const Flags& moves, std::optional<double> flag = {}) override;
  void renew(const Flags& columns) override;
  void narrow(const std::vector<int>& columns, const Block& x, const Block& r) override;

  double alpha(int column) const override { return rho_[column] / curvature_[column]; }
  double beta(int column) const override { return beta_[column]; }

  /// A block of its own: z and w are wanted by the next step.
  const Block& scratch() const override { return t_; }

 private:
  void precondition(double flag);
  Block imageOfDirection() const;

  const Operator& A_;
  const Operator* M_;
  Block x_, r_, p_, s_, z_, w_, t_;
  ProductsOnHost products_;
  ColumnScalars gamma_{}, delta_{}, cross_{};   // of the residual at hand: z^T r, z^T w, z^T s
  ColumnScalars rho_{}, beta_{}, curvature_{};  // of the step that was prepared: z^T r, the factor, p^T A p
  ColumnScalars lastCurvature_{};               // p^T A p of the direction in p
};

}  // namespace Chronos

#endif
