// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_COLUMNLOOP_HPP
#define CHRONOS_COLUMNLOOP_HPP

#include "Chronos_Block.hpp"
#include "Chronos_RunsOnHost.hpp"

namespace Chronos {

/// \brief A number for each column that a kernel may hold: std::array has no operator[] on a device.
template <class T, int width>
struct OfColumns {
  T value[width];

  OfColumns() = default;
  template <class Array>
  explicit OfColumns(const Array& array) {
    for (int c = 0; c < width; ++c) value[c] = array[c];
  }

  /// On a device by selection: lanes of a warp that index a kernel's arguments apart are served one after the other.
  KOKKOS_INLINE_FUNCTION T operator()(int column) const {
#ifdef __CUDA_ARCH__
    T result = value[0];
    for (int c = 1; c < width; ++c)
      if (column == c) result = value[c];
    return result;
#else
    return value[column];
#endif
  }
};

template <int width, class Body>
struct ColumnLoopFunctor {
  Body body;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item) const {
    if constexpr (runsOnHost<Device>) {
      for (int c = 0; c < width; ++c) body(item * width + c, c);
    } else {
      body(item, static_cast<int>(item % width));
    }
  }
};

/// \brief body(entry, column) for all entries of blocks shaped like x: a thread a row on a host, whose columns it takes
/// together, a thread an entry on a GPU. Does not wait for the device.
template <int width, class Body>
void forEntries(const char* label, const ConstBlock& x, const Body& body) {
  using Policy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<std::int64_t>>;
  const auto numItems = static_cast<std::int64_t>(runsOnHost<Device> ? x.extent(0) : x.size());
  Kokkos::parallel_for(label, Policy(0, numItems), ColumnLoopFunctor<width, Body>{body});
}

}  // namespace Chronos

#endif
