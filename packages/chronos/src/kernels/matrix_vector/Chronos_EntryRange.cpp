// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_EntryRange.hpp"

#include "Chronos_CopyLanes.hpp"
#include "Chronos_HostCopy.hpp"
#include "Chronos_RelaxedAccess.hpp"
#include "Chronos_StoragePrecision.hpp"

#include <cmath>

namespace Chronos {
namespace {

// Of what a row may be stored in and multiplied by.
KOKKOS_INLINE_FUNCTION RowRange rangeOf(LocalOrdinal exponent) {
  constexpr int least = -800, greatest = 900, ofSingleVectors = 60;
  if (exponent == noExponent || (exponent >= -ofSingleVectors && exponent <= ofSingleVectors))
    return RowRange::singleVectors;
  return exponent >= least && exponent <= greatest ? RowRange::copies : RowRange::none;
}

template <class DeviceType, int width>
struct LargestFunctor : RowLanes<DeviceType, width> {
  using Group = RowGroup<width>;
  typename CsrMatrix<double, DeviceType>::Values values;
  RowExponents<DeviceType> exponents;

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
    if (row >= this->numRows || group.lane != 0) return;
    const LocalOrdinal exponent = largest == 0 ? noExponent : exponentOf(largest);
    exponents.ofRows(row) = exponent;
    const int range = static_cast<int>(rangeOf(exponent));
    // The number only grows: whoever reads an old one asks once too often.
    if (range > 0 && range > relaxedLoad(&exponents.widest(0))) Kokkos::atomic_fetch_max(&exponents.widest(0), range);
  }
};

template <int width, class DeviceType>
void findLargest(const typename DeviceType::execution_space& space, const CsrMatrix<double, DeviceType>& A,
                 const RowExponents<DeviceType>& exponents) {
  LargestFunctor<DeviceType, width> functor;
  static_cast<RowLanes<DeviceType, width>&>(functor) = {A.rowPtr, A.numRows};
  functor.values = A.values;
  functor.exponents = exponents;
  Kokkos::parallel_for("Chronos::largestExponents", copyPolicy<DeviceType>(space, A.numRows, width), functor);
}

}  // namespace

template <class DeviceType>
RowRange RowExponents<DeviceType>::range() const {
  return static_cast<RowRange>(toVector(widest)[0]);
}

template <class DeviceType>
RowExponents<DeviceType> largestExponents(const typename DeviceType::execution_space& space,
                                          const CsrMatrix<double, DeviceType>& A) {
  const RowExponents<DeviceType> exponents{
      allocate<Kokkos::View<LocalOrdinal*, DeviceType>>("Chronos::largest exponents", A.numRows),
      allocateZeros<Kokkos::View<int*, DeviceType>>("Chronos::widest range", 1)};
  withRowLanes(A, [&](auto lanes) { findLargest<lanes()>(space, A, exponents); });
  return exponents;
}

#define CHRONOS_ENTRYRANGE(DEVICE)                                                       \
  template struct RowExponents<DEVICE>;                                                  \
  template RowExponents<DEVICE> largestExponents<DEVICE>(const DEVICE::execution_space&, \
                                                         const CsrMatrix<double, DEVICE>&);
CHRONOS_FOR_EACH_DEVICE(CHRONOS_ENTRYRANGE)

}  // namespace Chronos
