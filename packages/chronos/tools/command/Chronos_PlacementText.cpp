// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_PlacementText.hpp"

#include "Chronos_GraphPartition.hpp"
#include "Chronos_TableText.hpp"

namespace Chronos::Command {

std::string placementText(const PlacementReport& placement) {
  const std::string shared = groupedText(placement.shared) + " columns of other ranks";
  if (placement.isByGraph)
    return format("by graph, %.3f s: %s, %s with consecutive rows", placement.seconds, shared.c_str(),
                  groupedText(placement.sharedBefore).c_str());
  const std::string text = "consecutive: " + shared;
  if (!placement.wouldGain) return text;
  return text + (hasGraphPartitioner()
                     ? "; --partition graph would share far fewer"
                     : "; a partition of the graph would share far fewer: build with METIS, or number "
                       "the rows by one");
}

nlohmann::ordered_json placementJson(const std::optional<PlacementReport>& placement) {
  if (!placement) return nullptr;
  return {{"method", placement->isByGraph ? "graph" : "rows"},
          {"shared_columns", placement->shared},
          {"shared_columns_consecutive", placement->sharedBefore},
          {"graph_would_gain", placement->wouldGain},
          {"seconds", placement->seconds}};
}

}  // namespace Chronos::Command
