// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_BLOCK_HPP
#define CHRONOS_BLOCK_HPP

#include "Chronos_KernelTypes.hpp"

#include <array>
#include <type_traits>

namespace Chronos {

/// \file
/// Vectors that travel together. Their entries lie row by row, so that an entry of a matrix meets what it is multiplied
/// by in one cache line, on a host and on a GPU. One column is a plain vector.

/// Owned rows x columns; columns are 1, 2, 4 or 8, those that nobody asked for hold zeros.
using Block = Kokkos::View<double**, Kokkos::LayoutRight, Device>;
using ConstBlock = Kokkos::View<const double**, Kokkos::LayoutRight, Device>;
using Vector = Kokkos::View<double*, Device>;
using ConstVector = Kokkos::View<const double*, Device>;

constexpr int widestBlock = 8;

/// A number for each column.
using ColumnScalars = std::array<double, widestBlock>;

/// Smallest width that holds so many columns, 8 for more.
inline int blockWidth(std::size_t numColumns) {
  int width = 1;
  while (width < widestBlock && static_cast<std::size_t>(width) < numColumns) width *= 2;
  return width;
}

inline int widthOf(const ConstBlock& x) {
  return static_cast<int>(x.extent(1));
}

/// The same memory as a block of one column, as its only column, and as all entries one after the other.
inline Block asBlock(const Vector& x) {
  return Block(x.data(), x.extent(0), 1);
}
inline ConstBlock asBlock(const ConstVector& x) {
  return ConstBlock(x.data(), x.extent(0), 1);
}
inline Vector asVector(const Block& x) {
  return Vector(x.data(), x.extent(0) * x.extent(1));
}
inline ConstVector asVector(const ConstBlock& x) {
  return ConstVector(x.data(), x.extent(0) * x.extent(1));
}

/// Calls function(std::integral_constant<int, width>()).
template <class Function>
void withWidth(int width, const Function& function) {
  switch (width) {
    case 1: function(std::integral_constant<int, 1>()); break;
    case 2: function(std::integral_constant<int, 2>()); break;
    case 4: function(std::integral_constant<int, 4>()); break;
    default: function(std::integral_constant<int, 8>());
  }
}

/// A block that is not initialised; on a GPU from a pool, see allocate().
inline Block allocateBlock(const char* label, std::size_t numRows, int width) {
#ifdef KOKKOS_ENABLE_CUDA
  if (keepsDeviceMemory()) {
    Block block;
    withWidth(width, [&](auto w) { block = DevicePool<double, Device, decltype(w)::value>::instance().take(numRows); });
    return block;
  }
#endif
  return allocateAlone<Block>(label, numRows, width);
}

}  // namespace Chronos

#endif
