// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_ROWLENGTHS_HPP
#define CHRONOS_ROWLENGTHS_HPP

#include "Chronos_KernelTypes.hpp"
#include "Chronos_ScanTotal.hpp"

namespace Chronos {

template <class DeviceType>
struct LongestRowFunctor {
  Kokkos::View<const Offset*, DeviceType> rowPtr;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row, long long& longest) const {
    const long long length = static_cast<long long>(rowPtr(row + 1) - rowPtr(row));
    if (length > longest) longest = length;
  }
};

/// Entries in the longest of numRows rows; 0 when there are none. Synchronises the device.
template <class DeviceType>
long long longestRow(const typename DeviceType::execution_space& space,
                     const Kokkos::View<const Offset*, DeviceType>& rowPtr, LocalOrdinal numRows) {
  if (numRows == 0) return 0;
  long long longest = 0;
  Kokkos::parallel_reduce(
      "Chronos::longestRow",
      Kokkos::RangePolicy<typename DeviceType::execution_space, Kokkos::IndexType<std::int64_t>>(space, 0, numRows),
      LongestRowFunctor<DeviceType>{rowPtr}, Kokkos::Max<long long>(longest));
  return longest;
}

template <class DeviceType>
struct SumLengthsFunctor {
  Kokkos::View<Offset*, DeviceType> rowPtr;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row, Offset& sum, bool final) const {
    sum += rowPtr(row + 1);
    if (final) rowPtr(row + 1) = sum;
  }
};

/// \brief Row pointers in place of the lengths of rows; returns the number of entries. Synchronises the device.
/// \param rowPtr numRows + 1 entries, the first 0, the length of row i at i + 1
template <class DeviceType>
Offset sumLengths(const typename DeviceType::execution_space& space, const Kokkos::View<Offset*, DeviceType>& rowPtr,
                  LocalOrdinal numRows) {
  Offset numEntries = 0;
  if (numRows == 0) return numEntries;
  scanTotal(
      "Chronos::sumLengths",
      Kokkos::RangePolicy<typename DeviceType::execution_space, Kokkos::IndexType<std::int64_t>>(space, 0, numRows),
      SumLengthsFunctor<DeviceType>{rowPtr}, numEntries);
  return numEntries;
}

}  // namespace Chronos

#endif
