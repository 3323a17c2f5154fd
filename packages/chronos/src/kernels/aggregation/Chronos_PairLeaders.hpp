// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_PAIRLEADERS_HPP
#define CHRONOS_PAIRLEADERS_HPP

#include "Chronos_Suitor.hpp"

namespace Chronos {

/// \file
/// Aggregates by their leaders: one vertex of each aggregate, which is its own leader.

/// \brief Leaders of the pairs of a matching: the larger vertex of each.
///
/// \param attach a vertex without a partner joins the pair of its best neighbour, by (weight, key); of a maximal
/// matching all neighbours have partners. Otherwise, and without neighbours, it stays alone
template <class DeviceType>
Kokkos::View<const LocalOrdinal*, DeviceType> pairLeaders(const typename DeviceType::execution_space& space,
                                                          const WeightedGraph<DeviceType>& graph,
                                                          const Kokkos::View<const LocalOrdinal*, DeviceType>& partners,
                                                          bool attach, MatchingTies ties = MatchingTies::number);

/// \brief Leaders by rounds of mutual best neighbours (Tsai, Algorithm 17): the smaller vertex of each pair.
///
/// In a round every vertex points to its best neighbour not aggregated, by (weight, key); two that point to each other
/// make a pair. One whose neighbours are all aggregated joins the aggregate of the best one. After the last round what
/// is left joins the aggregate of its best aggregated neighbour, or stays alone. Rounds read what the former one left,
/// so the result depends on no order. Synchronises the device after each round.
template <class DeviceType>
Kokkos::View<const LocalOrdinal*, DeviceType> roundLeaders(const typename DeviceType::execution_space& space,
                                                           const WeightedGraph<DeviceType>& graph, int maxRounds,
                                                           MatchingTies ties = MatchingTies::number);

}  // namespace Chronos

#endif
