// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_COLUMNWATCH_HPP
#define CHRONOS_COLUMNWATCH_HPP

#include "Chronos_ConjugateGradient.hpp"

#include <algorithm>
#include <limits>

namespace Chronos {

/// \brief Decides for one column, from residuals relative to what the tolerance refers to, whether its iteration goes
/// on. Local: all ranks hand in the same numbers.
///
/// The recursive residual falls further than the true one b - A x can follow: what separates them is the rounding of
/// all steps (Greenbaum, SIAM J. Matrix Anal. Appl. 18, 1997). So the true one has the last word. It is looked at when
/// the recursive one says converged, and before that only where that is due (checkDistance), because it costs a
/// product.
class ColumnWatch {
 public:
  enum class Verdict { goOn, restart, finish };

  ColumnWatch(double firstResidual, const SolverParameters& parameters, ColumnResult& result)
      : parameters_(&parameters), result_(&result), target_(firstTarget()), best_(firstResidual) {}

  /// Whether the true residual is wanted now.
  bool wantsTruth(int iteration, double recursive) const {
    return recursive <= target_ || (iteration >= lastCheck_ + checkDistance && recursive < 0.5 * best_);
  }

  /// What follows from the true residual; sets status and message of the result when it ends.
  Verdict judge(int iteration, double recursive, double truth);

  /// The true residual took the place of the recursive one.
  void correct() { target_ = firstTarget(); }

  /// Smallest true residual so far.
  double best() const { return best_; }
  /// Notes a true residual.
  /// \return whether it is the smallest so far
  bool improves(double truth);

 private:
  // Iterations between two looks at the true residual of a column that has not converged: 2 % of its products.
  static constexpr int checkDistance = 50;

  // Where the recursive residual falls further, a true one has been left behind long ago, and a tolerance of 0 would go
  // on until its squares underflow.
  static constexpr double leastTarget = 1e-17;

  double firstTarget() const { return std::max(parameters_->tolerance, leastTarget); }
  Verdict afterLosingContact(double truth);

  const SolverParameters* parameters_;
  ColumnResult* result_;
  double target_, best_;
  double lastTruth_ = std::numeric_limits<double>::infinity();
  double restartedAt_ = std::numeric_limits<double>::infinity();
  int lastCheck_ = 0;
};

}  // namespace Chronos

#endif
