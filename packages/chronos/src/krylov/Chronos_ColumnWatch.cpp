// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_ColumnWatch.hpp"

#include <algorithm>

namespace Chronos {

bool ColumnWatch::improves(double truth) {
  if (!(truth < best_)) return false;
  best_ = truth;
  return true;
}

// While the true residual follows, the recursive one must fall by what is missing and the iteration goes on: it keeps
// what it has learnt of the matrix, where a restart costs about as many iterations again as the last digits took.
ColumnWatch::Verdict ColumnWatch::judge(int iteration, double recursive, double truth) {
  lastCheck_ = iteration;
  if (truth <= parameters_->tolerance) {
    result_->status = SolveStatus::converged;
    return Verdict::finish;
  }
  const bool follows = truth < 0.5 * lastTruth_;
  lastTruth_ = truth;
  if (recursive <= target_) {
    if (!follows) return afterLosingContact(truth);
    target_ = recursive * std::max(0.1, 0.5 * parameters_->tolerance / truth);
  } else if (!follows && truth > 2 * recursive) {
    return afterLosingContact(truth);
  }
  return Verdict::goOn;
}

ColumnWatch::Verdict ColumnWatch::afterLosingContact(double truth) {
  const bool helped = truth < 0.5 * restartedAt_;
  if (result_->restarts == parameters_->maxRestarts || !helped) {
    result_->status = SolveStatus::notConverged;
    result_->message =
        "The recursive residual reached the tolerance or fell on, the true one did not: rounding stands in the way.";
    return Verdict::finish;
  }
  ++result_->restarts;
  restartedAt_ = truth;
  target_ = firstTarget();
  lastTruth_ = std::numeric_limits<double>::infinity();
  return Verdict::restart;
}

}  // namespace Chronos
