// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SegmentMessages.hpp"

namespace Chronos {

void startMessages(const Comm& comm, const std::vector<HaloPattern::Neighbour>& senders, void* received,
                   const std::vector<HaloPattern::Neighbour>& receivers, const void* sent, std::size_t entryBytes, int tag,
                   std::vector<MPI_Request>& requests) {
  const MPI_Comm raw = rawComm(comm);
  for (const auto& sender : senders) {
    requests.emplace_back();
    MPI_Irecv(static_cast<char*>(received) + sender.begin * entryBytes, static_cast<int>(sender.size * entryBytes), MPI_BYTE,
              sender.rank, tag, raw, &requests.back());
  }
  for (const auto& receiver : receivers) {
    requests.emplace_back();
    MPI_Isend(static_cast<const char*>(sent) + receiver.begin * entryBytes, static_cast<int>(receiver.size * entryBytes),
              MPI_BYTE, receiver.rank, tag, raw, &requests.back());
  }
}

void finishMessages(std::vector<MPI_Request>& requests) {
  MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
  requests.clear();
}

}  // namespace Chronos
