// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_ProductNodes.hpp"

namespace Chronos {
namespace {

template <class DeviceType>
using Policy = Kokkos::RangePolicy<typename DeviceType::execution_space, Kokkos::IndexType<std::int64_t>>;

template <class DeviceType>
struct OddRunsFunctor {
  NodePattern<DeviceType> pattern;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t run, long long& numOdd) const {
    numOdd += pattern.firstColumn(run) % nodeSize != 0;
  }
};

// Nodes whose runs are no pairs of six columns from a multiple of six.
template <class DeviceType>
struct NoSixesFunctor {
  NodePattern<DeviceType> pattern;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t node, long long& numOther) const {
    const Offset begin = pattern.firstRun(node), end = pattern.firstRun(node + 1);
    bool inSixes = (end - begin) % 2 == 0;
    for (Offset run = begin; inSixes && run < end; run += 2)
      inSixes = pattern.firstColumn(run) % (2 * nodeSize) == 0 &&
                pattern.firstColumn(run + 1) == pattern.firstColumn(run) + nodeSize;
    numOther += inSixes ? 0 : 1;
  }
};

template <class DeviceType>
bool isInSixes(const NodePattern<DeviceType>& pattern) {
  long long number = 0;
  if (pattern.exists())
    Kokkos::parallel_reduce("Chronos::findProductNodes::sixes",
                            Policy<DeviceType>(0, static_cast<std::int64_t>(pattern.firstRun.extent(0)) - 1),
                            NoSixesFunctor<DeviceType>{pattern}, number);
  return number == 0;
}

template <class Scalar, class DeviceType>
NodePattern<DeviceType> nodesOf(const CsrMatrix<Scalar, DeviceType>& matrix) {
  return findNodePattern<DeviceType>(matrix.rowPtr, matrix.colInd, matrix.numRows, matrix.numCols);
}

}  // namespace

template <class DeviceType>
bool columnsAreNodes(const NodePattern<DeviceType>& pattern) {
  long long numOdd = 0;
  if (pattern.exists())
    Kokkos::parallel_reduce("Chronos::findProductNodes::odd",
                            Policy<DeviceType>(0, static_cast<std::int64_t>(pattern.firstColumn.extent(0))),
                            OddRunsFunctor<DeviceType>{pattern}, numOdd);
  return numOdd == 0;
}

template <class Scalar, class DeviceType>
ProductNodes<DeviceType> findProductNodes(const CsrMatrix<Scalar, DeviceType>& A,
                                          const SegmentedRows<Scalar, DeviceType>& B,
                                          const NodePattern<DeviceType>* ofA, const NodePattern<DeviceType>* ofOwned) {
  ProductNodes<DeviceType> nodes;
  if (B.owned.numRows % nodeSize != 0) return nodes;
  nodes.ofA = ofA ? *ofA : nodesOf(A);
  if (!nodes.ofA.exists()) return nodes;
  nodes.ofOwned = ofOwned ? *ofOwned : nodesOf(B.owned);
  nodes.ofReceived = nodesOf(B.received);
  if ((B.owned.numRows > 0 && !nodes.ofOwned.exists()) || (B.received.numRows > 0 && !nodes.ofReceived.exists()))
    return nodes;
  nodes.exist = columnsAreNodes(nodes.ofA) && columnsAreNodes(nodes.ofOwned) && columnsAreNodes(nodes.ofReceived);
  nodes.inSixes = nodes.exist && isInSixes(nodes.ofOwned) && isInSixes(nodes.ofReceived);
  return nodes;
}

#define CHRONOS_PRODUCTNODES(SCALAR, DEVICE)                                                                       \
  template ProductNodes<DEVICE> findProductNodes(const CsrMatrix<SCALAR, DEVICE>&,                                 \
                                                 const SegmentedRows<SCALAR, DEVICE>&, const NodePattern<DEVICE>*, \
                                                 const NodePattern<DEVICE>*);
#define CHRONOS_PRODUCTNODES_ALL(DEVICE)                             \
  template bool columnsAreNodes<DEVICE>(const NodePattern<DEVICE>&); \
  CHRONOS_PRODUCTNODES(double, DEVICE)                               \
  CHRONOS_PRODUCTNODES(float, DEVICE)
CHRONOS_FOR_EACH_DEVICE(CHRONOS_PRODUCTNODES_ALL)

}  // namespace Chronos
