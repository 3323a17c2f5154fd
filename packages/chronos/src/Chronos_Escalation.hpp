// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_ESCALATION_HPP
#define CHRONOS_ESCALATION_HPP

#include <vector>

namespace Chronos {

/// \brief Watches an iteration and says when a stronger method, set up now, would end sooner. Local.
///
/// The rate of the last third of the iterations is carried on; costs are counted, so that every run decides alike.
class EscalationWatch {
 public:
  struct Costs {
    double iteration = 1;                                                     ///< of the method that runs
    double strongerSetUp = 0, strongerIteration = 1, strongerIterations = 1;  ///< the last to 1e-8
  };

  /// \param tolerance of the relative residual that the watch is told
  EscalationWatch(const Costs& costs, double tolerance) : costs_(costs), tolerance_(tolerance) {}

  /// The relative residual after an iteration; after iteration 0 another watch begins.
  void note(int iteration, double residual) {
    if (iteration == 0) history_.clear();
    history_.push_back(residual);
  }

  /// Whether what is left costs more than the stronger method from here to the end.
  bool wantsStronger() const;

  /// Iterations that are left at the rate of late; infinity where the residual does not fall.
  double iterationsLeft() const;

 private:
  Costs costs_;
  double tolerance_;
  std::vector<double> history_;
};

}  // namespace Chronos

#endif
