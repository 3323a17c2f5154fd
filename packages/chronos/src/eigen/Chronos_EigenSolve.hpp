// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_EIGENSOLVE_HPP
#define CHRONOS_EIGENSOLVE_HPP

#include "Chronos_EigenParameters.hpp"
#include "Chronos_Operator.hpp"
#include "Chronos_TestSpace.hpp"

#include <functional>
#include <string>
#include <vector>

namespace Chronos {

enum class EigenStatus {
  converged,     ///< all k pairs
  notConverged,  ///< some are not: iterations used up, or rounding allows no more
  interrupted,
};

/// One eigenvalue and how good it is; its vector is a column of EigenResult::vectors.
struct Eigenpair {
  double value = 0;         ///< x^T A x / x^T M x
  double residualNorm = 0;  ///< ||A x - lambda M x||, from products made anew
  double residual = 0;      ///< that over |lambda| ||M x||
  bool isConverged = false;
  /// A x is nothing but rounding: the value is zero as far as doubles can tell. Such a pair is converged whatever
  /// `residual` is, for there is nothing that it could be relative to.
  bool isZero = false;
};

struct EigenResult {
  EigenStatus status = EigenStatus::notConverged;
  std::vector<Eigenpair> pairs;             ///< k, the outermost first
  Teuchos::RCP<TpetraMultiVector> vectors;  ///< k columns, orthonormal in M
  int iterations = 0;
  int blockSize = 0;                    ///< vectors that were iterated
  long long products = 0;               ///< applications of A, one a vector
  long long massProducts = 0;           ///< of M
  long long preconditionings = 0;       ///< of the preconditioner
  std::vector<double> residualHistory;  ///< largest of the k residuals, iteration by iteration
  std::string message;                  ///< why it did not converge; what was out of the ordinary

  int numConverged() const;
};

/// What an application may watch and stop.
struct EigenMonitor {
  /// On every rank, each iteration: pairs of the k that have converged, and the largest residual of the others.
  std::function<void(int iteration, int numConverged, double residual)> progress;
  std::function<bool()> interrupted;  ///< any rank's true ends it on all
};

/// What is known beside the operators.
struct EigenHints {
  TestSpace start;  ///< owned rows x vectors near those that are wanted; may have no columns
  /// Diagonal of A, for the size of rounding row by row; without rows where it is not known: the norm of A then is.
  ConstVector diagonal;
};

/// \brief The k outermost eigenpairs of A x = lambda M x at one end of the spectrum. Collective.
///
/// Which method says `method`; all of them iterate k vectors and a few more, and leave alone those that have converged.
/// Once all k seem to, their images are formed anew and judged again, so that no pair is called converged that is not;
/// where the new residual is above the tolerance the iteration goes on, and ends when rounding allows no more. With no
/// more than three blocks of unknowns Rayleigh-Ritz over all of them begins.
/// The same bits on any number of threads.
/// \param A symmetric; domain and range map the same. May be singular or indefinite
/// \param M symmetric positive definite, on the same map; null for none
/// \param T approximates A^{-1} for the smallest values and M^{-1} for the largest; positive definite; null for none
/// \param k at least 1 and at most the size of A
/// \throws InputError on all ranks when sizes or maps do not fit; BreakdownError on all ranks when M shows a vector of
///         negative length, or products are not finite
EigenResult eigenpairs(const Teuchos::RCP<const Operator>& A, const Teuchos::RCP<const Operator>& M,
                       const Teuchos::RCP<const Operator>& T, int k, const EigenParameters& parameters,
                       const EigenMonitor& monitor = {}, const EigenHints& hints = {});

}  // namespace Chronos

#endif
