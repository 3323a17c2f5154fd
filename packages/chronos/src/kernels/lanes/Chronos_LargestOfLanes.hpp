// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_LARGESTOFLANES_HPP
#define CHRONOS_LARGESTOFLANES_HPP

#include "Chronos_KernelTypes.hpp"

namespace Chronos {

/// \brief The largest of the values that `width` lanes of a warp have, a power of two; all lanes get it.
///
/// All lanes of the warp must take part. On a host a lane is alone.
template <int width, class T>
KOKKOS_INLINE_FUNCTION T largestOfLanes(T value) {
#ifdef __CUDA_ARCH__
  for (int distance = width / 2; distance > 0; distance /= 2) {
    const T other = __shfl_xor_sync(0xffffffffu, value, distance);
    if (other > value) value = other;
  }
#endif
  return value;
}

}  // namespace Chronos

#endif
