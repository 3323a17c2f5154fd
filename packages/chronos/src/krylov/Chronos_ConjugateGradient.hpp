// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_CONJUGATEGRADIENT_HPP
#define CHRONOS_CONJUGATEGRADIENT_HPP

#include "Chronos_SolverParameters.hpp"
#include "Chronos_TestSpace.hpp"
#include "Chronos_TpetraOperators.hpp"

#include <functional>
#include <string>
#include <vector>

namespace Chronos {

enum class SolveStatus {
  converged,
  notConverged,  ///< iterations used up, or the true residual stays above the tolerance after all restarts
  breakdown,     ///< p^T A p or r^T M^{-1} r not positive (in flexible CG for a second time), or not a number
  interrupted,
};

/// What an application may watch and stop.
struct SolveMonitor {
  /// On every rank, each iteration; of several columns the one that is furthest from its tolerance.
  std::function<void(int iteration, double relativeResidual)> progress;
  std::function<bool()> interrupted;  ///< any rank's true ends the solve on all
  /// An interrupted solve leaves its last iterate, even one that is worse than the best, for somebody who goes on: the
  /// error falls with each step when the residual does not.
  bool keepsLastIterate = false;
  int iterationsBefore = 0;  ///< of this solve by other methods: what is said of the limit counts them
  /// The near kernel, owned rows x vectors, for what is said of a solve that failed: asked for then, on all ranks.
  std::function<TestSpace()> nearKernel;
};

/// What ColumnResult::message says of an iterate that is not the last.
constexpr const char *bestIsReturned = "The best iterate is returned, not the last.",
                     *guessIsReturned = "No iterate was better than the initial guess, which is returned.";

/// What became of one right-hand side.
struct ColumnResult {
  SolveStatus status = SolveStatus::notConverged;
  int iterations = 0;
  int restarts = 0;
  double relativeResidual = 0;  ///< ||b - A x|| over what the scaling says, from x, in double
  double residualNorm = 0;      ///< ||b - A x||
  double rightHandSideNorm = 0;
  double conditionEstimate =
      0;                        ///< of M^{-1} A: extreme Ritz values of Lanczos, from the coefficients of CG; 0 unknown
  int corrections = 0;          ///< residuals formed anew in double, where the method multiplies by a narrower matrix
  bool isGuessDropped = false;  ///< x = 0 was taken for it: its residual was no number, or hid b in rounding
  std::vector<double> residualHistory;  ///< relative, recursive; entry 0 is the initial residual
  std::string message;                  ///< why it did not converge; of one that did, what was out of the ordinary
};

/// \brief What became of a solve: of its only column, or of the worst of several.
///
/// The worst is a breakdown, then an interrupt, then one that did not converge; among equals the one with most
/// iterations.
struct SolveResult : ColumnResult {
  KrylovMethod method = KrylovMethod::cg;  ///< that ran
  std::vector<ColumnResult> columns;       ///< one a right-hand side, in their order
};

/// \brief The method that solve() takes: the one asked for, or what suits the preconditioner and the matrix. Local.
/// \param M null for none
/// \param A null: symmetric
KrylovMethod krylovMethod(const SolverParameters& parameters, const Operator* M, const Operator* A = nullptr);

/// The worst of several columns as SolveResult has it. Local.
/// \pre columns is not empty
const ColumnResult& worstOf(const std::vector<ColumnResult>& columns);

/// \brief Preconditioned conjugate gradients, plain or flexible, with a verified result, for one right-hand side or
/// several. Collective.
///
/// Which of them says krylovMethod(); FlexibleConjugateGradient has the formulas. The condition is estimated where M is
/// fixed and symmetric. `method` = single-reduction cg takes SingleReductionCg, stationary StationaryIteration.
///
/// A preconditioner may bring a narrower copy of its matrix (Operator::narrowSystem()), which has to be A: flexible
/// conjugate gradients multiply by it then, one column with vectors in single where the preconditioner takes them. x
/// and b - A x are in double, and the latter takes the place of the recursive residual as often as rounding asks for
/// (CorrectionWatch), the directions kept. Where rounding takes much of the residual, vectors go on in double and then
/// the method; where a correction does not halve it, or a direction is not positive, the method at once. The message
/// says so.
///
/// When the recursive residual says converged, b - A x is computed. Where it is above the tolerance the iteration goes
/// on until the recursive residual has fallen by what is missing; once the true one no longer follows, the solve
/// restarts from x, at most maxRestarts times, and then ends: rounding allows no more. See residualLimits() for what no
/// restart can go below. On long solves the true residual is looked at now and then (one product each time), and an
/// iteration that does not converge returns the best iterate that was seen, the initial guess among them: never one
/// that is worse than no answer.
///
/// A singular matrix is taken with the vectors of its null space (`null space`): they are left out of b and x, and the
/// message of a column says how much of b that was. A solve that failed tells a matrix that takes constants, or
/// vectors of the near kernel, to zero from one that is not definite.
///
/// Columns are solved up to eight at a time, so that the matrix is read once for all of them; each stops by itself.
/// Right- hand sides of any size are taken: vectors whose largest entry is far from 1 are scaled by a power of two.
/// Matrices that are not symmetric are taken by `method` = bicgstab or fgmres, see solveByBelos(): one column after the
/// other, M from the right; by automatic where A says so by Operator::isFixedSymmetric().
/// \param A symmetric positive definite, unless the method is one of those
/// \param M null for none; positive definite. One that is not symmetric, or not the same in every application, says so
///        by Operator::isFixedSymmetric(); an operator of Tpetra cannot, so `method` = flexible cg must be asked for
/// \param b any number of columns
/// \param x as many columns, start and result
/// \param nearKernel owned rows x vectors, for `null space` = near kernel alone
/// \throws InputError on all ranks when the vectors do not fit, or hold what is no finite number, or the matrix does
///         not take the null space to zero
SolveResult solve(const Teuchos::RCP<const Operator>& A, const Teuchos::RCP<const Operator>& M,
                  const TpetraMultiVector& b, TpetraMultiVector& x, const SolverParameters& parameters,
                  const SolveMonitor& monitor = {}, const TestSpace& nearKernel = {});

/// The same for operators of Tpetra; those of Chronos are applied without copies.
template <class MatrixType, class PreconditionerType>
SolveResult solve(const Teuchos::RCP<MatrixType>& A, const Teuchos::RCP<PreconditionerType>& M,
                  const TpetraMultiVector& b, TpetraMultiVector& x, const SolverParameters& parameters,
                  const SolveMonitor& monitor = {}, const TestSpace& nearKernel = {}) {
  return solve(operatorOf(A), operatorOf(M), b, x, parameters, monitor, nearKernel);
}
template <class MatrixType>
SolveResult solve(const Teuchos::RCP<MatrixType>& A, Teuchos::ENull, const TpetraMultiVector& b, TpetraMultiVector& x,
                  const SolverParameters& parameters, const SolveMonitor& monitor = {},
                  const TestSpace& nearKernel = {}) {
  return solve(operatorOf(A), Teuchos::RCP<const Operator>(), b, x, parameters, monitor, nearKernel);
}

/// \brief What rounding leaves of a residual, and where x stands.
///
/// S = diag(A)^{-1/2}, u = 2^{-53}. Where the diagonal of A spans many orders of magnitude the plain norm of b - A x is
/// that of its largest rows alone; the scaled norm tells whether the small ones are solved.
struct ResidualLimits {
  double attainable = 0;      ///< 3 u ||S A S||_inf ||S^{-1} x|| / ||S b||: estimate of what scaledResidual can reach
  double scaledResidual = 0;  ///< ||S (b - A x)|| / ||S b||
  double rounding = 0;        ///< u || |A| |x| || / ||b||: what rounding x to double does to ||b - A x|| / ||b||
};

/// Takes three products a column; the largest of all columns. Collective.
ResidualLimits residualLimits(const TpetraCrsMatrix& matrix, const TpetraMultiVector& x, const TpetraMultiVector& b);

}  // namespace Chronos

#endif
