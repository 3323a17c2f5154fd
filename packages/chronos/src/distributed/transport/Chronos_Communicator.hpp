// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_COMMUNICATOR_HPP
#define CHRONOS_COMMUNICATOR_HPP

#include "Chronos_Types.hpp"

#include <mpi.h>
#include <string>
#include <vector>

namespace Chronos {

/// The MPI communicator behind a Teuchos one; MPI_COMM_SELF for a serial one. Local.
MPI_Comm rawComm(const Comm& comm);

/// \brief Throws InputError on every rank when any rank passes a message; returns otherwise. Collective.
///
/// The message of the lowest rank that has one is thrown everywhere, so that all ranks take the same way out.
void throwIfAny(const Comm& comm, const std::string& message);

/// The same with a BreakdownError, for arithmetic that failed on some ranks. Collective.
void breakDownIfAny(const Comm& comm, const std::string& message);

/// Sum, maximum and minimum over ranks. Collective.
long long sumOverRanks(const Comm& comm, long long value);
double sumOverRanks(const Comm& comm, double value);
/// Each of n numbers, in place; n is the same on all ranks.
void sumOverRanks(const Comm& comm, double* values, int n);
long long maxOverRanks(const Comm& comm, long long value);
double maxOverRanks(const Comm& comm, double value);
long long minOverRanks(const Comm& comm, long long value);

/// Sum over the ranks before this one; 0 on the first. Collective.
long long sumOverRanksBefore(const Comm& comm, long long value);
/// Sum over ranks of hashes, which wraps around. Collective.
std::uint64_t sumOfHashes(const Comm& comm, std::uint64_t hash);

/// Bytes for one destination, or from one source.
struct Message {
  int rank;
  std::vector<char> bytes;
};

/// \brief Sends each message to its rank; returns what others sent here, ordered by source. Collective.
///
/// Nobody needs to know its sources: a non-blocking consensus (Hoefler, Siebert, Lumsdaine 2010, NBX) ends the
/// exchange. Memory and messages grow with the number of neighbours only. At most one message per destination; a
/// message is at most 2^31 - 1 bytes per piece and is cut into pieces where longer.
std::vector<Message> exchangeSparse(const Comm& comm, const std::vector<Message>& messages);

/// Appends values to a message, and reads them back in the order in which they were appended.
template <class T>
void append(std::vector<char>& bytes, const T* values, std::size_t n) {
  const char* begin = reinterpret_cast<const char*>(values);
  bytes.insert(bytes.end(), begin, begin + n * sizeof(T));
}
template <class T>
std::vector<T> extract(const std::vector<char>& bytes, std::size_t& position, std::size_t n) {
  std::vector<T> values(n);
  std::copy_n(bytes.data() + position, n * sizeof(T), reinterpret_cast<char*>(values.data()));
  position += n * sizeof(T);
  return values;
}

}  // namespace Chronos

#endif
