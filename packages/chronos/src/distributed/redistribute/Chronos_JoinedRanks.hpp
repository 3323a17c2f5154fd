// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_JOINEDRANKS_HPP
#define CHRONOS_JOINEDRANKS_HPP

#include "Chronos_RankGraph.hpp"

#include <string>

namespace Chronos {

/// Which ranks' rows go to one rank; the same on all ranks.
struct JoinedRanks {
  std::vector<int> owners;  ///< who gets the rows of each rank, one entry a rank; empty where there is no partition
  std::string failure;      ///< why there is none
};

/// \brief Groups of ranks that exchange little with each other, by the partition of Zoltan2Door. Collective.
///
/// The rank of a group with most rows, the lowest among equals, gets those of the whole group. There may be fewer
/// groups than asked for, but at least two. Ranks without rows keep what they have.
/// \param rows, halo see gatherRankGraph()
/// \param numGroups at least 2, less than the number of ranks that own rows
/// \throws InputError as checkZoltan2()
JoinedRanks joinRanks(const Map& rows, const HaloPattern& halo, int numGroups);

}  // namespace Chronos

#endif
