// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_KEYTABLE_HPP
#define CHRONOS_KEYTABLE_HPP

#include "Chronos_KernelTypes.hpp"

namespace Chronos {

/// \brief Lanes of one warp that own a row together; one thread on a host.
///
/// Neighbouring threads of a team of Kokkos 3.4 with vector length one are neighbouring lanes of a warp. All
/// lanes of the warp call these functions together: groups that synchronise by themselves drift apart for
/// good, and the warp then executes them one after the other (on an H200 with four groups 8.4 of 32 lanes
/// were active).
struct LaneOwner {
  int lane;       // 0 .. width - 1
  int width;      // a power of two
  int firstLane;  // of the group, within the warp

  static KOKKOS_INLINE_FUNCTION LaneOwner of(int thread, int width) {
    return {thread & (width - 1), width, (thread & 31) & ~(width - 1)};
  }

  /// What lanes of the group wrote before is seen by all of them afterwards.
  KOKKOS_INLINE_FUNCTION void sync() const {
#ifdef __CUDA_ARCH__
    __syncwarp();
#endif
  }

  /// The value that lane `source` of the group holds.
  template <class T>
  KOKKOS_INLINE_FUNCTION T broadcast(T value, int source) const {
#ifdef __CUDA_ARCH__
    return __shfl_sync(0xffffffffu, value, source, width);
#else
    (void)source;
    return value;
#endif
  }

  template <class T>
  KOKKOS_INLINE_FUNCTION const T* broadcastAddress(const T* address, int source) const {
    return reinterpret_cast<const T*>(broadcast(reinterpret_cast<unsigned long long>(address), source));
  }

  /// Largest value among all groups of the warp: so often must all of them go round a loop that synchronises.
  KOKKOS_INLINE_FUNCTION int maxOfWarp(int value) const {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    return __reduce_max_sync(0xffffffffu, value);
#elif defined(__CUDA_ARCH__)
    for (int distance = 16; distance > 0; distance /= 2) {
      const int other = __shfl_xor_sync(0xffffffffu, value, distance);
      value = other > value ? other : value;
    }
    return value;
#else
    return value;
#endif
  }

  /// Whether a lane of any group of the warp holds true.
  KOKKOS_INLINE_FUNCTION bool anyOfWarp(bool flag) const {
#ifdef __CUDA_ARCH__
    return __any_sync(0xffffffffu, flag) != 0;
#else
    return flag;
#endif
  }

  /// How many lanes of the group hold true; `before`: among the lanes before this one.
  KOKKOS_INLINE_FUNCTION int count(bool flag, int& before) const {
#ifdef __CUDA_ARCH__
    const unsigned bits = (__ballot_sync(0xffffffffu, flag) >> firstLane) & (~0u >> (32 - width));
    before = __popc(bits & ((1u << lane) - 1u));
    return __popc(bits);
#else
    before = 0;
    return flag ? 1 : 0;
#endif
  }
};

/// \brief Open-addressing set of columns, 2^logSize slots, in shared or global memory (thesis, Algorithm 11).
///
/// Slots are read before they are claimed: only a new column costs an atomic operation. The high bits of the
/// product with 2^32 / golden ratio choose the slot, since the columns of a grid row differ by multiples of
/// high powers of two.
struct KeyTable {
  static constexpr LocalOrdinal empty = INT32_MAX;  // sorts behind every column

  LocalOrdinal* keys;
  int logSize;  // at least 1

  KOKKOS_INLINE_FUNCTION std::uint32_t size() const { return std::uint32_t(1) << logSize; }
  KOKKOS_INLINE_FUNCTION std::uint32_t firstSlot(LocalOrdinal key) const {
    return (static_cast<std::uint32_t>(key) * 2654435769u) >> (32 - logSize);
  }

  KOKKOS_INLINE_FUNCTION LocalOrdinal read(std::uint32_t slot) const {
    return *const_cast<const volatile LocalOrdinal*>(keys + slot);
  }

  /// Slot of a key, which is put there if it is new; `added` counts those. There must be room for it.
  KOKKOS_INLINE_FUNCTION std::uint32_t insert(LocalOrdinal key, int& added) const {
    std::uint32_t slot = firstSlot(key);
    for (;;) {
      LocalOrdinal found = read(slot);
      if (found == empty) {
        found = Kokkos::atomic_compare_exchange(keys + slot, LocalOrdinal(empty), key);
        if (found == empty) {
          ++added;
          return slot;
        }
      }
      if (found == key) return slot;
      slot = (slot + 1) & (size() - 1);
    }
  }

  /// Slot of a key that is there.
  KOKKOS_INLINE_FUNCTION std::uint32_t find(LocalOrdinal key) const {
    std::uint32_t slot = firstSlot(key);
    while (keys[slot] != key) slot = (slot + 1) & (size() - 1);
    return slot;
  }

  /// Whether a key is there, and in which slot. Not all slots may be taken.
  KOKKOS_INLINE_FUNCTION bool find(LocalOrdinal key, std::uint32_t& slot) const {
    slot = firstSlot(key);
    while (keys[slot] != key && keys[slot] != empty) slot = (slot + 1) & (size() - 1);
    return keys[slot] == key;
  }
};

/// The smallest k with 2^k >= n, at least `least`.
KOKKOS_INLINE_FUNCTION int logOfTable(std::int64_t n, int least) {
  int log = least;
  while ((std::int64_t(1) << log) < n) ++log;
  return log;
}

}  // namespace Chronos

#endif
