// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_NICETICKS_HPP
#define CHRONOS_NICETICKS_HPP

#include <cmath>
#include <vector>

namespace Chronos::Command {

/// Multiples of 1, 2 or 5 times a power of ten from 0 to `end` (positive), about `wanted` of them.
inline std::vector<double> niceTicks(double end, int wanted, double smallestStep = 0) {
  const double power = std::pow(10, std::floor(std::log10(end / wanted)));
  double step = 10 * power;
  for (const double factor : {5.0, 2.0, 1.0})
    if (factor * power * wanted >= end) step = factor * power;
  if (step < smallestStep) step = smallestStep;
  std::vector<double> ticks;
  // The limit is for numbers so small that the step is rounded to zero.
  for (int i = 0; i <= 2 * wanted && i * step <= end * (1 + 1e-9); ++i) ticks.push_back(i * step);
  return ticks;
}

}  // namespace Chronos::Command

#endif
