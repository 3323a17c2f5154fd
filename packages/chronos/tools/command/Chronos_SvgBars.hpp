// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SVGBARS_HPP
#define CHRONOS_SVGBARS_HPP

#include "Chronos_RunResult.hpp"

#include <string>
#include <vector>

namespace Chronos::Command {

/// A row of stackedBars().
struct StackedBar {
  std::string name;
  NamedNumbers parts;  ///< seconds; names that several bars share get one colour
};

/// \brief Times as stacked bars on one scale of seconds, with a legend above: HTML with an SVG element.
///
/// \param order names of parts that come first in colours and legend; further names follow as they are met
/// \return nothing when no part of any bar is greater than 0
std::string stackedBars(const std::vector<StackedBar>& bars, const std::vector<std::string>& order);

}  // namespace Chronos::Command

#endif
