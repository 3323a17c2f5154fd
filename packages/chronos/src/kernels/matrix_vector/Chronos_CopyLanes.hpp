// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_COPYLANES_HPP
#define CHRONOS_COPYLANES_HPP

#include "Chronos_RowGroup.hpp"
#include "Chronos_RunsOnHost.hpp"

namespace Chronos {

/// \file
/// Lanes of kernels that copy matrices into narrower storages, entry by entry.

/// Of a node, or of a row.
template <class DeviceType>
constexpr int copyLanes = runsOnHost<DeviceType> ? 1 : 8;

template <class DeviceType>
using CopyPolicy = Kokkos::RangePolicy<typename DeviceType::execution_space, Kokkos::IndexType<std::int64_t>>;

/// Whole warps of groups of `width` lanes.
template <class DeviceType>
CopyPolicy<DeviceType> copyPolicy(const typename DeviceType::execution_space& space, std::int64_t count, int width) {
  constexpr std::int64_t warp = runsOnHost<DeviceType> ? 1 : 32;
  return CopyPolicy<DeviceType>(space, 0, (count * width + warp - 1) / warp * warp);
}

/// Such rows have one lane: lanes with an entry each wait for more than they read.
template <class DeviceType>
bool hasShortRows(const CsrMatrix<double, DeviceType>& A) {
  constexpr double shortRow = 10;
  return double(A.numEntries()) < shortRow * A.numRows;
}

/// The places of the entries of a row, of one lane after the other.
template <class DeviceType, int width>
struct RowLanes {
  using Group = RowGroup<width>;
  typename CsrMatrix<double, DeviceType>::RowPtr rowPtr;
  LocalOrdinal numRows;

  template <class Visit>
  KOKKOS_INLINE_FUNCTION void forEntries(const Group& group, LocalOrdinal row, const Visit& visit) const {
    if (row >= numRows) return;
    const Offset end = rowPtr(row + 1);
    for (Offset entry = rowPtr(row) + group.lane; entry < end; entry += Group::width) visit(entry);
  }
};

}  // namespace Chronos

#endif
