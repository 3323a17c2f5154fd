// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SOLVEJSON_HPP
#define CHRONOS_SOLVEJSON_HPP

#include "Chronos_SolveReport.hpp"

namespace Chronos::Command {

/// \brief Says now what would stop a file from being written after a long run. Collective.
/// \throws InputError on all ranks: no such folder, no permission, the name is a folder's
void checkWritable(const std::string& path, const Comm& comm);

/// \brief Writes the report as JSON, see docs/json.md: to a temporary name, then renamed. Collective.
/// \throws InputError on all ranks when the file cannot be written
void writeJson(const SolveReport& report, const std::string& path, const Comm& comm);

}  // namespace Chronos::Command

#endif
