// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_PLACEMENTTEXT_HPP
#define CHRONOS_PLACEMENTTEXT_HPP

#include "Chronos_RowPlacement.hpp"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>

namespace Chronos::Command {

/// How rows came to their ranks, and what would have helped, in a line.
std::string placementText(const PlacementReport& placement);

/// The same for a program; null for a model problem and on one rank.
nlohmann::ordered_json placementJson(const std::optional<PlacementReport>& placement);

}  // namespace Chronos::Command

#endif
