// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Ending.hpp"

#include <cmath>
#include <limits>

namespace Chronos {
namespace {

// Relative residuals that double does not tell from zero.
constexpr double rounding = 4 * std::numeric_limits<double>::epsilon();
// p^T A p over ||p|| ||A p||, below which the sign of the sum of n products is that of their rounding.
constexpr double zeroCurvature = 1e-13;

}  // namespace

Ending endingAt(const Obstacle& obstacle, int iteration, double relative,
                const std::function<double()>& curvatureShare) {
  const std::string where = " in iteration " + std::to_string(iteration) + ": ";
  if (relative <= rounding)
    return {SolveStatus::notConverged,
            "The residual has fallen to rounding, and the tolerance is below: raise the tolerance."};
  if (!std::isfinite(obstacle.value))
    return {SolveStatus::breakdown,
            obstacle.what + " is not a number" + where +
                "numbers overflow, or the matrix holds what is none. Scale the system, or look at its entries."};
  if (obstacle.isDivergence)
    return {SolveStatus::notConverged, "The iteration diverges: " + obstacle.what + where.substr(0, where.size() - 2) +
                                           " is far beyond what it was at first; " + obstacle.meaning + "."};
  if (obstacle.isCurvature && std::abs(curvatureShare()) <= zeroCurvature)
    return {SolveStatus::breakdown,
            obstacle.what + " is zero to rounding" + where +
                "the matrix is singular, or so near to it that rounding hides its smallest eigenvalues."};
  return {SolveStatus::breakdown, obstacle.what + " is not positive" + where + obstacle.meaning + "."};
}

}  // namespace Chronos
