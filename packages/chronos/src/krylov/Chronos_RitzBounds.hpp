// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_RITZBOUNDS_HPP
#define CHRONOS_RITZBOUNDS_HPP

#include "Chronos_Operator.hpp"

namespace Chronos {

/// Extreme Ritz values of M^{-1} A: within its spectrum, so the largest is not above it and the smallest not below.
struct RitzBounds {
  double smallest = 0, largest = 0;  ///< 0 where A is zero or has no rows
  int numSteps = 0;
};

/// \brief Both ends of the spectrum by the coefficients of conjugate gradients, for operators without entries to look
/// at. Collective.
///
/// The start vector is a hash of the global index: the same on any number of ranks. A step costs a product, an
/// application of M^{-1} and two reductions, for which a GPU that has the system alone waits once in all.
/// \param M null for none
/// \param steps at most; fewer count where the Krylov space ends, but such a GPU takes all
/// \throws BreakdownError on all ranks when A or M shows a negative direction, or the numbers overflow
RitzBounds ritzBounds(const Operator& A, const Operator* M, int steps);

}  // namespace Chronos

#endif
