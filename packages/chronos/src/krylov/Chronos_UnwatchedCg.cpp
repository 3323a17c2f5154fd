// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_UnwatchedCg.hpp"

#include "Chronos_BlockUpdates.hpp"

#include <utility>

namespace Chronos {

UnwatchedCg::UnwatchedCg(const Operator& A, const Operator& M, const Block& x, const Block& r,
                         const SumOverRanks& overRanks)
    : ColumnIteration(A, r.extent(0), 1),
      A_(A),
      M_(M),
      x_(x),
      r_(r),
      p_(allocateBlock("Chronos::CG p", r.extent(0), 1)),
      q_(allocateBlock("Chronos::CG q", r.extent(0), 1)),
      z_(allocateBlock("Chronos::CG z", r.extent(0), 1)),
      steps_(r.extent(0), overRanks) {}

void UnwatchedCg::precondition() {
  M_.applyDotted(r_, z_, ofPreconditioner_);
}

void UnwatchedCg::prepare(const Flags&) {
  if (!isAhead_) precondition();
  const bool isFirst = std::exchange(forgets_[0], false);
  const double rhoBefore = numbers_.rho;
  steps_.turn(ofPreconditioner_, asVector(ConstBlock(r_)), asVector(ConstBlock(z_)), isFirst, waiting_, asVector(p_),
              asVector(x_));
  waiting_ = 0;
  A_.applyDotted(p_, q_, ofMatrix_);
  steps_.measure(ofMatrix_, asVector(ConstBlock(p_)), asVector(ConstBlock(q_)));
  steps_.advance(asVector(ConstBlock(q_)), asVector(r_));
  awaitStep([this] { precondition(); });
  numbers_ = steps_.numbers(steps_.numBegun() - 1);
  squares_[0] = numbers_.squares;
  beta_ = isFirst ? 0 : numbers_.rho / rhoBefore;
}

std::optional<Obstacle> UnwatchedCg::obstacle(int) const {
  return obstacleOfCg(numbers_.rho, numbers_.curvature);
}

double UnwatchedCg::curvatureShare(int column) const {
  return numbers_.curvature / std::sqrt(dot(p_, p_)[column] * dot(q_, q_)[column]);
}

const ColumnScalars& UnwatchedCg::advance(const Flags& moves, std::optional<double> flag) {
  if (moves[0]) waiting_ = alpha(0);
  reduceFlag(flag);
  return squares_;
}

void UnwatchedCg::complete() {
  ColumnScalars step{};
  step[0] = waiting_;
  addStep(p_, step, x_);
  waiting_ = 0;
}

// One column has no fewer.
void UnwatchedCg::narrow(const std::vector<int>&, const Block& x, const Block& r) {
  x_ = x;
  r_ = r;
}

}  // namespace Chronos
