// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_CorrectionWatch.hpp"

#include <algorithm>
#include <cmath>

namespace Chronos {
namespace {

constexpr double shortestFall = 0.1, longestFall = 1e-4;

// Shares of the residual. What comes back by a correction has to be found again: elasticity3d 30^3 of contrast 1e4
// took 63 iterations with a correction each tenth, 64 with losses of 0.005, 68 with 0.03 (and 52 in double).
constexpr double greatestLoss = 0.005;

// Of a residual that has fallen to a tenth. Norne lost 0.03 and took 38 iterations for 25, 1138_bus 0.011 and none.
constexpr double greatestLossOfTenth = 0.02;

}  // namespace

bool CorrectionWatch::correct(double recursive, double truth) {
  // What is lost is orthogonal to what is left, on average.
  const double ratio = recursive / truth, loss = std::sqrt(std::fabs(1 - ratio * ratio));
  const double lossOfFall = loss * truth / formedAt_;
  fall_ = std::clamp(lossOfFall / greatestLoss, longestFall, shortestFall);
  formedAt_ = truth;
  return lossOfFall <= greatestLossOfTenth * shortestFall;
}

}  // namespace Chronos
