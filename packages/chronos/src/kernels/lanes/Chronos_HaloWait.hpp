// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_HALOWAIT_HPP
#define CHRONOS_HALOWAIT_HPP

#include "Chronos_PeerWait.hpp"

namespace Chronos {

/// What has come from a peer may be read once its flag has come; what came last time was read before.
struct Arrival {
  const PeerFlag* awaited;
  PeerFlag awaitedValue;
  PeerFlag* raised;
  PeerFlag raisedValue;  ///< 0: none
  int peer;
};

/// \brief What a kernel does before it reads entries that peers' kernels write to its GPU: it tells them that the
/// former ones were read, and waits for these. Nothing where there are none.
///
/// Waiting in the kernel that reads saves one that does nothing else, 3 us an exchange on two H200. It may fill the GPU
/// while it waits: whatever peers need to send must not depend on what is queued behind it. Peers write while it runs:
/// what it waits for must not be read by loadReadOnly().
struct HaloWait {
  static constexpr int most = 4;

  Arrival arrivals[most] = {};
  int count = 0, rank = 0;
  unsigned long long limit = 0;  ///< nanoseconds, after which the process ends

  /// By all items of a range of whole warps that begins at 0.
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item) const {
#ifdef __CUDA_ARCH__
    constexpr int lanes = 32;
    if (count == 0) return;
    const int lane = static_cast<int>(item % lanes);
    if (lane < count) await(arrivals[lane], item < lanes);
    __syncwarp();
#else
    (void)item;
#endif
  }

#ifdef KOKKOS_ENABLE_CUDA
 private:
  // Those of the first warp tell peers, and keep time for all.
  __device__ void await(const Arrival& arrival, bool isFirst) const {
    // By reference: as values they would cost products ten registers.
    const auto hasCome = [&] { return isRaised(arrival.awaited, arrival.awaitedValue); };
    if (isFirst) {
      if (arrival.raisedValue > 0) raiseFlag(arrival.raised, arrival.raisedValue);
      awaitPeer(hasCome, arrival.peer, rank, limit);
    } else {
      while (!hasCome()) continue;
    }
  }
#endif
};

}  // namespace Chronos

#endif
