// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_MergedRows.hpp"

#include "Chronos_ScanTotal.hpp"

#include <algorithm>
#include <limits>

namespace Chronos {
namespace {

// Entries of the matrix for one that is merged, of three at most.
constexpr double leastGain = 2;
// Rows of three that are looked at before all are.
constexpr LocalOrdinal numFirst = 256;
// Counted for rows that cannot be merged.
constexpr double notMerged = std::numeric_limits<double>::infinity();

// A lane walks through the three rows of a node at once.
template <class DeviceType>
class ThreeRows {
 public:
  using Entry = typename MergedRows<DeviceType>::Entry;

  KOKKOS_INLINE_FUNCTION ThreeRows(const Kokkos::View<const Offset*, DeviceType>& rowPtr,
                                   const Kokkos::View<const LocalOrdinal*, DeviceType>& colInd, LocalOrdinal node) {
    for (int r = 0; r < nodeSize; ++r) {
      const Offset begin = rowPtr(nodeSize * node + r), length = rowPtr(nodeSize * node + r + 1) - begin;
      columns_[r] = colInd.data() + begin;
      isFit_ = isFit_ && length <= Offset(MergedRows<DeviceType>::absent);
      lengths_[r] = static_cast<int>(length);
    }
  }

  // Whether the places of all entries can be told, and columns ascended so far.
  KOKKOS_INLINE_FUNCTION bool isFit() const { return isFit_; }

  // The next column with its places; false behind the last.
  KOKKOS_INLINE_FUNCTION bool next(Entry& entry) {
    LocalOrdinal heads[nodeSize], least = -1;
    for (int r = 0; r < nodeSize; ++r) {
      heads[r] = places_[r] < lengths_[r] ? columns_[r][places_[r]] : -1;
      if (heads[r] >= 0 && (least < 0 || heads[r] < least)) least = heads[r];
    }
    if (least < 0) return false;
    isFit_ = isFit_ && least > last_;
    last_ = least;
    entry = {least, 0};
    for (int r = 0; r < nodeSize; ++r) {
      const int place = heads[r] == least ? places_[r]++ : MergedRows<DeviceType>::absent;
      entry.places |= static_cast<std::uint32_t>(place) << (r * MergedRows<DeviceType>::bitsOfPlace);
    }
    return true;
  }

 private:
  const LocalOrdinal* columns_[nodeSize];
  int places_[nodeSize] = {}, lengths_[nodeSize];
  LocalOrdinal last_ = -1;
  bool isFit_ = true;
};

template <class DeviceType>
struct CountMergedFunctor {
  Kokkos::View<const Offset*, DeviceType> rowPtr;
  Kokkos::View<const LocalOrdinal*, DeviceType> colInd;
  Kokkos::View<int*, DeviceType> counts;  // empty, or of each node

  KOKKOS_INLINE_FUNCTION void operator()(int node, double& sum) const {
    ThreeRows<DeviceType> rows(rowPtr, colInd, node);
    typename MergedRows<DeviceType>::Entry entry;
    int count = 0;
    while (rows.isFit() && rows.next(entry)) ++count;
    if (counts.data() != nullptr) counts(node) = count;
    sum += rows.isFit() ? count : notMerged;
  }
};

template <class DeviceType>
struct FirstMergedFunctor {
  Kokkos::View<const int*, DeviceType> counts;
  Kokkos::View<Offset*, DeviceType> firstEntry;
  KOKKOS_INLINE_FUNCTION void operator()(int node, Offset& sum, bool final) const {
    if (final) firstEntry(node) = sum;
    sum += counts(node);
    if (final) firstEntry(node + 1) = sum;
  }
};

template <class DeviceType>
struct FillMergedFunctor {
  Kokkos::View<const Offset*, DeviceType> rowPtr;
  Kokkos::View<const LocalOrdinal*, DeviceType> colInd;
  MergedRows<DeviceType> merged;
  KOKKOS_INLINE_FUNCTION void operator()(int node) const {
    ThreeRows<DeviceType> rows(rowPtr, colInd, node);
    typename MergedRows<DeviceType>::Entry entry;
    for (Offset at = merged.firstEntry(node); rows.next(entry); ++at) merged.entries(at) = entry;
  }
};

template <class DeviceType>
Offset entriesOfFirst(const Kokkos::View<const Offset*, DeviceType>& rowPtr, LocalOrdinal numRows) {
  Offset numEntries = 0;
  Kokkos::deep_copy(numEntries, Kokkos::subview(rowPtr, numRows));
  return numEntries;
}

}  // namespace

template <class DeviceType>
MergedRows<DeviceType> mergeRows(const Kokkos::View<const Offset*, DeviceType>& rowPtr,
                                 const Kokkos::View<const LocalOrdinal*, DeviceType>& colInd, LocalOrdinal numRows) {
  using Execution = typename DeviceType::execution_space;
  using Policy = Kokkos::RangePolicy<Execution, Kokkos::IndexType<int>>;
  const LocalOrdinal numNodes = numRows / nodeSize, first = std::min(numNodes, numFirst);
  if (numNodes == 0 || numRows % nodeSize != 0 || !areLongForNodes(colInd.extent(0), numRows)) return {};
  const auto pays = [](double numMerged, Offset numEntries) { return numMerged * leastGain <= double(numEntries); };
  double numMerged = 0;
  CountMergedFunctor<DeviceType> count{rowPtr, colInd, {}};
  Kokkos::parallel_reduce("Chronos::mergeRows::first", Policy(0, first), count, numMerged);
  if (!pays(numMerged, entriesOfFirst<DeviceType>(rowPtr, nodeSize * first))) return {};
  const auto counts = allocate<Kokkos::View<int*, DeviceType>>("Chronos::merged entries of rows", numNodes);
  count.counts = counts;
  Kokkos::parallel_reduce("Chronos::mergeRows::count", Policy(0, numNodes), count, numMerged);
  if (!pays(numMerged, static_cast<Offset>(colInd.extent(0)))) return {};

  MergedRows<DeviceType> merged{allocate<Kokkos::View<typename MergedRows<DeviceType>::Entry*, DeviceType>>(
                                    "Chronos::merged entries", static_cast<std::size_t>(numMerged)),
                                allocate<Kokkos::View<Offset*, DeviceType>>("Chronos::merged rows", numNodes + 1)};
  Offset total = 0;
  scanTotal("Chronos::mergeRows::begins", Policy(0, numNodes),
            FirstMergedFunctor<DeviceType>{counts, merged.firstEntry}, total);
  Kokkos::parallel_for("Chronos::mergeRows::fill", Policy(0, numNodes),
                       FillMergedFunctor<DeviceType>{rowPtr, colInd, merged});
  return merged;
}

#define CHRONOS_MERGEDROWS(DEVICE)                                                  \
  template MergedRows<DEVICE> mergeRows(const Kokkos::View<const Offset*, DEVICE>&, \
                                        const Kokkos::View<const LocalOrdinal*, DEVICE>&, LocalOrdinal);
CHRONOS_FOR_EACH_DEVICE(CHRONOS_MERGEDROWS)

}  // namespace Chronos
