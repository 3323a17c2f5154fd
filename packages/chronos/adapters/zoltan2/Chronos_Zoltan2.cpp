// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Zoltan2.hpp"

#include "Chronos_RankPartition.hpp"
#include "Chronos_Zoltan2Door.hpp"

namespace Chronos {

bool registerZoltan2() {
  openZoltan2Door({[](const RankGraph& graph, int numGroups) {
    return partitionRanks(graph, numGroups, zoltan2Algorithms().front());
  }});
  return true;
}

}  // namespace Chronos
