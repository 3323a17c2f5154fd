// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_REPORTTABLES_HPP
#define CHRONOS_REPORTTABLES_HPP

#include "Chronos_RunResult.hpp"

#include <functional>
#include <string>
#include <vector>

namespace Chronos::Command {

/// Whether all runs agree in something.
bool agree(const std::vector<RunResult>& runs, const std::function<std::string(const RunResult&)>& what);

/// Matrix of a run without its folder.
std::string matrixName(const RunResult& run);

/// Preset and preconditioner of a run, one of them where they have the same name.
std::string methodName(const RunResult& run);

/// A little square in the colour of a run, to stand before its name.
std::string swatch(std::size_t run);

/// What the runs have in common and where they differ: matrix, size, machine, date. HTML.
std::string headList(const std::vector<RunResult>& runs);

/// The results side by side, a row for each run; the least time of each column stands out among converged
/// runs. HTML.
std::string comparisonTable(const std::vector<RunResult>& runs);

/// Parameters whose values differ between runs, a row for each; nothing when there are none. HTML.
std::string differingParameters(const std::vector<RunResult>& runs);

}  // namespace Chronos::Command

#endif
