// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_HALOLOOKUP_HPP
#define CHRONOS_HALOLOOKUP_HPP

#include "Chronos_KernelTypes.hpp"

#include <vector>

namespace Chronos {

/// From global index to column, for halo columns; searched on the device.
struct HaloLookup {
  Kokkos::View<const GlobalOrdinal*, Device> globals;  ///< ascending
  Kokkos::View<const LocalOrdinal*, Device> columns;

  /// -1 where there is none.
  KOKKOS_INLINE_FUNCTION LocalOrdinal find(GlobalOrdinal global) const {
    std::size_t low = 0, high = globals.extent(0);
    while (low < high) {
      const std::size_t middle = low + (high - low) / 2;
      if (globals(middle) < global) low = middle + 1;
      else high = middle;
    }
    return low < globals.extent(0) && globals(low) == global ? columns(low) : -1;
  }
};

/// Column firstCol + h stands for globals[h]. Local; synchronises the device.
HaloLookup lookupOf(const std::vector<GlobalOrdinal>& globals, LocalOrdinal firstCol);

}  // namespace Chronos

#endif
