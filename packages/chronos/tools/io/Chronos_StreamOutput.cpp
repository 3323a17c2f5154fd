// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_StreamOutput.hpp"

#include "Chronos_Communicator.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>

#include <poll.h>
#include <unistd.h>

namespace Chronos {
namespace {

constexpr std::size_t messageBytes = std::size_t(1) << 24;
constexpr int pieceTag = 7302;

// A reader that went away is an error here, not the end of the process.
class WithoutBrokenPipeSignal {
 public:
  WithoutBrokenPipeSignal() {
    struct sigaction ignore = {};
    ignore.sa_handler = SIG_IGN;
    ::sigaction(SIGPIPE, &ignore, &before_);
  }
  ~WithoutBrokenPipeSignal() { ::sigaction(SIGPIPE, &before_, nullptr); }
  WithoutBrokenPipeSignal(const WithoutBrokenPipeSignal&) = delete;
  WithoutBrokenPipeSignal& operator=(const WithoutBrokenPipeSignal&) = delete;

 private:
  struct sigaction before_ = {};
};

std::string writeAll(int descriptor, const char* bytes, std::size_t n) {
  while (n > 0) {
    const ssize_t length = ::write(descriptor, bytes, std::min(n, messageBytes));
    if (length > 0) {
      bytes += length;
      n -= static_cast<std::size_t>(length);
    } else if (length < 0 && errno == EAGAIN) {
      // Whoever opened it before us may have chosen not to wait.
      struct pollfd ready = {descriptor, POLLOUT, 0};
      ::poll(&ready, 1, -1);
    } else if (length == 0 || errno != EINTR) {
      return std::strerror(length == 0 ? ENOSPC : errno);
    }
  }
  return "";
}

struct Place {
  std::uint64_t offset, length;
  int rank;
};

// Of the pieces of all ranks on rank 0, by offset. Collective.
std::vector<Place> placesOnRoot(MPI_Comm comm, const std::vector<std::uint64_t>& mine) {
  int rank = 0, size = 1;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  const int numMine = static_cast<int>(mine.size());
  std::vector<int> counts(size), begins(size + 1);
  MPI_Gather(&numMine, 1, MPI_INT, counts.data(), 1, MPI_INT, 0, comm);
  for (int r = 0; r < size; ++r) begins[r + 1] = begins[r] + counts[r];
  std::vector<std::uint64_t> all(rank == 0 ? begins[size] : 0);
  MPI_Gatherv(mine.data(), numMine, MPI_UINT64_T, all.data(), counts.data(), begins.data(), MPI_UINT64_T, 0, comm);
  std::vector<Place> places;
  if (rank != 0) return places;
  for (int r = 0; r < size; ++r)
    for (int i = begins[r]; i < begins[r + 1]; i += 2) places.push_back({all[i], all[i + 1], r});
  std::sort(places.begin(), places.end(), [](const Place& a, const Place& b) { return a.offset < b.offset; });
  return places;
}

}  // namespace

void StreamOutput::write(const void* bytes, std::size_t n, std::uint64_t offset) {
  if (n == 0) return;
  const bool continues = !pieces_.empty() && pieces_.back().offset + pieces_.back().bytes.size() == offset;
  if (!continues) pieces_.push_back({offset, {}});
  const char* const begin = static_cast<const char*>(bytes);
  pieces_.back().bytes.insert(pieces_.back().bytes.end(), begin, begin + n);
}

std::string StreamOutput::writeOwn(int descriptor) {
  const WithoutBrokenPipeSignal guard;
  std::string error;
  for (const Piece& piece : pieces_)
    if (error.empty()) error = writeAll(descriptor, piece.bytes.data(), piece.bytes.size());
  pieces_.clear();
  return error;
}

std::string StreamOutput::drain(const Comm& comm, int descriptor) {
  std::sort(pieces_.begin(), pieces_.end(), [](const Piece& a, const Piece& b) { return a.offset < b.offset; });
  // MPI need not have started.
  if (comm.getSize() == 1) return writeOwn(descriptor);
  const MPI_Comm raw = rawComm(comm);
  std::vector<std::uint64_t> mine;
  for (const Piece& piece : pieces_) {
    mine.push_back(piece.offset);
    mine.push_back(piece.bytes.size());
  }
  const std::vector<Place> places = placesOnRoot(raw, mine);

  if (comm.getRank() != 0) {
    // A rank's messages do not overtake each other: by offset here, by offset there.
    for (const Piece& piece : pieces_)
      for (std::size_t at = 0; at < piece.bytes.size(); at += messageBytes)
        MPI_Send(piece.bytes.data() + at, static_cast<int>(std::min(messageBytes, piece.bytes.size() - at)), MPI_CHAR,
                 0, pieceTag, raw);
    return "";
  }
  const WithoutBrokenPipeSignal guard;
  std::string error;
  std::vector<char> message;
  auto own = pieces_.begin();
  for (const Place& place : places) {
    if (place.rank == 0) {
      if (error.empty()) error = writeAll(descriptor, own->bytes.data(), own->bytes.size());
      ++own;
      continue;
    }
    // Received also when it cannot be written: the sender waits.
    for (std::uint64_t at = 0; at < place.length; at += messageBytes) {
      message.resize(std::min<std::uint64_t>(messageBytes, place.length - at));
      MPI_Recv(message.data(), static_cast<int>(message.size()), MPI_CHAR, place.rank, pieceTag, raw,
               MPI_STATUS_IGNORE);
      if (error.empty()) error = writeAll(descriptor, message.data(), message.size());
    }
  }
  pieces_.clear();
  return error;
}

}  // namespace Chronos
