// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_NODEPLACE_HPP
#define CHRONOS_NODEPLACE_HPP

#include "Chronos_NodePattern.hpp"

namespace Chronos {

/// No place in a row.
constexpr Offset nowhere = ~Offset(0);

/// Where a column stands in each of the rows of a node, counted from the first entry, or nowhere: three columns a look.
template <class DeviceType>
KOKKOS_INLINE_FUNCTION Offset placeInNode(const NodePattern<DeviceType>& pattern, LocalOrdinal node,
                                          LocalOrdinal column) {
  const Offset begin = pattern.firstRun(node), end = pattern.firstRun(node + 1);
  for (Offset run = begin; run < end; ++run) {
    const LocalOrdinal behind = column - pattern.firstColumn(run);
    if (behind >= 0 && behind < nodeSize) return (run - begin) * nodeSize + static_cast<Offset>(behind);
  }
  return nowhere;
}

}  // namespace Chronos

#endif
