// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_PerformanceProfile.hpp"

#include <algorithm>

namespace Chronos::Command {

PerformanceProfile::PerformanceProfile(const std::vector<std::vector<SolveTime>>& times) : numSystems_(times.size()) {
  if (times.empty()) return;
  ratios_.resize(times.front().size());
  for (const std::vector<SolveTime>& row : times) {
    SolveTime least;
    for (const SolveTime& time : row)
      if (time && (!least || *time < *least)) least = time;
    for (std::size_t solver = 0; solver < row.size(); ++solver)
      if (row[solver]) ratios_[solver].push_back(*row[solver] / *least);
  }
  for (std::vector<double>& ratios : ratios_) std::sort(ratios.begin(), ratios.end());
}

double PerformanceProfile::share(std::size_t solver, double factor) const {
  const std::vector<double>& ratios = ratios_[solver];
  const auto within = std::upper_bound(ratios.begin(), ratios.end(), factor) - ratios.begin();
  return static_cast<double>(within) / static_cast<double>(numSystems_);
}

double PerformanceProfile::largestRatio() const {
  double largest = 1;
  for (const std::vector<double>& ratios : ratios_)
    if (!ratios.empty()) largest = std::max(largest, ratios.back());
  return largest;
}

}  // namespace Chronos::Command
