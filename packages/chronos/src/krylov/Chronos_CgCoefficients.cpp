// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_CgCoefficients.hpp"

#include "Chronos_ColumnIteration.hpp"
#include "Chronos_RunsOnHost.hpp"

#include <algorithm>

namespace Chronos {
namespace {

// Beyond what was expected.
constexpr int fewSteps = 3;

bool mayTakeSeveral(const Operator& A) {
  return !runsOnHost<Device> && sumsOnDevice(A).has_value();
}

}  // namespace

UnwatchedCoefficients::UnwatchedCoefficients(const Operator& A, const Operator* M, const Block& r, int mostAtOnce)
    : A_(A),
      M_(M),
      r_(r),
      z_(M == nullptr ? r : allocateBlock("Chronos::CG z", r.extent(0), 1)),
      p_(allocateBlock("Chronos::CG p", r.extent(0), 1)),
      q_(allocateBlock("Chronos::CG q", r.extent(0), 1)),
      steps_(r.extent(0), 1, sumsOnDevice(A).value_or(SumOverRanks()), mostAtOnce) {}

void UnwatchedCoefficients::take(int numSteps) {
  const int first = steps_.numBegun();
  for (int k = 0; k < numSteps; ++k) {
    if (M_ != nullptr) M_->applyDotted(r_, z_, ofPreconditioner_);
    steps_.turn(ofPreconditioner_, asVector(ConstBlock(r_)), asVector(ConstBlock(z_)), {steps_.numBegun() == 0}, {},
                asVector(p_), Vector());
    A_.applyDotted(p_, q_, ofMatrix_);
    steps_.measure(ofMatrix_, asVector(ConstBlock(p_)), asVector(ConstBlock(q_)), {true});
    steps_.advanceUnmeasured(asVector(ConstBlock(q_)), asVector(r_));
  }
  Device::execution_space().fence();
  for (int k = first; k < first + numSteps; ++k) {
    rho_.push_back(steps_.numbers(k).rho);
    curvature_.push_back(steps_.numbers(k).curvature);
  }
}

CgCoefficients::CgCoefficients(const Operator& A, const Operator* M, const Block& r, int numExpected, Waits waits)
    : numExpected_(std::max(1, numExpected)) {
  const bool several = waits == Waits::automatic ? mayTakeSeveral(A) : waits == Waits::severalSteps;
  if (several) unwatched_ = std::make_unique<UnwatchedCoefficients>(A, M, r, std::max(numExpected_, fewSteps));
  else watched_ = std::make_unique<CgIteration>(A, M, Block(), r);
}

void CgCoefficients::ensure(int numSteps) {
  while (unwatched_->numSteps() < numSteps) unwatched_->take(unwatched_->numSteps() == 0 ? numExpected_ : fewSteps);
}

double CgCoefficients::rho() {
  if (watched_) return watched_->direction()[0];
  ensure(step_ + 1);
  return unwatched_->rho(step_);
}

double CgCoefficients::curvature() {
  if (watched_) return watched_->curvature()[0];
  return unwatched_->curvature(step_);
}

void CgCoefficients::advance() {
  if (watched_) watched_->advanceResidual();
  ++step_;
}

}  // namespace Chronos
