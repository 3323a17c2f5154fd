// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_PRODUCTNODES_HPP
#define CHRONOS_PRODUCTNODES_HPP

#include "Chronos_NodePattern.hpp"
#include "Chronos_SegmentedRows.hpp"

namespace Chronos {

/// The nodes of both operands of a product: three unknowns each, numbered one after the other from a multiple of three.
template <class DeviceType>
struct ProductNodes {
  bool exist = false;
  NodePattern<DeviceType> ofA, ofOwned, ofReceived;  ///< that of received rows is empty where there are none
  bool inSixes = false;  ///< the columns of B come in sixes, from a multiple of six: coarse nodes with rigid-body modes
};

/// \brief Three rows of B.
template <class Scalar>
struct NodeRow {
  const LocalOrdinal* firstColumn;  ///< of its runs of three
  const Scalar* values;             ///< row by row
  int numRuns;
};

/// \param row of B, the first of a node
template <class Scalar, class DeviceType>
KOKKOS_INLINE_FUNCTION NodeRow<Scalar> nodeRow(const SegmentedRows<Scalar, DeviceType>& B,
                                               const ProductNodes<DeviceType>& nodes, LocalOrdinal row) {
  const bool isOwned = B.isOwned(row);
  const NodePattern<DeviceType>& pattern = isOwned ? nodes.ofOwned : nodes.ofReceived;
  const LocalOrdinal node = (isOwned ? row : row - B.owned.numRows) / nodeSize;
  const Offset begin = pattern.firstRun(node);
  return {pattern.firstColumn.data() + begin,
          (isOwned ? B.owned : B.received).values.data() + begin * nodeSize * nodeSize,
          static_cast<int>(pattern.firstRun(node + 1) - begin)};
}

/// Whether columns come in threes from multiples of three, so that they are nodes too. Synchronises the device.
template <class DeviceType>
bool columnsAreNodes(const NodePattern<DeviceType>& pattern);

/// \brief Whether rows and columns of both operands come in threes, and the patterns. Reads the columns of what is not
/// known of both once. Synchronises the device.
/// \param ofA, ofOwned the patterns of A and of the owned rows of B, null where they are not known
template <class Scalar, class DeviceType>
ProductNodes<DeviceType> findProductNodes(const CsrMatrix<Scalar, DeviceType>& A,
                                          const SegmentedRows<Scalar, DeviceType>& B,
                                          const NodePattern<DeviceType>* ofA = nullptr,
                                          const NodePattern<DeviceType>* ofOwned = nullptr);

}  // namespace Chronos

#endif
