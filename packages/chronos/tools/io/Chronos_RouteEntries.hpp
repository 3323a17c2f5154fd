// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_ROUTEENTRIES_HPP
#define CHRONOS_ROUTEENTRIES_HPP

#include "Chronos_EvenShare.hpp"
#include "Chronos_MatrixMarketEntries.hpp"

namespace Chronos {

/// Which ranks need an entry: the owner of its row, or that of its column too, where the mirrored entry belongs.
enum class EntryGoesTo { rowOwner, rowAndColumnOwner };

/// \brief Moves entries to the ranks that need them. Collective.
///
/// Entries that are at home stay where they are; on one rank nothing moves. At the peak a rank holds the entries that
/// it sends and those that it receives.
/// \param blocks taken; indices within the share
/// \return entries of this rank, in the order of the sending ranks
std::vector<EntryBlock> routeEntries(const Comm& comm, const EvenShare& share, EntryGoesTo target,
                                     std::vector<EntryBlock> blocks);

}  // namespace Chronos

#endif
