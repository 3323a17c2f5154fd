// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_CgCoefficients.hpp"

#include "Chronos_HostCopy.hpp"
#include "Chronos_RunsOnHost.hpp"

namespace Chronos {
namespace {

// Beyond what was expected.
constexpr int fewSteps = 3;

bool mayTakeSeveral(const Operator& A) {
  return !runsOnHost<Device> && A.rangeMap()->getComm()->getSize() == 1;
}

Vector entryOf(const Vector& x, int entry) {
  return Kokkos::subview(x, std::make_pair(entry, entry + 1));
}

}  // namespace

UnwatchedCg::UnwatchedCg(const Operator& A, const Operator* M, const Block& r)
    : A_(A),
      M_(M),
      r_(r),
      z_(M == nullptr ? r : allocateBlock("Chronos::CG z", r.extent(0), 1)),
      p_(allocateBlock("Chronos::CG p", r.extent(0), 1)),
      q_(allocateBlock("Chronos::CG q", r.extent(0), 1)),
      dot_(r.extent(0)) {}

void UnwatchedCg::take(int numSteps) {
  const auto numbers = allocate<Vector>("Chronos::CG numbers", 2 * numSteps);
  const double* lastRho = curvature_.empty() ? nullptr : numbers_.data() + numbers_.extent(0) - 2;
  for (int k = 0; k < numSteps; ++k) {
    const Vector rho = entryOf(numbers, 2 * k), curvature = entryOf(numbers, 2 * k + 1);
    if (M_ != nullptr) M_->applyDotted(r_, z_, ofPreconditioner_);
    dot_(ofPreconditioner_, asVector(ConstBlock(r_)), asVector(ConstBlock(z_)), rho);
    addRatio(asVector(ConstBlock(z_)), rho.data(), lastRho, asVector(p_));
    A_.applyDotted(p_, q_, ofMatrix_);
    dot_(ofMatrix_, asVector(ConstBlock(p_)), asVector(ConstBlock(q_)), curvature);
    subtractRatio(asVector(ConstBlock(q_)), rho.data(), curvature.data(), asVector(r_));
    lastRho = rho.data();
  }
  const std::vector<double> found = toVector(numbers);
  for (int k = 0; k < numSteps; ++k) {
    rho_.push_back(found[2 * k]);
    curvature_.push_back(found[2 * k + 1]);
  }
  numbers_ = numbers;
}

CgCoefficients::CgCoefficients(const Operator& A, const Operator* M, const Block& r, int numExpected, Waits waits)
    : numExpected_(std::max(1, numExpected)) {
  const bool several = waits == Waits::automatic ? mayTakeSeveral(A) : waits == Waits::severalSteps;
  if (several) unwatched_ = std::make_unique<UnwatchedCg>(A, M, r);
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
