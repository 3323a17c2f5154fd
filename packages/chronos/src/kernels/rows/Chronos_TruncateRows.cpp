// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_TruncateRows.hpp"

#include "Chronos_RowLengths.hpp"

#include <cmath>

namespace Chronos {
namespace {

template <class DeviceType>
using Policy = Kokkos::RangePolicy<typename DeviceType::execution_space, Kokkos::IndexType<std::int64_t>>;

constexpr double smallestShareOfMagnitudes = 1e-3;
// Rows without a larger magnitude are left alone: steps of less would overflow their reciprocal.
constexpr double smallestScale = 1e-290;

// Entries stand in the order of their magnitude in steps, then of their global index downwards.
struct EntryRank {
  std::int64_t steps;
  GlobalOrdinal global;
  KOKKOS_INLINE_FUNCTION bool before(const EntryRank& other) const {
    return steps > other.steps || (steps == other.steps && global < other.global);
  }
};

template <class Scalar, class DeviceType>
struct RowCut {
  CsrMatrix<Scalar, DeviceType> rows;
  TruncationRule rule;
  Kokkos::View<const GlobalOrdinal*, DeviceType> globals;

  static constexpr std::int64_t numSteps = sizeof(Scalar) == sizeof(float) ? 1 << 16 : 1 << 30;

  KOKKOS_INLINE_FUNCTION static Scalar magnitude(Scalar value) { return value < 0 ? -value : value; }

  KOKKOS_INLINE_FUNCTION Scalar largest(std::int64_t row) const {
    Scalar result = 0;
    for (Offset entry = rows.rowPtr(row); entry < rows.rowPtr(row + 1); ++entry)
      if (magnitude(rows.values(entry)) > result) result = magnitude(rows.values(entry));
    return result;
  }

  KOKKOS_INLINE_FUNCTION EntryRank rank(Offset entry, double stepsPerUnit) const {
    const double steps = static_cast<double>(magnitude(rows.values(entry))) * stepsPerUnit;
    return {static_cast<std::int64_t>(steps + 0.5), globals(rows.colInd(entry))};
  }

  // The last entry that stays; all before it stay too.
  KOKKOS_INLINE_FUNCTION EntryRank last(std::int64_t row, double stepsPerUnit) const {
    const EntryRank threshold{static_cast<std::int64_t>(rule.threshold * numSteps + 0.5), ~(GlobalOrdinal(1) << 63)};
    const int length = static_cast<int>(rows.rowPtr(row + 1) - rows.rowPtr(row));
    if (rule.maxEntries == 0 || length <= rule.maxEntries) return threshold;
    EntryRank previous{numSteps + 1, 0};
    for (int n = 0; n < rule.maxEntries; ++n) {
      EntryRank best{-1, 0};
      for (Offset entry = rows.rowPtr(row); entry < rows.rowPtr(row + 1); ++entry) {
        const EntryRank candidate = rank(entry, stepsPerUnit);
        if (previous.before(candidate) && candidate.before(best)) best = candidate;
      }
      if (!best.before(threshold)) return threshold;
      previous = best;
    }
    return previous;
  }

  // Whether an entry stays, for all entries of the row, and their factor. False: all stay as they are.
  struct Cut {
    bool cuts;
    double stepsPerUnit;
    Scalar factor;
    EntryRank last;
    int numKept;
  };

  KOKKOS_INLINE_FUNCTION bool keeps(const Cut& cut, Offset entry) const {
    return !cut.cuts || !cut.last.before(rank(entry, cut.stepsPerUnit));
  }

  KOKKOS_INLINE_FUNCTION Cut cut(std::int64_t row) const {
    const Offset begin = rows.rowPtr(row), end = rows.rowPtr(row + 1);
    const int length = static_cast<int>(end - begin);
    const Cut whole{false, 1, 1, {0, 0}, length};
    Cut result = whole;
    if (length <= 1 || (rule.threshold <= 0 && length <= rule.maxEntries)) return whole;
    const double scale = static_cast<double>(largest(row));
    if (!(scale > smallestScale)) return whole;
    result.stepsPerUnit = static_cast<double>(numSteps) / scale;
    result.cuts = true;
    result.last = last(row, result.stepsPerUnit);
    result.numKept = 0;
    Scalar sum = 0, sumKept = 0, magnitudes = 0, magnitudesKept = 0;
    for (Offset entry = begin; entry < end; ++entry) {
      const Scalar value = rows.values(entry);
      sum += value;
      magnitudes += magnitude(value);
      if (!keeps(result, entry)) continue;
      sumKept += value;
      magnitudesKept += magnitude(value);
      ++result.numKept;
    }
    const Scalar share = static_cast<Scalar>(smallestShareOfMagnitudes);
    if (result.numKept == length || magnitude(sum) < share * magnitudes ||
        magnitude(sumKept) < share * magnitudesKept || (sum < 0) != (sumKept < 0))
      return whole;
    result.factor = sum / sumKept;
    return result;
  }
};

template <class Scalar, class DeviceType>
struct CountKeptFunctor {
  RowCut<Scalar, DeviceType> rows;
  Kokkos::View<Offset*, DeviceType> rowPtr;  // length of row r at r + 1

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row) const {
    rowPtr(row + 1) = static_cast<Offset>(rows.cut(row).numKept);
  }
};

template <class Scalar, class DeviceType>
struct FillKeptFunctor {
  RowCut<Scalar, DeviceType> rows;
  Kokkos::View<const Offset*, DeviceType> rowPtr;
  Kokkos::View<LocalOrdinal*, DeviceType> colInd;
  Kokkos::View<Scalar*, DeviceType> values;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row) const {
    const auto cut = rows.cut(row);
    Offset next = rowPtr(row);
    for (Offset entry = rows.rows.rowPtr(row); entry < rows.rows.rowPtr(row + 1); ++entry) {
      if (!rows.keeps(cut, entry)) continue;
      colInd(next) = rows.rows.colInd(entry);
      values(next++) = rows.rows.values(entry) * cut.factor;
    }
  }
};

}  // namespace

template <class Scalar, class DeviceType>
CsrMatrix<Scalar, DeviceType> truncateRows(const typename DeviceType::execution_space& space,
                                           const CsrMatrix<Scalar, DeviceType>& rows, const TruncationRule& rule,
                                           const Kokkos::View<const GlobalOrdinal*, DeviceType>& globals) {
  if (rows.numRows == 0 || !rule.cuts()) return rows;
  const RowCut<Scalar, DeviceType> cut{rows, rule, globals};
  const auto rowPtr =
      allocateZeros<Kokkos::View<Offset*, DeviceType>>("Chronos::truncated row pointers", rows.numRows + 1);
  Kokkos::parallel_for("Chronos::truncateRows::count", Policy<DeviceType>(space, 0, rows.numRows),
                       CountKeptFunctor<Scalar, DeviceType>{cut, rowPtr});
  const Offset numEntries = sumLengths<DeviceType>(space, rowPtr, rows.numRows);
  const auto colInd = allocate<Kokkos::View<LocalOrdinal*, DeviceType>>("Chronos::truncated columns", numEntries);
  const auto values = allocate<Kokkos::View<Scalar*, DeviceType>>("Chronos::truncated values", numEntries);
  Kokkos::parallel_for("Chronos::truncateRows::fill", Policy<DeviceType>(space, 0, rows.numRows),
                       FillKeptFunctor<Scalar, DeviceType>{cut, rowPtr, colInd, values});
  return {rows.numRows, rows.numCols, rowPtr, colInd, values};
}

#define CHRONOS_TRUNCATEROWS(SCALAR, DEVICE)                                                                        \
  template CsrMatrix<SCALAR, DEVICE> truncateRows(const DEVICE::execution_space&, const CsrMatrix<SCALAR, DEVICE>&, \
                                                  const TruncationRule&,                                            \
                                                  const Kokkos::View<const GlobalOrdinal*, DEVICE>&);
#define CHRONOS_TRUNCATEROWS_ALL(DEVICE) \
  CHRONOS_TRUNCATEROWS(double, DEVICE)   \
  CHRONOS_TRUNCATEROWS(float, DEVICE)
CHRONOS_FOR_EACH_DEVICE(CHRONOS_TRUNCATEROWS_ALL)

}  // namespace Chronos
