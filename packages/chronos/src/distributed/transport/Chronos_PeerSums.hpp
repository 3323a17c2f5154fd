// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_PEERSUMS_HPP
#define CHRONOS_PEERSUMS_HPP

#include "Chronos_DeviceSums.hpp"
#include "Chronos_PeerArena.hpp"

#include <memory>

namespace Chronos {

#ifdef KOKKOS_ENABLE_CUDA

/// \brief Each rank writes its numbers to all others of its host, which add them up in the order of ranks: RankSum.
///
/// Each rank holds 264 bytes a rank and writes to all: for the GPUs of a host.
///
/// A kernel that waits for more than CHRONOS_PEER_SECONDS (LimitedWait) says for whom, and ends the process.
class PeerSums : public DeviceSums {
 public:
  /// \brief Those of an arena, which live as long; null on all ranks where one has no place for them, and beyond
  /// mostRanks. Collective at the first call for an arena.
  static DeviceSums* of(MPI_Comm comm, PeerArena& arena);

  RankSum next(double* numbers, int count) override;

  static constexpr int mostRanks = 64;

 private:
  PeerSums(int numRanks, int rank, RankSum::Word* const* boxes) : numRanks_(numRanks), rank_(rank), boxes_(boxes) {}
  static std::unique_ptr<DeviceSums> open(MPI_Comm comm, PeerArena& arena);

  int numRanks_, rank_;
  RankSum::Word* const* boxes_;  // of all ranks, in the arena
  unsigned int round_ = 0;
};

#endif

}  // namespace Chronos

#endif
