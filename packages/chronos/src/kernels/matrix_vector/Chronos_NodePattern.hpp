// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_NODEPATTERN_HPP
#define CHRONOS_NODEPATTERN_HPP

#include "Chronos_KernelTypes.hpp"

namespace Chronos {

/// Unknowns of a node that a NodePattern knows: displacements in space.
constexpr int nodeSize = 3;

/// Mean length of rows below which a product with a vector by nodes does not pay.
constexpr int shortestMeanOfNodes = 9;

inline bool areLongForNodes(std::size_t numEntries, LocalOrdinal numRows) {
  return numEntries >= Offset(shortestMeanOfNodes) * static_cast<Offset>(numRows);
}

/// \brief The columns of a matrix whose rows and columns come in threes: one index for nine entries.
///
/// Rows 3i, 3i + 1 and 3i + 2 have the same columns, which are `numNodes` runs of three that follow each other. Values
/// stay where they are, row by row. A product then reads sizeof(Scalar) + 4/9 bytes an entry instead of
/// sizeof(Scalar) + 4.
template <class DeviceType>
struct NodePattern {
  Kokkos::View<LocalOrdinal*, DeviceType> firstColumn;  ///< of each run
  Kokkos::View<Offset*, DeviceType> firstRun;           ///< of rows 3i to 3i + 2; one more at the end

  KOKKOS_INLINE_FUNCTION bool exists() const { return firstRun.extent(0) > 0; }
  std::size_t numBytes() const {
    return firstColumn.extent(0) * sizeof(LocalOrdinal) + firstRun.extent(0) * sizeof(Offset);
  }
};

/// \brief The node pattern of a matrix, one that does not exist where rows or columns do not come in threes.
///
/// \param numOwned columns below it are owned; no run is partly owned
/// Reads the columns once where the first rows look promising. Synchronises the device.
template <class DeviceType>
NodePattern<DeviceType> findNodePattern(const Kokkos::View<const Offset*, DeviceType>& rowPtr,
                                        const Kokkos::View<const LocalOrdinal*, DeviceType>& colInd,
                                        LocalOrdinal numRows, LocalOrdinal numOwned);

}  // namespace Chronos

#endif
