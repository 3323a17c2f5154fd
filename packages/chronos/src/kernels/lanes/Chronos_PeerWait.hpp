// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_PEERWAIT_HPP
#define CHRONOS_PEERWAIT_HPP

#include "Chronos_KernelTypes.hpp"

#include <cstdio>

namespace Chronos {

#ifdef KOKKOS_ENABLE_CUDA

/// Of the GPU's clock, for kernels that wait for a peer.
__device__ inline unsigned long long deviceNanoseconds() {
  unsigned long long now;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
  return now;
}

/// \brief Returns once isThere(), which looks into memory that the peer writes to; after `limit` nanoseconds it says
/// for whom `rank` waited and ends the process with an error of CUDA.
template <class IsThere>
__device__ void awaitPeer(const IsThere& isThere, int peer, int rank, unsigned long long limit) {
  const unsigned long long start = deviceNanoseconds();
  for (int round = 0; !isThere(); ++round) {
    if ((round & 1023) != 1023 || deviceNanoseconds() - start < limit) continue;
    printf("Chronos: rank %d has waited for rank %d in an exchange for %llu s and gives up\n", rank, peer,
           limit / 1000000000ull);
    __trap();
  }
}

#endif

}  // namespace Chronos

#endif
