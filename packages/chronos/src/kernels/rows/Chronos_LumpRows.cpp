// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_LumpRows.hpp"

#include "Chronos_ScanTotal.hpp"

namespace Chronos {
namespace {

template <class DeviceType>
using Range = Kokkos::RangePolicy<typename DeviceType::execution_space, Kokkos::IndexType<std::int64_t>>;

template <class DeviceType>
struct CountStayingFunctor {
  Kokkos::View<const Offset*, DeviceType> source;
  Kokkos::View<const LocalOrdinal*, DeviceType> colInd, diagonalColumn;
  Kokkos::View<const char*, DeviceType> stays;
  Kokkos::View<Offset*, DeviceType> rowPtr;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row, Offset& sum, bool final) const {
    for (Offset entry = source(row); entry < source(row + 1); ++entry)
      if (stays(entry) != 0 || colInd(entry) == diagonalColumn(row)) ++sum;
    if (final) rowPtr(row + 1) = sum;
  }
};

template <class Scalar, class DeviceType>
struct LumpFunctor {
  CsrMatrix<Scalar, DeviceType> A;
  Kokkos::View<const LocalOrdinal*, DeviceType> diagonalColumn;
  Kokkos::View<const char*, DeviceType> stays;
  Kokkos::View<const Offset*, DeviceType> rowPtr;
  Kokkos::View<LocalOrdinal*, DeviceType> colInd;
  Kokkos::View<Scalar*, DeviceType> values;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row) const {
    const LocalOrdinal diagonal = diagonalColumn(row);
    double lumped = 0;
    for (Offset entry = A.rowPtr(row); entry < A.rowPtr(row + 1); ++entry)
      if (stays(entry) == 0 && A.colInd(entry) != diagonal) lumped += static_cast<double>(A.values(entry));
    Offset next = rowPtr(row);
    for (Offset entry = A.rowPtr(row); entry < A.rowPtr(row + 1); ++entry) {
      const LocalOrdinal col = A.colInd(entry);
      if (stays(entry) == 0 && col != diagonal) continue;
      colInd(next) = col;
      values(next++) = static_cast<Scalar>(static_cast<double>(A.values(entry)) + (col == diagonal ? lumped : 0));
    }
  }
};

}  // namespace

template <class Scalar, class DeviceType>
CsrMatrix<Scalar, DeviceType> lumpRows(const typename DeviceType::execution_space& space,
                                       const CsrMatrix<Scalar, DeviceType>& A,
                                       const Kokkos::View<const LocalOrdinal*, DeviceType>& diagonalColumn,
                                       const Kokkos::View<const char*, DeviceType>& stays) {
  const auto rowPtr = allocateZeros<Kokkos::View<Offset*, DeviceType>>("Chronos::lumped row pointers", A.numRows + 1);
  const Range<DeviceType> rows(space, 0, A.numRows);
  Offset numEntries = 0;
  scanTotal("Chronos::lumpRows::count", rows,
            CountStayingFunctor<DeviceType>{A.rowPtr, A.colInd, diagonalColumn, stays, rowPtr}, numEntries);
  const auto colInd = allocate<Kokkos::View<LocalOrdinal*, DeviceType>>("Chronos::lumped columns", numEntries);
  const auto values = allocate<Kokkos::View<Scalar*, DeviceType>>("Chronos::lumped values", numEntries);
  Kokkos::parallel_for("Chronos::lumpRows::fill", rows,
                       LumpFunctor<Scalar, DeviceType>{A, diagonalColumn, stays, rowPtr, colInd, values});
  return {A.numRows, A.numCols, rowPtr, colInd, values};
}

#define CHRONOS_LUMPROWS(SCALAR, DEVICE)                                                                        \
  template CsrMatrix<SCALAR, DEVICE> lumpRows(const DEVICE::execution_space&, const CsrMatrix<SCALAR, DEVICE>&, \
                                              const Kokkos::View<const LocalOrdinal*, DEVICE>&,                 \
                                              const Kokkos::View<const char*, DEVICE>&);
#define CHRONOS_LUMPROWS_ALL(DEVICE) \
  CHRONOS_LUMPROWS(double, DEVICE)   \
  CHRONOS_LUMPROWS(float, DEVICE)
CHRONOS_FOR_EACH_DEVICE(CHRONOS_LUMPROWS_ALL)

}  // namespace Chronos
