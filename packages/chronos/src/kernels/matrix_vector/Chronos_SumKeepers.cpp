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
  Kokkos::View<GlobalOrdinal*, DeviceType> columns;
  Kokkos::View<double*, DeviceType> values;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item) const {
    const Group group(item);
    const LocalOrdinal row = static_cast<LocalOrdinal>(item / Group::width);
    double smallest = HUGE_VAL, lost = 0;
    forClass(group, row, [&](Offset entry) {
      const double size = ::fabs(P.values(entry));
      if (size < smallest) smallest = size;
      lost += lostOf(row, entry);
    });
    smallest = -group.max(-smallest);
    lost = group.sum(lost);
    // Counted from the last one, so that the first of the smallest is the greatest; 0: there is none.
    long long keeper = 0;
    forClass(group, row, [&](Offset entry) {
      const long long fromBehind = static_cast<long long>(P.rowPtr(row + 1) - entry);
      if (::fabs(P.values(entry)) == smallest && fromBehind > keeper) keeper = fromBehind;
    });
    keeper = group.max(keeper);
    if (row >= this->numRows || group.lane != 0) return;
    const Offset entry = P.rowPtr(row + 1) - static_cast<Offset>(keeper);
    columns(row) = keeper == 0 ? GlobalOrdinal(-1) : coarse(P.colInd(entry));
    values(row) = keeper == 0 ? 0.0 : P.values(entry) + (lost - lostOf(row, entry));
  }

  template <class Visit>
  KOKKOS_INLINE_FUNCTION void forClass(const Group& group, LocalOrdinal row, const Visit& visit) const {
    this->forEntries(group, row, [&](Offset entry) {
      if (P.values(entry) != 0 && KeptSums<DeviceType>::classOf(coarse(P.colInd(entry)), numClasses) == ofClass)
        visit(entry);
    });
  }

  KOKKOS_INLINE_FUNCTION double lostOf(LocalOrdinal row, Offset entry) const {
    long long numPoor = 0;
    double lost = 0;
    rounding.rounded(row, P.colInd(entry), P.values(entry), numPoor, lost);
    return lost;
  }
};

template <int width, class DeviceType>
SumKeepers<DeviceType> findKeepers(const typename DeviceType::execution_space& space,
                                   const CsrMatrix<double, DeviceType>& P, const EntryRounding<DeviceType>& rounding,
                                   const Kokkos::View<const GlobalOrdinal*, DeviceType>& coarse, int numClasses) {
  SumKeepers<DeviceType> keepers;
  keepers.numClasses = numClasses;
  for (int ofClass = 0; ofClass < numClasses; ++ofClass) {
    const auto columns = allocate<Kokkos::View<GlobalOrdinal*, DeviceType>>("Chronos::columns of keepers", P.numRows);
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
SumKeepers<DeviceType> sumKeepers(const typename DeviceType::execution_space& space,
                                  const CsrMatrix<double, DeviceType>& P, const EntryRange<DeviceType>& range,
                                  const Kokkos::View<const GlobalOrdinal*, DeviceType>& coarse, int numClasses,
                                  StoragePrecision precision) {
  const auto rounding = EntryRounding<DeviceType>::to(precision, range);
  if (hasShortRows(P)) return findKeepers<1>(space, P, rounding, coarse, numClasses);
  return findKeepers<copyLanes<DeviceType>>(space, P, rounding, coarse, numClasses);
}

#define CHRONOS_SUMKEEPERS(DEVICE)                                                                 \
  template SumKeepers<DEVICE> sumKeepers<DEVICE>(                                                  \
      const DEVICE::execution_space&, const CsrMatrix<double, DEVICE>&, const EntryRange<DEVICE>&, \
      const Kokkos::View<const GlobalOrdinal*, DEVICE>&, int, StoragePrecision);
CHRONOS_FOR_EACH_DEVICE(CHRONOS_SUMKEEPERS)

}  // namespace Chronos
