// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SegmentMessages.hpp"

#include <algorithm>

namespace Chronos {
namespace {

constexpr std::size_t maxPieceBytes = std::size_t(1) << 30;

// A message is cut where MPI could not count its bytes; pieces of one pair keep their order.
template <class Call>
void forEachPiece(const HaloPattern::Neighbour& segment, std::size_t entryBytes, const Call& call) {
  const std::size_t end = (segment.begin + segment.size) * entryBytes;
  for (std::size_t at = segment.begin * entryBytes; at < end; at += maxPieceBytes)
    call(at, static_cast<int>(std::min(maxPieceBytes, end - at)));
}

}  // namespace

void startMessages(const Comm& comm, const std::vector<HaloPattern::Neighbour>& senders, void* received,
                   const std::vector<HaloPattern::Neighbour>& receivers, const void* sent, std::size_t entryBytes,
                   int tag, std::vector<MPI_Request>& requests) {
  const MPI_Comm raw = rawComm(comm);
  for (const auto& sender : senders)
    forEachPiece(sender, entryBytes, [&](std::size_t at, int numBytes) {
      requests.emplace_back();
      MPI_Irecv(static_cast<char*>(received) + at, numBytes, MPI_BYTE, sender.rank, tag, raw, &requests.back());
    });
  for (const auto& receiver : receivers)
    forEachPiece(receiver, entryBytes, [&](std::size_t at, int numBytes) {
      requests.emplace_back();
      MPI_Isend(static_cast<const char*>(sent) + at, numBytes, MPI_BYTE, receiver.rank, tag, raw, &requests.back());
    });
}

void finishMessages(std::vector<MPI_Request>& requests) {
  MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
  requests.clear();
}

}  // namespace Chronos
