// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_COARSEREPORT_HPP
#define CHRONOS_COARSEREPORT_HPP

#include "Chronos_Distribution.hpp"
#include "Chronos_StageClock.hpp"

#include <string>
#include <vector>

namespace Chronos {

/// What the coarsening of a level did, all ranks together, and what its stages cost.
struct CoarseReport : StageReport {
  std::string coarsening, interpolation;    ///< names of the methods
  long long isolatedRows = 0;               ///< left to the smoother
  long long promotedRows = 0;               ///< made coarse because they could not be interpolated (bamg)
  long long singles = 0;                    ///< aggregates of one row (matching, pgm)
  int pairwiseSteps = 0;                    ///< that were composed (matching, pgm)
  std::vector<Distribution> distributions;  ///< of the interpolation's rows (bamg), of aggregates by size
  std::vector<std::string> notes;           ///< what had to fall back
};

}  // namespace Chronos

#endif
