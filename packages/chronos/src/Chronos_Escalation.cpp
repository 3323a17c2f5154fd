// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Escalation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace Chronos {
namespace {

// Conjugate gradients begin faster or slower than they go on, and where coefficients jump their residual stays for tens
// of iterations before it falls: nobody looks before so many iterations, nor before a share of what the stronger method
// takes has been spent, so that a wrong guess costs no more than that. It costs the set-up alone, since iterations of
// the stronger method are not lost: where that is cheap a share of it is enough.
constexpr std::size_t firstLook = 20;
constexpr double patience = 0.3, patienceOfSetUp = 0.36;
// What is left is only a guess: the stronger method must look clearly better.
constexpr double margin = 1.2;

// Of those that were taken: more than that nobody knows to be left.
constexpr double mostLeft = 10;

// As many times what it takes on most systems nobody expects a stronger method to take, however slow the present one.
constexpr double mostStronger = 60;

// Residuals of conjugate gradients rise between iterations, but not like that.
constexpr double jump = 100;

// Of the bodies that costs were counted on.
constexpr double usualComplexity = 1.4;

}  // namespace

void EscalationWatch::note(int iteration, double residual) {
  if (iteration == 0) {
    history_.clear();
    beganAnew_ = 0;
  }
  if (history_.size() > firstLook && residual > jump * history_.back()) beganAnew_ = history_.size();
  history_.push_back(residual);
}

double EscalationWatch::iterationsLeft() const {
  if (history_.empty()) return std::numeric_limits<double>::infinity();
  const std::size_t last = history_.size() - 1, window = std::max<std::size_t>((last - beganAnew_) / 3, 10);
  if (last < beganAnew_ + window) return std::numeric_limits<double>::infinity();
  const double missing = std::log(history_[last] / tolerance_);
  if (missing <= 0) return 0;
  const auto atRateOf = [&](std::size_t steps) {
    const double fallen = std::log(history_[last - steps] / history_[last]);
    return fallen > 0 ? missing * double(steps) / fallen : std::numeric_limits<double>::infinity();
  };
  // A residual that stays or rises for a while, as each small eigenvalue that is found makes it do, says little.
  return std::min(atRateOf(window), atRateOf(std::max(window, 2 * (last - beganAnew_) / 3)));
}

double EscalationWatch::expectedLeft() const {
  const double taken = history_.empty() ? 0 : double(history_.size() - 1 - beganAnew_);
  return std::min(iterationsLeft(), mostLeft * std::max(1.0, taken));
}

// One that began anew has lost what it had found of small eigenvalues, the more the longer it had run.
bool EscalationWatch::mayLook() const {
  return history_.size() > beganAnew_ + std::max(firstLook, beganAnew_ / 2) && history_.back() > tolerance_;
}

bool EscalationWatch::wantsStronger() const {
  if (!mayLook()) return false;
  const double decades = std::log10(history_.back() / tolerance_);
  const double stronger = costs_.strongerSetUp + costs_.strongerIterations * decades / 8 * costs_.strongerIteration;
  const double least = std::min(patience * stronger, patienceOfSetUp * costs_.strongerSetUp);
  if (spent() < costs_.patience * least) return false;
  const double left = expectedLeft();
  const double most = std::min(costs_.strongerShare * left, mostStronger * costs_.strongerIterations);
  const double hard = costs_.strongerSetUp + most * costs_.strongerIteration;
  return left * costs_.iteration > margin * std::max(stronger, hard);
}

double EscalationWatch::left() const {
  return mayLook() ? expectedLeft() * costs_.iteration : 0;
}

EscalationWatch::Costs escalationCosts(const IterationCost& iteration, double operatorComplexity,
                                       const CountedMethod& next, double launch) {
  const bool hasLevels = next.parameters.type == "amg";
  const double larger = hasLevels ? std::max(1.0, operatorComplexity / usualComplexity) : 1;
  EscalationWatch::Costs costs;
  costs.iteration = iteration.readings + launch * iteration.launches;
  costs.strongerSetUp = larger * next.cost.setUp + launch * next.cost.setUpLaunches;
  costs.strongerIteration = larger * next.cost.iteration + launch * next.cost.iterationLaunches;
  costs.strongerIterations = next.cost.iterations;
  costs.strongerShare = next.cost.ofFormer;
  costs.patience = next.cost.patience;
  return costs;
}

}  // namespace Chronos
