// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SOLVEJSONOBJECT_HPP
#define CHRONOS_SOLVEJSONOBJECT_HPP

#include "Chronos_SolveReport.hpp"

#include <nlohmann/json.hpp>

namespace Chronos::Command {

/// The members that docs/json.md describes. Local.
nlohmann::ordered_json solveJson(const SolveReport& report);

/// \brief Writes it to a file, on rank 0. Collective.
/// \throws InputError on all ranks when it cannot be written
void writeJsonText(const nlohmann::ordered_json& json, const std::string& path, const Comm& comm);

}  // namespace Chronos::Command

#endif
