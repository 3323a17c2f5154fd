// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SumKeepers.hpp"

#include "Chronos_CopyLanes.hpp"
#include "Chronos_EntryRounding.hpp"

#include <cmath>

namespace Chronos {
namespace {

template <class DeviceType, int width>
struct KeepersFunctor : RowLanes<DeviceType, width> {
  using Group = RowGroup<width>;
  CsrMatrix<double, DeviceType> P;
  EntryRounding<DeviceType> rounding;
  Kokkos::View<const GlobalOrdinal*, DeviceType> coarse;
  int numClasses, ofClass;
  Kokkos::View<LocalOrdinal*, DeviceType> columns;
  Kokkos::View<double*, DeviceType> values;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item) const {
    const Group group(item);
    const LocalOrdinal row = static_cast<LocalOrdinal>(item / Group::width);
    double smallest = HUGE_VAL, lost = 0, lostOfKeeper = 0;
    Offset keeper = 0;
    // Lanes behind the last row go along to the sums.
    const auto ofRow = rounding.ofRow(row < this->numRows ? row : 0);
    this->forEntries(group, row, [&](Offset entry) {
      const double size = ::fabs(P.values(entry));
      if (size == 0 || !isOfClass(P.colInd(entry))) return;
      const double lostHere = lostOf(ofRow, entry);
      lost += lostHere;
      if (!(size < smallest)) return;
      smallest = size;
      keeper = entry;
      lostOfKeeper = lostHere;
    });
    lost = group.sum(lost);
    const double smallestOfAll = -group.max(-smallest);
    // Counted from the end of the row, so that the first of the smallest has the greatest; 0: no lane has an entry.
    const bool isCandidate = smallest == smallestOfAll && smallest < HUGE_VAL;
    const long long fromBehind = isCandidate ? static_cast<long long>(P.rowPtr(row + 1) - keeper) : 0;
    const long long first = group.max(fromBehind);
    if (row >= this->numRows) return;
    if (first == 0 && group.lane == 0) columns(row) = -1;
    if (first == 0 || fromBehind != first) return;
    const double kept = P.values(keeper) + (lost - lostOfKeeper);
    columns(row) = hasPlace(row, P.colInd(keeper), kept) ? P.colInd(keeper) : LocalOrdinal(-1);
    values(row) = kept;
  }

  // Rows are scaled by what their largest entries were, in P and in its transpose, which leaves one power of two.
  KOKKOS_INLINE_FUNCTION bool hasPlace(LocalOrdinal row, LocalOrdinal col, double kept) const {
    constexpr double withRoomToRoundUp = 1.5;
    const int ofRow = rounding.range.rows(row), ofColumn = rounding.range.columns(col);
    return ::fabs(kept) <= withRoomToRoundUp * powerOfTwo((ofRow < ofColumn ? ofRow : ofColumn) + 1);
  }

  KOKKOS_INLINE_FUNCTION bool isOfClass(LocalOrdinal col) const {
    return numClasses == 1 || static_cast<int>(coarse(col) % nodeSize) == ofClass;
  }

  KOKKOS_INLINE_FUNCTION double lostOf(const RowRounding<DeviceType>& ofRow, Offset entry) const {
    long long numPoor = 0;
    double lost = 0;
    ofRow.rounded(P.colInd(entry), P.values(entry), numPoor, lost);
    return lost;
  }
};

template <class DeviceType>
struct GlobalsFunctor {
  Kokkos::View<const LocalOrdinal*, DeviceType> columns;
  Kokkos::View<const GlobalOrdinal*, DeviceType> coarse;
  Kokkos::View<GlobalOrdinal*, DeviceType> globals;
  KOKKOS_INLINE_FUNCTION void operator()(LocalOrdinal i) const {
    globals(i) = columns(i) < 0 ? GlobalOrdinal(-1) : coarse(columns(i));
  }
};

template <int width, class DeviceType>
KeptSums<DeviceType> findKeepers(const typename DeviceType::execution_space& space,
                                 const CsrMatrix<double, DeviceType>& P, const EntryRounding<DeviceType>& rounding,
                                 const Kokkos::View<const GlobalOrdinal*, DeviceType>& coarse, int numClasses) {
  KeptSums<DeviceType> keepers;
  keepers.numClasses = numClasses;
  for (int ofClass = 0; ofClass < numClasses; ++ofClass) {
    const auto columns = allocate<Kokkos::View<LocalOrdinal*, DeviceType>>("Chronos::columns of keepers", P.numRows);
    const auto values = allocate<Kokkos::View<double*, DeviceType>>("Chronos::values of keepers", P.numRows);
    Kokkos::parallel_for("Chronos::sumKeepers", copyPolicy<DeviceType>(space, P.numRows, width),
                         KeepersFunctor<DeviceType, width>{
                             {P.rowPtr, P.numRows}, P, rounding, coarse, numClasses, ofClass, columns, values});
    keepers.columns[ofClass] = columns;
    keepers.values[ofClass] = values;
  }
  return keepers;
}

}  // namespace

template <class DeviceType>
KeptSums<DeviceType> sumKeepers(const typename DeviceType::execution_space& space,
                                const CsrMatrix<double, DeviceType>& P, const EntryRange<DeviceType>& range,
                                const Kokkos::View<const GlobalOrdinal*, DeviceType>& coarse, int numClasses,
                                StoragePrecision precision) {
  const auto rounding = EntryRounding<DeviceType>::to(precision, range);
  return withRowLanes(P, [&](auto lanes) { return findKeepers<lanes()>(space, P, rounding, coarse, numClasses); });
}

template <class DeviceType>
Kokkos::View<const GlobalOrdinal*, DeviceType> globalsOf(const typename DeviceType::execution_space& space,
                                                         const Kokkos::View<const LocalOrdinal*, DeviceType>& columns,
                                                         const Kokkos::View<const GlobalOrdinal*, DeviceType>& coarse) {
  const auto globals =
      allocate<Kokkos::View<GlobalOrdinal*, DeviceType>>("Chronos::globals of keepers", columns.extent(0));
  Kokkos::parallel_for("Chronos::globalsOf",
                       Kokkos::RangePolicy<typename DeviceType::execution_space>(space, 0, columns.extent(0)),
                       GlobalsFunctor<DeviceType>{columns, coarse, globals});
  return globals;
}

#define CHRONOS_SUMKEEPERS(DEVICE)                                                                 \
  template KeptSums<DEVICE> sumKeepers<DEVICE>(                                                    \
      const DEVICE::execution_space&, const CsrMatrix<double, DEVICE>&, const EntryRange<DEVICE>&, \
      const Kokkos::View<const GlobalOrdinal*, DEVICE>&, int, StoragePrecision);                   \
  template Kokkos::View<const GlobalOrdinal*, DEVICE> globalsOf<DEVICE>(                           \
      const DEVICE::execution_space&, const Kokkos::View<const LocalOrdinal*, DEVICE>&,            \
      const Kokkos::View<const GlobalOrdinal*, DEVICE>&);
CHRONOS_FOR_EACH_DEVICE(CHRONOS_SUMKEEPERS)

}  // namespace Chronos
