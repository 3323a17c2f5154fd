// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_BOUNDARYROW_HPP
#define CHRONOS_BOUNDARYROW_HPP

#include "Chronos_KernelTypes.hpp"
#include "Chronos_RunsOnHost.hpp"

namespace Chronos {

/// \brief A row that reaches into the halo, and its entries from the first one there on. Where columns ascend, all of
/// these are there.
///
/// It says itself where they lie: a kernel that looked them up by the row would wait for memory once more.
struct BoundaryRow {
  Offset begin = 0;  ///< entry of the matrix
  LocalOrdinal row = 0;
  LocalOrdinal length = 0;
  KOKKOS_INLINE_FUNCTION Offset end() const { return begin + length; }
};

/// \brief The rows of a matrix that reach into the halo, ascending.
///
/// A row is seven entries of which one lies in the halo, or eighty and twenty: who reads them all waits for what he
/// does not want. (Storages of 16 bits have their entries in another order, and are searched from their first one.)
template <class DeviceType>
struct BoundaryRows {
  Kokkos::View<const BoundaryRow*, DeviceType> rows;
  std::int64_t numEntries = 0;  ///< of these rows, from the first one in the halo on to the end

  std::size_t size() const { return rows.extent(0); }
  std::size_t numBytes() const { return rows.extent(0) * sizeof(BoundaryRow); }

  /// Lanes that share a row in products with one vector: 1, 4 or 16.
  int lanes() const {
    constexpr double fewEntries = 2.5, someEntries = 12;
    if (runsOnHost<DeviceType> || double(numEntries) <= fewEntries * double(size())) return 1;
    return double(numEntries) <= someEntries * double(size()) ? 4 : 16;
  }
};

/// Calls function(std::integral_constant<int, lanes>()) for the lanes of boundary rows.
template <class DeviceType, class Function>
void withBoundaryLanes(const BoundaryRows<DeviceType>& boundary, const Function& function) {
  const int lanes = boundary.lanes();
  if constexpr (runsOnHost<DeviceType>) function(std::integral_constant<int, 1>());
  else if (lanes == 1) function(std::integral_constant<int, 1>());
  else if (lanes == 4) function(std::integral_constant<int, 4>());
  else function(std::integral_constant<int, 16>());
}

}  // namespace Chronos

#endif
