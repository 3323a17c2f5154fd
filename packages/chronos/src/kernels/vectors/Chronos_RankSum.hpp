// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_RANKSUM_HPP
#define CHRONOS_RANKSUM_HPP

#include "Chronos_PeerWait.hpp"

namespace Chronos {

/// \brief One sum over the ranks of a host, whose GPUs write to each other, as the kernel sees it that makes the
/// numbers: it sends them, awaits those of the others and adds them up, the same bits on all ranks.
///
/// The halves of a number travel with the number of the sum, eight bytes in one store: who sees the latter has the
/// former, and no fence or flag is needed (the protocol LL of NCCL; Hu et al., "Demystifying NCCL", 2025, section
/// III-B). There are two places by turns: whoever writes to the first one again has read the second, which its owner
/// wrote after it had read the first.
struct RankSum {
  using Word = unsigned long long;  // half of a number in the lower half, the number of the sum in the upper one
  static constexpr int mostNumbers = 8, lanes = 32;

  Word* const* boxes = nullptr;  ///< of all ranks, on the device
  int numRanks = 1, rank = 0;
  int count = 0;  ///< at most mostNumbers, the same on all ranks
  unsigned int round = 0;
  double* numbers = nullptr;  ///< become their sums
  Word limit = 0;             ///< nanoseconds, after which the process ends

  /// Words of a rank's box.
  static constexpr std::size_t numWords(int numRanks) { return std::size_t(4) * numRanks * mostNumbers; }

#ifdef KOKKOS_ENABLE_CUDA
  /// By all lanes of a warp.
  __device__ void add(int lane) const {
    for (int number = 0; number < count; ++number)
      for (int peer = lane; peer < numRanks; peer += lanes)
        if (peer != rank) send(numbers[number], place(peer, rank, number));
    for (int number = 0; number < count; ++number) {
      const double total = totalOf(number, lane);
      __syncwarp();
      if (lane == 0) numbers[number] = total;
    }
    __syncwarp();
  }

 private:
  // At the receiver.
  __device__ Word* place(int receiver, int sender, int number) const {
    return boxes[receiver] + 2 * ((std::int64_t(round & 1) * numRanks + sender) * mostNumbers + number);
  }

  __device__ void send(double number, volatile Word* place) const {
    const Word bits = static_cast<Word>(__double_as_longlong(number)), mark = Word(round) << 32;
    place[0] = mark | (bits & 0xffffffffu);
    place[1] = mark | (bits >> 32);
  }

  __device__ double receive(int sender, int number) const {
    const volatile Word* place = this->place(rank, sender, number);
    Word low, high;
    awaitPeer(
        [&] {
          low = place[0];
          high = place[1];
          return low >> 32 == round && high >> 32 == round;
        },
        sender, rank, limit);
    return __longlong_as_double(static_cast<long long>((high << 32) | (low & 0xffffffffu)));
  }

  // In the order of ranks.
  __device__ double totalOf(int number, int lane) const {
    double total = 0;
    for (int first = 0; first < numRanks; first += lanes) {
      const int peer = first + lane;
      const double mine = peer == rank ? numbers[number] : peer < numRanks ? receive(peer, number) : 0;
      for (int other = 0; other < lanes && first + other < numRanks; ++other)
        total += __shfl_sync(0xffffffffu, mine, other);
    }
    return total;
  }
#endif
};

}  // namespace Chronos

#endif
