// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_RANKPARTITION_HPP
#define CHRONOS_RANKPARTITION_HPP

#include "Chronos_RankGraph.hpp"

#include <string>
#include <vector>

namespace Chronos {

/// \brief Groups of ranks of about as many rows each that exchange little, by a method of Zoltan2. Local: on this
/// process alone.
///
/// The same for the same graph, however often: random numbers of the method begin anew, those that an application has
/// from Scotch too.
/// \param numGroups positive
/// \param algorithm one of zoltan2Algorithms()
/// \return group in [0, numGroups) of each vertex; some groups may be empty
/// \throws std::exception as Zoltan2 does
std::vector<int> partitionRanks(const RankGraph& graph, int numGroups, const std::string& algorithm);

}  // namespace Chronos

#endif
