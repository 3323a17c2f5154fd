// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SOLVEJSON_HPP
#define CHRONOS_SOLVEJSON_HPP

#include "Chronos_SolveReport.hpp"

namespace Chronos::Command {

/// \brief Writes the report as JSON, see docs/json.md, as an OutputFile. Collective.
/// \throws InputError on all ranks when the file cannot be written
void writeJson(const SolveReport& report, const std::string& path, const Comm& comm);

}  // namespace Chronos::Command

#endif
