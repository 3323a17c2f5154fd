// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SegmentMessages.hpp"

#include <algorithm>

namespace Chronos {
namespace {

constexpr std::size_t maxPieceBytes = std::size_t(1) << 30;
// One tag for all: MPI keeps the order of messages between two ranks, and all ranks start their exchanges in one order.
constexpr int exchangeTag = 7302;

// A message is cut where MPI could not count its bytes; pieces of one pair keep their order.
template <class Call>
void forEachPiece(const Segment& segment, std::size_t entryBytes, const Call& call) {
  const std::size_t end = (segment.begin + segment.size) * entryBytes;
  for (std::size_t at = segment.begin * entryBytes; at < end; at += maxPieceBytes)
    call(at, static_cast<int>(std::min(maxPieceBytes, end - at)));
}

}  // namespace

void startMessages(MPI_Comm comm, const Route& route, const void* sent, void* received,
                   std::vector<MPI_Request>& requests) {
  for (const Segment& source : route.sources)
    forEachPiece(source, route.entryBytes, [&](std::size_t at, int numBytes) {
      requests.emplace_back();
      MPI_Irecv(static_cast<char*>(received) + at, numBytes, MPI_BYTE, source.rank, exchangeTag, comm,
                &requests.back());
    });
  for (const Segment& destination : route.destinations)
    forEachPiece(destination, route.entryBytes, [&](std::size_t at, int numBytes) {
      requests.emplace_back();
      MPI_Isend(static_cast<const char*>(sent) + at, numBytes, MPI_BYTE, destination.rank, exchangeTag, comm,
                &requests.back());
    });
}

void finishMessages(std::vector<MPI_Request>& requests) {
  MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
  requests.clear();
}

}  // namespace Chronos
