// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_PEERRELAYS_HPP
#define CHRONOS_PEERRELAYS_HPP

#include "Chronos_HaloWait.hpp"

#include <vector>

namespace Chronos {

#ifdef KOKKOS_ENABLE_CUDA

/// Copies entries once its own flag has come, then raises the flag of the other side.
struct Relay {
  const char* from;
  const LocalOrdinal* indices;  ///< of the entries in `from`; null: one behind the other
  char* to;
  std::size_t numEntries, entryBytes;
  const PeerFlag* awaited;
  PeerFlag awaitedValue;
  PeerFlag* raised;
  PeerFlag raisedValue;
  unsigned int* numBlocksDone;  ///< zero before and after
  int peer;
};

/// \brief Queues relays, which end in any order. A kernel whose flag does not come within secondsOfWait() says for whom
/// `rank` waited and ends the process with an error of CUDA. Does not wait.
/// \throws std::runtime_error where a kernel cannot be started
void launchRelays(cudaStream_t stream, int rank, const std::vector<Relay>& relays);

/// Queues short kernels that wait for arrivals, likewise.
void launchArrivals(cudaStream_t stream, int rank, const std::vector<Arrival>& arrivals);

#endif

}  // namespace Chronos

#endif
