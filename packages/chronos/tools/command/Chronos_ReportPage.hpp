// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_REPORTPAGE_HPP
#define CHRONOS_REPORTPAGE_HPP

#include "Chronos_RunResult.hpp"

#include <string>
#include <vector>

namespace Chronos::Command {

/// \brief One HTML page on one or more runs: style sheet and SVG inside, no script, nothing fetched from
/// elsewhere.
///
/// \param runs at least one, with names that differ
std::string reportPage(const std::vector<RunResult>& runs);

}  // namespace Chronos::Command

#endif
