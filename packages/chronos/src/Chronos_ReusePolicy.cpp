// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_ReusePolicy.hpp"

#include "Chronos_Error.hpp"
#include "Chronos_TableText.hpp"

#include <algorithm>

namespace Chronos {
namespace {

// Of a set-up, for new values on the old prolongations, until it was measured (docs/guide/reuse.md has 0.4).
constexpr double updateShare = 0.5;

}  // namespace

ReusePolicy::ReusePolicy(const ReuseRule& rule) : rule_(rule) {
  if (rule.iterationFactor >= 1) return;
  throw InputError("ReusePolicy: iterationFactor is " + format("%g", rule.iterationFactor) +
                   "; it must be 1 or more, 1.5 for example.");
}

Renewal ReusePolicy::next() const {
  return verdict().renewal;
}

std::string ReusePolicy::reason() const {
  return verdict().reason;
}

double ReusePolicy::updateSeconds() const {
  return updateSeconds_ < 0 ? updateShare * setUpSeconds_ : updateSeconds_;
}

ReusePolicy::Verdict ReusePolicy::verdict() const {
  if (!isSetUp_) return {Renewal::setUp, "the first one"};
  if (hasFailed_) return {Renewal::setUp, "the last solve did not converge"};
  const bool tooMany = lastIterations_ > rule_.iterationFactor * firstIterations_;
  const std::string many =
      std::to_string(lastIterations_) + " iterations, " + std::to_string(firstIterations_) + " after the set-up";
  if (tooMany && last_ == Renewal::newValues) return {Renewal::setUp, many + ", in spite of new values"};
  if (rule_.countsSeconds && lostSinceSetUp_ > setUpSeconds_)
    return {Renewal::setUp, format("%.3g s lost, a set-up takes %.3g s", lostSinceSetUp_, setUpSeconds_)};
  if (!rule_.keeps) return {Renewal::newValues, "as the rule says"};
  if (tooMany) return {Renewal::newValues, many};
  if (rule_.countsSeconds && lostSinceRenewal_ > updateSeconds())
    return {Renewal::newValues, format("%.3g s lost, new values take %.3g s", lostSinceRenewal_, updateSeconds())};
  return {Renewal::keep, "it still fits"};
}

void ReusePolicy::renewed(Renewal done, double seconds) {
  last_ = done;
  if (done == Renewal::keep) return;
  hasFailed_ = false;
  lostSinceRenewal_ = 0;
  if (done == Renewal::newValues) {
    updateSeconds_ = seconds;
    return;
  }
  isSetUp_ = true;
  setUpSeconds_ = seconds;
  firstIterations_ = lastIterations_ = 0;
  lostSinceSetUp_ = 0;
}

void ReusePolicy::solved(bool converged, int iterations, double seconds) {
  hasFailed_ = !converged;
  lastIterations_ = std::max(1, iterations);
  if (firstIterations_ == 0) firstIterations_ = lastIterations_;
  const double lost = seconds * std::max(0, lastIterations_ - firstIterations_) / lastIterations_;
  lostSinceSetUp_ += lost;
  lostSinceRenewal_ += lost;
}

}  // namespace Chronos
