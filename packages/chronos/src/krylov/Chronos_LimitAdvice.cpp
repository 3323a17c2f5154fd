// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_LimitAdvice.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace Chronos {

std::string adviceAtLimit(const std::vector<double>& history, int maxIterations, double tolerance) {
  const std::string over = "The " + std::to_string(maxIterations) + " iterations of `maximum iterations` are over. ";
  const std::string stronger =
      "take a stronger preconditioner, by another `preset`, or by `type` = auto with the coordinates or near-kernel "
      "vectors that the system has";
  // Residuals of conjugate gradients go up and down: means of the last two quarters tell a rate.
  const std::size_t quarter = history.size() / 4;
  if (quarter == 0) return over + "Raise it.";
  double late = 0, before = 0;
  for (std::size_t i = 0; i < quarter; ++i) {
    late += std::log(history[history.size() - 1 - i]) / double(quarter);
    before += std::log(history[history.size() - 1 - quarter - i]) / double(quarter);
  }
  const double fall = (before - late) / double(quarter);
  const double left = (std::log(history.back()) - std::log(tolerance)) / fall;
  // Of a limit, that more than this many times its number is no advice.
  constexpr double mostTimes = 10;
  if (!(fall > 0) || !(left < mostTimes * std::max(maxIterations, 100)))
    return over + "The residual has all but stopped falling: " + stronger +
           ", and check that the matrix is not singular.";
  char text[80];
  std::snprintf(text, sizeof text, "At the rate of late about %.0f more would do: ", std::max(left, 1.0));
  return over + text + "raise it, or " + stronger + ".";
}

}  // namespace Chronos
