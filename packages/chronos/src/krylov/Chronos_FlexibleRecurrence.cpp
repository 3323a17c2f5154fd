// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_FlexibleRecurrence.hpp"

#include "Chronos_Communicator.hpp"
#include "Chronos_SingleVectorOperator.hpp"

#include <algorithm>

namespace Chronos {

FlexibleRecurrence::FlexibleRecurrence(const Operator& A, std::size_t numRows, int width,
                                       const std::optional<SumOverRanks>& overRanks)
    : ColumnIteration(A, numRows, width),
      products_(numRows, width),
      unwatched_(overRanks && width == 1 ? new UnwatchedFlexibleSteps(numRows, *overRanks) : nullptr) {}

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

FlexibleRecurrence::Products FlexibleRecurrence::takeUnwatched() {
  take(*unwatched_, {rho_[0], forgets_[0], hasBegunAnew_[0]});
  awaitStep([this] { precondition(); });
  const UnwatchedFlexibleSteps::Numbers numbers = unwatched_->numbers();
  squares_[0] = numbers.squares;
  return {numbers.alpha, numbers.beta, numbers.gamma};
}

void FlexibleRecurrence::prepare(const Flags& moves) {
  if (!isAhead_) precondition();
  formImage();
  const Products sums = unwatched_ ? takeUnwatched() : products();
  for (int c = 0; c < width_; ++c) {
    if (!moves[c]) continue;
    const double alpha = sums[c];
    const FlexibleStep step =
        flexibleStep(alpha, sums[width_ + c], sums[2 * width_ + c], {rho_[c], forgets_[c], hasBegunAnew_[c]});
    factor_[c] = step.factor;
    beginsAnew_[c] = step.beginsAnew;
    hasBegunAnew_[c] = hasBegunAnew_[c] || step.beginsAnew;
    beta_[c] = step.factor == 0 ? 0 : alpha / alpha_[c];
    alpha_[c] = alpha;
    rho_[c] = step.rho;
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

const ColumnScalars& FlexibleRecurrence::advance(const Flags& moves, std::optional<double> flag) {
  if (unwatched_) {
    reduceFlag(flag);
    return squares_;
  }
  ColumnScalars lengths{};
  for (int c = 0; c < width_; ++c) lengths[c] = moves[c] ? alpha(c) : 0;
  takeSteps(lengths);
  reduceSquares(flag);
  return squares_;
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
