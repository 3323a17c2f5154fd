// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_CHEBYSHEVSTEPS_HPP
#define CHRONOS_CHEBYSHEVSTEPS_HPP

#include "Chronos_ParameterBinding.hpp"
#include "Chronos_SpectralEstimate.hpp"

namespace Chronos {

/// Which polynomial damps.
enum class ChebyshevKind {
  first,          ///< least on [lambda_max / ratio, lambda_max]
  fourth,         ///< of the fourth kind: least sqrt(lambda) |e(lambda)| on (0, lambda_max]
  optimalFourth,  ///< its terms weighted for the least bound of a V cycle
};

/// What the Chebyshev smoothers have in common.
struct ChebyshevPolynomial {
  ChebyshevKind kind = ChebyshevKind::first;
  int degree = 2;
  double eigenvalueRatio = 10;  ///< first kind: it damps [lambda_max / ratio, lambda_max]
  int eigenvalueSteps = 10;     ///< at least, safeEigenvalue() may take more
};

/// \param base name of what is inverted in each step
void bindChebyshevPolynomial(ParameterBinding& list, ChebyshevPolynomial& p, const std::string& base);

/// \throws InputError when no such polynomial is known: degree < 1, ratio <= 1, optimal weights for a degree without
void checkPolynomial(const ChebyshevPolynomial& p);

/// \brief The three-term recurrence of a polynomial in B^{-1} A from x = 0: d = keepOld d + factor B^{-1} r,
/// x += weight d, r = r - A d. Local.
///
/// First kind: Saad, Iterative Methods for Sparse Linear Systems, algorithm 12.1, weights 1. Fourth kind: Lottes 2023,
/// algorithm 1 in Phillips and Fischer 2022; where weights differ from 1, r is not the residual of x but that of the
/// polynomial without weights.
class ChebyshevSteps {
 public:
  struct Step {
    double keepOld, factor, weight;
  };

  /// \param largest right end of the interval
  /// \pre checkPolynomial(p)
  ChebyshevSteps(double largest, const ChebyshevPolynomial& p);

  /// Each of the steps, in turn.
  Step next();

 private:
  ChebyshevKind kind_;
  const double* weights_ = nullptr;  // of the optimal polynomial, one a step
  double largest_, delta_ = 0, sigma_ = 0, rho_ = 0, first_ = 0;
  int taken_ = 0;
};

/// What becomes of an error along an eigenvector of B^{-1} A, lambda over the right end of the interval. Local.
double chebyshevDamping(const ChebyshevPolynomial& p, double lambda);

/// \brief The end of the interval of such a polynomial: safely at or above the largest eigenvalue of B^{-1} A; no
/// eigenvalue lies where the polynomial does not damp. 1 where A is 0 or has no rows, for which any interval will do.
/// Collective.
double chebyshevEnd(const DistMatrix<double>& A, const Smoother& base, const ChebyshevPolynomial& p);

/// The largest eigenvalue is at most so many times that end.
double chebyshevRoom(const ChebyshevPolynomial& p);
/// What it is at most where Smoother::blockEigenvalue() is told.
constexpr double tightRoom = 1.05;

}  // namespace Chronos

#endif
