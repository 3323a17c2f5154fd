// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_STRONGNODES_HPP
#define CHRONOS_STRONGNODES_HPP

#include "Chronos_KernelTypes.hpp"

namespace Chronos {

/// Strong connections between nodes of this rank.
template <class DeviceType>
struct StrongNodes {
  Kokkos::View<const Offset*, DeviceType> rowPtr;
  Kokkos::View<const LocalOrdinal*, DeviceType> colInd;
  Kokkos::View<const char*, DeviceType> strong;
  LocalOrdinal numNodes;

  KOKKOS_INLINE_FUNCTION bool isStrong(Offset entry) const {
    // Both are read at once.
    const bool isMarked = strong(entry) != 0, isHere = colInd(entry) < numNodes;
    return isMarked & isHere;
  }

  /// Whether any connection is strong, if only to another rank.
  KOKKOS_INLINE_FUNCTION bool hasStrong(LocalOrdinal node) const {
    for (Offset entry = rowPtr(node); entry < rowPtr(node + 1); ++entry)
      if (strong(entry) != 0) return true;
    return false;
  }
  /// Whether any coupling to another node is weak.
  KOKKOS_INLINE_FUNCTION bool hasWeak(LocalOrdinal node) const {
    for (Offset entry = rowPtr(node); entry < rowPtr(node + 1); ++entry)
      if (strong(entry) == 0 && colInd(entry) != node) return true;
    return false;
  }

  template <class Visit>
  KOKKOS_INLINE_FUNCTION void eachNeighbour(LocalOrdinal node, const Visit& visit) const {
    for (Offset entry = rowPtr(node); entry < rowPtr(node + 1); ++entry)
      if (isStrong(entry)) visit(colInd(entry), entry);
  }
};

}  // namespace Chronos

#endif
