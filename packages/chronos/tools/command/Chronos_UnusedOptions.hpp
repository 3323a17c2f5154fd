// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_UNUSEDOPTIONS_HPP
#define CHRONOS_UNUSEDOPTIONS_HPP

#include "Chronos_EigenCommand.hpp"
#include "Chronos_SolveCommand.hpp"
#include "Chronos_SolveReport.hpp"

namespace Chronos::Command {

/// \file
/// Nothing that a user gave is ignored in silence: what has no effect becomes a notice. All local.

/// Has `given` hold those of the options that a command line names.
void noteGiven(CLI::App& app, const std::vector<std::string>& options, std::set<std::string>& given);

/// \brief Files of a near kernel that were read and are not used, and options without effect.
/// \param readsRightHandSides all right-hand sides come from files
void noteUnused(const SolveOptions& options, bool readsRightHandSides, SolveReport& report);

/// \param used the parameters that are in use
/// \param isChosen by itself, for which all that is known of nodes was looked at
std::vector<std::string> unusedOptions(const EigenOptions& options, const Parameters& used, bool isChosen,
                                       int numRanks);

}  // namespace Chronos::Command

#endif
