// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SPECTRALESTIMATE_HPP
#define CHRONOS_SPECTRALESTIMATE_HPP

#include "Chronos_DistMatrix.hpp"
#include "Chronos_Smoother.hpp"

#include <algorithm>

namespace Chronos {

/// How many Lanczos steps largestEigenvalue() takes.
struct EigenvalueSearch {
  int minSteps = 10;
  int maxSteps = 40;  ///< not below minSteps
  /// Steps beyond minSteps go on until an upper bound is at most this factor above the estimate.
  double spread = std::numeric_limits<double>::infinity();
};

/// The largest eigenvalue of M^{-1} A, from below and from above; all 0 when A is zero or has no rows.
struct LargestEigenvalue {
  double estimate = 0;  ///< Ritz value: never above it
  double probable = 0;  ///< not below it but for one start vector in a thousand
  double certain = 0;   ///< not below it; infinity where no bound is cheap
  int numSteps = 0;

  double bound() const { return std::min(probable, certain); }
};

/// \brief Largest eigenvalue of M^{-1} A by Lanczos in the M-inner product. Collective.
///
/// The coefficients of conjugate gradients make up the matrix of Lanczos (Golub and Van Loan, 11.3): a step costs a
/// product, an application of M and two reductions, and keeps no basis. Steps beyond the first minSteps are taken only
/// while neither upper bound is near.
///
/// - estimate: Ritz values are Rayleigh quotients, so they bound from below (Parlett, The Symmetric Eigenvalue Problem,
///   chapter 12; how fast they rise: Kaniel-Paige-Saad, ibid.). The residual of a Ritz pair tells that some eigenvalue
///   is near (chapters 4 and 13), not that none is above: Ritz values linger at the edge of the bulk of a spectrum
///   until an eigenvalue alone beyond it shows. So neither a small residual nor a standstill ends the steps.
/// - certain: Smoother::eigenvalueBound(), from the bound of Gershgorin for D^{-1} A.
/// - probable: an eigenvalue mu above all Ritz values can have gone unseen only if the start vector has no more than a
///   known, tiny part of its eigenvector (lanczosComponentBound()), and random vectors seldom do: Van Dorsselaer,
///   Hochstenbach, van der Vorst, SIAM J. Matrix Anal. Appl. 22 (2000) 837-852; bounds before the fact are those of
///   Kuczynski and Wozniakowski, ibid. 13 (1992) 1094-1122. docs/multigrid.md has the formula. Exact arithmetic is
///   assumed: rounding counts only once Ritz values have converged to it.
///
/// The start vector is a hash of the global index times sqrt(a_ii): the same on any number of ranks, and units of the
/// unknowns hide no eigenvalue.
/// \param M symmetric positive definite
/// \throws BreakdownError on all ranks when A or M shows a negative direction, or the numbers overflow
LargestEigenvalue largestEigenvalue(const DistMatrix<double>& A, const Smoother& M,
                                    const EigenvalueSearch& search = {});

/// Omega times an upper bound of the spectrum, at most: what rounding may add stays below 2.
constexpr double largestDamping = 1.98;

/// \brief An omega with which the smoother converges: target / lambda_max(M^{-1} A), 0 < target < 2 (thesis 2.2).
/// Collective.
///
/// lambda_max is the Lanczos estimate times 1.05, or the certain bound where that is smaller; Lanczos goes on until
/// omega times an upper bound is below 2. Where 40 steps do not do, omega is smaller instead. omega is `target` when A
/// is zero or has no rows.
/// \param minSteps more than 40 are taken as they are
double relaxationFactor(const DistMatrix<double>& A, const Smoother& M, double target, int minSteps = 10);

/// \brief An eigenvalue that stands for the largest one of M^{-1} A, `safety` times its estimate but for bounds.
/// Collective.
///
/// No eigenvalue exceeds `room` times it, with the certainty of LargestEigenvalue.
/// \param room 1 or more
double safeEigenvalue(const DistMatrix<double>& A, const Smoother& M, double safety, double room, int minSteps);

}  // namespace Chronos

#endif
