// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_WIDELANES_HPP
#define CHRONOS_WIDELANES_HPP

#include "Chronos_KernelTypes.hpp"

namespace Chronos {

/// \file
/// Lanes of a GPU that work on several vectors at once, whose entries lie row by row.
///
/// `width / columnsOfLane` neighbouring lanes make a walker: together they take all columns of the entries that they
/// meet. `walkers` of them share a row and add up what they found.

/// Columns of the vectors that a lane takes: their entries are one load of 16 bytes.
constexpr int columnsOfLane = 2;

/// Entries of two neighbouring columns.
struct alignas(16) Pair {
  double first, second;
};

KOKKOS_INLINE_FUNCTION Pair loadPair(const double* address) {
#ifdef __CUDA_ARCH__
  const double2 pair = __ldg(reinterpret_cast<const double2*>(address));
  return {pair.x, pair.y};
#else
  return {address[0], address[1]};
#endif
}

KOKKOS_INLINE_FUNCTION void addMultiple(double factor, const Pair& pair, Pair& sum) {
  sum.first += factor * pair.first;
  sum.second += factor * pair.second;
}

/// The part that an item has in a group of rows, to which 2^shift lanes are given.
template <int width>
struct WideLane {
  static constexpr int lanesOfWalker = width / columnsOfLane;
  LocalOrdinal group;
  int walker, column;

  KOKKOS_INLINE_FUNCTION WideLane(std::int64_t item, int shift) : group(static_cast<LocalOrdinal>(item >> shift)) {
    const int lane = static_cast<int>(item & ((1 << shift) - 1));
    walker = lane / lanesOfWalker;
    column = lane % lanesOfWalker * columnsOfLane;
  }
  KOKKOS_INLINE_FUNCTION static int numWalkers(int shift) { return (1 << shift) / lanesOfWalker; }
};

/// Sums over lanes `width / columnsOfLane` apart among `lanes` neighbours. All lanes of a warp take part.
template <int width>
KOKKOS_INLINE_FUNCTION Pair sumOfWalkers(Pair value, int lanes) {
#ifdef __CUDA_ARCH__
  for (int distance = lanes / 2; distance >= width / columnsOfLane; distance /= 2) {
    value.first += __shfl_xor_sync(0xffffffffu, value.first, distance);
    value.second += __shfl_xor_sync(0xffffffffu, value.second, distance);
  }
#else
  (void)lanes;
#endif
  return value;
}

}  // namespace Chronos

#endif
