// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_PEERSUMS_HPP
#define CHRONOS_PEERSUMS_HPP

#include "Chronos_DeviceSums.hpp"
#include "Chronos_PeerArena.hpp"

#include <memory>
#include <vector>

namespace Chronos {

#ifdef KOKKOS_ENABLE_CUDA

/// \brief Each rank writes its numbers to all others of its host, which add them up in the order of ranks.
///
/// The halves of a number travel with the number of the sum, eight bytes in one store: who sees the latter has the
/// former, and no fence or flag is needed (the protocol LL of NCCL; Hu et al., "Demystifying NCCL", 2025, section
/// III-B). There are two places by turns: whoever writes to the first one again has read the second, which its owner
/// wrote after it had read the first. Each rank holds 256 bytes a rank and writes to all: for the GPUs of a host.
///
/// A kernel that waits for more than CHRONOS_PEER_SECONDS (LimitedWait) says for whom, and ends the process.
class PeerSums : public DeviceSums {
 public:
  /// \brief Those of an arena, which live as long; null on all ranks where one has no place for them, and beyond
  /// mostRanks. Collective at the first call for an arena.
  static DeviceSums* of(MPI_Comm comm, PeerArena& arena);

  void add(double* numbers, int count) override;

  static constexpr int mostRanks = 64;

 private:
  PeerSums(const PeerArena& arena, const std::vector<long long>& places) : arena_(arena), places_(places) {}
  static std::unique_ptr<DeviceSums> open(MPI_Comm comm, PeerArena& arena);

  const PeerArena& arena_;
  std::vector<long long> places_;  // of all ranks' boxes
  unsigned int round_ = 0;
};

#endif

}  // namespace Chronos

#endif
