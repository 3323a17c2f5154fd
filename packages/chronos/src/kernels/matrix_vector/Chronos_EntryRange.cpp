// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_EntryRange.hpp"

#include "Chronos_CopyLanes.hpp"
#include "Chronos_StoragePrecision.hpp"

#include <cmath>

namespace Chronos {
namespace {

template <class DeviceType, int width>
struct LargestFunctor : RowLanes<DeviceType, width> {
  using Group = RowGroup<width>;
  typename CsrMatrix<double, DeviceType>::Values values;
  Kokkos::View<LocalOrdinal*, DeviceType> exponents;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item) const {
    const Group group(item);
    const LocalOrdinal row = static_cast<LocalOrdinal>(item / Group::width);
    double largest = 0;
    this->forEntries(group, row, [&](Offset entry) {
      // NaN counts as infinity, so that the matrix is out of range.
      const double size = ::fabs(values(entry));
      if (!(size <= largest)) largest = size < HUGE_VAL ? size : HUGE_VAL;
    });
    largest = group.max(largest);
    if (row < this->numRows && group.lane == 0) exponents(row) = largest == 0 ? noExponent : exponentOf(largest);
  }
};

template <class DeviceType>
struct RowRangeFunctor {
  Kokkos::View<const LocalOrdinal*, DeviceType> exponents;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row, int& widest) const {
    constexpr int least = -800, greatest = 900, ofSingleVectors = 60;
    const LocalOrdinal exponent = exponents(row);
    if (exponent == noExponent) return;
    const bool isNear = exponent >= -ofSingleVectors && exponent <= ofSingleVectors;
    const int range = isNear ? 0 : exponent >= least && exponent <= greatest ? 1 : 2;
    if (range > widest) widest = range;
  }
};

template <int width, class DeviceType>
void findLargest(const typename DeviceType::execution_space& space, const CsrMatrix<double, DeviceType>& A,
                 const Kokkos::View<LocalOrdinal*, DeviceType>& exponents) {
  LargestFunctor<DeviceType, width> functor;
  static_cast<RowLanes<DeviceType, width>&>(functor) = {A.rowPtr, A.numRows};
  functor.values = A.values;
  functor.exponents = exponents;
  Kokkos::parallel_for("Chronos::largestExponents", copyPolicy<DeviceType>(space, A.numRows, width), functor);
}

}  // namespace

template <class DeviceType>
Kokkos::View<LocalOrdinal*, DeviceType> largestExponents(const typename DeviceType::execution_space& space,
                                                         const CsrMatrix<double, DeviceType>& A) {
  const auto exponents = allocate<Kokkos::View<LocalOrdinal*, DeviceType>>("Chronos::largest exponents", A.numRows);
  withRowLanes(A, [&](auto lanes) { findLargest<lanes()>(space, A, exponents); });
  return exponents;
}

template <class DeviceType>
RowRange rangeOfRows(const typename DeviceType::execution_space& space,
                     const Kokkos::View<const LocalOrdinal*, DeviceType>& exponents) {
  int widest = 0;
  Kokkos::parallel_reduce("Chronos::rangeOfRows",
                          CopyPolicy<DeviceType>(space, 0, static_cast<std::int64_t>(exponents.extent(0))),
                          RowRangeFunctor<DeviceType>{exponents}, Kokkos::Max<int>(widest));
  // Without rows the reduction leaves the identity of a maximum.
  return static_cast<RowRange>(widest > 0 ? widest : 0);
}

#define CHRONOS_ENTRYRANGE(DEVICE)                                                                         \
  template Kokkos::View<LocalOrdinal*, DEVICE> largestExponents<DEVICE>(const DEVICE::execution_space&,    \
                                                                        const CsrMatrix<double, DEVICE>&); \
  template RowRange rangeOfRows<DEVICE>(const DEVICE::execution_space&,                                    \
                                        const Kokkos::View<const LocalOrdinal*, DEVICE>&);
CHRONOS_FOR_EACH_DEVICE(CHRONOS_ENTRYRANGE)

}  // namespace Chronos
