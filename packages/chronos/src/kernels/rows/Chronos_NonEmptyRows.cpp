// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_NonEmptyRows.hpp"

#include "Chronos_Memory.hpp"
#include "Chronos_ScanTotal.hpp"

#include <algorithm>

namespace Chronos {
namespace {

template <class DeviceType>
struct ListNonEmptyFunctor {
  Kokkos::View<const Offset*, DeviceType> rowPtr;
  LocalOrdinal numRows;
  Kokkos::View<LocalOrdinal*, DeviceType> numBefore;
  Kokkos::View<Offset*, DeviceType> ofNonEmpty;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row, LocalOrdinal& next, bool final) const {
    const Offset begin = rowPtr(row), end = rowPtr(row + 1);
    if (final) numBefore(row) = next;
    if (final && begin < end) ofNonEmpty(next) = begin;
    next += begin < end;
    if (final && row + 1 == numRows) {
      numBefore(numRows) = next;
      ofNonEmpty(next) = end;
    }
  }
};

template <class DeviceType>
struct SpreadFunctor {
  Kokkos::View<const LocalOrdinal*, DeviceType> numBefore;
  Kokkos::View<const Offset*, DeviceType> rowPtr;
  Kokkos::View<Offset*, DeviceType> ofAll;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row) const { ofAll(row) = rowPtr(numBefore(row)); }
};

}  // namespace

template <class Scalar, class DeviceType>
NonEmptyRows<Scalar, DeviceType> nonEmptyRows(const typename DeviceType::execution_space& space,
                                              const CsrMatrix<Scalar, DeviceType>& A) {
  using Policy = Kokkos::RangePolicy<typename DeviceType::execution_space, Kokkos::IndexType<std::int64_t>>;
  const auto numBefore =
      allocateZeros<Kokkos::View<LocalOrdinal*, DeviceType>>("Chronos::non-empty rows before", A.numRows + 1);
  const std::size_t most = std::min<std::size_t>(A.numRows, A.numEntries());
  const auto rowPtr = allocateZeros<Kokkos::View<Offset*, DeviceType>>("Chronos::non-empty row pointers", most + 1);
  LocalOrdinal numFound = 0;
  if (A.numRows > 0)
    scanTotal("Chronos::nonEmptyRows", Policy(space, 0, A.numRows),
              ListNonEmptyFunctor<DeviceType>{A.rowPtr, A.numRows, numBefore, rowPtr}, numFound);
  const auto ofFound = Kokkos::subview(rowPtr, std::make_pair(std::size_t(0), std::size_t(numFound) + 1));
  return {{numFound, A.numCols, ofFound, A.colInd, A.values}, numBefore};
}

template <class DeviceType>
Kokkos::View<const Offset*, DeviceType> rowPtrOfAll(const typename DeviceType::execution_space& space,
                                                    const Kokkos::View<const LocalOrdinal*, DeviceType>& numBefore,
                                                    const Kokkos::View<const Offset*, DeviceType>& rowPtr) {
  using Policy = Kokkos::RangePolicy<typename DeviceType::execution_space, Kokkos::IndexType<std::int64_t>>;
  const auto ofAll = allocate<Kokkos::View<Offset*, DeviceType>>("Chronos::row pointers", numBefore.extent(0));
  Kokkos::parallel_for("Chronos::rowPtrOfAll", Policy(space, 0, std::int64_t(numBefore.extent(0))),
                       SpreadFunctor<DeviceType>{numBefore, rowPtr, ofAll});
  return ofAll;
}

#define CHRONOS_NONEMPTYROWS(SCALAR, DEVICE)                                                         \
  template NonEmptyRows<SCALAR, DEVICE> nonEmptyRows<SCALAR, DEVICE>(const DEVICE::execution_space&, \
                                                                     const CsrMatrix<SCALAR, DEVICE>&);
#define CHRONOS_NONEMPTYROWS_ALL(DEVICE)                                                                             \
  CHRONOS_NONEMPTYROWS(double, DEVICE)                                                                               \
  CHRONOS_NONEMPTYROWS(float, DEVICE)                                                                                \
  template Kokkos::View<const Offset*, DEVICE> rowPtrOfAll<DEVICE>(const DEVICE::execution_space&,                   \
                                                                   const Kokkos::View<const LocalOrdinal*, DEVICE>&, \
                                                                   const Kokkos::View<const Offset*, DEVICE>&);
CHRONOS_FOR_EACH_DEVICE(CHRONOS_NONEMPTYROWS_ALL)

}  // namespace Chronos
