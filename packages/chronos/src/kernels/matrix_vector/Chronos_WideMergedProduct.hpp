// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_WIDEMERGEDPRODUCT_HPP
#define CHRONOS_WIDEMERGEDPRODUCT_HPP

#include "Chronos_LaneGroup.hpp"
#include "Chronos_MergedRows.hpp"
#include "Chronos_WideLanes.hpp"

namespace Chronos {

/// \file
/// Products of a matrix that has MergedRows with 2, 4 or 8 vectors: a row of the vectors is read once for those of
/// three rows that need it. A number that is not finite spoils its column in rows beside those that it belongs to.

/// The same address, of which a compiler does not know what it was made of: it adds an index in one instruction in
/// place of four.
template <class T>
KOKKOS_INLINE_FUNCTION const T* asOneAddress(const T* address) {
#ifdef __CUDA_ARCH__
  asm volatile("" : "+l"(address));
#endif
  return address;
}

/// The value where the mask is -1, and 0 where that is 0: without a condition, of which a GPU holds seven.
KOKKOS_INLINE_FUNCTION double masked(double value, int mask) {
#ifdef __CUDA_ARCH__
  return __hiloint2double(__double2hiint(value) & mask, __double2loint(value) & mask);
#else
  return mask == 0 ? 0 : value;
#endif
}

KOKKOS_INLINE_FUNCTION float masked(float value, int mask) {
#ifdef __CUDA_ARCH__
  return __int_as_float(__float_as_int(value) & mask);
#else
  return mask == 0 ? 0 : value;
#endif
}

/// `walkers` times `width / columnsOfLane` lanes, 2^shift in all, a node; each takes every `walkers`-th merged entry.
/// A matrix has no row that is cut into segments.
template <class MatrixScalar, class DeviceType, class Result, int width>
struct WideMergedFunctor {
  using Entry = typename MergedRows<DeviceType>::Entry;
  static constexpr std::uint32_t nowhere = ~std::uint32_t(0);  // absent in each row
  static constexpr int inFlight = 4;  // merged entries that a lane loads before it uses the first

  CsrMatrix<MatrixScalar, DeviceType> A;
  MergedRows<DeviceType> merged;
  LocalOrdinal numOwned;
  int walkers, shift;
  const double* x;
  Result result;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item) const {
    const WideLane<width> lane(item, shift);
    const LocalOrdinal node = lane.group;
    const bool isMine = node < A.numRows / nodeSize;
    Pair sums[nodeSize] = {};
    if (isMine && numOwned > 0) walk(node, lane.walker, asOneAddress(x + lane.column), sums);
    for (int r = 0; r < nodeSize; ++r) {
      const Pair sum = sumOfWalkers<width>(sums[r], 1 << shift);
      const LocalOrdinal row = node * nodeSize + r;
      if (isMine && lane.walker == r % walkers) result.store(row, std::int64_t(row) * width + lane.column, sum);
    }
  }

  KOKKOS_INLINE_FUNCTION static Entry load(const Entry* entry) {
#ifdef __CUDA_ARCH__
    const int2 both = __ldg(reinterpret_cast<const int2*>(entry));
    return {both.x, static_cast<std::uint32_t>(both.y)};
#else
    return *entry;
#endif
  }

  // The walker's next merged entries of those from `first` on; those behind the last count as of no row.
  KOKKOS_INLINE_FUNCTION void load(const Entry* entries, int first, int count, Entry (&entry)[inFlight]) const {
    for (int i = 0; i < inFlight; ++i) {
      const int at = first + i * walkers;
      entry[i] = load(entries + (at < count ? at : 0));
      if (at >= count) entry[i].places = nowhere;
    }
  }

  // Loads and additions are unconditional, what is not there counts as zero: loads that depend on a condition, or whose
  // use does, wait for each other.
  KOKKOS_INLINE_FUNCTION void walk(LocalOrdinal node, int walker, const double* xs, Pair* sums) const {
    const Offset begin = loadReadOnly(merged.firstEntry.data() + node);
    const int count = static_cast<int>(loadReadOnly(merged.firstEntry.data() + node + 1) - begin);
    if (count == 0) return;
    const Entry* entries = asOneAddress(merged.entries.data() + begin);
    const MatrixScalar* values[nodeSize];
    const Offset last = static_cast<Offset>(A.numEntries()) - 1;
    for (int r = 0; r < nodeSize; ++r) {
      // Of an empty row at the end the last entry is loaded for nothing.
      const Offset first = loadReadOnly(A.rowPtr.data() + std::int64_t(node) * nodeSize + r);
      values[r] = asOneAddress(A.values.data() + (first < last ? first : last));
    }
    Entry next[inFlight];
    load(entries, walker, count, next);
    for (int first = walker; first < count; first += walkers * inFlight) {
      Pair factors[inFlight];
      MatrixScalar value[inFlight][nodeSize];
      int masks[inFlight][nodeSize];
      for (int i = 0; i < inFlight; ++i) {
        if (next[i].column >= numOwned) next[i] = {0, nowhere};
        factors[i] = loadPair(xs + std::int64_t(next[i].column) * width);
        for (int r = 0; r < nodeSize; ++r) {
          const int place = next[i].placeIn(r);
          masks[i][r] = (place - MergedRows<DeviceType>::absent) >> 31;
          value[i][r] = loadReadOnly(values[r] + (place & masks[i][r]));
        }
      }
      load(entries, first + walkers * inFlight, count, next);
      for (int i = 0; i < inFlight; ++i)
        for (int r = 0; r < nodeSize; ++r)
          addMultiple(static_cast<double>(masked(value[i][r], masks[i][r])), factors[i], sums[r]);
    }
  }
};

}  // namespace Chronos

#endif
