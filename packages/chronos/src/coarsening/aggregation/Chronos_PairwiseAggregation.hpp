// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_PAIRWISEAGGREGATION_HPP
#define CHRONOS_PAIRWISEAGGREGATION_HPP

#include "Chronos_Aggregates.hpp"
#include "Chronos_Coarsening.hpp"

#include <functional>

namespace Chronos {

/// \brief One pairwise step on the rows of a rank: leaders of the aggregates of A's rows. Collective.
/// \param A its first numRows columns are its rows, columns sorted within rows; columns beyond belong to other ranks
/// \param w what the prolongation keeps; 1 for one that keeps nothing
/// \param isolated rows that are in no aggregate; empty: none
using PairwiseStep = std::function<Kokkos::View<const LocalOrdinal*, Device>(
    const CsrMatrix<double, Device>& A, const ConstVector& w, const Kokkos::View<const char*, Device>& isolated)>;

/// How pairs are composed to a coarse space.
struct PairwiseMethod {
  std::string name;
  int steps = 3;  ///< aggregates of up to 2^steps rows
  ConstVector w;  ///< what P keeps; read where it is not binary
  bool isBinary = false;
  PairwiseStep step;
};

/// \brief A coarse space of aggregates: pairs of pairs (Bernaschi, D'Ambra, Pasquini 2020; "couples" there are these
/// steps). Collective.
///
/// Each step pairs the rows of the former one's coarse matrix, which a rank makes of its own rows and columns alone:
/// aggregates never cross ranks, and the steps send no message but counts. They end early where the level would be
/// small enough to be solved. Matrices between the steps are let go at once. P has one entry a row at most; rows
/// without an off-diagonal entry of note (all |a_ij| <= 1e-8 |a_ii|) have none and are left to the smoother.
///
/// The level's coarse matrix is not the last pairwise one: it is formed from A and the composed P, so that new values
/// on the same pattern give the same bits.
CoarseSpace coarsenByPairs(const CoarseningTask& task, const PairwiseMethod& method);

/// Rows that are left to the smoother, see coarsenByPairs(); one a row, not 0 for those.
struct IsolatedRows {
  Kokkos::View<const char*, Device> flags;
  long long here = 0;  ///< on this rank
};
IsolatedRows isolatedRows(const DistMatrix<double>& A);

/// \brief Notes singles, sizes of aggregates, and so on. Collective.
/// \param members P^T on this rank
void reportAggregates(const Comm& comm, const CsrMatrix<double, Device>& members, int steps,
                      const IsolatedRows& isolated, CoarseReport& report);

/// The vector that P is to keep: what the level above kept or, where it kept none, the first vector of the test space
/// if `given`, otherwise the constant. Local.
ConstVector vectorToKeep(const CoarseningTask& task, bool given);

}  // namespace Chronos

#endif
