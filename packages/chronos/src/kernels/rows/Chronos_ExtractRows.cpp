// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_ExtractRows.hpp"

#include "Chronos_EntryChunks.hpp"
#include "Chronos_ScanTotal.hpp"

namespace Chronos {
namespace {

template <class DeviceType>
struct ExtractedRowPtrFunctor {
  Kokkos::View<const Offset*, DeviceType> rowPtr;
  Kokkos::View<const LocalOrdinal*, DeviceType> rows;
  Kokkos::View<Offset*, DeviceType> extractedRowPtr;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, Offset& numEntries, bool final) const {
    numEntries += rowPtr(rows(i) + 1) - rowPtr(rows(i));
    if (final) extractedRowPtr(i + 1) = numEntries;
  }
};

template <class Scalar, class DeviceType>
struct ExtractEntriesFunctor {
  CsrMatrix<Scalar, DeviceType> A;
  Kokkos::View<const LocalOrdinal*, DeviceType> rows;
  EntryChunks chunks;
  Kokkos::View<const Offset*, DeviceType> rowPtr;
  Kokkos::View<LocalOrdinal*, DeviceType> colInd;
  Kokkos::View<Scalar*, DeviceType> values;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t chunk) const {
    const Offset end = chunks.end(chunk);
    LocalOrdinal row = rowOfEntry(rowPtr, static_cast<LocalOrdinal>(rows.extent(0)), chunks.begin(chunk));
    for (Offset entry = chunks.begin(chunk); entry < end; ++entry) {
      while (entry >= rowPtr(row + 1)) ++row;
      const Offset source = A.rowPtr(rows(row)) + (entry - rowPtr(row));
      colInd(entry) = A.colInd(source);
      values(entry) = A.values(source);
    }
  }
};

}  // namespace

template <class Scalar, class DeviceType>
CsrMatrix<Scalar, DeviceType> extractRows(const typename DeviceType::execution_space& space,
                                          const CsrMatrix<Scalar, DeviceType>& A,
                                          const Kokkos::View<const LocalOrdinal*, DeviceType>& rows) {
  using Policy = Kokkos::RangePolicy<typename DeviceType::execution_space, Kokkos::IndexType<std::int64_t>>;
  const std::int64_t numRows = static_cast<std::int64_t>(rows.extent(0));
  const auto rowPtr = allocateZeros<Kokkos::View<Offset*, DeviceType>>("Chronos::extracted row pointers", numRows + 1);
  Offset numEntries = 0;
  if (numRows > 0)
    scanTotal("Chronos::extractRows::rowPtr", Policy(space, 0, numRows),
              ExtractedRowPtrFunctor<DeviceType>{A.rowPtr, rows, rowPtr}, numEntries);
  const auto colInd = allocate<Kokkos::View<LocalOrdinal*, DeviceType>>("Chronos::extracted columns", numEntries);
  const auto values = allocate<Kokkos::View<Scalar*, DeviceType>>("Chronos::extracted values", numEntries);
  const EntryChunks chunks = dealEntries<DeviceType>(space, numEntries);
  Kokkos::parallel_for("Chronos::extractRows::fill", Policy(space, 0, chunks.numChunks()),
                       ExtractEntriesFunctor<Scalar, DeviceType>{A, rows, chunks, rowPtr, colInd, values});
  return {static_cast<LocalOrdinal>(numRows), A.numCols, rowPtr, colInd, values};
}

#define CHRONOS_EXTRACTROWS(SCALAR, DEVICE)                                                                        \
  template CsrMatrix<SCALAR, DEVICE> extractRows(const DEVICE::execution_space&, const CsrMatrix<SCALAR, DEVICE>&, \
                                                 const Kokkos::View<const LocalOrdinal*, DEVICE>&);
#define CHRONOS_EXTRACTROWS_ALL(DEVICE) \
  CHRONOS_EXTRACTROWS(double, DEVICE)   \
  CHRONOS_EXTRACTROWS(float, DEVICE)
CHRONOS_FOR_EACH_DEVICE(CHRONOS_EXTRACTROWS_ALL)

}  // namespace Chronos
