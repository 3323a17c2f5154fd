// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_ChunkProduct.hpp"
#include "Chronos_GroupProduct.hpp"
#include "Chronos_HostCopy.hpp"
#include "Chronos_RowLengths.hpp"
#include "Chronos_RunsOnHost.hpp"
#include "Chronos_ScanTotal.hpp"
#include "Chronos_SparseProduct.hpp"

#include <algorithm>
#include <vector>

namespace Chronos {
namespace {

// Steps of a group in a row of longestGroupRow: more would keep the other rows of the warp waiting.
constexpr int stepsPerGroupRow = 16;
// Sixteen chunks a host thread even out rows that cost more than their entries say.
constexpr int chunksPerThread = 16;
// Rows of another length than the row before, from which on they count as ragged.
constexpr double raggedShare = 0.35;
constexpr Offset longestByte = 255;

// First row at or behind each target position, or that of its group of `grain` rows: parts of about the same number of
// entries.
template <class DeviceType>
struct PartitionFunctor {
  Kokkos::View<const Offset*, DeviceType> rowPtr;
  LocalOrdinal numRows;
  Offset numEntries;
  int numParts;
  LocalOrdinal grain;
  Kokkos::View<LocalOrdinal*, DeviceType> firstRow;

  KOKKOS_INLINE_FUNCTION void operator()(int part) const {
    const Offset target = numEntries / numParts * part + numEntries % numParts * part / numParts;
    LocalOrdinal low = 0, high = numRows;
    while (low < high) {
      const LocalOrdinal middle = low + (high - low) / 2;
      if (rowPtr(middle) < target) low = middle + 1;
      else high = middle;
    }
    firstRow(part) = part == numParts ? numRows : low / grain * grain;
  }
};

// Lengths in bytes; counts the rows that do not fit.
template <class DeviceType>
struct ByteLengthsFunctor {
  Kokkos::View<const Offset*, DeviceType> rowPtr;
  Kokkos::View<unsigned char*, DeviceType> lengths;
  KOKKOS_INLINE_FUNCTION void operator()(int row, int& numLonger) const {
    const Offset length = rowPtr(row + 1) - rowPtr(row);
    if (length > longestByte) ++numLonger;
    lengths(row) = static_cast<unsigned char>(length < longestByte ? length : longestByte);
  }
};

template <class DeviceType>
struct NotSingleFunctor {
  Kokkos::View<const Offset*, DeviceType> rowPtr;
  KOKKOS_INLINE_FUNCTION void operator()(int row, int& numOthers) const {
    numOthers += rowPtr(row + 1) - rowPtr(row) != 1;
  }
};

template <class DeviceType>
struct LengthChangesFunctor {
  Kokkos::View<const unsigned char*, DeviceType> lengths;
  KOKKOS_INLINE_FUNCTION void operator()(int row, int& numChanges) const {
    numChanges += lengths(row) != lengths(row + 1);
  }
};

template <class DeviceType>
struct LongRowListFunctor {
  Kokkos::View<const Offset*, DeviceType> rowPtr;
  Offset longestGroupRow;
  Kokkos::View<LocalOrdinal*, DeviceType> longRows;  // empty while counting

  KOKKOS_INLINE_FUNCTION void operator()(int row, int& numLong, bool final) const {
    if (rowPtr(row + 1) - rowPtr(row) <= longestGroupRow) return;
    if (final && longRows.extent(0) > 0) longRows(numLong) = row;
    ++numLong;
  }
};

template <class DeviceType>
struct RowLengthFunctor {
  Kokkos::View<const Offset*, DeviceType> rowPtr;
  Kokkos::View<const LocalOrdinal*, DeviceType> rows;
  Kokkos::View<Offset*, DeviceType> lengths;
  KOKKOS_INLINE_FUNCTION void operator()(int i) const { lengths(i) = rowPtr(rows(i) + 1) - rowPtr(rows(i)); }
};

template <class DeviceType>
using RowPolicy = Kokkos::RangePolicy<typename DeviceType::execution_space, Kokkos::IndexType<int>>;

template <class DeviceType>
void planSegments(ProductPlan<DeviceType>& plan, const Kokkos::View<const Offset*, DeviceType>& rowPtr,
                  LocalOrdinal numRows) {
  // Most matrices have none: a maximum costs a third of a scan.
  plan.longestRow = longestRow<DeviceType>(typename DeviceType::execution_space(), rowPtr, numRows);
  if (plan.longestRow <= static_cast<long long>(plan.longestGroupRow)) return;
  int numLong = 0;
  LongRowListFunctor<DeviceType> list{rowPtr, plan.longestGroupRow, {}};
  scanTotal("Chronos::planProduct::count", RowPolicy<DeviceType>(0, numRows), list, numLong);
  list.longRows = allocate<Kokkos::View<LocalOrdinal*, DeviceType>>("Chronos::long rows", numLong);
  scanTotal("Chronos::planProduct::list", RowPolicy<DeviceType>(0, numRows), list, numLong);
  plan.longRows = list.longRows;
  auto lengths = allocate<Kokkos::View<Offset*, DeviceType>>("Chronos::long row lengths", numLong);
  Kokkos::parallel_for("Chronos::planProduct::lengths", RowPolicy<DeviceType>(0, numLong),
                       RowLengthFunctor<DeviceType>{rowPtr, plan.longRows, lengths});
  std::vector<LocalOrdinal> firstSegment{0}, segmentRow;
  for (Offset length : toVector(lengths)) {
    segmentRow.insert(segmentRow.end(), (length + segmentLength - 1) / segmentLength,
                      static_cast<LocalOrdinal>(firstSegment.size()) - 1);
    firstSegment.push_back(static_cast<LocalOrdinal>(segmentRow.size()));
  }
  plan.firstSegment = toView<DeviceType>("Chronos::first segments", firstSegment);
  plan.segmentRow = toView<DeviceType>("Chronos::segment rows", segmentRow);
}

template <class DeviceType>
void planLengths(ProductPlan<DeviceType>& plan, const Kokkos::View<const Offset*, DeviceType>& rowPtr,
                 LocalOrdinal numRows) {
  const auto lengths = allocate<Kokkos::View<unsigned char*, DeviceType>>("Chronos::row lengths", numRows);
  int numLonger = 0, numChanges = 0;
  Kokkos::parallel_reduce("Chronos::planProduct::lengths", RowPolicy<DeviceType>(0, numRows),
                          ByteLengthsFunctor<DeviceType>{rowPtr, lengths}, numLonger);
  Kokkos::parallel_reduce("Chronos::planProduct::changes", RowPolicy<DeviceType>(0, numRows - 1),
                          LengthChangesFunctor<DeviceType>{lengths}, numChanges);
  if (numLonger == 0) plan.lengths = lengths;
  if (numChanges > raggedShare * numRows) plan.kind = ProductKind::raggedChunks;
}

template <class DeviceType>
bool areSingles(const Kokkos::View<const Offset*, DeviceType>& rowPtr, LocalOrdinal numRows, Offset numEntries) {
  if (numRows == 0 || numEntries != static_cast<Offset>(numRows)) return false;
  int numOthers = 0;
  Kokkos::parallel_reduce("Chronos::planProduct::singles", RowPolicy<DeviceType>(0, numRows),
                          NotSingleFunctor<DeviceType>{rowPtr}, numOthers);
  return numOthers == 0;
}

template <class DeviceType>
ProductPlan<DeviceType> planOfKind(const Kokkos::View<const Offset*, DeviceType>& rowPtr, LocalOrdinal numRows,
                                   Offset numEntries, ProductKind kind) {
  ProductPlan<DeviceType> plan;
  plan.kind = kind;
  if (numRows == 0 || kind == ProductKind::singles) return plan;
  if (kind != ProductKind::groups) {
    const LocalOrdinal grain = areChunksForDots(numRows, numEntries) ? rowsOfDot : 1;
    const int numParts = static_cast<int>(std::min<long long>(
        numRows, chunksPerThread * static_cast<long long>(typename DeviceType::execution_space().concurrency())));
    plan.firstRow = allocate<Kokkos::View<LocalOrdinal*, DeviceType>>("Chronos::first rows", numParts + 1);
    Kokkos::parallel_for("Chronos::planProduct::partition", RowPolicy<DeviceType>(0, numParts + 1),
                         PartitionFunctor<DeviceType>{rowPtr, numRows, numEntries, numParts, grain, plan.firstRow});
    planLengths(plan, rowPtr, numRows);
    return plan;
  }
  plan.groupWidth = runsOnHost<DeviceType> ? 1 : lanesFor(double(numEntries) / numRows, entriesOfLane);
  plan.longestGroupRow = Offset(plan.groupWidth) * entriesOfLane * stepsPerGroupRow;
  planSegments(plan, rowPtr, numRows);
  return plan;
}

}  // namespace

template <class DeviceType>
ProductPlan<DeviceType> planProduct(const Kokkos::View<const Offset*, DeviceType>& rowPtr, LocalOrdinal numRows,
                                    ProductKind kind) {
  Offset numEntries = 0;
  if (numRows > 0) Kokkos::deep_copy(numEntries, Kokkos::subview(rowPtr, numRows));
  return planOfKind<DeviceType>(rowPtr, numRows, numEntries, kind);
}

template <class DeviceType>
ProductPlan<DeviceType> planProduct(const Kokkos::View<const Offset*, DeviceType>& rowPtr, LocalOrdinal numRows,
                                    Offset numEntries) {
  const bool singles = areSingles(rowPtr, numRows, numEntries);
  return planOfKind<DeviceType>(rowPtr, numRows, numEntries,
                                singles ? ProductKind::singles : defaultProductKind<DeviceType>());
}

#define CHRONOS_PRODUCTPLAN(DEVICE)                                                                                \
  template ProductPlan<DEVICE> planProduct(const Kokkos::View<const Offset*, DEVICE>&, LocalOrdinal, ProductKind); \
  template ProductPlan<DEVICE> planProduct(const Kokkos::View<const Offset*, DEVICE>&, LocalOrdinal, Offset);
CHRONOS_FOR_EACH_DEVICE(CHRONOS_PRODUCTPLAN)

}  // namespace Chronos
