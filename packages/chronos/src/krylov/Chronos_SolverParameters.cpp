// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SolverParameters.hpp"

namespace Chronos {

void bindSolver(ParameterBinding& list, SolverParameters& p) {
  list.real("tolerance", p.tolerance, 0, 1, "Relative size of the residual ||b - A x||_2 to reach.");
  list.integer("maximum iterations", p.maxIterations, 0, 100000000,
               "Iterations of conjugate gradients, all restarts together.");
  list.choice("residual scaling", p.residualScaling,
              {{"rhs", ResidualScaling::rightHandSide}, {"initial", ResidualScaling::initial}},
              "What the tolerance is relative to: the right-hand side or the initial residual.");
  list.choice(
      "initial guess", p.initialGuess,
      {{"zero", InitialGuess::zero}, {"preconditioned", InitialGuess::preconditioned}, {"given", InitialGuess::given}},
      "Where the iteration starts: zero, M^{-1} b, or the vector as the application gives it.");
  list.integer("maximum restarts", p.maxRestarts, 0, 100,
               "Restarts from x when the recursive residual has reached the tolerance but the true one has not.");
}

}  // namespace Chronos
