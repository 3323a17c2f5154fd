// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_FLEXIBLERECURRENCE_HPP
#define CHRONOS_FLEXIBLERECURRENCE_HPP

#include "Chronos_ColumnIteration.hpp"
#include "Chronos_ProductsOnHost.hpp"
#include "Chronos_UnwatchedFlexibleSteps.hpp"

namespace Chronos {

/// \brief The coefficients of flexible conjugate gradients (Notay, SIAM J. Sci. Comput. 22 (2000) 1444-1460, FCG(1)),
/// whatever their vectors are stored in.
///
/// As Bernaschi, D'Ambra and Pasquini write it (Parallel Comput. 2020, BootCMatchG, Algorithm 2; the stopping test is
/// not in it): w = B r, v = A w, with one reduction for alpha = w^T r, beta = w^T v, gamma = w^T q;
/// rho = beta - gamma^2 / rho_old, d = w - (gamma / rho_old) d, x += (alpha / rho) d, q = v - (gamma / rho_old) q,
/// r -= (alpha / rho) q, and another one for r^T r. So d is A-orthogonal to the direction before, whatever B is, and
/// rho = d^T A d. A step costs a product and an application of B as that of conjugate gradients, two vectors read more.
///
/// Where alpha or rho is not positive the direction begins anew with d = w, once in a column; a second time is an
/// obstacle.
///
/// Of one column coefficients may stay on the device: the step is taken by the time that prepare() ends,
/// unless it cannot be, and the host waits once for all of its numbers. Where another step is expected, its
/// preconditioner runs meanwhile. Then `moves` of prepare() must name the column.
class FlexibleRecurrence : public ColumnIteration {
 public:
  void prepare(const Flags& moves) final;
  const ColumnScalars& advance(const Flags& moves, std::optional<double> flag = {}) final;
  std::optional<Obstacle> obstacle(int column) const final;
  bool beganAnew(int column) const final { return beginsAnew_[column]; }

  /// As in conjugate gradients where B is fixed and symmetric: alpha / rho, and alpha over that of the step before.
  double alpha(int column) const final { return alpha_[column] / rho_[column]; }
  double beta(int column) const final { return beta_[column]; }

 protected:
  using Products = std::array<double, 3 * widestBlock>;

  /// \param overRanks numbers stay on the device where there are such sums, and one column
  FlexibleRecurrence(const Operator& A, std::size_t numRows, int width, const std::optional<SumOverRanks>& overRanks);

  /// w = B r. Collective.
  virtual void precondition() = 0;
  /// v = A w. Collective.
  virtual void formImage() = 0;
  /// The products of w with r, v and q over all ranks, one after the other for each column. Collective.
  virtual Products products() = 0;
  /// d = w + factors() d and q likewise, x += lengths d, r -= lengths q; r^T r of this rank goes to squares_. Local.
  virtual void takeSteps(const ColumnScalars& lengths) = 0;
  /// The same step where numbers stay on the device, without waiting. Local.
  virtual void take(const UnwatchedFlexibleSteps& steps, const FlexibleFormer& former) = 0;

  /// ProductSums::ofOne() over all ranks, on the host. Collective.
  template <class Entries>
  Products productsOf(const Entries& w, const Entries& r, const Entries& v, const Entries& q);

  /// Factor of the former direction in the one that is prepared.
  const ColumnScalars& factors() const { return factor_; }
  /// d^T A d, where somebody formed it anew.
  void setCurvature(int column, double value) { rho_[column] = value; }

  void keep(const std::vector<int>& columns, std::size_t numRows, int width);

 private:
  Products takeUnwatched();

  ProductsOnHost products_;
  std::unique_ptr<UnwatchedFlexibleSteps> unwatched_;  // null where numbers come to the host in between
  ColumnScalars alpha_{}, rho_{}, beta_{}, factor_{};
  Flags beginsAnew_{}, hasBegunAnew_{};
};

}  // namespace Chronos

#endif
