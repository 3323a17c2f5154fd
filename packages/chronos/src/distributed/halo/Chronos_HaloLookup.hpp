// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_HALOLOOKUP_HPP
#define CHRONOS_HALOLOOKUP_HPP

#include "Chronos_KernelTypes.hpp"

namespace Chronos {

/// Number of entries below `global`; `sorted` ascends.
KOKKOS_INLINE_FUNCTION LocalOrdinal numBelow(const Kokkos::View<const GlobalOrdinal*, Device>& sorted,
                                             GlobalOrdinal global) {
  LocalOrdinal low = 0, high = static_cast<LocalOrdinal>(sorted.extent(0));
  while (low < high) {
    const LocalOrdinal middle = low + (high - low) / 2;
    if (sorted(middle) < global) low = middle + 1;
    else high = middle;
  }
  return low;
}

/// Position of `global`, -1 when it is not there; `sorted` ascends, each number once. Found at once where the numbers
/// before it have no gap.
KOKKOS_INLINE_FUNCTION LocalOrdinal positionOf(const Kokkos::View<const GlobalOrdinal*, Device>& sorted,
                                               GlobalOrdinal global) {
  if (sorted.extent(0) == 0 || global < sorted(0)) return -1;
  const GlobalOrdinal guess = global - sorted(0);
  if (guess < static_cast<GlobalOrdinal>(sorted.extent(0)) && sorted(guess) == global)
    return static_cast<LocalOrdinal>(guess);
  const LocalOrdinal position = numBelow(sorted, global);
  return position < static_cast<LocalOrdinal>(sorted.extent(0)) && sorted(position) == global ? position : -1;
}

/// From global index to column, for halo columns; searched on the device.
struct HaloLookup {
  Kokkos::View<const GlobalOrdinal*, Device> globals;  ///< ascending
  Kokkos::View<const LocalOrdinal*, Device> columns;   ///< of each; empty where they follow each other
  LocalOrdinal firstCol = 0;                           ///< then the first of them

  /// -1 where there is none.
  KOKKOS_INLINE_FUNCTION LocalOrdinal find(GlobalOrdinal global) const {
    const LocalOrdinal position = positionOf(globals, global);
    if (position < 0) return -1;
    return columns.extent(0) > 0 ? columns(position) : firstCol + position;
  }
};

/// Column firstCol + h stands for globals(h). Local; synchronises the device.
HaloLookup lookupOf(const Kokkos::View<const GlobalOrdinal*, Device>& globals, LocalOrdinal firstCol);

}  // namespace Chronos

#endif
