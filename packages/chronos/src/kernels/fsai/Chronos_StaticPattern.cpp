// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_StaticPattern.hpp"

#include "Chronos_RowLengths.hpp"
#include "Chronos_ScanTotal.hpp"
#include "Chronos_SortRows.hpp"

#include <algorithm>
#include <cmath>

namespace Chronos {
namespace {

template <class DeviceType>
using Policy = Kokkos::RangePolicy<typename DeviceType::execution_space, Kokkos::IndexType<std::int64_t>>;

template <class DeviceType>
struct Pattern {
  Kokkos::View<Offset*, DeviceType> rowPtr;
  Kokkos::View<LocalOrdinal*, DeviceType> colInd;
};

template <class DeviceType>
struct DiagonalFunctor {
  CsrMatrix<double, DeviceType> A;
  Kokkos::View<double*, DeviceType> diagonal;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row) const {
    diagonal(row) = entryAt(A, static_cast<LocalOrdinal>(row), static_cast<LocalOrdinal>(row));
  }
};

// sqrt(a b), also where the product leaves the range of numbers.
KOKKOS_INLINE_FUNCTION double geometricMean(double a, double b) {
  using std::sqrt;
  const double product = a * b;
  return product > 1e-290 && product < 1e290 ? sqrt(product) : sqrt(a) * sqrt(b);
}

// The functors below are scans over rows: first they count, then (colInd given) they write.

// Entries of A that pass the threshold; the diagonal always does.
template <class DeviceType>
struct FilterFunctor {
  CsrMatrix<double, DeviceType> A;
  Kokkos::View<const double*, DeviceType> diagonal;
  double threshold;
  Pattern<DeviceType> pattern;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row, Offset& position, bool final) const {
    using std::abs;
    if (final) pattern.rowPtr(row) = position;
    for (Offset entry = A.rowPtr(row); entry < A.rowPtr(row + 1); ++entry) {
      const LocalOrdinal col = A.colInd(entry);
      if (col != row && !(abs(A.values(entry)) > threshold * geometricMean(diagonal(row), diagonal(col)))) continue;
      if (final && pattern.colInd.extent(0) > 0) pattern.colInd(position) = col;
      ++position;
    }
    if (final && row + 1 == A.numRows) pattern.rowPtr(row + 1) = position;
  }
};

template <class DeviceType>
struct UnitRowsFunctor {
  Kokkos::View<const LocalOrdinal*, DeviceType> ownedRows;
  std::int64_t first;
  Pattern<DeviceType> pattern;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const {
    pattern.rowPtr(i + 1) = i + 1;
    pattern.colInd(i) = ownedRows(first + i);
  }
};

// All columns of the filtered rows of all columns of a row, with repetitions.
template <class DeviceType>
struct ExpandFunctor {
  Pattern<DeviceType> input, filtered, output;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row, Offset& position, bool final) const {
    if (final) output.rowPtr(row) = position;
    for (Offset entry = input.rowPtr(row); entry < input.rowPtr(row + 1); ++entry) {
      const LocalOrdinal col = input.colInd(entry);
      for (Offset f = filtered.rowPtr(col); f < filtered.rowPtr(col + 1); ++f, ++position)
        if (final && output.colInd.extent(0) > 0) output.colInd(position) = filtered.colInd(f);
    }
    if (final && row + 2 == static_cast<std::int64_t>(output.rowPtr.extent(0))) output.rowPtr(row + 1) = position;
  }
};

// Sorted rows without repetitions; on the last power only what lies below the diagonal.
template <class DeviceType>
struct UniqueFunctor {
  Pattern<DeviceType> input;
  Kokkos::View<const LocalOrdinal*, DeviceType> ownedRows;
  std::int64_t first;
  bool lowerOnly;
  Pattern<DeviceType> output;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row, Offset& position, bool final) const {
    if (final) output.rowPtr(row) = position;
    LocalOrdinal previous = -1;
    for (Offset entry = input.rowPtr(row); entry < input.rowPtr(row + 1); ++entry) {
      const LocalOrdinal col = input.colInd(entry);
      if (col == previous) continue;
      previous = col;
      if (lowerOnly && col >= ownedRows(first + row)) break;
      if (final && output.colInd.extent(0) > 0) output.colInd(position) = col;
      ++position;
    }
    if (final && row + 2 == static_cast<std::int64_t>(output.rowPtr.extent(0))) output.rowPtr(row + 1) = position;
  }
};

// Runs a scan functor twice; `pattern` is the member that it fills.
template <class DeviceType, class Functor>
Pattern<DeviceType> countAndFill(const char* label, Functor functor, Pattern<DeviceType> Functor::*member,
                                 std::int64_t numRows) {
  Pattern<DeviceType>& pattern = functor.*member;
  pattern.rowPtr = allocateZeros<Kokkos::View<Offset*, DeviceType>>("Chronos::pattern row pointers", numRows + 1);
  Offset numEntries = 0;
  scanTotal(label, Policy<DeviceType>(0, numRows), functor, numEntries);
  pattern.colInd = allocate<Kokkos::View<LocalOrdinal*, DeviceType>>("Chronos::pattern columns", numEntries);
  scanTotal(label, Policy<DeviceType>(0, numRows), functor, numEntries);
  return pattern;
}

template <class DeviceType>
Pattern<DeviceType> powerOfRows(const Pattern<DeviceType>& filtered,
                                const Kokkos::View<const LocalOrdinal*, DeviceType>& ownedRows, std::int64_t first,
                                std::int64_t numRows, int power) {
  Pattern<DeviceType> rows;
  rows.rowPtr = allocateZeros<Kokkos::View<Offset*, DeviceType>>("Chronos::pattern row pointers", numRows + 1);
  rows.colInd = allocate<Kokkos::View<LocalOrdinal*, DeviceType>>("Chronos::pattern columns", numRows);
  Kokkos::parallel_for("Chronos::staticPattern::begin", Policy<DeviceType>(0, numRows),
                       UnitRowsFunctor<DeviceType>{ownedRows, first, rows});
  for (int k = 1; k <= power; ++k) {
    const auto expanded =
        countAndFill<DeviceType>("Chronos::staticPattern::expand", ExpandFunctor<DeviceType>{rows, filtered, {}},
                                 &ExpandFunctor<DeviceType>::output, numRows);
    sortColumns<LocalOrdinal, DeviceType>(typename DeviceType::execution_space(), expanded.rowPtr, expanded.colInd);
    rows = countAndFill<DeviceType>("Chronos::staticPattern::unique",
                                    UniqueFunctor<DeviceType>{expanded, ownedRows, first, k == power, {}},
                                    &UniqueFunctor<DeviceType>::output, numRows);
  }
  return rows;
}

}  // namespace

template <class DeviceType>
InitialPattern<DeviceType> staticPattern(const CsrMatrix<double, DeviceType>& A,
                                         const Kokkos::View<const LocalOrdinal*, DeviceType>& ownedRows,
                                         double threshold, int power, std::size_t workBytes) {
  const std::int64_t numOwned = static_cast<std::int64_t>(ownedRows.extent(0));
  auto diagonal = allocate<Kokkos::View<double*, DeviceType>>("Chronos::diagonal", A.numRows);
  Kokkos::parallel_for("Chronos::staticPattern::diagonal", Policy<DeviceType>(0, A.numRows),
                       DiagonalFunctor<DeviceType>{A, diagonal});
  const auto filtered =
      countAndFill<DeviceType>("Chronos::staticPattern::filter", FilterFunctor<DeviceType>{A, diagonal, threshold, {}},
                               &FilterFunctor<DeviceType>::pattern, A.numRows);
  const double meanRow = double(filtered.colInd.extent(0)) / std::max(1, A.numRows);
  const double rowBytes = 3 * sizeof(LocalOrdinal) * std::pow(std::max(1.0, meanRow), power);
  const std::int64_t batchSize = std::max<std::int64_t>(1, static_cast<std::int64_t>(workBytes / rowBytes));

  std::vector<FsaiChunk<DeviceType>> chunks;
  for (std::int64_t first = 0; first < numOwned || first == 0; first += batchSize) {
    const std::int64_t numRows = std::min(batchSize, numOwned - first);
    const Pattern<DeviceType> rows = powerOfRows<DeviceType>(filtered, ownedRows, first, numRows, power);
    // Values play no part: concatenate joins patterns as well as factors.
    chunks.push_back({rows.rowPtr, rows.colInd, {}, {}});
  }
  const FsaiChunk<DeviceType> all = concatenate<DeviceType>(typename DeviceType::execution_space(), chunks);
  return {all.rowPtr, all.colInd,
          static_cast<int>(longestRow<DeviceType>(typename DeviceType::execution_space(), all.rowPtr,
                                                  static_cast<LocalOrdinal>(numOwned)))};
}

#define CHRONOS_STATICPATTERN(DEVICE)                    \
  template InitialPattern<DEVICE> staticPattern<DEVICE>( \
      const CsrMatrix<double, DEVICE>&, const Kokkos::View<const LocalOrdinal*, DEVICE>&, double, int, std::size_t);
CHRONOS_FOR_EACH_DEVICE(CHRONOS_STATICPATTERN)

}  // namespace Chronos
