// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_ROWGROUP_HPP
#define CHRONOS_ROWGROUP_HPP

#include "Chronos_KernelTypes.hpp"

namespace Chronos {

/// \brief Lanes that work on one row together: `width` neighbours of a warp on a GPU, one thread elsewhere.
///
/// Unlike groupSum() of Chronos_LaneGroup.hpp, only the lanes of the group have to take part, so that groups
/// of one warp may go separate ways. Every operation is collective over the group; results reach all lanes
/// and do not depend on the order in which lanes run.
template <int groupWidth>
struct RowGroup {
  static constexpr int width = groupWidth;
  int lane;
  int firstLane;     // of the group in its warp
  unsigned members;  // of the warp, one bit each

  /// \param thread number of the thread within its team or range; groups are aligned
  KOKKOS_INLINE_FUNCTION explicit RowGroup(std::int64_t thread)
      : lane(static_cast<int>(thread % width)), firstLane(static_cast<int>(thread % 32) - lane), members(0) {
    members = (0xffffffffu >> (32 - width)) << firstLane;
  }

  /// What a lane wrote before is seen by the others after.
  KOKKOS_INLINE_FUNCTION void sync() const {
#ifdef __CUDA_ARCH__
    if (width > 1) __syncwarp(members);
#endif
  }

  template <class T>
  KOKKOS_INLINE_FUNCTION T sum(T value) const {
#ifdef __CUDA_ARCH__
    for (int distance = width / 2; distance > 0; distance /= 2) value += __shfl_xor_sync(members, value, distance);
#endif
    return value;
  }

  template <class T>
  KOKKOS_INLINE_FUNCTION T max(T value) const {
#ifdef __CUDA_ARCH__
    for (int distance = width / 2; distance > 0; distance /= 2) {
      const T other = __shfl_xor_sync(members, value, distance);
      if (other > value) value = other;
    }
#endif
    return value;
  }

  /// The value that lane `source` holds.
  template <class T>
  KOKKOS_INLINE_FUNCTION T broadcast(T value, int source) const {
#ifdef __CUDA_ARCH__
    if (width > 1) return __shfl_sync(members, value, source, width);
#endif
    (void)source;
    return value;
  }

  /// Number of lanes before this one that say true.
  KOKKOS_INLINE_FUNCTION int numBefore(bool value) const {
#ifdef __CUDA_ARCH__
    const unsigned lower = (1u << (firstLane + lane)) - 1u;
    return __popc(__ballot_sync(members, value) & members & lower);
#else
    (void)value;
    return 0;
#endif
  }

  /// Number of lanes that say true.
  KOKKOS_INLINE_FUNCTION int count(bool value) const {
#ifdef __CUDA_ARCH__
    return __popc(__ballot_sync(members, value) & members);
#else
    return value ? 1 : 0;
#endif
  }

  KOKKOS_INLINE_FUNCTION bool any(bool value) const {
#ifdef __CUDA_ARCH__
    return __any_sync(members, value);
#else
    return value;
#endif
  }
};

}  // namespace Chronos

#endif
