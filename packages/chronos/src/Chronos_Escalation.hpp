// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_ESCALATION_HPP
#define CHRONOS_ESCALATION_HPP

#include "Chronos_MethodCosts.hpp"

#include <vector>

namespace Chronos {

/// \brief Watches an iteration and says when a stronger method, set up now, would end sooner. Local.
///
/// The rate of the last third of the iterations is carried on, or that of the last two thirds where it is better; costs
/// are counted, so that every run decides alike.
/// Where the residual jumps up the iteration began anew from its true residual: what was before says nothing of the
/// rate, and rounding, for which a stronger method is no remedy, may be all that is left.
class EscalationWatch {
 public:
  struct Costs {
    double iteration = 1;                                                     ///< of the method that runs
    double strongerSetUp = 0, strongerIteration = 1, strongerIterations = 1;  ///< the last to 1e-8
    double patience = 1;       ///< times as much is spent before anybody looks
    double strongerShare = 0;  ///< iterations of the stronger one over those that are left, at least
  };

  /// \param tolerance of the relative residual that the watch is told
  EscalationWatch(const Costs& costs, double tolerance) : costs_(costs), tolerance_(tolerance) {}

  /// The relative residual after an iteration; after iteration 0 another watch begins.
  void note(int iteration, double residual);

  /// Whether what is left costs more than the stronger method from here to the end.
  bool wantsStronger() const;

  /// In readings, what has been spent and what is expected to be left: 0 before the first look, where an iteration that
  /// began anew is given time, and where nothing is left.
  double spent() const { return history_.empty() ? 0 : double(history_.size() - 1) * costs_.iteration; }
  double left() const;
  /// In readings, the set-up of the stronger method.
  double strongerSetUp() const { return costs_.strongerSetUp; }

  /// Iterations that are left at the better rate; infinity where the residual does not fall.
  double iterationsLeft() const;

  /// \brief The same, ten times those that were taken at most.
  ///
  /// Conjugate gradients find small eigenvalues one by one, their residual stays meanwhile, and then it falls faster
  /// and faster: what the rate says there was a hundred times too much, while few iterations go on for more than ten
  /// times as long as they have.
  double expectedLeft() const;

 private:
  bool mayLook() const;

  Costs costs_;
  double tolerance_;
  std::vector<double> history_;
  std::size_t beganAnew_ = 0;  // entry of the history
};

/// What an iteration of the method that runs costs, counted.
struct IterationCost {
  double readings = 1;  ///< of the finest matrix
  double launches = 0;  ///< beside them, as MethodCost has them
};

/// \brief What to watch an iteration with: what the next method reads beyond what it does on most systems follows the
/// levels of the one that runs, since its own will be about as large. Local.
/// \param operatorComplexity of the levels of the method that runs; 1 where it has none
/// \param launch see readingsOfLaunch()
EscalationWatch::Costs escalationCosts(const IterationCost& iteration, double operatorComplexity,
                                       const CountedMethod& next, double launch = 0);

}  // namespace Chronos

#endif
