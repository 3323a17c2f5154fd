// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_MultipassRows.hpp"

#include "Chronos_RowLengths.hpp"

namespace Chronos {
namespace {

template <class Scalar, class DeviceType>
struct PassRows {
  CsrMatrix<Scalar, DeviceType> A;
  Kokkos::View<const char*, DeviceType> strong, types, done;

  KOKKOS_INLINE_FUNCTION bool isUsed(Offset entry) const { return strong(entry) != 0 && done(A.colInd(entry)) != 0; }

  // Number of entries of row i, unless a sum that divides turns out to be zero.
  KOKKOS_INLINE_FUNCTION int length(LocalOrdinal i) const {
    if (done(i) != 0) return 1;
    if (types(i) != 0) return 0;
    Scalar diagonal = 0, used = 0;
    int numUsed = 0;
    for (Offset entry = A.rowPtr(i); entry < A.rowPtr(i + 1); ++entry) {
      if (A.colInd(entry) == i) {
        diagonal = A.values(entry);
      } else if (isUsed(entry)) {
        used += A.values(entry);
        ++numUsed;
      }
    }
    return used == 0 || diagonal == 0 ? 0 : numUsed;
  }
};

template <class Scalar, class DeviceType>
struct CountPassFunctor {
  PassRows<Scalar, DeviceType> rows;
  Kokkos::View<Offset*, DeviceType> rowPtr;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const {
    rowPtr(i + 1) = static_cast<Offset>(rows.length(static_cast<LocalOrdinal>(i)));
  }
};

template <class Scalar, class DeviceType>
struct FillPassFunctor {
  PassRows<Scalar, DeviceType> rows;
  Kokkos::View<const Offset*, DeviceType> rowPtr;
  Kokkos::View<LocalOrdinal*, DeviceType> colInd;
  Kokkos::View<Scalar*, DeviceType> values;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item) const {
    const LocalOrdinal i = static_cast<LocalOrdinal>(item);
    const Offset begin = rowPtr(i);
    if (begin == rowPtr(i + 1)) return;
    if (rows.done(i) != 0) {
      colInd(begin) = i;
      values(begin) = Scalar(1);
      return;
    }
    Scalar diagonal = 0, all = 0, used = 0;
    Offset next = begin;
    for (Offset entry = rows.A.rowPtr(i); entry < rows.A.rowPtr(i + 1); ++entry) {
      const Scalar value = rows.A.values(entry);
      if (rows.A.colInd(entry) == i) {
        diagonal = value;
        continue;
      }
      all += value;
      if (!rows.isUsed(entry)) continue;
      used += value;
      colInd(next) = rows.A.colInd(entry);
      values(next++) = value;
    }
    const Scalar factor = -all / used / diagonal;
    for (Offset entry = begin; entry < next; ++entry) values(entry) *= factor;
  }
};

}  // namespace

template <class Scalar, class DeviceType>
CsrMatrix<Scalar, DeviceType> multipassRows(const typename DeviceType::execution_space& space,
                                            const CsrMatrix<Scalar, DeviceType>& A,
                                            const Kokkos::View<const char*, DeviceType>& strong,
                                            const Kokkos::View<const char*, DeviceType>& types,
                                            const Kokkos::View<const char*, DeviceType>& done) {
  using Policy = Kokkos::RangePolicy<typename DeviceType::execution_space, Kokkos::IndexType<std::int64_t>>;
  const PassRows<Scalar, DeviceType> rows{A, strong, types, done};
  const auto rowPtr = allocateZeros<Kokkos::View<Offset*, DeviceType>>("Chronos::pass row pointers", A.numRows + 1);
  // Not counted within the scan, which calls twice on a GPU.
  Kokkos::parallel_for("Chronos::multipassRows::count", Policy(space, 0, A.numRows),
                       CountPassFunctor<Scalar, DeviceType>{rows, rowPtr});
  const Offset numEntries = sumLengths<DeviceType>(space, rowPtr, A.numRows);
  const auto colInd = allocate<Kokkos::View<LocalOrdinal*, DeviceType>>("Chronos::pass columns", numEntries);
  const auto values = allocate<Kokkos::View<Scalar*, DeviceType>>("Chronos::pass values", numEntries);
  Kokkos::parallel_for("Chronos::multipassRows::fill", Policy(space, 0, A.numRows),
                       FillPassFunctor<Scalar, DeviceType>{rows, rowPtr, colInd, values});
  return {A.numRows, A.numCols, rowPtr, colInd, values};
}

#define CHRONOS_MULTIPASSROWS(SCALAR, DEVICE)                                                                     \
  template CsrMatrix<SCALAR, DEVICE> multipassRows(                                                               \
      const DEVICE::execution_space&, const CsrMatrix<SCALAR, DEVICE>&, const Kokkos::View<const char*, DEVICE>&, \
      const Kokkos::View<const char*, DEVICE>&, const Kokkos::View<const char*, DEVICE>&);
#define CHRONOS_MULTIPASSROWS_ALL(DEVICE) \
  CHRONOS_MULTIPASSROWS(double, DEVICE)   \
  CHRONOS_MULTIPASSROWS(float, DEVICE)
CHRONOS_FOR_EACH_DEVICE(CHRONOS_MULTIPASSROWS_ALL)

}  // namespace Chronos
