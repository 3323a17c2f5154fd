// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SingleEntrance.hpp"

#include "Chronos_Communicator.hpp"
#include "Chronos_StoragePrecision.hpp"

#include <algorithm>
#include <cmath>

namespace Chronos {
namespace {

// In steps, so that vectors that shrink from one application to the next go in alike.
constexpr int step = 16, greatest = 1000;

// Exponents of the largest entry that single precision, which ends at 2^127 and 2^-126, holds with room for what a
// cycle makes of it. A solve begins where the one before ended: behind a fall by 1e-12 it enters at 2^32.
constexpr int smallestSafe = -40, largestSafe = 34;

}  // namespace

void SingleEntrance::start(const ConstVector& b, const SingleVector& to) {
  exponent_ = next_;
  narrowing_.start(b, exponent_, to);
  isIn_.recordDefault();
}

SingleEntrance::Outcome SingleEntrance::finish(const Comm& comm) {
  isIn_.wait();
  const double largest = maxOverRanks(comm, narrowing_.largest());
  if (!std::isfinite(largest)) return Outcome::noPlace;
  if (largest == 0) return Outcome::zero;
  next_ = std::clamp(-(exponentOf(largest) / step) * step, -greatest, greatest);
  const int entered = exponentOf(largest) + exponent_;
  const bool isSafe = next_ == exponent_ || (entered >= smallestSafe && entered <= largestSafe);
  return isSafe ? Outcome::fits : Outcome::again;
}

}  // namespace Chronos
