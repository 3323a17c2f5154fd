// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_CGITERATION_HPP
#define CHRONOS_CGITERATION_HPP

#include "Chronos_ColumnIteration.hpp"
#include "Chronos_WorkBlock.hpp"

namespace Chronos {

/// \brief The recurrences of preconditioned conjugate gradients (Hestenes and Stiefel 1952; Saad, Iterative Methods for
/// Sparse Linear Systems, algorithm 9.1).
///
/// A step is direction(), curvature(), advance(), each with one reduction; prepare() is the first two. Whoever calls
/// decides what the numbers mean: solve() watches them, the eigenvalue estimate makes a tridiagonal matrix of them. A
/// column with a step of zero stands still.
class CgIteration : public ColumnIteration {
 public:
  /// \param A symmetric positive definite; kept by reference
  /// \param M an approximate inverse, symmetric positive definite; null: none
  /// \param x the iterate, as it is behind complete(); without rows when nobody wants it
  /// \param r the residual b - A x; updated by advance()
  CgIteration(const Operator& A, const Operator* M, const Block& x, const Block& r);

  /// z = M^{-1} r, p = z + beta p with beta = r^T z over that of the step before. Collective.
  /// \return r^T z of each column
  const ColumnScalars& direction();

  /// q = A p. Collective.
  /// \return p^T q of each column
  const ColumnScalars& curvature();

  void prepare(const Flags& moves) override;
  std::optional<Obstacle> obstacle(int column) const override;
  double curvatureShare(int column) const override;

  /// \brief r -= alpha q with alpha = r^T z / p^T q. x += alpha p waits for the next direction(), which reads p anyway,
  /// or for complete().
  const ColumnScalars& advance(const Flags& moves, std::optional<double> flag = {}) override;
  void complete() override;

  /// \brief The same of r alone and without its norm, for those who want the coefficients: nobody waits. Local.
  /// \pre curvature() of this step
  void advanceResidual();

  void narrow(const std::vector<int>& columns, const Block& x, const Block& r) override;

  double alpha(int column) const override { return rho_[column] / curvature_[column]; }
  double beta(int column) const override { return beta_[column]; }

  /// Holds A p between curvature() and advance().
  const Block& scratch() const override { return q_; }

 private:
  const Operator& A_;
  const Operator* M_;
  Block x_, r_, p_, q_, z_;
  ColumnScalars rho_{}, beta_{}, curvature_{};
  ColumnScalars waiting_{};  // steps along p that x has not taken yet
  bool isWaiting_ = false;
  GatheredDots<Device> ofMatrix_, ofPreconditioner_;
  bool knowsSquares_ = false;  // of r as it is
};

}  // namespace Chronos

#endif
