// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_REUSEPOLICY_HPP
#define CHRONOS_REUSEPOLICY_HPP

#include "Chronos_Renewal.hpp"

#include <string>

namespace Chronos {

/// When a preconditioner of former values is made anew.
struct ReuseRule {
  double iterationFactor = 1.5;  ///< so many times the iterations of the first solve after a set-up are too many
  bool keeps = true;             ///< false: every step has at least its own values
  bool countsSeconds = true;     ///< false: iterations alone decide, so that two runs decide alike
};

/// \brief A rule for steps whose matrices differ little: keep the preconditioner, give it the new values, or set up.
///
/// Iterations more than those of the first solve after the last set-up are paid for in vain; their share of the
/// solves' seconds is added up. The cheapest cure is taken as soon as as much was lost as it costs, which is how one
/// rents skis before one buys them, or when iterations exceed a factor:
/// - keep, until the loss since the last renewal exceeds the cost of new values (half a set-up, before it is known), or
///   the last solve took more than `iterationFactor` times the iterations of the first;
/// - new values then;
/// - a set-up, when the first solve with new values still exceeded that factor, when the loss since the set-up exceeds
///   the set-up, or when a solve did not converge.
///
/// Knows nothing of matrices; PreconditionerBase::renew() does what it says. All calls are local and cheap; hand in the
/// same numbers on all ranks, as results of solve() and computeSeconds() are.
class ReusePolicy {
 public:
  /// \throws InputError when the factor is below 1 or not a number
  explicit ReusePolicy(const ReuseRule& rule = ReuseRule());

  /// What is to be done for the next matrix; `setUp` at first.
  Renewal next() const;

  /// Why next() says so, for a table: a few words.
  std::string reason() const;

  /// What was done, and the seconds that it took.
  void renewed(Renewal done, double seconds);

  /// How a solve went, of several columns the worst.
  void solved(bool converged, int iterations, double seconds);

  /// Seconds spent on iterations beyond those of the first solve after the set-up.
  double lostSeconds() const { return lostSinceSetUp_; }

 private:
  struct Verdict {
    Renewal renewal;
    std::string reason;
  };
  Verdict verdict() const;
  double updateSeconds() const;

  ReuseRule rule_;
  bool isSetUp_ = false, hasFailed_ = false;
  Renewal last_ = Renewal::setUp;
  double setUpSeconds_ = 0, updateSeconds_ = -1;
  int firstIterations_ = 0, lastIterations_ = 0;
  double lostSinceSetUp_ = 0, lostSinceRenewal_ = 0;
};

}  // namespace Chronos

#endif
