// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_CgIteration.hpp"

#include "Chronos_BlockUpdates.hpp"

namespace Chronos {

CgIteration::CgIteration(const Operator& A, const Operator* M, const Block& x, const Block& r)
    : ColumnIteration(A, r.extent(0), widthOf(r)),
      A_(A),
      M_(M),
      x_(x),
      r_(r),
      p_(allocateBlock("Chronos::CG p", r.extent(0), width_)),
      q_(allocateBlock("Chronos::CG q", r.extent(0), width_)),
      z_(M == nullptr ? r : allocateBlock("Chronos::CG z", r.extent(0), width_)) {}

const ColumnScalars& CgIteration::direction() {
  // Without a preconditioner r^T z is what advance() has summed.
  const bool isKnown = M_ == nullptr && knowsSquares_ && !forgets_[0] && width_ == 1;
  const ColumnScalars rho = isKnown         ? squares_
                            : M_ == nullptr ? dot(r_, z_)
                                            : applyDotted(*M_, r_, z_, ofPreconditioner_);
  for (int c = 0; c < width_; ++c) {
    beta_[c] = forgets_[c] ? 0 : rho[c] / rho_[c];
    forgets_[c] = false;
  }
  rho_ = rho;
  if (isWaiting_) addStepAndTurn(z_, beta_, p_, waiting_, x_);
  else addMultiples(z_, beta_, p_);
  isWaiting_ = false;
  return rho_;
}

const ColumnScalars& CgIteration::curvature() {
  curvature_ = applyDotted(A_, p_, q_, ofMatrix_);
  return curvature_;
}

void CgIteration::prepare(const Flags&) {
  direction();
  curvature();
}

std::optional<Obstacle> CgIteration::obstacle(int column) const {
  return obstacleOfCg(rho_[column], curvature_[column]);
}

double CgIteration::curvatureShare(int column) const {
  return curvature_[column] / std::sqrt(dot(p_, p_)[column] * dot(q_, q_)[column]);
}

const ColumnScalars& CgIteration::advance(const Flags& moves, std::optional<double> flag) {
  for (int c = 0; c < width_; ++c) waiting_[c] = moves[c] ? alpha(c) : 0;
  isWaiting_ = x_.extent(0) > 0;
  dots_->advance(Device::execution_space(), waiting_.data(), asVector(ConstBlock(p_)), asVector(ConstBlock(q_)),
                 Vector(), asVector(r_), squares_.data());
  reduceSquares(flag);
  knowsSquares_ = true;
  return squares_;
}

void CgIteration::complete() {
  if (isWaiting_) addStep(p_, waiting_, x_);
  isWaiting_ = false;
}

void CgIteration::advanceResidual() {
  ColumnScalars steps{};
  for (int c = 0; c < width_; ++c) steps[c] = -alpha(c);
  combineColumns(steps, q_, 1, r_, r_);
  knowsSquares_ = false;
}

void CgIteration::narrow(const std::vector<int>& columns, const Block& x, const Block& r) {
  const int width = widthOf(r);
  const Block p = allocateBlock("Chronos::CG p", r.extent(0), width);
  chooseColumns(p_, columns, p);
  chooseNumbers(columns, rho_);
  narrowTo(columns, r.extent(0), width);
  x_ = x;
  r_ = r;
  p_ = p;
  q_ = allocateBlock("Chronos::CG q", r.extent(0), width);
  z_ = M_ == nullptr ? r : allocateBlock("Chronos::CG z", r.extent(0), width);
}

}  // namespace Chronos
