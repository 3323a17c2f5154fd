// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_PEERARENA_HPP
#define CHRONOS_PEERARENA_HPP

#include "Chronos_DeviceSums.hpp"
#include "Chronos_Types.hpp"

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#ifdef KOKKOS_ENABLE_CUDA
#include <cuda_runtime.h>
#include <mpi.h>
#endif

namespace Chronos {

#ifdef KOKKOS_ENABLE_CUDA

/// \brief Memory of this rank's GPU that the kernels of all other ranks of the host write to, and theirs.
///
/// Blocks for entries; flags, 64-bit numbers that one peer raises, which only grow, also from one user to the next, and
/// are never cleared; counters, which are zero whenever no kernel uses them. One for the same ranks; a 128th of the
/// GPU's memory, at most 1 GiB.
class PeerArena {
 public:
  static constexpr std::size_t none = ~std::size_t(0);

  /// \brief The arena of these ranks, which lives as long as the process: peers write flags until their last kernel has
  /// ended, and nobody may free what others have opened. Collective.
  static PeerArena& of(const Comm& comm);

  PeerArena(const PeerArena&) = delete;
  PeerArena& operator=(const PeerArena&) = delete;

  /// Empty where it can be used, else why not.
  const std::string& problem() const { return problem_; }
  /// Where the memory of a rank begins, as this rank's kernels see it.
  char* of(int rank) const { return memory_[rank]; }
  char* mine() const { return memory_[rank_]; }
  int rank() const { return rank_; }

  /// Place of a free block, aligned to 256 bytes; `none` where there is none.
  std::size_t takeBlock(std::size_t numBytes);
  /// It may be taken again once the kernels that are queued by now have ended.
  void releaseBlock(std::size_t place);

  /// The longest block for what stays where it arrives; the same on all ranks.
  std::size_t longestBlock() const { return numBytes_ / 2; }

  struct Flag {
    std::size_t place;
    unsigned long long value;  ///< that was reached by its last user
  };
  /// \brief For one peer to raise, whose kernels do so in the order of its exchanges, so that no late one lowers it.
  ///
  /// They run in two streams: whoever releases a flag has made the default stream follow the side stream, and who takes
  /// it makes the side stream follow the default one.
  Flag takeFlag(int peer);
  void releaseFlag(int peer, const Flag& flag);
  std::size_t takeCounter();
  void releaseCounter(std::size_t place);

  /// PeerSums::of(): not asked for, perhaps null, or there.
  std::optional<std::unique_ptr<DeviceSums>> sums;

 private:
  struct Released {
    std::size_t place;
    cudaEvent_t event;
  };

  explicit PeerArena(const Comm& comm);
  std::string open(const Comm& comm);
  void reclaim(bool wait);

  int rank_ = 0;
  std::string problem_;
  std::vector<char*> memory_;
  std::map<std::size_t, std::size_t> free_, taken_;  // length by place
  std::deque<Released> released_;
  std::size_t numBytes_ = 0, nextWord_ = 0;     // words: flags and counters
  std::map<int, std::vector<Flag>> freeFlags_;  // by peer
  std::vector<std::size_t> freeCounters_;

  std::size_t takeWord();
};

#endif

}  // namespace Chronos

#endif
