// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_PEERWAIT_HPP
#define CHRONOS_PEERWAIT_HPP

#include "Chronos_KernelTypes.hpp"

#include <cstdio>

namespace Chronos {

/// A number in memory that two GPUs see, which only grows.
using PeerFlag = unsigned long long;

#ifdef KOKKOS_ENABLE_CUDA

/// What a peer's kernel wrote before it raised the flag to this value is seen by reads behind.
__device__ inline PeerFlag acquireFlag(const PeerFlag* flag) {
  PeerFlag value;
#if __CUDA_ARCH__ >= 700
  asm volatile("ld.acquire.sys.u64 %0, [%1];" : "=l"(value) : "l"(flag) : "memory");
#else
  value = *static_cast<const volatile PeerFlag*>(flag);
  __threadfence_system();
#endif
  return value;
}

__device__ inline bool isRaised(const PeerFlag* flag, PeerFlag value) {
  return acquireFlag(flag) >= value;
}

/// Does not wait for writes before it.
__device__ inline void raiseFlag(PeerFlag* flag, PeerFlag value) {
  *static_cast<volatile PeerFlag*>(flag) = value;
}

/// Of the GPU's clock, for kernels that wait for a peer.
__device__ inline unsigned long long deviceNanoseconds() {
  unsigned long long now;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
  return now;
}

// Apart, so that kernels which wait have no stack for what they print.
__device__ __noinline__ inline void giveUpOn(int peer, int rank, unsigned long long limit) {
  printf("Chronos: rank %d has waited for rank %d in an exchange for %llu s and gives up\n", rank, peer,
         limit / 1000000000ull);
  __trap();
}

/// \brief Returns once isThere(), which looks into memory that the peer writes to; after `limit` nanoseconds it says
/// for whom `rank` waited and ends the process with an error of CUDA.
template <class IsThere>
__device__ void awaitPeer(const IsThere& isThere, int peer, int rank, unsigned long long limit) {
  const unsigned long long start = deviceNanoseconds();
  for (int round = 0; !isThere(); ++round) {
    if ((round & 1023) == 1023 && deviceNanoseconds() - start >= limit) giveUpOn(peer, rank, limit);
  }
}

#endif

}  // namespace Chronos

#endif
