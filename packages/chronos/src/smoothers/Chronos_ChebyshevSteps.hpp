// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_CHEBYSHEVSTEPS_HPP
#define CHRONOS_CHEBYSHEVSTEPS_HPP

#include "Chronos_SpectralEstimate.hpp"

namespace Chronos {

/// \brief The three-term recurrence of a Chebyshev polynomial in B^{-1} A from x = 0 (Saad, Iterative Methods for
/// Sparse Linear Systems, algorithm 12.1): d = keepOld d + factor B^{-1} r, x += d, r = b - A x. Local.
///
/// It damps eigenvalues from `largest` down to `largest` over `ratio`.
class ChebyshevSteps {
 public:
  struct Step {
    double keepOld, factor;
  };

  ChebyshevSteps(double largest, double ratio) {
    const double smallest = largest / ratio, theta = (largest + smallest) / 2;
    delta_ = (largest - smallest) / 2;
    sigma_ = theta / delta_;
    rho_ = 1 / sigma_;
    first_ = 1 / theta;
  }

  Step first() const { return {0, first_}; }
  /// Each of the steps after the first, in turn.
  Step next() {
    const double rho = rho_;
    rho_ = 1 / (2 * sigma_ - rho);
    return {rho_ * rho, 2 * rho_ / delta_};
  }

 private:
  double delta_, sigma_, rho_, first_;
};

/// \brief The end of the interval of such a polynomial: safely at or above the largest eigenvalue of B^{-1} A; no
/// eigenvalue lies where the polynomial does not damp. 1 where A is 0 or has no rows, for which any interval will do.
/// Collective.
/// \param steps of Lanczos, at least
inline double chebyshevEnd(const DistMatrix<double>& A, const Smoother& base, double ratio, int steps) {
  // Lanczos estimates from below.
  constexpr double safetyFactor = 1.1;
  // Of what lies between the end of the interval and the first number that the polynomial does not damp.
  constexpr double usableShare = 0.9;
  const double largest = safeEigenvalue(A, base, safetyFactor, 1 + usableShare / ratio, steps);
  return largest == 0 ? 1 : largest;
}

}  // namespace Chronos

#endif
