// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_ISPOSITIVE_HPP
#define CHRONOS_ISPOSITIVE_HPP

#include "Chronos_KernelTypes.hpp"

#include <cfloat>
#include <cmath>

namespace Chronos {

KOKKOS_INLINE_FUNCTION bool isFiniteNumber(double value) {
  return ::fabs(value) <= DBL_MAX;
}

/// Whether a coefficient is what it has to be: positive and finite.
KOKKOS_INLINE_FUNCTION bool isPositive(double value) {
  return value > 0 && isFiniteNumber(value);
}

}  // namespace Chronos

#endif
