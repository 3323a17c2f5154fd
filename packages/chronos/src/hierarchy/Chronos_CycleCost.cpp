// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_CycleCost.hpp"

#include <algorithm>

namespace Chronos {
namespace {

double visitEntries(const Level& level, const LevelReport& report) {
  const double factor = 2 * report.smootherDensity * double(report.entries);
  if (level.P.is_null()) return factor;
  const int readings = 1 + std::max(level.sweepsBefore - 1, 0) + level.sweepsAfter;
  return readings * double(report.entries) + (level.sweepsBefore + level.sweepsAfter) * factor +
         2 * double(report.prolongationEntries);
}

double visitsBelow(CycleKind cycle, double visits, bool isLast) {
  if (cycle == CycleKind::V || isLast) return visits;
  return cycle == CycleKind::W ? 2 * visits : visits + 1;
}

}  // namespace

double cycleReadings(const Hierarchy& hierarchy) {
  const std::vector<LevelReport>& reports = hierarchy.report.levels;
  double sum = 0, visits = 1;
  for (std::size_t index = 0; index < reports.size(); ++index) {
    sum += visits * visitEntries(hierarchy.levels[index], reports[index]);
    visits = visitsBelow(hierarchy.cycle, visits, index + 2 >= reports.size());
  }
  return sum == 0 ? 0 : sum / double(std::max(1LL, reports.front().entries));
}

}  // namespace Chronos
