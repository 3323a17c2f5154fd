// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SEGMENTMESSAGES_HPP
#define CHRONOS_SEGMENTMESSAGES_HPP

#include "Chronos_HaloPattern.hpp"

namespace Chronos {

/// \brief Messages under way: one from each rank of `senders` into its segment of `received`, one to each of
/// `receivers` out of its segment of `sent`. Waits for nothing.
///
/// \param entryBytes of an entry; begin and size of the segments count entries
/// \param requests grows by one a message, by one a gibibyte of longer ones
void startMessages(const Comm& comm, const std::vector<HaloPattern::Neighbour>& senders, void* received,
                   const std::vector<HaloPattern::Neighbour>& receivers, const void* sent, std::size_t entryBytes,
                   int tag, std::vector<MPI_Request>& requests);

/// Waits for them; leaves none.
void finishMessages(std::vector<MPI_Request>& requests);

}  // namespace Chronos

#endif
