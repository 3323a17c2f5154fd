// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_TWODIRECTIONS_HPP
#define CHRONOS_TWODIRECTIONS_HPP

#include "Chronos_Block.hpp"
#include "Chronos_IsPositive.hpp"

namespace Chronos {

/// \file
/// Steps along one or two directions c1 and c2 towards A e = r, whose scalar products lie on the device: nothing here
/// waits for it. Products of the first direction are c1^T v1 and c1^T r, of the second c2^T v1, c2^T v2 and c2^T r~,
/// with v = A c; number s of column c is entry s * width + c.

/// What became of the columns.
enum class TwoStepsOutcome {
  both,
  notPositive,  ///< c1^T A c1 <= 0: e = c1
  dependent,    ///< c2 adds nothing to c1: the step along c1 alone
  zero,         ///< c1 = 0, or so it seems from its products: e = c1
};
constexpr int numTwoStepsOutcomes = 4;

/// e = first c1 + second c2.
struct TwoSteps {
  double first, second;
  TwoStepsOutcome outcome;
};

/// Length of the step along c1 alone; 0 where there is none.
KOKKOS_INLINE_FUNCTION double firstStep(double rho1, double alpha1) {
  return isPositive(rho1) ? alpha1 / rho1 : 0;
}

/// \brief The lengths that minimise the energy of the error over the span of c1 and c2 (Notay, Vassilevski, Numer.
/// Linear Algebra Appl. 15 (2008) 473-487; K-cycle).
/// \param curvature2 c2^T A c2; gamma c2^T A c1; alpha2 c2^T (r - alpha1 / rho1 A c1)
KOKKOS_INLINE_FUNCTION TwoSteps twoSteps(double rho1, double alpha1, double gamma, double curvature2, double alpha2) {
  constexpr double rounding = 2.220446049250313e-16;
  if (!isPositive(rho1)) return {1, 0, rho1 == 0 && alpha1 == 0 ? TwoStepsOutcome::zero : TwoStepsOutcome::notPositive};
  const double rho2 = curvature2 - gamma * gamma / rho1;
  if (!isPositive(rho2) || rho2 <= rounding * rho1) return {alpha1 / rho1, 0, TwoStepsOutcome::dependent};
  return {alpha1 / rho1 - gamma * alpha2 / (rho1 * rho2), alpha2 / rho2, TwoStepsOutcome::both};
}

/// r_c -= alpha1 / rho1 v_c; a column without a step is left alone.
void subtractFirstStep(const ConstVector& firstProducts, const ConstBlock& v, const Block& r);

/// \brief x_c = first x_c + second c2_c with the lengths of twoSteps(); c2 is not read where its length is 0.
/// \param counts of outcomes, entry outcome * widestBlock + column; not changed where there are no rows
void combineTwoSteps(const ConstVector& firstProducts, const ConstVector& secondProducts, const ConstBlock& c2,
                     const Block& x, const Kokkos::View<long long*, Device>& counts);

}  // namespace Chronos

#endif
