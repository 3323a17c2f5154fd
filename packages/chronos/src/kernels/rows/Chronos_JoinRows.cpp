// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_JoinRows.hpp"

#include "Chronos_RowLengths.hpp"
#include "Chronos_RunsOnHost.hpp"
#include "Chronos_SortRows.hpp"

namespace Chronos {
namespace {

template <class DeviceType>
using Policy = Kokkos::RangePolicy<typename DeviceType::execution_space, Kokkos::IndexType<std::int64_t>>;

constexpr int lanesOfRow = 32;

template <class SourceScalar, class DeviceType>
struct CountKeptFunctor {
  SourceRows<SourceScalar, DeviceType> source;
  Kokkos::View<Offset*, DeviceType> rowPtr;  // length of row r at r + 1

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row) const {
    Offset length = 0;
    for (Offset entry = source.rowPtr(row); entry < source.rowPtr(row + 1); ++entry)
      if (source.column(entry) >= 0) ++length;
    rowPtr(source.targetRow(row) + 1) = length;
  }
};

template <class SourceScalar, class Scalar, class DeviceType>
struct FillKeptFunctor {
  SourceRows<SourceScalar, DeviceType> source;
  Kokkos::View<const Offset*, DeviceType> rowPtr;
  Kokkos::View<LocalOrdinal*, DeviceType> colInd;
  Kokkos::View<Scalar*, DeviceType> values;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row) const {
    Offset next = rowPtr(source.targetRow(row));
    for (Offset entry = source.rowPtr(row); entry < source.rowPtr(row + 1); ++entry) {
      const LocalOrdinal col = source.column(entry);
      if (col < 0) continue;
      colInd(next) = col;
      values(next++) = static_cast<Scalar>(source.values(entry));
    }
  }
};

// The same by the lanes of a warp, which read and write neighbouring entries. Range: 32 for each row.
template <class SourceScalar, class Scalar, class DeviceType>
struct FillByLanesFunctor {
  SourceRows<SourceScalar, DeviceType> source;
  Kokkos::View<const Offset*, DeviceType> rowPtr;
  Kokkos::View<LocalOrdinal*, DeviceType> colInd;
  Kokkos::View<Scalar*, DeviceType> values;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item) const {
#ifdef __CUDA_ARCH__
    const std::int64_t row = item / lanesOfRow;
    const int lane = static_cast<int>(item % lanesOfRow);
    const Offset end = source.rowPtr(row + 1);
    Offset next = rowPtr(source.targetRow(row));
    for (Offset first = source.rowPtr(row); first < end; first += lanesOfRow) {
      const Offset entry = first + lane;
      const LocalOrdinal col = entry < end ? source.column(entry) : -1;
      const unsigned kept = __ballot_sync(0xffffffffu, col >= 0);
      if (col >= 0) {
        const Offset place = next + __popc(kept & ((1u << lane) - 1u));
        colInd(place) = col;
        values(place) = static_cast<Scalar>(source.values(entry));
      }
      next += __popc(kept);
    }
#else
    (void)item;
#endif
  }
};

template <class SourceScalar, class DeviceType>
void countKept(const typename DeviceType::execution_space& space, const SourceRows<SourceScalar, DeviceType>& source,
               const Kokkos::View<Offset*, DeviceType>& rowPtr) {
  Kokkos::parallel_for("Chronos::joinRows::count",
                       Policy<DeviceType>(space, 0, static_cast<std::int64_t>(source.targetRow.extent(0))),
                       CountKeptFunctor<SourceScalar, DeviceType>{source, rowPtr});
}

template <class SourceScalar, class Scalar, class DeviceType>
void fillKept(const typename DeviceType::execution_space& space, const SourceRows<SourceScalar, DeviceType>& source,
              const Kokkos::View<Offset*, DeviceType>& rowPtr, const Kokkos::View<LocalOrdinal*, DeviceType>& colInd,
              const Kokkos::View<Scalar*, DeviceType>& values) {
  const auto numRows = static_cast<std::int64_t>(source.targetRow.extent(0));
  if constexpr (runsOnHost<DeviceType>) {
    Kokkos::parallel_for("Chronos::joinRows::fill", Policy<DeviceType>(space, 0, numRows),
                         FillKeptFunctor<SourceScalar, Scalar, DeviceType>{source, rowPtr, colInd, values});
  } else {
    Kokkos::parallel_for("Chronos::joinRows::fill", Policy<DeviceType>(space, 0, numRows * lanesOfRow),
                         FillByLanesFunctor<SourceScalar, Scalar, DeviceType>{source, rowPtr, colInd, values});
  }
}

}  // namespace

template <class FirstScalar, class Scalar, class DeviceType>
CsrMatrix<Scalar, DeviceType> joinRows(const typename DeviceType::execution_space& space, LocalOrdinal numRows,
                                       const SourceRows<FirstScalar, DeviceType>& first,
                                       const SourceRows<Scalar, DeviceType>& second) {
  const auto rowPtr = allocateZeros<Kokkos::View<Offset*, DeviceType>>("Chronos::joined row pointers", numRows + 1);
  countKept(space, first, rowPtr);
  countKept(space, second, rowPtr);
  const Offset numEntries = sumLengths<DeviceType>(space, rowPtr, numRows);
  const auto colInd = allocate<Kokkos::View<LocalOrdinal*, DeviceType>>("Chronos::joined columns", numEntries);
  const auto values = allocate<Kokkos::View<Scalar*, DeviceType>>("Chronos::joined values", numEntries);
  fillKept(space, first, rowPtr, colInd, values);
  fillKept(space, second, rowPtr, colInd, values);
  sortRows<LocalOrdinal, Scalar, DeviceType>(space, rowPtr, colInd, values);
  return {numRows, numRows, rowPtr, colInd, values};
}

#define CHRONOS_JOINROWS(FIRST, SCALAR, DEVICE)                                             \
  template CsrMatrix<SCALAR, DEVICE> joinRows(const DEVICE::execution_space&, LocalOrdinal, \
                                              const SourceRows<FIRST, DEVICE>&, const SourceRows<SCALAR, DEVICE>&);
#define CHRONOS_JOINROWS_ALL(DEVICE)       \
  CHRONOS_JOINROWS(double, double, DEVICE) \
  CHRONOS_JOINROWS(double, float, DEVICE)
CHRONOS_FOR_EACH_DEVICE(CHRONOS_JOINROWS_ALL)

}  // namespace Chronos
