// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_MultipassRows.hpp"

namespace Chronos {
namespace {

template <class Scalar, class DeviceType>
struct PassRows {
  CsrMatrix<Scalar, DeviceType> A;
  Kokkos::View<const char*, DeviceType> strong, types, done;

  KOKKOS_INLINE_FUNCTION bool isUsed(Offset entry) const {
    return strong(entry) != 0 && done(A.colInd(entry)) != 0;
  }

  // Number of entries of row i and, where it is new in this pass, the factor of A's entries.
  KOKKOS_INLINE_FUNCTION int length(LocalOrdinal i, Scalar& factor) const {
    factor = 0;
    if (done(i) != 0) return 1;
    if (types(i) != 0) return 0;
    Scalar diagonal = 0, all = 0, used = 0;
    int numUsed = 0;
    for (Offset entry = A.rowPtr(i); entry < A.rowPtr(i + 1); ++entry) {
      if (A.colInd(entry) == i) {
        diagonal = A.values(entry);
        continue;
      }
      all += A.values(entry);
      if (!isUsed(entry)) continue;
      used += A.values(entry);
      ++numUsed;
    }
    if (used == 0 || diagonal == 0) return 0;
    factor = -all / used / diagonal;
    return numUsed;
  }
};

template <class Scalar, class DeviceType>
struct CountPassFunctor {
  PassRows<Scalar, DeviceType> rows;
  Kokkos::View<Offset*, DeviceType> rowPtr;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, Offset& sum, bool final) const {
    Scalar factor;
    sum += static_cast<Offset>(rows.length(static_cast<LocalOrdinal>(i), factor));
    if (final) rowPtr(i + 1) = sum;
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
    Scalar factor;
    if (rows.length(i, factor) == 0) return;
    Offset next = rowPtr(i);
    if (rows.done(i) != 0) {
      colInd(next) = i;
      values(next) = Scalar(1);
      return;
    }
    for (Offset entry = rows.A.rowPtr(i); entry < rows.A.rowPtr(i + 1); ++entry) {
      if (!rows.isUsed(entry)) continue;
      colInd(next) = rows.A.colInd(entry);
      values(next++) = factor * rows.A.values(entry);
    }
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
  const Kokkos::View<Offset*, DeviceType> rowPtr("Chronos::pass row pointers", A.numRows + 1);
  Offset numEntries = 0;
  if (A.numRows > 0)
    Kokkos::parallel_scan("Chronos::multipassRows::count", Policy(space, 0, A.numRows),
                          CountPassFunctor<Scalar, DeviceType>{rows, rowPtr}, numEntries);
  const auto colInd = allocate<Kokkos::View<LocalOrdinal*, DeviceType>>("Chronos::pass columns", numEntries);
  const auto values = allocate<Kokkos::View<Scalar*, DeviceType>>("Chronos::pass values", numEntries);
  Kokkos::parallel_for("Chronos::multipassRows::fill", Policy(space, 0, A.numRows),
                       FillPassFunctor<Scalar, DeviceType>{rows, rowPtr, colInd, values});
  return {A.numRows, A.numCols, rowPtr, colInd, values};
}

#define CHRONOS_MULTIPASSROWS(SCALAR, DEVICE)                                             \
  template CsrMatrix<SCALAR, DEVICE> multipassRows(                                       \
      const DEVICE::execution_space&, const CsrMatrix<SCALAR, DEVICE>&,                   \
      const Kokkos::View<const char*, DEVICE>&, const Kokkos::View<const char*, DEVICE>&, \
      const Kokkos::View<const char*, DEVICE>&);
#define CHRONOS_MULTIPASSROWS_ALL(DEVICE) \
  CHRONOS_MULTIPASSROWS(double, DEVICE)   \
  CHRONOS_MULTIPASSROWS(float, DEVICE)
CHRONOS_FOR_EACH_DEVICE(CHRONOS_MULTIPASSROWS_ALL)

}  // namespace Chronos
