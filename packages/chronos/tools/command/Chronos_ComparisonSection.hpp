// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_COMPARISONSECTION_HPP
#define CHRONOS_COMPARISONSECTION_HPP

#include "Chronos_SolverComparison.hpp"

#include <string>

namespace Chronos::Command {

/// \brief The part of the report that sets solvers beside each other: profile, what the ratios come to, a row for each
/// system. HTML; nothing unless the comparison is telling.
std::string comparisonSection(const SolverComparison& comparison);

/// Medians of every configuration on every system, a row for each. HTML.
std::string contenderTable(const SolverComparison& comparison);

}  // namespace Chronos::Command

#endif
