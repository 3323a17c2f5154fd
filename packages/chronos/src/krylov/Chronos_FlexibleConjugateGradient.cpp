// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_FlexibleConjugateGradient.hpp"

#include "Chronos_BlockUpdates.hpp"

namespace Chronos {

FlexibleConjugateGradient::FlexibleConjugateGradient(const Operator& A, const Operator* B, const Block& x,
                                                     const Block& r, const std::optional<SumOverRanks>& overRanks)
    : FlexibleRecurrence(A, r.extent(0), widthOf(r), overRanks),
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
}

void FlexibleConjugateGradient::precondition() {
  if (B_ != nullptr) B_->apply(r_, w_);
}

FlexibleRecurrence::Products FlexibleConjugateGradient::products() {
  return productsOf(asVector(ConstBlock(w_)), asVector(ConstBlock(r_)), asVector(ConstBlock(v_)),
                    asVector(ConstBlock(q_)));
}

void FlexibleConjugateGradient::take(const UnwatchedFlexibleSteps& steps, const FlexibleFormer& former) {
  steps.take<double>(asVector(ConstBlock(w_)), asVector(ConstBlock(v_)), former, asVector(d_), asVector(q_),
                     asVector(r_), asVector(x_));
}

void FlexibleConjugateGradient::takeSteps(const ColumnScalars& lengths) {
  advanceAlong(w_, factors(), d_, lengths, x_);
  dots_->advanceFlexible(Device::execution_space(), factors().data(), lengths.data(), asVector(ConstBlock(v_)),
                         asVector(q_), asVector(r_), squares_.data());
}

// By way of the scratch block: columns that nobody asked for keep the bits that they have.
void FlexibleConjugateGradient::renew(const Flags& columns) {
  A_.apply(d_, v_);
  copyColumns(v_, columns, q_);
  const ColumnScalars curvatures = dot(d_, v_);
  for (int c = 0; c < width_; ++c)
    if (columns[c] && isPositive(curvatures[c])) setCurvature(c, curvatures[c]);
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
  keep(columns, r.extent(0), width);
  x_ = x;
  r_ = r;
  allocateWork();
}

}  // namespace Chronos
