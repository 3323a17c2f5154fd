// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SVGCONVERGENCE_HPP
#define CHRONOS_SVGCONVERGENCE_HPP

#include "Chronos_RunResult.hpp"

#include <string>
#include <vector>

namespace Chronos::Command {

/// What a convergence chart has at its bottom.
enum class ConvergenceAxis {
  iterations,
  seconds,  ///< set-up first; then the solve, cut into iterations of equal length
};

/// \brief Relative residuals over iterations or time as an SVG element: a line for each run, a dashed one for
/// each tolerance.
///
/// Lines carry the class of runClass(). Very long histories are thinned, keeping the extremes of every
/// stretch.
/// \return nothing when no run has a residual to show
std::string convergenceChart(const std::vector<RunResult>& runs, ConvergenceAxis axis);

/// CSS class that gives a run its colour in charts and legends; colours repeat, with dashes, after eight
/// runs.
std::string runClass(std::size_t run);

}  // namespace Chronos::Command

#endif
