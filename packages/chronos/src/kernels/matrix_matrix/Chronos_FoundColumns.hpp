// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_FOUNDCOLUMNS_HPP
#define CHRONOS_FOUNDCOLUMNS_HPP

#include "Chronos_KeyTable.hpp"

namespace Chronos {

/// \brief The columns of rows of C in any order, each row with room for its upper bound: from the pass that counts to
/// the one that sorts.
template <class DeviceType>
struct FoundColumns {
  Kokkos::View<const Offset*, DeviceType> begin;  ///< of each row
  Kokkos::View<LocalOrdinal*, DeviceType> columns;

  KOKKOS_INLINE_FUNCTION bool exist() const { return begin.extent(0) > 0; }
  KOKKOS_INLINE_FUNCTION LocalOrdinal* ofRow(LocalOrdinal row) const { return columns.data() + begin(row); }

  /// Puts the columns of a row at the front of a table, empty slots behind them; lane of numLanes.
  /// \return length
  KOKKOS_INLINE_FUNCTION int load(LocalOrdinal row, int length, const KeyTable& table, int lane, int numLanes) const {
    const LocalOrdinal* const from = ofRow(row);
    for (std::uint32_t i = lane; i < table.size(); i += numLanes)
      table.keys[i] = i < static_cast<std::uint32_t>(length) ? from[i] : LocalOrdinal(KeyTable::empty);
    return length;
  }
};

}  // namespace Chronos

#endif
