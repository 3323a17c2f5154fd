// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_LocalTranspose.hpp"

#include "Chronos_EntryChunks.hpp"
#include "Chronos_HostTranspose.hpp"
#include "Chronos_SortRows.hpp"

namespace Chronos {
namespace {

template <class DeviceType>
struct CountColumnsFunctor {
  Kokkos::View<const LocalOrdinal*, DeviceType> colInd;
  Kokkos::View<LocalOrdinal*, DeviceType> counts;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t entry) const {
    Kokkos::atomic_fetch_add(&counts(colInd(entry)), LocalOrdinal(1));
  }
};

// Leaves the counts at zero: the fill counts again.
template <class DeviceType>
struct TransposedRowPtrFunctor {
  Kokkos::View<LocalOrdinal*, DeviceType> counts;
  Kokkos::View<Offset*, DeviceType> rowPtr;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t col, Offset& numEntries, bool final) const {
    numEntries += static_cast<Offset>(counts(col));
    if (!final) return;
    rowPtr(col + 1) = numEntries;
    counts(col) = 0;
  }
};

template <class Scalar, class DeviceType>
struct FillTransposeFunctor {
  CsrMatrix<Scalar, DeviceType> A;
  EntryChunks chunks;
  Kokkos::View<const Offset*, DeviceType> rowPtr;
  Kokkos::View<LocalOrdinal*, DeviceType> filled;
  Kokkos::View<LocalOrdinal*, DeviceType> colInd;
  Kokkos::View<Scalar*, DeviceType> values;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t chunk) const {
    const Offset end = chunks.end(chunk);
    LocalOrdinal row = rowOfEntry(A.rowPtr, A.numRows, chunks.begin(chunk));
    for (Offset entry = chunks.begin(chunk); entry < end; ++entry) {
      while (entry >= A.rowPtr(row + 1)) ++row;
      const LocalOrdinal col = A.colInd(entry);
      const Offset target = rowPtr(col) + static_cast<Offset>(Kokkos::atomic_fetch_add(&filled(col), LocalOrdinal(1)));
      colInd(target) = row;
      values(target) = A.values(entry);
    }
  }
};

}  // namespace

template <class Scalar, class DeviceType>
CsrMatrix<Scalar, DeviceType> transposeLocal(const typename DeviceType::execution_space& space,
                                             const CsrMatrix<Scalar, DeviceType>& A) {
  using Policy = Kokkos::RangePolicy<typename DeviceType::execution_space, Kokkos::IndexType<std::int64_t>>;
  if constexpr (runsOnHost<DeviceType>) {
    const HostTranspose<Scalar, DeviceType> byPieces(space, A);
    if (byPieces.fits()) return byPieces.transpose();
  }
  const std::int64_t numEntries = static_cast<std::int64_t>(A.numEntries());
  const auto counts = allocateZeros<Kokkos::View<LocalOrdinal*, DeviceType>>("Chronos::entries of columns", A.numCols);
  const auto rowPtr =
      allocateZeros<Kokkos::View<Offset*, DeviceType>>("Chronos::transposed row pointers", A.numCols + 1);
  const auto colInd = allocate<Kokkos::View<LocalOrdinal*, DeviceType>>("Chronos::transposed columns", numEntries);
  const auto values = allocate<Kokkos::View<Scalar*, DeviceType>>("Chronos::transposed values", numEntries);
  Kokkos::parallel_for("Chronos::transposeLocal::count", Policy(space, 0, numEntries),
                       CountColumnsFunctor<DeviceType>{A.colInd, counts});
  Kokkos::parallel_scan("Chronos::transposeLocal::rowPtr", Policy(space, 0, A.numCols),
                        TransposedRowPtrFunctor<DeviceType>{counts, rowPtr});
  const EntryChunks chunks = dealEntries<DeviceType>(space, A.numEntries());
  Kokkos::parallel_for("Chronos::transposeLocal::fill", Policy(space, 0, chunks.numChunks()),
                       FillTransposeFunctor<Scalar, DeviceType>{A, chunks, rowPtr, counts, colInd, values});
  if (space.concurrency() > 1) sortRows<LocalOrdinal, Scalar, DeviceType>(space, rowPtr, colInd, values);
  return {A.numCols, A.numRows, rowPtr, colInd, values};
}

#define CHRONOS_TRANSPOSE(SCALAR, DEVICE) \
  template CsrMatrix<SCALAR, DEVICE> transposeLocal(const DEVICE::execution_space&, const CsrMatrix<SCALAR, DEVICE>&);
#define CHRONOS_TRANSPOSE_ALL(DEVICE) \
  CHRONOS_TRANSPOSE(double, DEVICE)   \
  CHRONOS_TRANSPOSE(float, DEVICE)
CHRONOS_FOR_EACH_DEVICE(CHRONOS_TRANSPOSE_ALL)

}  // namespace Chronos
