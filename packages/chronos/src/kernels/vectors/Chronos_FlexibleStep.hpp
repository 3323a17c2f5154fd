// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_FLEXIBLESTEP_HPP
#define CHRONOS_FLEXIBLESTEP_HPP

#include "Chronos_IsPositive.hpp"

namespace Chronos {

/// What a step of flexible conjugate gradients knows of the one before.
struct FlexibleFormer {
  double rho = 0;             ///< of the former direction
  bool isFirst = true;        ///< there is none that counts
  bool hasBegunAnew = false;  ///< once is all that is allowed
};

/// The coefficients of a step; see FlexibleRecurrence.
struct FlexibleStep {
  double factor;  ///< of the former direction in this one
  double rho;     ///< d^T A d
  bool beginsAnew;
  double length;  ///< alpha / rho, 0 where the step cannot be taken
};

/// \param alpha, beta, gamma w^T r, w^T v and w^T q. The same bits on host and device: rho is rounded once in both.
KOKKOS_INLINE_FUNCTION FlexibleStep flexibleStep(double alpha, double beta, double gamma,
                                                 const FlexibleFormer& former) {
  FlexibleStep step{former.isFirst ? 0 : -gamma / former.rho, beta, false, 0};
  if (!former.isFirst) step.rho = ::fma(step.factor, gamma, beta);
  if (!(isPositive(alpha) && isPositive(step.rho)) && !former.hasBegunAnew && isFiniteNumber(alpha) && isPositive(beta))
    step = {0, beta, true, 0};
  const bool canBeTaken = isPositive(step.rho) && (isPositive(alpha) || (step.beginsAnew && isFiniteNumber(alpha)));
  if (canBeTaken) step.length = alpha / step.rho;
  return step;
}

}  // namespace Chronos

#endif
