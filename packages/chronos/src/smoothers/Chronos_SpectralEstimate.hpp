// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SPECTRALESTIMATE_HPP
#define CHRONOS_SPECTRALESTIMATE_HPP

#include "Chronos_Smoother.hpp"

namespace Chronos {

/// \brief Estimate of the largest eigenvalue of M^{-1} A, from below, by Lanczos in the M-inner product.
/// Collective.
///
/// The coefficients of conjugate gradients make up the matrix of Lanczos (Golub and Van Loan, 11.3): a step
/// costs a product, an application of M and two reductions, and keeps no basis.
/// \param M symmetric positive
/// definite; its relaxation does not matter, the result is that of relaxation 1
/// \param numSteps products with
/// A and applications of M; 10 give about 5 % on Laplacians
/// \return 0 when A is zero or has no rows
/// \throws
/// BreakdownError on all ranks when A or M shows a negative direction, or the numbers overflow The start
/// vector is a hash of the global index: the same on any number of ranks.
double largestEigenvalue(const DistMatrix<double>& A, const Smoother& M, int numSteps = 10);

/// \brief Sets omega so that the smoother converges: target / lambda_max(M^{-1} A), 0 < target < 2
/// (thesis 2.2). Collective.
///
/// omega is `target` when A is zero or has no rows.
/// \return the eigenvalue estimate, with a safety factor of 1.05
double relax(const DistMatrix<double>& A, Smoother& M, double target, int numSteps = 10);

}  // namespace Chronos

#endif
