// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SEGMENTMESSAGES_HPP
#define CHRONOS_SEGMENTMESSAGES_HPP

#include "Chronos_Transport.hpp"

#include <mpi.h>

namespace Chronos {

/// \brief Messages of MPI under way: one from each source into its segment of `received`, one to each destination out
/// of its segment of `sent`. Waits for nothing.
///
/// \param requests grows by one a message, by one a gibibyte of longer ones
void startMessages(MPI_Comm comm, const Route& route, const void* sent, void* received,
                   std::vector<MPI_Request>& requests);

/// Waits for them; leaves none.
void finishMessages(std::vector<MPI_Request>& requests);

}  // namespace Chronos

#endif
