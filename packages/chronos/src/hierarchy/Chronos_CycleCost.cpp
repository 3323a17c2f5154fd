// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_CycleCost.hpp"

#include "Chronos_BaseChebyshev.hpp"
#include "Chronos_Chebyshev.hpp"

#include <algorithm>

namespace Chronos {
namespace {

// Its density counts readings of A: there is no transpose to be read beside.
bool isPolynomial(const Smoother* smoother) {
  return dynamic_cast<const BaseChebyshev*>(smoother) != nullptr || dynamic_cast<const Chebyshev*>(smoother) != nullptr;
}

double visitEntries(const Level& level, const LevelReport& report) {
  const int ofFactor = isPolynomial(level.smoother.get()) ? 1 : 2;
  const double factor = ofFactor * report.smootherDensity * double(report.entries);
  if (level.P.is_null()) return factor;
  const int readings = 1 + std::max(level.sweepsBefore - 1, 0) + level.sweepsAfter;
  return readings * double(report.entries) + (level.sweepsBefore + level.sweepsAfter) * factor +
         2 * double(report.prolongationEntries);
}

// Of the level below one that is visited so often.
double visitsBelow(const Hierarchy& hierarchy, std::size_t below, double visits) {
  if (hierarchy.takesKrylov(below)) return 2 * visits;
  if (!hierarchy.visitsTwice(below)) return visits;
  return hierarchy.cycle == CycleKind::F ? visits + 1 : 2 * visits;
}

}  // namespace

CycleCost cycleCost(const Hierarchy& hierarchy, double shareOfCopies) {
  const std::vector<LevelReport>& reports = hierarchy.report.levels;
  CycleCost cost;
  double visits = 1;
  for (std::size_t index = 0; index < reports.size(); ++index) {
    const Level& level = hierarchy.levels[index];
    const double product = hierarchy.takesKrylov(index) ? double(reports[index].entries) : 0;
    const double share = level.matrixCopy.isCopy ? shareOfCopies : 1;
    cost.readings += visits * share * (visitEntries(level, reports[index]) + product);
    cost.visits += visits;
    visits = visitsBelow(hierarchy, index + 1, visits);
  }
  if (!reports.empty()) cost.readings /= double(std::max(1LL, reports.front().entries));
  return cost;
}

}  // namespace Chronos
