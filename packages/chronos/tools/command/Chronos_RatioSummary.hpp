// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_RATIOSUMMARY_HPP
#define CHRONOS_RATIOSUMMARY_HPP

#include "Chronos_PerformanceProfile.hpp"

#include <utility>

namespace Chronos::Command {

/// What many ratios of two times come to.
struct RatioSummary {
  std::size_t numRatios = 0;      ///< systems that both solved
  std::size_t numOnlyFirst = 0;   ///< systems that the first alone solved
  std::size_t numOnlySecond = 0;  ///< systems that the second alone solved
  std::size_t numNeither = 0;
  std::size_t numFirstFaster = 0;   ///< among those that both solved
  std::size_t numSecondFaster = 0;  ///< likewise; what is missing are ties
  SolveTime geometricMean;          ///< of first over second; empty without ratios
  SolveTime least, greatest;        ///< of the ratios
};

/// \brief Ratios of the first to the second time of each pair.
///
/// The geometric mean is the one mean of ratios that does not depend on which of the two is the denominator.
RatioSummary summarizeRatios(const std::vector<std::pair<SolveTime, SolveTime>>& times);

}  // namespace Chronos::Command

#endif
