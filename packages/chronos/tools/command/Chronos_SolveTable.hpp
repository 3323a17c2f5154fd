// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SOLVETABLE_HPP
#define CHRONOS_SOLVETABLE_HPP

#include "Chronos_SolveReport.hpp"

#include <iosfwd>

namespace Chronos::Command {

/// Prints the summary that people read. Local.
void printTable(const SolveReport& report, std::ostream& out);

}  // namespace Chronos::Command

#endif
