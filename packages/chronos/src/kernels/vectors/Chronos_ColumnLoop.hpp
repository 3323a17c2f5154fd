// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_COLUMNLOOP_HPP
#define CHRONOS_COLUMNLOOP_HPP

#include "Chronos_Block.hpp"
#include "Chronos_RunsOnHost.hpp"

namespace Chronos {

/// A number for each column that a kernel may hold: std::array has no operator[] on a device.
template <class T, int width>
struct OfColumns {
  T value[width];

  OfColumns() = default;
  template <class Array>
  explicit OfColumns(const Array& array) {
    for (int c = 0; c < width; ++c) value[c] = array[c];
  }

  // A thread of a GPU that indexes a kernel's arguments by a number known only when it runs begins with a copy of them
  // all in memory of its own; choices between them stay in registers.
  KOKKOS_INLINE_FUNCTION T operator()(int column) const {
#ifdef __CUDA_ARCH__
    T chosen = value[0];
#pragma unroll
    for (int c = 1; c < width; ++c) chosen = c == column ? value[c] : chosen;
    return chosen;
#else
    return value[column];
#endif
  }
};

template <int width, class Body>
struct ColumnLoopFunctor {
  Body body;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row) const {
    for (int c = 0; c < width; ++c) body(row * width + c, c);
  }
};

/// \brief The entries of a lane: a warp apart, beginning at first(item), of numItems() lanes in whole warps.
///
/// One entry a lane would leave a GPU busy with starting blocks of threads: on an H200 2.0 ms where 0.9 are spent on
/// memory. Several wait for each other, though, where what is written may be what the next one reads: not where few
/// threads run anyway.
template <int entriesOfLane>
struct LaneEntries {
  static constexpr int warpSize = 32;
  static constexpr std::int64_t entriesOfWarp = std::int64_t(warpSize) * entriesOfLane;

  static std::int64_t numItems(std::int64_t numEntries) {
    return (numEntries + entriesOfWarp - 1) / entriesOfWarp * warpSize;
  }
  KOKKOS_INLINE_FUNCTION static std::int64_t first(std::int64_t item) {
    return entriesOfLane == 1 ? item : item / warpSize * entriesOfWarp + item % warpSize;
  }
};

/// The loop of a lane, whose entries are of one column, as a warp is a multiple of the width.
template <int width, int entriesOfLane, class Body>
struct LaneLoopFunctor {
  using Entries = LaneEntries<entriesOfLane>;
  Body body;
  std::int64_t numEntries;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item) const {
    std::int64_t entry = Entries::first(item);
    for (int i = 0; i < entriesOfLane; ++i, entry += Entries::warpSize)
      if (entry < numEntries) body(entry, static_cast<int>(item % width));
  }
};

/// \brief body(entry, column) for all entries of blocks of `width` columns. Does not wait for the device.
///
/// A host thread takes a row, a lane of a GPU one entry, or every 32nd of 128 where there are many.
template <int width, class Body>
void forEntries(const char* label, std::size_t numEntries, const Body& body) {
  using Policy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<std::int64_t>>;
  const auto count = static_cast<std::int64_t>(numEntries);
  if constexpr (runsOnHost<Device>) {
    Kokkos::parallel_for(label, Policy(0, count / width), ColumnLoopFunctor<width, Body>{body});
  } else {
    // As many as an H200 runs at once.
    constexpr std::int64_t fewThreads = 1 << 18;
    using One = LaneLoopFunctor<width, 1, Body>;
    using Several = LaneLoopFunctor<width, 4, Body>;
    if (count <= fewThreads) Kokkos::parallel_for(label, Policy(0, One::Entries::numItems(count)), One{body, count});
    else Kokkos::parallel_for(label, Policy(0, Several::Entries::numItems(count)), Several{body, count});
  }
}

/// The same for blocks shaped like x.
template <int width, class Body>
void forEntries(const char* label, const ConstBlock& x, const Body& body) {
  forEntries<width>(label, x.size(), body);
}

}  // namespace Chronos

#endif
