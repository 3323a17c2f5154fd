// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_UnwatchedCg.hpp"

#include "Chronos_BlockUpdates.hpp"

#include <utility>

namespace Chronos {

UnwatchedCg::UnwatchedCg(const Operator& A, const Operator& M, const Block& x, const Block& r,
                         const SumOverRanks& overRanks)
    : ColumnIteration(A, r.extent(0), widthOf(r)),
      A_(A),
      M_(M),
      x_(x),
      r_(r),
      p_(allocateBlock("Chronos::CG p", r.extent(0), width_)),
      q_(allocateBlock("Chronos::CG q", r.extent(0), width_)),
      z_(allocateBlock("Chronos::CG z", r.extent(0), width_)),
      overRanks_(overRanks),
      steps_(r.size(), width_, overRanks) {}

void UnwatchedCg::precondition() {
  M_.applyDotted(r_, z_, ofPreconditioner_);
}

void UnwatchedCg::prepare(const Flags& moves) {
  if (!isAhead_) precondition();
  const Flags isFirst = std::exchange(forgets_, {});
  steps_.turn(ofPreconditioner_, asVector(ConstBlock(r_)), asVector(ConstBlock(z_)), isFirst, waiting_, asVector(p_),
              asVector(x_));
  waiting_ = {};
  A_.applyDotted(p_, q_, ofMatrix_);
  steps_.measure(ofMatrix_, asVector(ConstBlock(p_)), asVector(ConstBlock(q_)), moves);
  steps_.advance(asVector(ConstBlock(q_)), asVector(r_));
  awaitStep([this] { precondition(); });
  for (int c = 0; c < width_; ++c) {
    const double rhoBefore = numbers_[c].rho;
    numbers_[c] = steps_.numbers(steps_.numBegun() - 1, c);
    squares_[c] = numbers_[c].squares;
    beta_[c] = isFirst[c] ? 0 : numbers_[c].rho / rhoBefore;
  }
}

std::optional<Obstacle> UnwatchedCg::obstacle(int column) const {
  return obstacleOfCg(numbers_[column].rho, numbers_[column].curvature);
}

double UnwatchedCg::curvatureShare(int column) const {
  return numbers_[column].curvature / std::sqrt(dot(p_, p_)[column] * dot(q_, q_)[column]);
}

const ColumnScalars& UnwatchedCg::advance(const Flags& moves, std::optional<double> flag) {
  for (int c = 0; c < width_; ++c)
    if (moves[c]) waiting_[c] = alpha(c);
  reduceFlag(flag);
  return squares_;
}

void UnwatchedCg::complete() {
  if (std::all_of(waiting_.begin(), waiting_.end(), [](double step) { return step == 0; })) return;
  addStep(p_, waiting_, x_);
  waiting_ = {};
}

void UnwatchedCg::narrow(const std::vector<int>& columns, const Block& x, const Block& r) {
  const int width = widthOf(r);
  const Block p = allocateBlock("Chronos::CG p", r.extent(0), width);
  chooseColumns(p_, columns, p);
  chooseNumbers(columns, numbers_);
  narrowTo(columns, r.extent(0), width);
  x_ = x;
  r_ = r;
  p_ = p;
  q_ = allocateBlock("Chronos::CG q", r.extent(0), width);
  z_ = allocateBlock("Chronos::CG z", r.extent(0), width);
  isAhead_ = false;
  steps_ = UnwatchedCgSteps(r.size(), width, overRanks_);
  ColumnScalars rho{};
  for (std::size_t c = 0; c < columns.size(); ++c) rho[c] = numbers_[c].rho;
  steps_.resume(rho);
}

}  // namespace Chronos
