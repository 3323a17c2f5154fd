// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_COARSESOLVER_HPP
#define CHRONOS_COARSESOLVER_HPP

#include "Chronos_SmootherFactory.hpp"

#include <string>

namespace Chronos {

enum class CoarseSolverKind {
  automatic,      ///< denseInverse up to denseLimit unknowns on a GPU, on a host up to 500 on several ranks and 100 on
                  ///< one; up to denseLimit denseCholesky where isNearlyFull(), otherwise cholesky
  cholesky,       ///< CHOLMOD on rank 0, vectors gathered to it
  denseCholesky,  ///< all entries by the threads of rank 0, vectors gathered to it
  denseInverse,   ///< explicit inverse, rows distributed as those of the matrix, applied on the device
  sweeps,         ///< smoothing sweeps only: when the coarsest level is too large to factor
  amesos2,        ///< a solver of Amesos2, through the library Chronos::amesos2 (Chronos_Amesos2Door.hpp)
};

struct CoarseSolverParameters {
  CoarseSolverKind kind = CoarseSolverKind::automatic;
  int denseLimit = 3600;
  int numSweeps = 8;                        ///< of the level's smoother (kind = sweeps)
  std::string amesos2Solver = "automatic";  ///< one of amesos2Names() (kind = amesos2)
};

/// \brief What can be said of a coarse solver before there is a matrix. Local; the same on all ranks.
/// \throws InputError when kind = amesos2 cannot be had, see checkAmesos2()
void checkCoarseSolver(const CoarseSolverParameters& parameters);

/// Names and documents the parameters.
void bindCoarseSolver(ParameterBinding& list, CoarseSolverParameters& p);

/// \brief Solves the coarsest system: z = A^{-1} r, apart from `sweeps`. A Smoother, so that a one-level
/// hierarchy is one.
///
/// A matrix that is singular to working precision (pure Neumann problems) is factored with a shift of 1e-12
/// of its diagonal, entry by entry, which is reported, not hidden. Of an unsymmetric one (below a filtered operator)
/// the symmetric part is factored, which is reported too. Not positive definite: BreakdownError on
/// all ranks. `sweeps` needs `smoother`: InputError on all ranks without; `amesos2` as checkCoarseSolver() says. Where
/// Chronos was built without CHOLMOD, `cholesky` means denseCholesky up to denseLimit unknowns and is an InputError
/// beyond; denseCholesky is one beyond 46340. Collective.
Teuchos::RCP<const Smoother> makeCoarseSolver(const Teuchos::RCP<const DistMatrix<double>>& A,
                                              const CoarseSolverParameters& parameters,
                                              const RelaxedSmoother& smoother);

/// Whether Chronos was built with CHOLMOD.
bool haveSparseCholesky();

}  // namespace Chronos

#endif
