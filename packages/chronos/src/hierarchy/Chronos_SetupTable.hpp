// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SETUPTABLE_HPP
#define CHRONOS_SETUPTABLE_HPP

#include "Chronos_SetupReport.hpp"

#include <iosfwd>

namespace Chronos {

/// \brief Prints a hierarchy for people: a line a level, why coarsening ended, what had to fall back. Local.
///
/// Nothing without levels. The command and Preconditioner::describe() print this table.
/// \param isVerbose with LevelReport::distributions, a line each
void printSetup(const SetupReport& setup, bool isVerbose, std::ostream& out);

/// "grid 1.3, operator 1.5, 2.0 MiB", for one line.
std::string complexityText(const SetupReport& setup);

/// Stages of a set-up and their seconds, in one line without an end; nothing without stages.
void printStages(const std::vector<std::pair<std::string, double>>& stages, std::ostream& out);

}  // namespace Chronos

#endif
