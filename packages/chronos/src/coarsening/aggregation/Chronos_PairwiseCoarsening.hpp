// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_PAIRWISECOARSENING_HPP
#define CHRONOS_PAIRWISECOARSENING_HPP

#include "Chronos_Coarsening.hpp"
#include "Chronos_PairWeight.hpp"
#include "Chronos_Suitor.hpp"

namespace Chronos {

/// What becomes of rows that a matching leaves alone.
enum class Singles {
  automatic,  ///< attached in a step that would otherwise shrink the level by less than 1.5
  keep,       ///< an aggregate of their own (Bernaschi, D'Ambra, Pasquini 2020)
  attach,     ///< to the aggregate of the strongest neighbour
};

/// The vector that the prolongation keeps.
enum class KeptVector {
  constant,
  nearKernel,  ///< the first one that the user gave; the constant where there is none
  testSpace,   ///< the first one of the test space, made where none is given
};

struct MatchingParameters {
  int steps = 3;  ///< pairwise, composed: aggregates of up to 2^steps
  Singles singles = Singles::automatic;
  PairWeight weights = PairWeight::compatible;
  MatchingTies ties = MatchingTies::number;
  KeptVector vector = KeptVector::constant;
  /// Whether pairs cross ranks; automatic: where ranks cut more than a tenth of the off-diagonal entries.
  RankCoupling ranks = RankCoupling::automatic;
};

struct PgmParameters {
  int steps = 1;
  int maxRounds = 15;
};

/// \brief Compatible weighted matching (Bernaschi, D'Ambra, Pasquini 2020; Bernaschi, Celestini, D'Ambra, Vella):
/// matchingWeights(), suitorMatching(), coarsenByPairs(); across ranks matchAcrossRanks(), coarsenAcrossRanks().
CoarseningMethod matchingMethod();

/// Pairwise graph matching (Tsai, Algorithm 17): graphMatchWeights(), roundLeaders(), a P of zeros and ones.
CoarseningMethod pgmMethod();

}  // namespace Chronos

#endif
