// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_VISITBOUND_HPP
#define CHRONOS_VISITBOUND_HPP

#include "Chronos_SetupReport.hpp"

namespace Chronos {

/// Times the entries of the finest level that all visits of a level may read in one cycle.
constexpr double mostReadings = 8;

/// \brief Whether a cycle may visit a level so often. Local.
///
/// Cycles that visit each level twice from above visit level k 2^k times: where levels shrink by half or more, they
/// read no more than the finest one has; where they do not shrink, 2^k times that. True where nothing is reported of
/// the level.
inline bool staysCheap(const SetupReport& report, std::size_t level, double visits) {
  if (report.levels.size() <= level) return true;
  return visits * double(report.levels[level].entries) <= mostReadings * double(report.levels.front().entries);
}

}  // namespace Chronos

#endif
