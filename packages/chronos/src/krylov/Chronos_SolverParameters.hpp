// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SOLVERPARAMETERS_HPP
#define CHRONOS_SOLVERPARAMETERS_HPP

#include "Chronos_ParameterBinding.hpp"

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

enum class KrylovMethod {
  automatic,          ///< conjugate gradients where the preconditioner is fixed and symmetric, else flexible ones
  cg,                 ///< CgIteration, or UnwatchedCg
  flexibleCg,         ///< FlexibleConjugateGradient
  singleReductionCg,  ///< SingleReductionCg
  stationary,         ///< StationaryIteration
  bicgstab,           ///< of Belos: for matrices that are not symmetric, little memory
  fgmres,             ///< of Belos: likewise, with any preconditioner
};

/// Vectors that the matrix takes to zero, which solve() leaves out of the system.
enum class NullSpaceKind {
  none,        ///< the matrix is regular
  constants,   ///< Neumann problems
  nearKernel,  ///< floating bodies: near-kernel vectors, or the rigid-body modes that follow from coordinates
};

/// Whether a method is for matrices that are not symmetric.
inline bool isForUnsymmetric(KrylovMethod method) {
  return method == KrylovMethod::bicgstab || method == KrylovMethod::fgmres;
}

/// Whether a method wants a preconditioner that is symmetric and the same in every application.
inline bool wantsFixedSymmetric(KrylovMethod method) {
  return method == KrylovMethod::cg || method == KrylovMethod::singleReductionCg;
}

/// As a user writes it.
const char* nameOf(NullSpaceKind kind);
const char* nameOf(KrylovMethod method);

struct SolverParameters {
  KrylovMethod method = KrylovMethod::automatic;
  double tolerance = 1e-8;
  int maxIterations = 10000;
  ResidualScaling residualScaling = ResidualScaling::rightHandSide;
  InitialGuess initialGuess = InitialGuess::zero;
  int maxRestarts = 2;
  double relaxation = 1;  ///< of the stationary iteration
  int basisSize = 50;     ///< of fgmres, between its own restarts
  NullSpaceKind nullSpace = NullSpaceKind::none;
};

/// Names and documents the parameters.
void bindSolver(ParameterBinding& list, SolverParameters& p);

}  // namespace Chronos

#endif
