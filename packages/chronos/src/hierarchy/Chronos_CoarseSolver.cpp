// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_CoarseSolver.hpp"

#include "Chronos_Amesos2Door.hpp"
#include "Chronos_CholeskyFactor.hpp"
#include "Chronos_DenseInverse.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_FactoredOnRoot.hpp"
#include "Chronos_SweepsCoarseSolver.hpp"
#include "Chronos_TiledFactor.hpp"

#include <algorithm>

namespace Chronos {
namespace {

// Of hosts: several ranks need no messages for the rows of an inverse that they have; beyond this a factor on one of
// them is faster all the same. A rank alone has a factor in a fifth to a half of the time of an inverse, which solves
// as fast (docs/performance/host-threads.md).
constexpr int invertedByRanks = 500, invertedAlone = 100;
// 8 GiB, and as much while it is made.
constexpr long long largestDenseFactor = 46340;

#ifdef CHRONOS_HAVE_CHOLMOD
constexpr bool hasCholmod = true;
#else
constexpr bool hasCholmod = false;
#endif

constexpr bool onHost = std::is_same_v<Device, HostDevice>;

CoarseSolverKind chooseKind(const CoarseSolverParameters& parameters, long long n, long long numEntries, int numRanks) {
  const long long limit = std::max(0, parameters.denseLimit);
  CoarseSolverKind kind = parameters.kind;
  if (kind == CoarseSolverKind::automatic) {
    const long long hostLimit = numRanks > 1 ? invertedByRanks : invertedAlone;
    if (n <= (onHost ? std::min(limit, hostLimit) : limit)) return CoarseSolverKind::denseInverse;
    kind = n <= limit && isNearlyFull(n, numEntries) ? CoarseSolverKind::denseCholesky : CoarseSolverKind::cholesky;
  }
  return !hasCholmod && kind == CoarseSolverKind::cholesky && n <= limit ? CoarseSolverKind::denseCholesky : kind;
}

}  // namespace

bool haveSparseCholesky() {
  return hasCholmod;
}

void checkCoarseSolver(const CoarseSolverParameters& parameters) {
  if (parameters.kind == CoarseSolverKind::amesos2) checkAmesos2(parameters.amesos2Solver);
}

// What decides is the same on all ranks, so all throw or none.
Teuchos::RCP<const Smoother> makeCoarseSolver(const Teuchos::RCP<const DistMatrix<double>>& A,
                                              const CoarseSolverParameters& parameters,
                                              const RelaxedSmoother& smoother) {
  const auto n = static_cast<long long>(A->rowMap()->getGlobalNumElements());
  switch (chooseKind(parameters, n, A->numGlobalEntries(), A->rowMap()->getComm()->getSize())) {
    case CoarseSolverKind::sweeps:
      if (smoother.M.is_null()) throw InputError("Smoothing sweeps as coarse solver need a smoother.");
      if (parameters.numSweeps < 1) throw InputError("The number of sweeps of the coarse solver must be 1 or more.");
      return Teuchos::rcp(new SweepsCoarseSolver(A, smoother, parameters.numSweeps));
    case CoarseSolverKind::denseInverse: return Teuchos::rcp(new DenseInverse(*A));
    case CoarseSolverKind::denseCholesky:
      if (n > largestDenseFactor)
        throw InputError("A dense factor of " + std::to_string(n) +
                         " unknowns is too large: use more levels, or another coarse solver.");
      return Teuchos::rcp(new FactoredOnRoot(*A, "dense cholesky", tiledFactor()));
    case CoarseSolverKind::amesos2: return makeAmesos2Solver(A, parameters.amesos2Solver);
    default:
#ifdef CHRONOS_HAVE_CHOLMOD
      return Teuchos::rcp(new FactoredOnRoot(*A, "cholesky", choleskyFactor()));
#else
      throw InputError("The coarsest level has " + std::to_string(n) + " unknowns, above the dense limit of " +
                       std::to_string(parameters.denseLimit) +
                       ", and Chronos was built without CHOLMOD: install it (Debian: libsuitesparse-dev), raise the "
                       "dense limit, use more levels, or take smoothing sweeps as coarse solver.");
#endif
  }
}

void bindCoarseSolver(ParameterBinding& list, CoarseSolverParameters& p) {
  list.choice(
      "type", p.kind,
      {{"automatic", CoarseSolverKind::automatic},
       {"cholesky", CoarseSolverKind::cholesky},
       {"dense cholesky", CoarseSolverKind::denseCholesky},
       {"dense inverse", CoarseSolverKind::denseInverse},
       {"sweeps", CoarseSolverKind::sweeps},
       {"amesos2", CoarseSolverKind::amesos2}},
      "How the last level is solved: a sparse factorisation on one rank, one of all entries by its threads, an "
      "explicit "
      "inverse applied on the device, smoothing, or a solver of Amesos2 (library Chronos::amesos2); automatic takes "
      "the inverse where it is small, and all of them where two ninths are stored.");
  list.integer("dense limit", p.denseLimit, 0, 20000,
               "Unknowns up to which a GPU takes the inverse, and a host a factor of all entries (automatic).");
  list.integer("sweeps", p.numSweeps, 1, 1000, "Smoothing sweeps in place of a solution (type = sweeps).");
  std::vector<std::pair<std::string, std::string>> names;
  for (const std::string& name : amesos2Names()) names.emplace_back(name, name);
  list.choice("amesos2 solver", p.amesos2Solver, names,
              "Which solver of Amesos2 (type = amesos2), where this Trilinos has it; automatic: a distributed one on "
              "several ranks, else one on rank 0.");
}

}  // namespace Chronos
