// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_MERGEDROWS_HPP
#define CHRONOS_MERGEDROWS_HPP

#include "Chronos_NodePattern.hpp"

namespace Chronos {

/// \brief The columns of rows that come in threes and are much alike, as those of coarse matrices of a body are: each
/// column once, and where the values of the three rows lie.
///
/// Values stay where they are, row by row. A product with several vectors then reads a row of them once for up to three
/// entries.
template <class DeviceType>
struct MergedRows {
  static constexpr int bitsOfPlace = 10;
  static constexpr int absent = (1 << bitsOfPlace) - 1;  ///< the place in a row that has no such column

  struct alignas(8) Entry {
    LocalOrdinal column;
    std::uint32_t places;  ///< of each row from the last bits on, counted from its first entry
    KOKKOS_INLINE_FUNCTION int placeIn(int row) const {
      return static_cast<int>(places >> (row * bitsOfPlace)) & absent;
    }
    KOKKOS_INLINE_FUNCTION bool isIn(int row) const { return placeIn(row) != absent; }
  };

  Kokkos::View<Entry*, DeviceType> entries;
  Kokkos::View<Offset*, DeviceType> firstEntry;  ///< of rows 3i to 3i + 2; one more at the end

  KOKKOS_INLINE_FUNCTION bool exists() const { return firstEntry.extent(0) > 0; }
  std::size_t numBytes() const { return entries.extent(0) * sizeof(Entry) + firstEntry.extent(0) * sizeof(Offset); }
};

/// \brief Merges the rows of a matrix by threes; the result does not exist where it saves less than half of the reads,
/// where the columns of a row do not ascend, where rows do not come in threes, one has more than 1023 entries or all
/// have fewer than nine on the average.
///
/// Reads the columns twice where the first rows look promising. Synchronises the device.
template <class DeviceType>
MergedRows<DeviceType> mergeRows(const Kokkos::View<const Offset*, DeviceType>& rowPtr,
                                 const Kokkos::View<const LocalOrdinal*, DeviceType>& colInd, LocalOrdinal numRows);

}  // namespace Chronos

#endif
