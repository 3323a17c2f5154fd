// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_REPORTPAGE_HPP
#define CHRONOS_REPORTPAGE_HPP

#include "Chronos_Measurement.hpp"
#include "Chronos_RunResult.hpp"

#include <string>
#include <vector>

namespace Chronos::Command {

/// \brief One HTML page on runs and on measurements: style sheet and SVG inside, no script, nothing fetched from
/// elsewhere.
///
/// Where the two together hold two solvers or more on three systems or more, the page begins with their comparison.
/// \param runs with names that differ; may be empty
/// \param measurements further runs, of which less is known; may be empty where runs are not
std::string reportPage(const std::vector<RunResult>& runs, const std::vector<Measurement>& measurements = {});

}  // namespace Chronos::Command

#endif
