// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_FSAIROWMEMORY_HPP
#define CHRONOS_FSAIROWMEMORY_HPP

#include "Chronos_BorderedCholesky.hpp"
#include "Chronos_KeyTable.hpp"

namespace Chronos {

/// \brief What a group of lanes keeps of the row that it builds, in scratch memory.
///
/// Slots of the hash table are the names of candidates: their column, their gradient and their place in the pattern lie
/// at the same index.
template <class Scalar>
struct WholeRowMemory {
  static constexpr std::uint8_t none = 255;  // place of a candidate that is not in the pattern

  int logSize, capacity;
  Scalar *gradient, *factor, *inverse, *z, *g;
  Offset* begin;  // of each source row: the row itself, then those of the pattern
  LocalOrdinal* keys;
  int* length;            // entries of each source row that lie left of the row
  std::uint16_t* filled;  // slots in use
  std::uint16_t* chosen;  // slots of the pattern
  std::uint8_t* place;

  static constexpr int smallestLog = 7;
  /// With more columns a row leaves. A group may put 32 more in before it looks.
  static KOKKOS_INLINE_FUNCTION constexpr int mostCandidates(int logSize) {
    const int size = 1 << logSize;
    return size - (size / 8 > 32 ? size / 8 : 32);
  }

  static std::size_t bytes(int logSize, int capacity) {
    const std::size_t size = std::size_t(1) << logSize;
    const std::size_t all = (size + packedSize(capacity) + 3 * capacity) * sizeof(Scalar) +
                            (capacity + 1) * (sizeof(Offset) + sizeof(int)) + size * sizeof(LocalOrdinal) +
                            (size + capacity) * sizeof(std::uint16_t) + size;
    return (all + 2 * sizeof(double)) / sizeof(double) * sizeof(double);
  }

  KOKKOS_INLINE_FUNCTION WholeRowMemory(char* memory, int logSize_, int capacity_)
      : logSize(logSize_), capacity(capacity_) {
    const int size = 1 << logSize;
    begin = reinterpret_cast<Offset*>(memory);
    gradient = reinterpret_cast<Scalar*>(begin + capacity + 1);
    factor = gradient + size;
    inverse = factor + packedSize(capacity);
    z = inverse + capacity;
    g = z + capacity;
    keys = reinterpret_cast<LocalOrdinal*>(g + capacity);
    length = keys + size;
    filled = reinterpret_cast<std::uint16_t*>(length + capacity + 1);
    chosen = filled + size;
    place = reinterpret_cast<std::uint8_t*>(chosen + capacity);
  }

  KOKKOS_INLINE_FUNCTION KeyTable table() const { return {keys, logSize}; }
  KOKKOS_INLINE_FUNCTION Scalar& L(int row, int col) const { return factor[packedSize(row) + col]; }
};

}  // namespace Chronos

#endif
