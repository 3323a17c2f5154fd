// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_RANKBORDERS_HPP
#define CHRONOS_RANKBORDERS_HPP

#include "Chronos_Types.hpp"

#include <vector>

namespace Chronos {

/// First index of each rank in a contiguous map.
struct RankBorders {
  Kokkos::View<const GlobalOrdinal*, Device> begins;

  KOKKOS_INLINE_FUNCTION int owner(GlobalOrdinal index) const {
    int low = 0, high = static_cast<int>(begins.extent(0));
    while (low + 1 < high) {
      const int middle = (low + high) / 2;
      if (begins(middle) <= index) low = middle;
      else high = middle;
    }
    return low;
  }
  KOKKOS_INLINE_FUNCTION GlobalOrdinal number(GlobalOrdinal index) const { return index; }
};

/// First index of each rank in a contiguous map, and the end of the last: numRanks + 1 numbers. Collective.
std::vector<GlobalOrdinal> rankBegins(const Map& contiguous);

}  // namespace Chronos

#endif
