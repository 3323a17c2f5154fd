// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_PERFORMANCEPROFILE_HPP
#define CHRONOS_PERFORMANCEPROFILE_HPP

#include <cstddef>
#include <optional>
#include <vector>

namespace Chronos::Command {

/// Seconds of a solver on a system; empty where it did not solve it, or was not run.
using SolveTime = std::optional<double>;

/// \brief How many systems each solver solves within a factor of the fastest one's time.
///
/// Dolan and More 2002, section 2: the performance ratio and its distribution function.
class PerformanceProfile {
 public:
  /// \param times a row a system, a column a solver, all rows of one length; positive. A system that no solver solved
  ///   counts as a system, so that no share reaches 1. O(systems * solvers * log systems).
  explicit PerformanceProfile(const std::vector<std::vector<SolveTime>>& times);

  std::size_t numSystems() const { return numSystems_; }
  std::size_t numSolvers() const { return ratios_.size(); }

  /// Times of a solver over the least of the same system, ascending; only systems that it solved. At least 1.
  const std::vector<double>& ratios(std::size_t solver) const { return ratios_[solver]; }

  /// Share of all systems that the solver solves within `factor` times the least time.
  double share(std::size_t solver, double factor) const;

  /// The greatest ratio of all; 1 where nothing was solved.
  double largestRatio() const;

 private:
  std::size_t numSystems_ = 0;
  std::vector<std::vector<double>> ratios_;
};

}  // namespace Chronos::Command

#endif
