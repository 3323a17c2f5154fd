// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_LEVELTABLE_HPP
#define CHRONOS_LEVELTABLE_HPP

#include "Chronos_RunResult.hpp"

#include <string>

namespace Chronos::Command {

/// \brief A multigrid hierarchy as an HTML table whose second column is a pyramid: a centred SVG bar for each
/// level, its width linear in the logarithm of the rows.
///
/// \return nothing without levels
std::string levelTable(const RunResult& run);

}  // namespace Chronos::Command

#endif
