// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_COLUMNLOOP_HPP
#define CHRONOS_COLUMNLOOP_HPP

#include "Chronos_Block.hpp"

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

  KOKKOS_INLINE_FUNCTION T operator()(int column) const { return value[column]; }
};

template <int width, class Body>
struct ColumnLoopFunctor {
  Body body;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row) const {
    for (int c = 0; c < width; ++c) body(row * width + c, c);
  }
};

/// \brief body(entry, column) for all entries of blocks shaped like x, a thread a row. Does not wait for the device.
///
/// On a GPU a thread an entry would be the usual way, but then the column is a number that is known when the kernel
/// runs, and a thread that indexes a kernel's arguments by one begins with a copy of them all in memory of its own: on
/// an H200 7 ms where the entries of eight columns take 1.3.
template <int width, class Body>
void forEntries(const char* label, const ConstBlock& x, const Body& body) {
  using Policy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<std::int64_t>>;
  Kokkos::parallel_for(label, Policy(0, static_cast<std::int64_t>(x.extent(0))), ColumnLoopFunctor<width, Body>{body});
}

}  // namespace Chronos

#endif
