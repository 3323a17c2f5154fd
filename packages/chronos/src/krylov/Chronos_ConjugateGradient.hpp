// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_CONJUGATEGRADIENT_HPP
#define CHRONOS_CONJUGATEGRADIENT_HPP

#include "Chronos_Types.hpp"

#include <functional>
#include <vector>

namespace Chronos {

/// What the tolerance refers to.
enum class ResidualScaling {
  rightHandSide,  ///< ||b - A x|| <= tolerance ||b||
  initial,        ///< ||b - A x|| <= tolerance ||b - A x0||
};

enum class InitialGuess {
  zero,            ///< x as given is overwritten
  preconditioned,  ///< x = M^{-1} b
  given,           ///< x as given
};

struct SolverParameters {
  double tolerance = 1e-8;
  int maxIterations = 10000;
  ResidualScaling residualScaling = ResidualScaling::rightHandSide;
  InitialGuess initialGuess = InitialGuess::zero;
  int maxRestarts = 2;
};

enum class SolveStatus {
  converged,
  notConverged,  ///< iterations used up, or the true residual stays above the tolerance after all restarts
  breakdown,     ///< p^T A p or r^T M^{-1} r not positive, or not a number
  interrupted,
};

/// What an application may watch and stop.
struct SolveMonitor {
  std::function<void(int iteration, double relativeResidual)> progress;  ///< on every rank, each iteration
  std::function<bool()> interrupted;                                     ///< any rank's true ends the solve on all
};

struct SolveResult {
  SolveStatus status = SolveStatus::notConverged;
  int iterations = 0;
  int restarts = 0;
  double relativeResidual = 0;  ///< ||b - A x|| over what the scaling says, from x, in double
  double residualNorm = 0;      ///< ||b - A x||
  double rightHandSideNorm = 0;
  double conditionEstimate =
      0;  ///< of M^{-1} A: extreme Ritz values of Lanczos, from the coefficients of CG; 0 unknown
  std::vector<double> residualHistory;  ///< relative, recursive; entry 0 is the initial residual
  std::string message;
};

/// \brief Preconditioned conjugate gradients (Belos) with a verified result. Collective.
///
/// When the recursive residual says converged, b - A x is computed. Where it is above the tolerance the iteration goes
/// on until the recursive residual has fallen by what is missing; once the true one no longer follows, the solve
/// restarts from x, at most maxRestarts times. See residualLimits() for what no restart can go below.
/// \param A symmetric positive definite
/// \param M null for none
/// \param b one column
/// \param x one column, start and result
SolveResult solve(const Teuchos::RCP<const TpetraOperator>& A, const Teuchos::RCP<const TpetraOperator>& M,
                  const TpetraMultiVector& b, TpetraMultiVector& x, const SolverParameters& parameters,
                  const SolveMonitor& monitor = {});

/// \brief What rounding leaves of a residual, and where x stands.
///
/// S = diag(A)^{-1/2}, u = 2^{-53}. Where the diagonal of A spans many orders of magnitude the plain norm of b - A x is
/// that of its largest rows alone; the scaled norm tells whether the small ones are solved.
struct ResidualLimits {
  double attainable = 0;      ///< 3 u ||S A S||_inf ||S^{-1} x|| / ||S b||: estimate of what scaledResidual can reach
  double scaledResidual = 0;  ///< ||S (b - A x)|| / ||S b||
  double rounding = 0;        ///< u || |A| |x| || / ||b||: what rounding x to double does to ||b - A x|| / ||b||
};

/// Takes three products. Collective.
ResidualLimits residualLimits(const TpetraCrsMatrix& matrix, const TpetraMultiVector& x, const TpetraMultiVector& b);

}  // namespace Chronos

#endif
