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

void UnwatchedCg::direct(const Vector& rho) {
  if (M_ != nullptr) M_->apply(r_, z_);
  dot_(asVector(ConstBlock(r_)), asVector(ConstBlock(z_)), rho);
}

void UnwatchedCg::take(int numSteps) {
  // Two of the steps before, which the next one goes on from, then two of each.
  const auto numbers = allocate<Vector>("Chronos::CG numbers", 2 * numSteps + 2);
  const auto rho = [&](int k) { return entryOf(numbers, 2 * k + 1); };
  const auto curvature = [&](int k) { return entryOf(numbers, 2 * k + 2); };
  const bool isFirst = rho_.empty();
  if (isFirst) direct(rho(0));
  else Kokkos::deep_copy(Device::execution_space(), Kokkos::subview(numbers, std::make_pair(0, 2)), former_);
  for (int k = 0; k < numSteps; ++k) {
    const double* const before = k > 0 ? rho(k - 1).data() : isFirst ? nullptr : numbers.data();
    addRatio(asVector(ConstBlock(z_)), rho(k).data(), before, asVector(p_));
    A_.apply(p_, q_);
    dot_(asVector(ConstBlock(p_)), asVector(ConstBlock(q_)), curvature(k));
    subtractRatio(asVector(ConstBlock(q_)), rho(k).data(), curvature(k).data(), asVector(r_));
    direct(rho(k + 1));
  }
  const std::vector<double> found = toVector(numbers);
  if (isFirst) rho_.push_back(found[1]);
  for (int k = 0; k < numSteps; ++k) {
    curvature_.push_back(found[2 * k + 2]);
    rho_.push_back(found[2 * k + 3]);
  }
  former_ = toView("Chronos::CG numbers", std::vector<double>(rho_.end() - 2, rho_.end()));
}

CgCoefficients::CgCoefficients(const Operator& A, const Operator* M, const Block& r, int numExpected, Waits waits)
    : numExpected_(std::max(1, numExpected)) {
  const bool several = waits == Waits::automatic ? mayTakeSeveral(A) : waits == Waits::severalSteps;
  if (several) unwatched_ = std::make_unique<UnwatchedCg>(A, M, r);
  else watched_ = std::make_unique<CgIteration>(A, M, Block(), r);
}

void CgCoefficients::ensure(int numSteps) {
  if (unwatched_->numSteps() == 0) unwatched_->take(std::max(numExpected_, numSteps));
  else if (unwatched_->numSteps() < numSteps) unwatched_->take(fewSteps);
}

double CgCoefficients::rho() {
  if (watched_) return watched_->direction()[0];
  ensure(step_);
  return unwatched_->rho(step_);
}

double CgCoefficients::curvature() {
  if (watched_) return watched_->curvature()[0];
  ensure(step_ + 1);
  return unwatched_->curvature(step_);
}

void CgCoefficients::advance() {
  if (watched_) watched_->advanceResidual();
  ++step_;
}

}  // namespace Chronos
