// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_ZOLTAN2DOOR_HPP
#define CHRONOS_ZOLTAN2DOOR_HPP

#include "Chronos_RankGraph.hpp"

#include <functional>
#include <vector>

namespace Chronos {

/// \brief What the library Chronos::zoltan2 hands over: how a graph of ranks is cut into groups.
///
/// Chronos itself does not link Zoltan2, so `agglomeration` = zoltan2 is reached through here.
struct Zoltan2Door {
  /// \brief A group in [0, numGroups) of each vertex, with little exchanged between groups. Local, on one rank alone.
  ///
  /// Of the same graph always the same. May throw any std::exception: rows then move by counts.
  /// \param numGroups at least 2, less than the number of vertices
  std::function<std::vector<int>(const RankGraph&, int numGroups)> partition;
};

/// Replaces the one before. Local; before the first set-up, by one thread.
void openZoltan2Door(const Zoltan2Door& door);

/// Null where Chronos::zoltan2 is not linked or was not asked to register. Local.
const Zoltan2Door* zoltan2Door();

/// \brief That a graph can be cut, before a set-up has begun. Local; the same on all ranks.
/// \throws InputError without the library
void checkZoltan2();

}  // namespace Chronos

#endif
