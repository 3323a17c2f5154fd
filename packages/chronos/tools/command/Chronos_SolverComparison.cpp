// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SolverComparison.hpp"

#include <algorithm>
#include <functional>

namespace Chronos::Command {
namespace {

// Of runs that are in hand; what no run knows stays unknown.
Known median(const std::vector<Measurement>& runs, const std::function<Known(const Measurement&)>& what) {
  std::vector<double> values;
  for (const Measurement& run : runs)
    if (const Known value = what(run)) values.push_back(*value);
  if (values.empty()) return {};
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : 0.5 * (values[half - 1] + values[half]);
}

Contender contenderOf(const std::vector<Measurement>& runs) {
  Contender result;
  result.system = runs.front().system;
  result.solver = runs.front().solver;
  result.configuration = runs.front().configuration;
  result.numRuns = runs.size();
  result.isSolved = std::all_of(runs.begin(), runs.end(), [](const Measurement& run) { return run.isSolved; });
  result.setupSeconds = median(runs, [](const Measurement& run) { return run.setupSeconds; });
  result.solveSeconds = median(runs, [](const Measurement& run) { return run.solveSeconds; });
  result.totalSeconds = median(runs, [](const Measurement& run) { return run.totalSeconds(); });
  result.iterations = median(runs, [](const Measurement& run) { return run.iterations; });
  result.relativeResidual = median(runs, [](const Measurement& run) { return run.relativeResidual; });
  result.operatorComplexity = median(runs, [](const Measurement& run) { return run.operatorComplexity; });
  result.peakBytes = median(runs, [](const Measurement& run) { return run.peakBytes; });
  return result;
}

bool isBetter(const Contender& one, const Contender& other) {
  if (one.isSolved != other.isSolved) return one.isSolved;
  return one.isSolved && *one.totalSeconds < *other.totalSeconds;
}

void addOnce(std::vector<std::string>& names, const std::string& name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

std::size_t placeOf(const std::vector<std::string>& names, const std::string& name) {
  return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
}

}  // namespace

SolverComparison::SolverComparison(const std::vector<Measurement>& measurements) {
  std::vector<std::vector<Measurement>> groups;
  for (const Measurement& run : measurements) {
    addOnce(systems_, run.system);
    addOnce(solvers_, run.solver);
    const auto isSame = [&](const std::vector<Measurement>& group) {
      return group.front().system == run.system && group.front().solver == run.solver &&
             group.front().configuration == run.configuration;
    };
    const auto group = std::find_if(groups.begin(), groups.end(), isSame);
    if (group == groups.end()) groups.push_back({run});
    else group->push_back(run);
  }
  for (const std::vector<Measurement>& group : groups) contenders_.push_back(contenderOf(group));

  const bool isByConfiguration = solvers_.size() == 1;
  if (isByConfiguration) {
    solvers_.clear();
    for (const Contender& contender : contenders_) addOnce(solvers_, contender.configuration);
  }
  std::sort(solvers_.begin(), solvers_.end(), [](const std::string& one, const std::string& other) {
    return std::make_pair(one != ownName, one) < std::make_pair(other != ownName, other);
  });
  best_.assign(systems_.size(), std::vector<std::optional<Contender>>(solvers_.size()));
  for (const Contender& contender : contenders_) {
    std::optional<Contender>& best = best_[placeOf(systems_, contender.system)][placeOf(
        solvers_, isByConfiguration ? contender.configuration : contender.solver)];
    if (!best || isBetter(contender, *best)) best = contender;
  }
  std::stable_sort(contenders_.begin(), contenders_.end(), [&](const Contender& one, const Contender& other) {
    const std::size_t system = placeOf(systems_, one.system), otherSystem = placeOf(systems_, other.system);
    return system != otherSystem ? system < otherSystem : isBetter(one, other);
  });
  keepShared();
}

SolveTime SolverComparison::time(std::size_t system, std::size_t solver) const {
  const std::optional<Contender>& contender = best_[system][solver];
  return contender && contender->isSolved ? contender->totalSeconds : SolveTime();
}

std::vector<std::vector<SolveTime>> SolverComparison::times() const {
  std::vector<std::vector<SolveTime>> rows(systems_.size());
  for (std::size_t system = 0; system < systems_.size(); ++system)
    for (std::size_t solver = 0; solver < solvers_.size(); ++solver) rows[system].push_back(time(system, solver));
  return rows;
}

std::vector<std::pair<SolveTime, SolveTime>> SolverComparison::againstOthers() const {
  if (solvers_.size() < 2 || solvers_.front() != ownName) return {};
  std::vector<std::pair<SolveTime, SolveTime>> pairs;
  for (std::size_t system = 0; system < systems_.size(); ++system) {
    SolveTime least;
    for (std::size_t solver = 1; solver < solvers_.size(); ++solver)
      if (const SolveTime other = time(system, solver)) least = std::min(least.value_or(*other), *other);
    pairs.emplace_back(time(system, 0), least);
  }
  return pairs;
}

// A solver that alone was run on a system would seem the fastest there.
void SolverComparison::keepShared() {
  std::size_t numKept = 0;
  for (std::size_t system = 0; system < systems_.size(); ++system) {
    const auto numRun = std::count_if(best_[system].begin(), best_[system].end(),
                                      [](const std::optional<Contender>& contender) { return bool(contender); });
    if (numRun < 2) continue;
    std::swap(systems_[numKept], systems_[system]);
    std::swap(best_[numKept], best_[system]);
    ++numKept;
  }
  systems_.resize(numKept);
  best_.resize(numKept);
}

}  // namespace Chronos::Command
