// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SequenceReport.hpp"

#include "Chronos_FileNumbering.hpp"
#include "Chronos_PlacementText.hpp"
#include "Chronos_TableText.hpp"

#include <algorithm>
#include <ostream>

namespace Chronos::Command {
namespace {

// Their ends tell files of a series apart.
std::string ending(const std::string& name, std::size_t length) {
  return name.size() <= length ? name : "..." + name.substr(name.size() - length + 3);
}

double sum(const std::vector<double>& values) {
  double total = 0;
  for (const double value : values) total += value;
  return total;
}

std::string residualText(const SolveReport& solve) {
  return solve.stage == RunStage::solve ? format("%.2e", solve.result.relativeResidual) : "-";
}

constexpr std::size_t nameWidth = 28;

}  // namespace

SolveStatus SequenceReport::status() const {
  const auto severity = [](SolveStatus status) {
    switch (status) {
      case SolveStatus::converged: return 0;
      case SolveStatus::notConverged: return 1;
      case SolveStatus::breakdown: return 2;
      case SolveStatus::interrupted: return 3;
    }
    return 3;
  };
  SolveStatus worst = SolveStatus::converged;
  for (const StepReport& step : steps)
    if (severity(step.solve.result.status) > severity(worst)) worst = step.solve.result.status;
  return worst;
}

int SequenceReport::exitStatus() const {
  int worst = 0;
  for (const StepReport& step : steps) worst = std::max(worst, Command::exitStatus(step.solve));
  return worst;
}

int SequenceReport::count(Renewal renewal) const {
  return static_cast<int>(
      std::count_if(steps.begin(), steps.end(), [&](const StepReport& step) { return step.renewal == renewal; }));
}

double SequenceReport::setupSeconds() const {
  double total = 0;
  for (const StepReport& step : steps) total += sum(step.solve.setupSeconds);
  return total;
}

double SequenceReport::solveSeconds() const {
  double total = 0;
  for (const StepReport& step : steps) total += sum(step.solve.solveSeconds);
  return total;
}

void printSequence(const SequenceReport& report, std::ostream& out) {
  out << "chronos solve: " << statusName(report.status()) << ", " << report.steps.size() << " of " << report.numListed
      << " systems of '" << report.list << "'\n\n";
  out << format("  %5s  %-*s  %-10s  %9s  %10s  %9s  %9s  %s\n", "step", static_cast<int>(nameWidth), "matrix",
                "re-use", "set-up", "iterations", "solve", "residual", "status");
  for (std::size_t index = 0; index < report.steps.size(); ++index) {
    const StepReport& step = report.steps[index];
    const SolveReport& solve = step.solve;
    out << format("  %5zu  %-*s  %-10s  %7.3f s  %10d  %7.3f s  %9s  %s\n", index + 1, static_cast<int>(nameWidth),
                  ending(solve.matrixName, nameWidth).c_str(), nameOf(step.renewal), sum(solve.setupSeconds),
                  solve.result.iterations, sum(solve.solveSeconds), residualText(solve).c_str(),
                  statusName(solve.result.status).c_str());
    // Keeping needs no reason.
    if (index > 0 && step.renewal != Renewal::keep && !step.reason.empty())
      out << format("  %5s  because: ", "") << step.reason << '\n';
  }
  out << format("\n  %d set up, %d with new values, %d kept; set-up %.3f s, solve %.3f s, total %.3f s with reading\n",
                report.count(Renewal::setUp), report.count(Renewal::newValues), report.count(Renewal::keep),
                report.setupSeconds(), report.solveSeconds(), report.totalSeconds);
  if (report.steps.empty()) return;
  const SolveReport& last = report.steps.back().solve;
  out << "  preconditioner " << last.smoother.name
      << (last.choice.is_null() ? "" : " (chosen: " + last.choice->rungs.front().name + ")") << ", "
      << groupedText(last.numRows) << " rows, " << groupedText(last.numEntries) << " entries, " << last.numRanks
      << (last.numRanks == 1 ? " rank\n" : " ranks\n");
  if (last.components > 0) out << "  numbered " << numberingText(last.components) << '\n';
  if (last.placement) out << "  rows of ranks " << placementText(*last.placement) << '\n';
}

}  // namespace Chronos::Command
