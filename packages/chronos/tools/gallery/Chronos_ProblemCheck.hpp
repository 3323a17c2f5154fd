// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_PROBLEMCHECK_HPP
#define CHRONOS_PROBLEMCHECK_HPP

#include "Chronos_Gallery.hpp"
#include "Chronos_GridAssembly.hpp"

namespace Chronos {

/// "one, two, three". Local.
std::string listed(const std::vector<std::string>& words);

/// \brief Refuses options out of range and options that the problem does not read. Local.
/// \throws InputError with the range, or with what is read
void checkOptions(const ProblemDescription& problem, const ProblemOptions& options);

/// \brief The grid of nodes of a problem, its options checked. Local.
/// \throws InputError also where the part of one rank exceeds 32-bit local indices
GridAssembly::Grid checkedGrid(const ProblemDescription& problem, const ProblemOptions& options, const Comm& comm);

}  // namespace Chronos

#endif
