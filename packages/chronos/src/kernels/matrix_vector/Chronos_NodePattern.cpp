// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_NodePattern.hpp"

#include "Chronos_RunsOnHost.hpp"

#include <algorithm>

namespace Chronos {
namespace {

// Rows of three that are looked at before all are.
constexpr LocalOrdinal numFirst = 256;

// Counts the lanes of nodes that see rows that do not come in threes, and fills in the runs of the others.
template <class DeviceType>
struct FindRunsFunctor {
  static constexpr int lanes = runsOnHost<DeviceType> ? 1 : 16;

  Kokkos::View<const Offset*, DeviceType> rowPtr;
  Kokkos::View<const LocalOrdinal*, DeviceType> colInd;
  LocalOrdinal numOwned;
  NodePattern<DeviceType> pattern;  // without views while counting

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t thread, long long& numOther) const {
    const auto node = static_cast<LocalOrdinal>(thread / lanes);
    const Offset begin = rowPtr(nodeSize * node), length = rowPtr(nodeSize * node + 1) - begin;
    bool isNode = length % nodeSize == 0;
    for (int r = 1; r < nodeSize; ++r)
      isNode = isNode && rowPtr(nodeSize * node + r + 1) - rowPtr(nodeSize * node + r) == length;
    for (Offset run = static_cast<Offset>(thread % lanes); isNode && run < length / nodeSize; run += lanes) {
      const LocalOrdinal first = colInd(begin + run * nodeSize);
      isNode = (first < numOwned) == (first + nodeSize - 1 < numOwned);
      for (int r = 0; r < nodeSize; ++r)
        for (int c = 0; c < nodeSize; ++c)
          isNode = isNode && colInd(begin + r * length + run * nodeSize + c) == first + c;
      if (pattern.exists() && isNode) pattern.firstColumn(begin / (nodeSize * nodeSize) + run) = first;
    }
    // Rows before are nodes too, or the pattern is given up: their entries are nine a run.
    if (pattern.exists()) pattern.firstRun(node) = begin / (nodeSize * nodeSize);
    numOther += isNode ? 0 : 1;
  }
};

}  // namespace

template <class DeviceType>
NodePattern<DeviceType> findNodePattern(const Kokkos::View<const Offset*, DeviceType>& rowPtr,
                                        const Kokkos::View<const LocalOrdinal*, DeviceType>& colInd,
                                        LocalOrdinal numRows, LocalOrdinal numOwned) {
  using Policy = Kokkos::RangePolicy<typename DeviceType::execution_space, Kokkos::IndexType<std::int64_t>>;
  constexpr int lanes = FindRunsFunctor<DeviceType>::lanes;
  const Offset numEntries = static_cast<Offset>(colInd.extent(0));
  const LocalOrdinal numNodes = numRows / nodeSize;
  if (numNodes == 0 || numRows % nodeSize != 0 || numEntries % (nodeSize * nodeSize) != 0 ||
      numEntries < static_cast<Offset>(numRows))
    return {};
  long long numOther = 0;
  Kokkos::parallel_reduce("Chronos::findNodePattern::first",
                          Policy(0, std::int64_t(std::min(numNodes, numFirst)) * lanes),
                          FindRunsFunctor<DeviceType>{rowPtr, colInd, numOwned, {}}, numOther);
  if (numOther > 0) return {};
  NodePattern<DeviceType> pattern{
      allocate<Kokkos::View<LocalOrdinal*, DeviceType>>("Chronos::node columns", numEntries / (nodeSize * nodeSize)),
      allocate<Kokkos::View<Offset*, DeviceType>>("Chronos::node rows", numNodes + 1)};
  Kokkos::parallel_reduce("Chronos::findNodePattern", Policy(0, std::int64_t(numNodes) * lanes),
                          FindRunsFunctor<DeviceType>{rowPtr, colInd, numOwned, pattern}, numOther);
  if (numOther > 0) return {};
  Kokkos::deep_copy(Kokkos::subview(pattern.firstRun, numNodes), numEntries / (nodeSize * nodeSize));
  return pattern;
}

#define CHRONOS_NODEPATTERN(DEVICE)                                                                            \
  template NodePattern<DEVICE> findNodePattern(const Kokkos::View<const Offset*, DEVICE>&,                     \
                                               const Kokkos::View<const LocalOrdinal*, DEVICE>&, LocalOrdinal, \
                                               LocalOrdinal);
CHRONOS_FOR_EACH_DEVICE(CHRONOS_NODEPATTERN)

}  // namespace Chronos
