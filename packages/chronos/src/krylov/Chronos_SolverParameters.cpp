// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SolverParameters.hpp"

namespace Chronos {

const char* nameOf(KrylovMethod method) {
  switch (method) {
    case KrylovMethod::cg: return "cg";
    case KrylovMethod::flexibleCg: return "flexible cg";
    case KrylovMethod::singleReductionCg: return "single-reduction cg";
    case KrylovMethod::stationary: return "stationary";
    case KrylovMethod::bicgstab: return "bicgstab";
    case KrylovMethod::fgmres: return "fgmres";
    default: return "automatic";
  }
}

const char* nameOf(NullSpaceKind kind) {
  switch (kind) {
    case NullSpaceKind::constants: return "constants";
    case NullSpaceKind::nearKernel: return "near kernel";
    default: return "none";
  }
}

void bindSolver(ParameterBinding& list, SolverParameters& p) {
  list.choice(
      "method", p.method,
      {{nameOf(KrylovMethod::automatic), KrylovMethod::automatic},
       {nameOf(KrylovMethod::cg), KrylovMethod::cg},
       {nameOf(KrylovMethod::flexibleCg), KrylovMethod::flexibleCg},
       {nameOf(KrylovMethod::singleReductionCg), KrylovMethod::singleReductionCg},
       {nameOf(KrylovMethod::stationary), KrylovMethod::stationary},
       {nameOf(KrylovMethod::bicgstab), KrylovMethod::bicgstab},
       {nameOf(KrylovMethod::fgmres), KrylovMethod::fgmres}},
      "cg: conjugate gradients, for a preconditioner that is symmetric and the same in every application; "
      "flexible cg: for any, at a little more work on vectors; automatic: flexible cg where the cycle is F or "
      "K, sweeps before and after differ, a filtered operator is not symmetric, or `amg/precision/krylov` is single, "
      "else cg. single-reduction cg: cg "
      "with one sum over ranks an iteration, and an application of matrix and preconditioner more in a solve, for "
      "many ranks. stationary: x + relaxation M^{-1} (b - A x), multigrid alone. bicgstab, fgmres: for matrices that "
      "are not symmetric "
      "(preconditioners other than auto and amg, or an operator of its own in C++, for which automatic takes "
      "fgmres).");
  list.real("tolerance", p.tolerance, 0, 1, "Relative size of the residual ||b - A x||_2 to reach.");
  list.integer("maximum iterations", p.maxIterations, 0, 100000000,
               "Iterations of the Krylov method, all restarts together.");
  list.choice("residual scaling", p.residualScaling,
              {{"rhs", ResidualScaling::rightHandSide}, {"initial", ResidualScaling::initial}},
              "What the tolerance is relative to: the right-hand side or the initial residual.");
  list.choice(
      "initial guess", p.initialGuess,
      {{"zero", InitialGuess::zero}, {"preconditioned", InitialGuess::preconditioned}, {"given", InitialGuess::given}},
      "Where the iteration starts: zero, M^{-1} b, or the vector as the application gives it.");
  list.integer("maximum restarts", p.maxRestarts, 0, 100,
               "Restarts from x when the recursive residual has reached the tolerance but the true one has not.");
  list.real("relaxation", p.relaxation, 0.01, 2,
            "Factor of each step of the stationary iteration, which converges where this times the largest eigenvalue "
            "of M^{-1} A is below 2.");
  list.integer("basis size", p.basisSize, 1, 10000, "Vectors that fgmres keeps, twice, before it begins anew from x.");
  list.choice("null space", p.nullSpace,
              {{nameOf(NullSpaceKind::none), NullSpaceKind::none},
               {nameOf(NullSpaceKind::constants), NullSpaceKind::constants},
               {nameOf(NullSpaceKind::nearKernel), NullSpaceKind::nearKernel}},
              "Vectors that a singular matrix takes to zero: constants (Neumann problems), or the near-kernel vectors, "
              "those of coordinates too (floating bodies). They are left out of right-hand side and solution.");
}

}  // namespace Chronos
