// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_RANKMATCHING_HPP
#define CHRONOS_RANKMATCHING_HPP

#include "Chronos_DistMatrix.hpp"
#include "Chronos_PairWeight.hpp"
#include "Chronos_Suitor.hpp"

namespace Chronos {

/// \brief matchingWeights() with the edges that ranks cut: one an entry, halo columns too, the same from both ends.
/// Collective: rows of A that the halo asks for are fetched, for a_ij from the row of the smaller global number.
Kokkos::View<const float*, Device> weightsAcrossRanks(PairWeight kind, const DistMatrix<double>& A,
                                                      const ConstVector& w,
                                                      const Kokkos::View<const char*, Device>& isolated);

/// \brief The greedy matching by (weight, larger key, smaller key) of all ranks together: global number of each row's
/// partner, -1 where it has none. Collective.
///
/// Keys are global row numbers, or hashes of these; so the matching does not depend on the number of ranks. Rounds of
/// mutual best neighbours: each rank goes on alone until it waits for others, then states and wishes are exchanged, a
/// byte and a number a halo row.
/// \param weights of all entries, see above
Kokkos::View<const GlobalOrdinal*, Device> matchAcrossRanks(const DistMatrix<double>& A,
                                                            const Kokkos::View<const float*, Device>& weights,
                                                            MatchingTies ties);

/// \brief Column of the best neighbour of each row that has no partner but a neighbour with one; -1 for others.
/// Collective.
Kokkos::View<const LocalOrdinal*, Device> bestMatchedNeighbours(
    const DistMatrix<double>& A, const Kokkos::View<const float*, Device>& weights,
    const Kokkos::View<const GlobalOrdinal*, Device>& partners, MatchingTies ties);

}  // namespace Chronos

#endif
