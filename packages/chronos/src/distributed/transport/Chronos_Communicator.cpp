// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Communicator.hpp"

#include "Chronos_CommonMessage.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_LimitedWait.hpp"

#include <Teuchos_CommHelpers.hpp>
#include <Teuchos_DefaultMpiComm.hpp>

#include <algorithm>
#include <limits>
#include <map>

namespace Chronos {

MPI_Comm rawComm(const Comm& comm) {
  const auto* mpi = dynamic_cast<const Teuchos::MpiComm<int>*>(&comm);
  return mpi == nullptr ? MPI_COMM_SELF : (*mpi->getRawMpiComm())();
}

std::string commonMessage(const Comm& comm, const std::string& message) {
  const int none = comm.getSize();
  const int speaker =
      static_cast<int>(minOverRanks(comm, static_cast<long long>(message.empty() ? none : comm.getRank())));
  if (speaker == none) return "";
  const LimitedWait wait(comm, "broadcast");
  int length = static_cast<int>(message.size());
  Teuchos::broadcast(comm, speaker, &length);
  std::string common = message;
  common.resize(length);
  Teuchos::broadcast(comm, speaker, length, common.data());
  return common;
}

namespace {

// In place. One rank has its result: a call of MPI for each inner product would be time spent for nothing.
template <class T>
void reduce(const Comm& comm, Teuchos::EReductionType type, T* values, int n) {
  if (comm.getSize() == 1) return;
  const LimitedWait wait(comm, "reduction");
  const std::vector<T> mine(values, values + n);
  Teuchos::reduceAll(comm, type, n, mine.data(), values);
}

template <class T>
T reduce(const Comm& comm, Teuchos::EReductionType type, T value) {
  reduce(comm, type, &value, 1);
  return value;
}

// Pieces of one message keep their order, because MPI does not let messages of one pair and tag overtake.
constexpr std::size_t maxPiece = std::size_t(1) << 30;
// A rank that left an exchange may send for the next one while another still receives for this one: two tags take
// turns. Nobody is two ahead, since the next exchange ends for no rank before all have begun it.
constexpr int pieceTags[] = {7301, 7303};

int deleteTurn(MPI_Comm, int, void* value, void*) {
  delete static_cast<int*>(value);
  return MPI_SUCCESS;
}

// Of the exchanges of a communicator, which lives as long as that.
int nextPieceTag(MPI_Comm comm) {
  static const int key = [] {
    int created = MPI_KEYVAL_INVALID;
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, deleteTurn, &created, nullptr);
    return created;
  }();
  int* turn = nullptr;
  int isThere = 0;
  MPI_Comm_get_attr(comm, key, &turn, &isThere);
  if (isThere == 0) {
    turn = new int(0);
    MPI_Comm_set_attr(comm, key, turn);
  }
  *turn = 1 - *turn;
  return pieceTags[*turn];
}

}  // namespace

void throwIfAny(const Comm& comm, const std::string& message) {
  const std::string common = commonMessage(comm, message);
  if (!common.empty()) throw InputError(common);
}

void breakDownIfAny(const Comm& comm, const std::string& message) {
  const std::string common = commonMessage(comm, message);
  if (!common.empty()) throw BreakdownError(common);
}

long long sumOverRanks(const Comm& comm, long long value) {
  return reduce(comm, Teuchos::REDUCE_SUM, value);
}
double sumOverRanks(const Comm& comm, double value) {
  return reduce(comm, Teuchos::REDUCE_SUM, value);
}
void sumOverRanks(const Comm& comm, double* values, int n) {
  reduce(comm, Teuchos::REDUCE_SUM, values, n);
}
long long sumOverRanksBefore(const Comm& comm, long long value) {
  const LimitedWait wait(comm, "reduction");
  long long upToHere = 0;
  Teuchos::scan<int, long long>(comm, Teuchos::REDUCE_SUM, 1, &value, &upToHere);
  return upToHere - value;
}
std::uint64_t sumOfHashes(const Comm& comm, std::uint64_t hash) {
  return static_cast<std::uint64_t>(sumOverRanks(comm, static_cast<long long>(hash)));
}
long long maxOverRanks(const Comm& comm, long long value) {
  return reduce(comm, Teuchos::REDUCE_MAX, value);
}
double maxOverRanks(const Comm& comm, double value) {
  return reduce(comm, Teuchos::REDUCE_MAX, value);
}
long long minOverRanks(const Comm& comm, long long value) {
  return reduce(comm, Teuchos::REDUCE_MIN, value);
}

std::vector<Message> exchangeSparse(const Comm& comm, const std::vector<Message>& messages) {
  const LimitedWait wait(comm, "exchange of lists");
  MPI_Comm raw = rawComm(comm);
  const int tag = nextPieceTag(raw);
  std::map<int, std::vector<char>> received;
  std::vector<MPI_Request> sends;
  for (const Message& message : messages) {
    std::size_t position = 0;
    do {
      const std::size_t piece = std::min(maxPiece, message.bytes.size() - position);
      sends.emplace_back();
      MPI_Issend(message.bytes.data() + position, static_cast<int>(piece), MPI_BYTE, message.rank, tag, raw,
                 &sends.back());
      position += piece;
    } while (position < message.bytes.size());
  }

  // Once all own sends have been received, enter the barrier; once all ranks entered it, nothing is under way.
  MPI_Request barrier = MPI_REQUEST_NULL;
  bool inBarrier = false;
  for (int finished = 0; !finished;) {
    int waiting = 0;
    MPI_Status status;
    MPI_Iprobe(MPI_ANY_SOURCE, tag, raw, &waiting, &status);
    if (waiting) {
      int size = 0;
      MPI_Get_count(&status, MPI_BYTE, &size);
      std::vector<char>& bytes = received[status.MPI_SOURCE];
      const std::size_t position = bytes.size();
      bytes.resize(position + size);
      MPI_Recv(bytes.data() + position, size, MPI_BYTE, status.MPI_SOURCE, tag, raw, MPI_STATUS_IGNORE);
    }
    if (inBarrier) {
      MPI_Test(&barrier, &finished, MPI_STATUS_IGNORE);
    } else {
      int sent = 0;
      MPI_Testall(static_cast<int>(sends.size()), sends.data(), &sent, MPI_STATUSES_IGNORE);
      if (sent) {
        MPI_Ibarrier(raw, &barrier);
        inBarrier = true;
      }
    }
  }

  std::vector<Message> result;
  result.reserve(received.size());
  for (auto& [rank, bytes] : received) result.push_back({rank, std::move(bytes)});
  return result;
}

}  // namespace Chronos
