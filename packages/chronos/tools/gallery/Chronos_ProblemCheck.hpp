// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_PROBLEMCHECK_HPP
#define CHRONOS_PROBLEMCHECK_HPP

#include "Chronos_Gallery.hpp"
#include "Chronos_GridAssembly.hpp"

namespace Chronos {

/// The largest size along an edge that a problem may have.
constexpr GlobalOrdinal largestEdge = 100000;

/// "one, two, three". Local.
std::string listed(const std::vector<std::string>& words);

/// \brief Refuses an option that the problem does not read, whatever its value. Local.
/// \param option member of ProblemOptions
/// \throws InputError with what is read
void checkIsRead(const ProblemDescription& problem, const std::string& option);

/// \brief Refuses options out of range and options that the problem does not read. Local.
/// \throws InputError with the range, or with what is read
void checkOptions(const ProblemDescription& problem, const ProblemOptions& options);

/// \brief Refuses a size out of range. Local.
/// \param unit what is counted, as "nodes"
/// \throws InputError with the range
void checkEdge(const ProblemDescription& problem, const std::string& edge, GlobalOrdinal value, GlobalOrdinal low,
               GlobalOrdinal high, const std::string& unit = "nodes");

/// \brief Refuses so many columns on one rank, halo and all, that 32-bit indices do not reach. Local.
/// \throws InputError
void checkColumns(const ProblemDescription& problem, GlobalOrdinal columns);

/// \brief The grid of nodes of a problem, its options checked. Local.
/// \throws InputError also where the part of one rank exceeds 32-bit local indices
GridAssembly::Grid checkedGrid(const ProblemDescription& problem, const ProblemOptions& options, const Comm& comm);

}  // namespace Chronos

#endif
