// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SOLVERCOMPARISON_HPP
#define CHRONOS_SOLVERCOMPARISON_HPP

#include "Chronos_Measurement.hpp"
#include "Chronos_PerformanceProfile.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace Chronos::Command {

/// What the runs of one configuration on one system come to: medians.
struct Contender {
  std::string system, solver, configuration;
  std::size_t numRuns = 0;
  bool isSolved = false;  ///< by every run
  Known setupSeconds, solveSeconds, totalSeconds, iterations, relativeResidual, operatorComplexity, peakBytes;
};

/// \brief Solvers beside each other on the systems that they were run on.
///
/// Of each solver the configuration of least total time counts, anew on every system. Where all runs are of one solver
/// its configurations are compared in place of solvers. Systems that only one solver was run on are left out.
class SolverComparison {
 public:
  explicit SolverComparison(const std::vector<Measurement>& measurements);

  const std::vector<Contender>& contenders() const { return contenders_; }  ///< of all systems, fastest first
  const std::vector<std::string>& systems() const { return systems_; }      ///< in the order of the measurements
  const std::vector<std::string>& solvers() const { return solvers_; }      ///< Chronos first, others by name

  /// The solver's best configuration on a system, or one that failed; nothing where it was not run.
  const std::optional<Contender>& best(std::size_t system, std::size_t solver) const { return best_[system][solver]; }

  /// Its total time; empty where it failed or was not run.
  SolveTime time(std::size_t system, std::size_t solver) const;

  /// A row a system, a column a solver.
  std::vector<std::vector<SolveTime>> times() const;

  /// Of each system the time of Chronos and the least of all others; empty when there is only the one or the others.
  std::vector<std::pair<SolveTime, SolveTime>> againstOthers() const;

  /// Whether there is enough for a profile: two solvers or more on three systems or more.
  bool isTelling() const { return systems_.size() >= 3; }

 private:
  void keepShared();

  std::vector<Contender> contenders_;
  std::vector<std::string> systems_, solvers_;
  std::vector<std::vector<std::optional<Contender>>> best_;
};

}  // namespace Chronos::Command

#endif
