// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SingleReductionCg.hpp"

#include "Chronos_BlockUpdates.hpp"

#include <algorithm>

namespace Chronos {

SingleReductionCg::SingleReductionCg(const Operator& A, const Operator* M, const Block& x, const Block& r)
    : ColumnIteration(A, r.extent(0), widthOf(r)),
      A_(A),
      M_(M),
      x_(x),
      r_(r),
      p_(allocateBlock("Chronos::CG p", r.extent(0), width_)),
      s_(allocateBlock("Chronos::CG s", r.extent(0), width_)),
      z_(M == nullptr ? r : allocateBlock("Chronos::CG z", r.extent(0), width_)),
      w_(allocateBlock("Chronos::CG w", r.extent(0), width_)),
      t_(allocateBlock("Chronos::CG t", r.extent(0), width_)),
      products_(r.extent(0), width_) {}

// z, w and their products, for all columns: those whose residual is what it was get what they had.
void SingleReductionCg::precondition(double flag) {
  if (M_ != nullptr) M_->apply(r_, z_);
  A_.apply(z_, w_);
  const double* own = products_.wait([&](const auto& sums, const auto& space, const Vector& results) {
    sums.ofResidual(space, asVector(ConstBlock(r_)), asVector(ConstBlock(z_)), asVector(ConstBlock(w_)),
                    asVector(ConstBlock(s_)), results);
  });
  constexpr int numProducts = ProductSums<Device>::numOfResidual;
  std::array<double, numProducts * widestBlock> products{};
  std::copy_n(own, numProducts * width_, products.begin());
  reduceWithFlag(products.data(), numProducts * width_, flag);
  for (int c = 0; c < width_; ++c) {
    squares_[c] = products[c];
    gamma_[c] = products[width_ + c];
    delta_[c] = products[2 * width_ + c];
    cross_[c] = products[3 * width_ + c];
  }
}

void SingleReductionCg::prepare(const Flags& moves) {
  Flags beginning{}, doubtful{};
  for (int c = 0; c < width_; ++c) beginning[c] = moves[c] && forgets_[c];
  if (any(beginning)) precondition(0);
  for (int c = 0; c < width_; ++c) {
    if (!moves[c]) continue;
    beta_[c] = beginning[c] ? 0 : gamma_[c] / rho_[c];
    curvature_[c] = beginning[c] ? delta_[c] : delta_[c] + beta_[c] * (2 * cross_[c] + beta_[c] * lastCurvature_[c]);
    rho_[c] = gamma_[c];
    forgets_[c] = false;
    doubtful[c] = beta_[c] != 0 && isPositive(rho_[c]) && std::isfinite(curvature_[c]) && !isPositive(curvature_[c]);
  }
  if (!any(doubtful)) return;
  const Block image = imageOfDirection();
  const ColumnScalars curvatures = dot(t_, image);
  for (int c = 0; c < width_; ++c)
    if (doubtful[c]) curvature_[c] = curvatures[c];
}

// The direction z + beta p is in t then.
Block SingleReductionCg::imageOfDirection() const {
  const Block image = allocateBlock("Chronos::CG A p", r_.extent(0), width_);
  Kokkos::deep_copy(Device::execution_space(), t_, p_);
  addMultiples(z_, beta_, t_);
  A_.apply(t_, image);
  return image;
}

std::optional<Obstacle> SingleReductionCg::obstacle(int column) const {
  return obstacleOfCg(rho_[column], curvature_[column]);
}

double SingleReductionCg::curvatureShare(int column) const {
  const Block image = imageOfDirection();
  return dot(t_, image)[column] / std::sqrt(dot(t_, t_)[column] * dot(image, image)[column]);
}

const ColumnScalars& SingleReductionCg::advance(const Flags& moves, std::optional<double> flag) {
  ColumnScalars steps{};
  for (int c = 0; c < width_; ++c) steps[c] = moves[c] ? alpha(c) : 0;
  advanceStep(z_, w_, beta_, p_, s_, steps, x_, r_);
  for (int c = 0; c < width_; ++c)
    if (moves[c]) lastCurvature_[c] = curvature_[c];
  precondition(flag.value_or(0));
  return squares_;
}

// By way of the scratch block: columns that nobody asked for keep the bits that they have.
void SingleReductionCg::renew(const Flags& columns) {
  A_.apply(p_, t_);
  copyColumns(t_, columns, s_);
  const ColumnScalars crosses = dot(z_, t_), curvatures = dot(p_, t_);
  for (int c = 0; c < width_; ++c) {
    if (!columns[c]) continue;
    cross_[c] = crosses[c];
    lastCurvature_[c] = curvatures[c];
  }
}

void SingleReductionCg::narrow(const std::vector<int>& columns, const Block& x, const Block& r) {
  const int width = widthOf(r);
  const auto narrowed = [&](const char* label, const ConstBlock& wide) {
    const Block block = allocateBlock(label, r.extent(0), width);
    chooseColumns(wide, columns, block);
    return block;
  };
  p_ = narrowed("Chronos::CG p", p_);
  s_ = narrowed("Chronos::CG s", s_);
  z_ = M_ == nullptr ? r : narrowed("Chronos::CG z", z_);
  w_ = narrowed("Chronos::CG w", w_);
  t_ = allocateBlock("Chronos::CG t", r.extent(0), width);
  for (ColumnScalars* numbers : {&gamma_, &delta_, &cross_, &rho_, &beta_, &curvature_, &lastCurvature_})
    chooseNumbers(columns, *numbers);
  narrowTo(columns, r.extent(0), width);
  products_ = ProductsOnHost(r.extent(0), width);
  x_ = x;
  r_ = r;
}

}  // namespace Chronos
