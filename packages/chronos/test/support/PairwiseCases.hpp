// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_PAIRWISECASES_HPP
#define CHRONOS_PAIRWISECASES_HPP

#include "Chronos_Coarsening.hpp"
#include "Chronos_PairwiseCoarsening.hpp"
#include "WholeMatrix.hpp"

namespace Chronos::Test {

inline ProblemOptions sized(int n) {
  ProblemOptions options;
  options.nx = n;
  return options;
}

inline CoarseSpaceParameters byMatching(int steps, Singles singles = Singles::automatic) {
  CoarseSpaceParameters parameters;
  parameters.coarsening.method.choose("matching");
  parameters.coarsening.method.of<MatchingParameters>("matching").steps = steps;
  parameters.coarsening.method.of<MatchingParameters>("matching").singles = singles;
  return parameters;
}

inline CoarseSpaceParameters on(RankCoupling ranks, CoarseSpaceParameters parameters) {
  parameters.coarsening.method.of<MatchingParameters>("matching").ranks = ranks;
  return parameters;
}

inline CoarseSpaceParameters byPgm(int steps, int maxRounds = 15) {
  CoarseSpaceParameters parameters;
  parameters.coarsening.method.choose("pgm");
  parameters.coarsening.method.of<PgmParameters>("pgm") = {steps, maxRounds};
  return parameters;
}

/// Every eleventh row and column has its diagonal alone.
inline HostCsr<double> withIsolatedRows(HostCsr<double> A) {
  for (LocalOrdinal row = 0; row < A.numRows; ++row)
    for (Offset e = A.rowPtr[row]; e < A.rowPtr[row + 1]; ++e)
      if ((row % 11 == 3 || A.colInd[e] % 11 == 3) && row != A.colInd[e]) A.values[e] = 0;
  return A;
}

}  // namespace Chronos::Test

#endif
