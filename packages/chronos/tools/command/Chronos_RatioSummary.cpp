// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_RatioSummary.hpp"

#include <algorithm>
#include <cmath>

namespace Chronos::Command {

RatioSummary summarizeRatios(const std::vector<std::pair<SolveTime, SolveTime>>& times) {
  RatioSummary summary;
  double sumOfLogarithms = 0;
  for (const auto& [first, second] : times) {
    if (!first || !second) {
      ++(first ? summary.numOnlyFirst : second ? summary.numOnlySecond : summary.numNeither);
      continue;
    }
    const double ratio = *first / *second;
    ++summary.numRatios;
    sumOfLogarithms += std::log(ratio);
    summary.numFirstFaster += ratio < 1 ? 1 : 0;
    summary.numSecondFaster += ratio > 1 ? 1 : 0;
    summary.least = std::min(summary.least.value_or(ratio), ratio);
    summary.greatest = std::max(summary.greatest.value_or(ratio), ratio);
  }
  if (summary.numRatios > 0) summary.geometricMean = std::exp(sumOfLogarithms / static_cast<double>(summary.numRatios));
  return summary;
}

}  // namespace Chronos::Command
