// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_COPYLANES_HPP
#define CHRONOS_COPYLANES_HPP

#include "Chronos_RowGroup.hpp"
#include "Chronos_RunsOnHost.hpp"

#include <type_traits>

namespace Chronos {

/// \file
/// Lanes of kernels that copy matrices into narrower storages, entry by entry.

/// Of a node.
template <class DeviceType>
constexpr int lanesOfNode = runsOnHost<DeviceType> ? 1 : 8;

template <class DeviceType>
using CopyPolicy = Kokkos::RangePolicy<typename DeviceType::execution_space, Kokkos::IndexType<std::int64_t>>;

/// Whole warps of groups of `width` lanes.
template <class DeviceType>
CopyPolicy<DeviceType> copyPolicy(const typename DeviceType::execution_space& space, std::int64_t count, int width) {
  constexpr std::int64_t warp = runsOnHost<DeviceType> ? 1 : 32;
  return CopyPolicy<DeviceType>(space, 0, (count * width + warp - 1) / warp * warp);
}

/// On a GPU: a lane for five to ten entries, since lanes with an entry each wait for more than they read; more where
/// there are fewer rows than the device has room for.
template <class DeviceType>
int lanesOfRows(const CsrMatrix<double, DeviceType>& A) {
  constexpr std::int64_t lanesOfDevice = 1 << 18;
  constexpr int most = 8;
  if (A.numRows == 0) return 1;
  const double mean = double(A.numEntries()) / A.numRows;
  int lanes = 1;
  while (lanes < most && mean >= 10 * lanes) lanes *= 2;
  while (lanes < most && mean >= 2 * lanes && std::int64_t(A.numRows) * lanes < lanesOfDevice) lanes *= 2;
  return lanes;
}

/// Calls launch(std::integral_constant<int, lanes that share a row>()) and returns what it does.
template <class DeviceType, class Launch>
auto withRowLanes(const CsrMatrix<double, DeviceType>& A, const Launch& launch) {
  if constexpr (!runsOnHost<DeviceType>) {
    const int lanes = lanesOfRows(A);
    if (lanes == 8) return launch(std::integral_constant<int, 8>());
    if (lanes == 4) return launch(std::integral_constant<int, 4>());
    if (lanes == 2) return launch(std::integral_constant<int, 2>());
  }
  return launch(std::integral_constant<int, 1>());
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
