// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_TESTSPACEMETHODS_HPP
#define CHRONOS_TESTSPACEMETHODS_HPP

#include "Chronos_DistMatrix.hpp"
#include "Chronos_Operator.hpp"
#include "Chronos_TestSpace.hpp"
#include "Chronos_TestSpaceParameters.hpp"

namespace Chronos {

/// \brief The first test space of a hierarchy (thesis 2.2.1). Collective.
///
/// Random vectors depend on the global index and the number of the vector alone: the same on any number of ranks.
/// Constant vectors take unknown g for degree of freedom g mod degreesOfFreedom.
/// \param given vectors by the user; may be empty
/// \return A.numRows() rows; neither normalised nor orthogonal
/// \throws InputError on all ranks: modes that are to be found, no vectors where they must be given, rows or columns
///         that do not fit, entries that are not finite, a vector of zeros
TestSpace startTestSpace(const DistMatrix<double>& A, const TestSpaceParameters& parameters, const NearKernel& given);

/// \brief What `parameters` asks for: improveBySrqcg, improveByPower, or an orthonormal basis alone. Collective.
/// \param M an approximate inverse of A, relaxed as a smoother is
TestSpace improveTestSpace(const DistMatrix<double>& A, const Operator& M, const TestSpace& V,
                           const TestSpaceParameters& parameters, int iterations);

/// \brief Vectors of small Rayleigh quotient x^T A x / x^T x by simultaneous minimisation with conjugate directions,
/// preconditioned by M. Collective.
///
/// In each iteration all vectors X are minimised together over span [X, P, M^{-1} R], R = A X - X Theta, by the
/// Rayleigh-Ritz procedure; P holds what the last step added. The thesis (2.2.1) takes SRQCG (Franceschini and others
/// 2019), which minimises each vector over span {x, p} and then runs Rayleigh-Ritz over X alone: the same products with
/// A and applications of M, but a smaller space. The larger one is that of LOBPCG (Knyazev, SIAM J. Sci. Comput. 23,
/// 2001), with the orthonormal bases of Hetmaniuk and Lehoucq (J. Comput. Phys. 218, 2006), so that nearly dependent
/// directions do no harm; dependent ones are dropped.
/// \param iterations one product with A and one application of M a vector each, and one product more in the beginning
/// \param weight diagonal: of x^T A x / x^T D x, D the diagonal of A, by the same steps on D^{-1/2} A D^{-1/2}
/// \return orthonormal, fewer columns than V where these are dependent; with the unit weight Ritz vectors, ascending
TestSpace improveBySrqcg(const DistMatrix<double>& A, const Operator& M, const TestSpace& V, int iterations,
                         TestSpaceWeight weight = TestSpaceWeight::unit);

/// \brief An orthonormal basis of x <- (I - M A)^iterations x. Collective.
///
/// \param M a smoother with its relaxation: where that is 2 / lambda_max(M A) or more the vectors grow
TestSpace improveByPower(const DistMatrix<double>& A, const Operator& M, const TestSpace& V, int iterations);

/// \brief Orthonormal basis of the columns of V by Cholesky QR, repeated until it is orthonormal to rounding.
/// Collective.
///
/// One reduction a pass, two passes as a rule (Fukaya and others 2014). Columns are taken in their order: one that
/// lies in the span of those before it, to a sine of 1e-6, is dropped, and so is a zero one.
TestSpace orthonormalBasis(const Comm& comm, const TestSpace& V);

/// \brief Rayleigh quotients of the columns, x^T A x / x^T x; 0 for a zero column. Collective.
std::vector<double> rayleighQuotients(const DistMatrix<double>& A, const TestSpace& V);

}  // namespace Chronos

#endif
