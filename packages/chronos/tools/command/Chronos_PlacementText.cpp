// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_PlacementText.hpp"

#include "Chronos_TableText.hpp"

namespace Chronos::Command {

std::string placementText(const PlacementReport& placement) {
  const std::string shared = groupedText(placement.shared) + " columns of other ranks";
  if (placement.isByGraph)
    return format("by graph, %.3f s: %s, %s with consecutive rows", placement.seconds, shared.c_str(),
                  groupedText(placement.sharedBefore).c_str());
  const std::string text = "consecutive: " + shared;
  if (!placement.refusal.empty()) return text + "; not by graph: " + placement.refusal;
  return placement.sharesMuch ? text + ", far more than need be; --partition graph may share fewer" : text;
}

nlohmann::ordered_json placementJson(const std::optional<PlacementReport>& placement) {
  if (!placement) return nullptr;
  return {{"method", placement->isByGraph ? "graph" : "rows"},
          {"shared_columns", placement->shared},
          {"shared_columns_consecutive", placement->sharedBefore},
          {"shares_much", placement->sharesMuch},
          {"refusal", placement->refusal},
          {"seconds", placement->seconds}};
}

}  // namespace Chronos::Command
