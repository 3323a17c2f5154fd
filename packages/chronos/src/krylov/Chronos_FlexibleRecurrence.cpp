// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_FlexibleRecurrence.hpp"

#include "Chronos_Communicator.hpp"
#include "Chronos_SingleVectorOperator.hpp"

#include <algorithm>

namespace Chronos {

FlexibleRecurrence::FlexibleRecurrence(const Operator& A, std::size_t numRows, int width)
    : ColumnIteration(A, numRows, width), products_(numRows, width) {}

template <class Entries>
FlexibleRecurrence::Products FlexibleRecurrence::productsOf(const Entries& w, const Entries& r, const Entries& v,
                                                            const Entries& q) {
  const double* own = products_.wait(
      [&](const auto& sums, const auto& space, const Vector& results) { sums.ofOne(space, w, r, v, q, results); });
  Products products{};
  std::copy_n(own, 3 * width_, products.begin());
  sumOverRanks(*comm_, products.data(), 3 * width_);
  return products;
}

void FlexibleRecurrence::prepare(const Flags& moves) {
  const Products products = direct();
  for (int c = 0; c < width_; ++c) {
    if (!moves[c]) continue;
    const double alpha = products[c], beta = products[width_ + c], gamma = products[2 * width_ + c];
    const bool isFirst = forgets_[c];
    factor_[c] = isFirst ? 0 : -gamma / rho_[c];
    double rho = isFirst ? beta : beta + factor_[c] * gamma;
    beginsAnew_[c] = false;
    if (!(isPositive(alpha) && isPositive(rho)) && !hasBegunAnew_[c] && std::isfinite(alpha) && isPositive(beta)) {
      beginsAnew_[c] = hasBegunAnew_[c] = true;
      factor_[c] = 0;
      rho = beta;
    }
    beta_[c] = factor_[c] == 0 ? 0 : alpha / alpha_[c];
    alpha_[c] = alpha;
    rho_[c] = rho;
    // After a step of no length the next direction has nothing to be orthogonal to.
    forgets_[c] = alpha == 0;
  }
}

std::optional<Obstacle> FlexibleRecurrence::obstacle(int column) const {
  if (!isPositive(rho_[column])) return Obstacle{rho_[column], "d^T A d", notDefinite};
  if (!isPositive(alpha_[column]) && !(beginsAnew_[column] && std::isfinite(alpha_[column])))
    return Obstacle{alpha_[column], "r^T M^{-1} r", "the preconditioner is not positive definite"};
  return {};
}

ColumnScalars FlexibleRecurrence::steps(const Flags& moves) const {
  ColumnScalars steps{};
  for (int c = 0; c < width_; ++c) steps[c] = moves[c] ? alpha(c) : 0;
  return steps;
}

void FlexibleRecurrence::keep(const std::vector<int>& columns, std::size_t numRows, int width) {
  chooseNumbers(columns, alpha_);
  chooseNumbers(columns, rho_);
  chooseNumbers(columns, beta_);
  chooseNumbers(columns, hasBegunAnew_);
  narrowTo(columns, numRows, width);
  products_ = ProductsOnHost(numRows, width);
}

template FlexibleRecurrence::Products FlexibleRecurrence::productsOf(const ConstVector&, const ConstVector&,
                                                                     const ConstVector&, const ConstVector&);
template FlexibleRecurrence::Products FlexibleRecurrence::productsOf(const ConstSingleVector&, const ConstSingleVector&,
                                                                     const ConstSingleVector&,
                                                                     const ConstSingleVector&);

}  // namespace Chronos
