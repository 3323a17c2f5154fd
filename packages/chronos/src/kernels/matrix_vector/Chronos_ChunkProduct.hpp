// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_CHUNKPRODUCT_HPP
#define CHRONOS_CHUNKPRODUCT_HPP

#include "Chronos_DynamicFor.hpp"
#include "Chronos_ProductResults.hpp"
#include "Chronos_SparseProduct.hpp"

namespace Chronos {

// How far ahead a host thread asks for entries: a kilobyte of values, about the time that memory takes to answer.
constexpr int entriesAhead = 128;

/// Rows whose summands of a scalar product a host thread adds up; chunks of many short rows begin with a multiple of
/// it, so that sums do not depend on the number of threads.
constexpr LocalOrdinal rowsOfDot = 64;
// From so many rows on chunks that end where groups of those do are even enough.
constexpr LocalOrdinal fewestRowsOfDots = 64 * rowsOfDot;
// Of a row on average: beyond it vectors are next to nothing beside the matrix.
constexpr Offset mostEntriesOfDots = 32;

/// Whether chunks of a matrix of such a size begin with a multiple of rowsOfDot.
inline bool areChunksForDots(LocalOrdinal numRows, Offset numEntries) {
  return numRows >= fewestRowsOfDots && numEntries <= mostEntriesOfDots * static_cast<Offset>(numRows);
}

/// Whether threads take chunks of rows, one row after the other.
template <class DeviceType>
bool areChunksOfRows(const ProductPlan<DeviceType>& plan) {
  const bool isChunks = plan.kind == ProductKind::chunks || plan.kind == ProductKind::raggedChunks;
  return isChunks && !plan.nodes.exists();
}

template <class DeviceType, class Functor>
void forChunks(const char* label, const typename DeviceType::execution_space& space,
               const ProductPlan<DeviceType>& plan, const Functor& functor) {
  dynamicFor(label, space, static_cast<int>(plan.firstRow.extent(0)) - 1, 1, functor);
}

KOKKOS_INLINE_FUNCTION bool endsDot(LocalOrdinal row, LocalOrdinal numRows) {
  return (row + 1) % rowsOfDot == 0 || row + 1 == numRows;
}

// Asks for what a host thread will read soon: its own prefetching ends at every page.
template <class T>
KOKKOS_INLINE_FUNCTION void prefetch(const T* address) {
#if defined(__GNUC__) && !defined(__CUDA_ARCH__)
  __builtin_prefetch(address);
#else
  (void)address;
#endif
}

// Sums of rows on a host. Four independent ones per row let the processor overlap additions; their order is fixed.
template <class MatrixScalar, class VectorScalar, bool hasHalo>
struct RowSum {
  static constexpr int lanes = 4;
  const VectorScalar* xs;
  LocalOrdinal numOwned;
  VectorScalar ones[2 * lanes] = {1, 1, 1, 1, 0, 0, 0, 0};

  KOKKOS_INLINE_FUNCTION VectorScalar term(LocalOrdinal col, MatrixScalar value) const {
    return hasHalo && col >= numOwned ? VectorScalar(0) : static_cast<VectorScalar>(value) * xs[col];
  }

  KOKKOS_INLINE_FUNCTION void group(const LocalOrdinal* cols, const MatrixScalar* vals, VectorScalar* sums) const {
    prefetch(cols + entriesAhead);
    prefetch(vals + entriesAhead);
    for (int lane = 0; lane < lanes; ++lane) sums[lane] += term(cols[lane], vals[lane]);
  }

  KOKKOS_INLINE_FUNCTION static VectorScalar total(const VectorScalar* sums) {
    return (sums[0] + sums[2]) + (sums[1] + sums[3]);
  }

  KOKKOS_INLINE_FUNCTION VectorScalar steady(const LocalOrdinal* cols, const MatrixScalar* vals, int length) const {
    VectorScalar sums[lanes] = {};
    int entry = 0;
    for (; entry + lanes <= length; entry += lanes) group(cols + entry, vals + entry, sums);
    VectorScalar sum = total(sums);
    for (; entry < length; ++entry) sum += term(cols[entry], vals[entry]);
    return sum;
  }

  // The last products are four whatever the length; those that belong to the rows behind count nothing.
  KOKKOS_INLINE_FUNCTION VectorScalar ragged(const LocalOrdinal* cols, const MatrixScalar* vals, int length) const {
    VectorScalar sums[lanes] = {};
    for (; length > lanes; length -= lanes, cols += lanes, vals += lanes) group(cols, vals, sums);
    prefetch(cols + entriesAhead);
    prefetch(vals + entriesAhead);
    const VectorScalar* count = ones + lanes - length;
    for (int lane = 0; lane < lanes; ++lane) sums[lane] += count[lane] * term(cols[lane], vals[lane]);
    return total(sums);
  }
};

/// A chunk of consecutive rows: what a host thread takes.
template <class MatrixScalar, class VectorScalar, class DeviceType, class Result, bool hasHalo, bool isRagged>
struct ChunkProductFunctor {
  using Sum = RowSum<MatrixScalar, VectorScalar, hasHalo>;
  CsrMatrix<MatrixScalar, DeviceType> A;
  Kokkos::View<const LocalOrdinal*, DeviceType> firstRow;
  Kokkos::View<const unsigned char*, DeviceType> lengths;
  Kokkos::View<const VectorScalar*, DeviceType> x;
  Result result;

  KOKKOS_INLINE_FUNCTION void operator()(int chunk) const {
    if (lengths.extent(0) > 0) rows<true>(firstRow(chunk), firstRow(chunk + 1));
    else rows<false>(firstRow(chunk), firstRow(chunk + 1));
  }

  template <bool hasLengths>
  KOKKOS_INLINE_FUNCTION void rows(LocalOrdinal begin, LocalOrdinal end) const {
    const Sum sum{x.data(), static_cast<LocalOrdinal>(x.extent(0))};
    const Offset* rowPtr = A.rowPtr.data();
    const Offset numEntries = A.colInd.extent(0);
    Offset entry = rowPtr[begin];
    double summand = 0;
    for (LocalOrdinal row = begin; row < end; ++row) {
      const int length = hasLengths ? int(lengths(row)) : static_cast<int>(rowPtr[row + 1] - rowPtr[row]);
      const LocalOrdinal* cols = A.colInd.data() + entry;
      const MatrixScalar* vals = A.values.data() + entry;
      entry += length;
      const bool readsOn = isRagged && entry + Sum::lanes <= numEntries;
      const VectorScalar ofRow = readsOn ? sum.ragged(cols, vals, length) : sum.steady(cols, vals, length);
      if constexpr (hasPartials<Result>) {
        summand += result.store(row, ofRow);
        if (!endsDot(row, A.numRows)) continue;
        result.partials[row / rowsOfDot] = summand;
        summand = 0;
      } else {
        result.store(row, ofRow);
      }
    }
  }
};

}  // namespace Chronos

#endif
