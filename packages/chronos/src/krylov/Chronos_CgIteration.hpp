// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_CGITERATION_HPP
#define CHRONOS_CGITERATION_HPP

#include "Chronos_BlockSum.hpp"
#include "Chronos_Operator.hpp"
#include "Chronos_WorkBlock.hpp"

namespace Chronos {

/// \brief The recurrences of preconditioned conjugate gradients (Hestenes and Stiefel 1952; Saad, Iterative Methods for
/// Sparse Linear Systems, algorithm 9.1), for up to eight columns at once, each with coefficients of its own.
///
/// A step is direction(), curvature(), advance(), each with one reduction. Whoever calls decides what the numbers mean:
/// solve() watches them, the eigenvalue estimate makes a tridiagonal matrix of them. Columns do not see each other; one
/// with a step of zero stands still.
class CgIteration {
 public:
  /// \param A symmetric positive definite; kept by reference
  /// \param M an approximate inverse, symmetric positive definite; null: none
  /// \param x the iterate, updated by advance(); without rows when nobody wants it
  /// \param r the residual b - A x; updated by advance()
  CgIteration(const Operator& A, const Operator* M, const Block& x, const Block& r);

  int width() const { return width_; }

  /// z = M^{-1} r, p = z + beta p with beta = r^T z over that of the step before. Collective.
  /// \return r^T z of each column
  const ColumnScalars& direction();

  /// q = A p. Collective.
  /// \return p^T q of each column
  const ColumnScalars& curvature();

  /// \brief x += alpha p, r -= alpha q with alpha = r^T z / p^T q. Collective.
  /// \param moves columns that take the step; the others are left alone
  /// \param flag added over ranks to flagSum(), in the same reduction
  /// \return r^T r of each column
  const ColumnScalars& advance(const std::array<bool, widestBlock>& moves, double flag = 0);
  double flagSum() const { return flagSum_; }

  /// The next direction of a column is its preconditioned residual alone: after somebody wrote another residual.
  void restart(int column) { forgets_[column] = true; }

  /// Goes on with some of the columns in narrower blocks.
  /// \param columns those that go on; column c of the new blocks was columns[c]
  void narrow(const std::vector<int>& columns, const Block& x, const Block& r);

  /// Of the last step.
  double alpha(int column) const { return rho_[column] / curvature_[column]; }
  /// Of the last direction; 0 where it began anew.
  double beta(int column) const { return beta_[column]; }

  /// Work space between advance() and curvature(): holds A p before that.
  const Block& scratch() const { return q_; }

  /// x_c^T y_c over all ranks, for blocks of this width. Collective.
  ColumnScalars dot(const ConstBlock& x, const ConstBlock& y) const;

 private:
  void reduce(ColumnScalars& sums) const;

  const Operator& A_;
  const Operator* M_;
  Teuchos::RCP<const Comm> comm_;
  int width_;
  Block x_, r_, p_, q_, z_;
  std::unique_ptr<ColumnDots<Device>> dots_;
  ColumnScalars rho_{}, beta_{}, curvature_{}, squares_{};
  std::array<bool, widestBlock> forgets_;
  double flagSum_ = 0;
};

}  // namespace Chronos

#endif
