// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_FlexibleConjugateGradient.hpp"

#include "Chronos_BlockUpdates.hpp"
#include "Chronos_Communicator.hpp"

namespace Chronos {

FlexibleConjugateGradient::FlexibleConjugateGradient(const Operator& A, const Operator* B, const Block& x,
                                                     const Block& r)
    : ColumnIteration(A, r.extent(0), widthOf(r)),
      A_(A),
      B_(B),
      x_(x),
      r_(r),
      d_(allocateBlock("Chronos::FCG d", r.extent(0), width_)),
      q_(allocateBlock("Chronos::FCG q", r.extent(0), width_)) {
  allocateWork();
}

void FlexibleConjugateGradient::allocateWork() {
  w_ = B_ == nullptr ? r_ : allocateBlock("Chronos::FCG w", r_.extent(0), width_);
  v_ = allocateBlock("Chronos::FCG v", r_.extent(0), width_);
  sums_.reset(new ProductSums<Device>(static_cast<std::int64_t>(r_.size()), width_));
  const int length = ProductSums<Device>::resultLength(width_);
  results_ = allocate<Vector>("Chronos::FCG products", length);
  hostResults_ = allocate<Kokkos::View<double*, PinnedSpace>>("Chronos::FCG products on the host", length);
}

std::array<double, 3 * widestBlock> FlexibleConjugateGradient::products() {
  const Device::execution_space space;
  sums_->ofOne(space, asVector(ConstBlock(w_)), asVector(ConstBlock(r_)), asVector(ConstBlock(v_)),
               asVector(ConstBlock(q_)), results_);
  Kokkos::deep_copy(space, hostResults_, results_);
  space.fence();
  std::array<double, 3 * widestBlock> sums{};
  for (int s = 0; s < 3 * width_; ++s) sums[s] = hostResults_(s);
  sumOverRanks(*comm_, sums.data(), 3 * width_);
  return sums;
}

void FlexibleConjugateGradient::prepare(const Flags& moves) {
  if (B_ != nullptr) B_->apply(r_, w_);
  A_.apply(w_, v_);
  const auto sums = products();
  for (int c = 0; c < width_; ++c) {
    if (!moves[c]) continue;
    const double alpha = sums[c], beta = sums[width_ + c], gamma = sums[2 * width_ + c];
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

std::optional<Obstacle> FlexibleConjugateGradient::obstacle(int column) const {
  if (!isPositive(rho_[column])) return Obstacle{rho_[column], "d^T A d", notDefinite};
  if (!isPositive(alpha_[column]) && !(beginsAnew_[column] && std::isfinite(alpha_[column])))
    return Obstacle{alpha_[column], "r^T M^{-1} r", "the preconditioner is not positive definite"};
  return {};
}

const ColumnScalars& FlexibleConjugateGradient::advance(const Flags& moves, double flag) {
  ColumnScalars steps{};
  for (int c = 0; c < width_; ++c) steps[c] = moves[c] ? alpha(c) : 0;
  advanceAlong(w_, factor_, d_, steps, x_);
  dots_->advanceFlexible(Device::execution_space(), factor_.data(), steps.data(), asVector(ConstBlock(v_)),
                         asVector(q_), asVector(r_), squares_.data());
  reduceSquares(flag);
  return squares_;
}

// By way of the scratch block: columns that nobody asked for keep the bits that they have.
void FlexibleConjugateGradient::renew(const Flags& columns) {
  A_.apply(d_, v_);
  copyColumns(v_, columns, q_);
  const ColumnScalars curvatures = dot(d_, v_);
  for (int c = 0; c < width_; ++c)
    if (columns[c] && isPositive(curvatures[c])) rho_[c] = curvatures[c];
}

void FlexibleConjugateGradient::narrow(const std::vector<int>& columns, const Block& x, const Block& r) {
  const int width = widthOf(r);
  const auto narrowed = [&](const char* label, const ConstBlock& wide) {
    const Block block = allocateBlock(label, r.extent(0), width);
    chooseColumns(wide, columns, block);
    return block;
  };
  d_ = narrowed("Chronos::FCG d", d_);
  q_ = narrowed("Chronos::FCG q", q_);
  chooseNumbers(columns, alpha_);
  chooseNumbers(columns, rho_);
  chooseNumbers(columns, beta_);
  chooseNumbers(columns, hasBegunAnew_);
  narrowTo(columns, r.extent(0), width);
  x_ = x;
  r_ = r;
  allocateWork();
}

}  // namespace Chronos
