// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_CycleCost.hpp"

#include "Chronos_Communicator.hpp"

#include <algorithm>

namespace Chronos {
namespace {

double visitBytes(const Level& level) {
  if (level.P.is_null()) return double(level.smoother->numBytes());
  const int sweeps = level.sweepsBefore + level.sweepsAfter;
  const int readings = 1 + std::max(level.sweepsBefore - 1, 0) + level.sweepsAfter;
  return double(readings) * double(level.A->numBytes()) + double(sweeps) * double(level.smoother->numBytes()) +
         double(level.P->numBytes()) + double(level.R->numBytes());
}

// The solver of the last level is exact: it is not visited twice in a row.
double visitsBelow(CycleKind cycle, double visits, bool isLast) {
  if (cycle == CycleKind::V || isLast) return visits;
  return cycle == CycleKind::W ? 2 * visits : visits + 1;
}

}  // namespace

double cycleBytes(const Hierarchy& hierarchy) {
  double sum = 0, visits = 1;
  const std::vector<Level>& levels = hierarchy.levels;
  for (std::size_t index = 0; index < levels.size(); ++index) {
    sum += visits * visitBytes(levels[index]);
    visits = visitsBelow(hierarchy.cycle, visits, index + 2 >= levels.size());
  }
  return levels.empty() ? 0 : sumOverRanks(*levels.front().A->rangeMap()->getComm(), sum);
}

}  // namespace Chronos
