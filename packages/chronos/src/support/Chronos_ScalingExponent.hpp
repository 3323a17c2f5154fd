// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SCALINGEXPONENT_HPP
#define CHRONOS_SCALINGEXPONENT_HPP

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace Chronos {

/// \brief The power of two by which to divide a vector, so that its squares and products neither overflow nor
/// underflow; 0 where it is safe as it is.
/// \param largest entry, finite and not negative
inline int scalingExponent(double largest) {
  constexpr int safeExponent = 100;
  // Of a factor that is a double itself.
  constexpr int largestExponent = 1000;
  if (largest == 0) return 0;
  const int exponent = std::ilogb(largest);
  return std::abs(exponent) > safeExponent ? std::clamp(exponent, -largestExponent, largestExponent) : 0;
}

}  // namespace Chronos

#endif
