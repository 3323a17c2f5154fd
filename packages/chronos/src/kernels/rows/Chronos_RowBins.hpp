// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_ROWBINS_HPP
#define CHRONOS_ROWBINS_HPP

#include "Chronos_KernelTypes.hpp"

#include <vector>

namespace Chronos {

/// \brief Rows that need tables of 2^logSize slots.
template <class DeviceType>
struct RowBin {
  Kokkos::View<const LocalOrdinal*, DeviceType> rows;  ///< neighbours near each other; none: rows 0 .. numRows - 1
  LocalOrdinal numRows = 0;
  int logSize = 0;

  KOKKOS_INLINE_FUNCTION LocalOrdinal row(std::int64_t index) const {
    return rows.extent(0) > 0 ? rows(index) : static_cast<LocalOrdinal>(index);
  }
};

/// \brief Deals rows into bins of equal table size; rows of size 0 need no bin.
///
/// \param sizes entries that the table of a row must hold
/// \param fill share of its slots that a table may use, in (0, 1]
/// \return ascending in logSize
///
/// All rows go into one bin in their own order, which keeps neighbours together, where the larger tables cost
/// at most twice the slots (thesis 3.4.1). Synchronises the device.
template <class DeviceType>
std::vector<RowBin<DeviceType>> binRows(const typename DeviceType::execution_space& space,
                                        const Kokkos::View<const LocalOrdinal*, DeviceType>& sizes, double fill);

}  // namespace Chronos

#endif
