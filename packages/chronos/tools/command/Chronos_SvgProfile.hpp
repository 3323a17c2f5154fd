// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SVGPROFILE_HPP
#define CHRONOS_SVGPROFILE_HPP

#include "Chronos_PerformanceProfile.hpp"

#include <string>
#include <vector>

namespace Chronos::Command {

/// \brief A performance profile as an SVG element: a staircase for each solver over the factor, which is logarithmic.
///
/// Lines carry the class of runClass() of the solver's number.
/// \param names of the solvers
/// \return nothing when no system was solved
std::string profileChart(const PerformanceProfile& profile, const std::vector<std::string>& names);

}  // namespace Chronos::Command

#endif
