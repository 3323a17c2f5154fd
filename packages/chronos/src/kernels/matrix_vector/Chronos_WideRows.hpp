// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_WIDEROWS_HPP
#define CHRONOS_WIDEROWS_HPP

#include "Chronos_AwaitedLaunch.hpp"
#include "Chronos_ChunkProduct.hpp"
#include "Chronos_GroupProduct.hpp"
#include "Chronos_LanePolicy.hpp"
#include "Chronos_RunsOnHost.hpp"
#include "Chronos_WideResults.hpp"

namespace Chronos {

/// \file
/// Rows of products with several vectors, for the .cpp files that launch them.

// Entries of a row of mean length that a walker meets: many where a column of the matrix has more entries than that
// and caches serve most reads of the vectors, as lanes that add up what they found do nothing else. Few where memory
// serves them, and where rows are too few to give all lanes of a GPU something to do.
constexpr int entriesPerWalker = 32, fewEntriesPerWalker = 8;
constexpr double entriesOfCachedColumn = 4;
constexpr std::int64_t lanesOfGpu = 1 << 18;

// A power of two.
inline int walkersFor(double meanRow, double meanColumn, std::int64_t numGroups, int lanesOfWalker) {
  const int enough = meanColumn < entriesOfCachedColumn ? fewEntriesPerWalker : entriesPerWalker;
  int walkers = 1;
  while (walkers * lanesOfWalker < warpSize &&
         (walkers * enough < meanRow ||
          (walkers * fewEntriesPerWalker < meanRow && numGroups * walkers * lanesOfWalker < lanesOfGpu)))
    walkers *= 2;
  return walkers;
}

// 2^shift lanes a group of rows.
KOKKOS_INLINE_FUNCTION constexpr int shiftOf(int numLanes) {
  int shift = 0;
  while ((1 << shift) < numLanes) ++shift;
  return shift;
}

/// 2^shift lanes a group of rows, of as many columns; of single rows DottedProduct counts its sums by it.
template <int width, class DeviceType, class MatrixScalar>
int shiftOfGroups(const CsrMatrix<MatrixScalar, DeviceType>& A, std::int64_t numGroups) {
  constexpr int lanesOfWalker = width / columnsOfLane;
  if (runsOnHost<DeviceType>) return shiftOf(lanesOfWalker);
  const double meanRow = double(A.numEntries()) / A.numRows, meanColumn = double(A.numEntries()) / A.numCols;
  return shiftOf(walkersFor(meanRow, meanColumn, numGroups, lanesOfWalker) * lanesOfWalker);
}

/// How rows of several columns are walked: entries that a lane loads before it uses the first, and 2^shift lanes a row.
struct LongWideRows {
  static constexpr int entriesInFlight = 8;
  using Shift = int;
  template <class Execution>
  using Lanes = BoundedLanes<Execution>;
};

/// \brief Rows of so few entries that one walker takes a row, which the compiler knows.
///
/// Loads that are not made, and a number of lanes that is a constant, need no registers: on an H200 the products of
/// seven entries a row took 2.33, 1.97 and 2.17 ms for 2.48, 2.19 and 2.29 (docs/performance/products.md).
template <int width, int loads>
struct ShortWideRows {
  static constexpr int entriesInFlight = loads;
  struct Shift {
    KOKKOS_INLINE_FUNCTION constexpr operator int() const { return shiftOf(width / columnsOfLane); }
  };
  template <class Execution>
  using Lanes = FreeLanes<Execution>;
};

/// Calls function(ShortWideRows or LongWideRows, its shift) for the rows of A.
template <int width, class DeviceType, class MatrixScalar, class Function>
void withWideRows(const CsrMatrix<MatrixScalar, DeviceType>& A, const Function& function) {
  using Prolongation = ShortWideRows<width, 4>;
  using SevenPoints = ShortWideRows<width, 7>;  // of grids in space; triangles have as many
  const double meanRow = double(A.numEntries()) / A.numRows;
  if (meanRow <= Prolongation::entriesInFlight) function(Prolongation(), typename Prolongation::Shift());
  else if (meanRow <= SevenPoints::entriesInFlight) function(SevenPoints(), typename SevenPoints::Shift());
  else function(LongWideRows(), shiftOfGroups<width>(A, A.numRows));
}

/// Calls function(std::integral_constant<int, width>()) for several columns.
template <class Function>
void withColumns(std::size_t width, const Function& function) {
  if (width == 2) function(std::integral_constant<int, 2>());
  else if (width == 4) function(std::integral_constant<int, 4>());
  else function(std::integral_constant<int, 8>());
}

/// What the entries of columns below numOwned are multiplied by: two columns of vectors whose entries lie row by row.
template <int width>
struct WideEntries {
  const double* x;
  LocalOrdinal numOwned;
  KOKKOS_INLINE_FUNCTION WideEntries fromColumn(int column) const { return {x + column, numOwned}; }
  KOKKOS_INLINE_FUNCTION Pair operator()(LocalOrdinal col) const { return loadPair(x + std::int64_t(col) * width); }
  KOKKOS_INLINE_FUNCTION void add(LocalOrdinal col, double value, double* sums) const {
    const double* factors = x + std::int64_t(col) * width;
    for (int c = 0; c < width; ++c) sums[c] += value * factors[c];
  }
};

/// The same of omega d .* b.
template <int width>
struct ScaledWideEntries {
  const double *d, *b;
  double omega;
  LocalOrdinal numOwned;
  KOKKOS_INLINE_FUNCTION ScaledWideEntries fromColumn(int column) const { return {d, b + column, omega, numOwned}; }
  KOKKOS_INLINE_FUNCTION Pair operator()(LocalOrdinal col) const {
    const double factor = omega * loadReadOnly(d + col);
    const Pair right = loadPair(b + std::int64_t(col) * width);
    return {factor * right.first, factor * right.second};
  }
  KOKKOS_INLINE_FUNCTION void add(LocalOrdinal col, double value, double* sums) const {
    const double factor = omega * d[col];
    const double* rights = b + std::int64_t(col) * width;
    for (int c = 0; c < width; ++c) sums[c] += value * (factor * rights[c]);
  }
};

// The lane's part of the sums of the entries first, first + stride, ... below end, in its two columns of the vectors.
template <int inFlight, class MatrixScalar, class DeviceType, class Entries>
KOKKOS_INLINE_FUNCTION Pair walk(const CsrMatrix<MatrixScalar, DeviceType>& A, Offset begin, int first, int end,
                                 int stride, const Entries& entries) {
  const LocalOrdinal* cols = A.colInd.data() + begin;
  const MatrixScalar* vals = A.values.data() + begin;
  Pair sum{0, 0};
  for (; first < end; first += stride * inFlight) {
    LocalOrdinal col[inFlight];
    MatrixScalar value[inFlight];
    for (int i = 0; i < inFlight; ++i)
      col[i] = first + i * stride < end ? loadReadOnly(cols + first + i * stride) : entries.numOwned;
    for (int i = 0; i < inFlight; ++i)
      value[i] = first + i * stride < end ? loadReadOnly(vals + first + i * stride) : MatrixScalar(0);
    for (int i = 0; i < inFlight; ++i)
      if (col[i] < entries.numOwned) addMultiple(static_cast<double>(value[i]), entries(col[i]), sum);
  }
  return sum;
}

// `walkers` times `width / 2` lanes a row.
template <class MatrixScalar, class DeviceType, class Result, int width, class Rows, class Entries = WideEntries<width>>
struct WideGroupFunctor {
  using Lane = WideLane<width>;

  CsrMatrix<MatrixScalar, DeviceType> A;
  Offset longestGroupRow;
  typename Rows::Shift shift;  // 2^shift lanes a row
  Entries entries;
  Result result;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item) const {
    const Lane lane(item, shift);
    const LocalOrdinal row = lane.group;
    const int column = lane.column;
    bool isMine = row < A.numRows;
    Pair sum{0, 0};
    if (isMine) {
      const Offset begin = loadReadOnly(A.rowPtr.data() + row);
      const Offset length = loadReadOnly(A.rowPtr.data() + row + 1) - begin;
      isMine = length <= longestGroupRow;
      if (isMine)
        sum = walk<Rows::entriesInFlight>(A, begin, lane.walker, static_cast<int>(length), Lane::numWalkers(shift),
                                          entries.fromColumn(column));
    }
    sum = sumOfWalkers<width>(sum, 1 << shift);
    const bool stores = isMine && lane.walker == 0;
    if constexpr (hasPartials<Result>) {
      Pair summand{0, 0};
      if (stores) summand = result.store(row, std::int64_t(row) * width + column, sum);
      summand = sumOfWalkers<width>(summand, warpSize);
      if (item % warpSize < Lane::lanesOfWalker)
        *reinterpret_cast<Pair*>(result.partials + item / warpSize * width + column) = summand;
    } else if (stores) {
      result.store(row, std::int64_t(row) * width + column, sum);
    }
  }
};

// Entries between two looks ahead of a host thread: a line of values.
constexpr int entriesOfLine = 8;

// A chunk of consecutive rows: what a host thread takes. A row's columns are read, added up and stored one after the
// other, from copies that no store can change: so the compiler keeps them in vector registers.
template <class MatrixScalar, class DeviceType, class Result, int width, bool hasHalo,
          class Entries = WideEntries<width>>
struct WideChunkFunctor {
  CsrMatrix<MatrixScalar, DeviceType> A;
  Kokkos::View<const LocalOrdinal*, DeviceType> firstRow;
  Entries entries;
  Result result;

  KOKKOS_INLINE_FUNCTION void operator()(int chunk) const {
    const Entries from = entries;
    const Result into = result;
    const Offset* rowPtr = A.rowPtr.data();
    const LocalOrdinal* cols = A.colInd.data();
    const MatrixScalar* vals = A.values.data();
    double summands[width] = {};
    const LocalOrdinal lastRow = firstRow(chunk + 1);
    for (LocalOrdinal row = firstRow(chunk); row < lastRow; ++row) {
      double sums[width] = {};
      const Offset end = rowPtr[row + 1];
      for (Offset entry = rowPtr[row]; entry < end;) {
        prefetch(cols + entry + entriesAhead);
        prefetch(vals + entry + entriesAhead);
        const Offset endOfLine = entry + entriesOfLine < end ? entry + entriesOfLine : end;
        for (; entry < endOfLine; ++entry)
          if (!hasHalo || cols[entry] < from.numOwned) from.add(cols[entry], static_cast<double>(vals[entry]), sums);
      }
      if constexpr (hasPartials<Result>) {
        storeColumns<width>(into, row, sums, summands);
        if (!endsDot(row, A.numRows)) continue;
        for (int c = 0; c < width; ++c) {
          into.partials[std::int64_t(row / rowsOfDot) * width + c] = summands[c];
          summands[c] = 0;
        }
      } else {
        storeColumns<width>(into, row, sums, nullptr);
      }
    }
  }
};

/// What the entries of rows are multiplied by, for chunks of rows with a halo or without.
template <int width, class DeviceType, class MatrixScalar, class Entries, class Result>
void multiplyWideChunks(const char* label, const typename DeviceType::execution_space& space,
                        const ProductPlan<DeviceType>& plan, const CsrMatrix<MatrixScalar, DeviceType>& A,
                        const Entries& entries, const Result& result) {
  if (entries.numOwned < A.numCols)
    forChunks(
        label, space, plan,
        WideChunkFunctor<MatrixScalar, DeviceType, Result, width, true, Entries>{A, plan.firstRow, entries, result});
  else
    forChunks(
        label, space, plan,
        WideChunkFunctor<MatrixScalar, DeviceType, Result, width, false, Entries>{A, plan.firstRow, entries, result});
}

/// Lanes of all boundary rows: whole warps on a GPU.
template <class DeviceType>
std::int64_t numWideHaloLanes(std::size_t numRows, int width) {
  const std::int64_t numItems = static_cast<std::int64_t>(numRows) * width;
  return runsOnHost<DeviceType> ? numItems : wholeWarps(numItems);
}

/// Lanes of groups of 2^shift: whole warps.
inline std::int64_t numWideLanes(std::int64_t numGroups, int shift) {
  return wholeWarps(numGroups << shift);
}

/// Sums over lanes `width` apart in a warp: those of one column.
template <int width>
KOKKOS_INLINE_FUNCTION double sumOverRows(double value) {
#ifdef __CUDA_ARCH__
  for (int distance = warpSize / 2; distance >= width; distance /= 2)
    value += __shfl_xor_sync(0xffffffffu, value, distance);
#endif
  return value;
}

// A lane a column of a boundary row. All lanes of a warp take part.
template <class MatrixScalar, class DeviceType, class Result, int width, class Wait>
struct WideHaloFunctor {
  CsrMatrix<MatrixScalar, DeviceType> A;
  Kokkos::View<const BoundaryRow*, DeviceType> rows;
  LocalOrdinal numOwned;
  const double* xHalo;
  Result result;
  Wait wait;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item) const {
    const bool isMine = item / width < static_cast<std::int64_t>(rows.extent(0));
    const BoundaryRow boundary = isMine ? rows(item / width) : BoundaryRow();
    const LocalOrdinal row = boundary.row;
    const int column = static_cast<int>(item % width);
    wait(item);
    double sum = 0;
    for (Offset entry = boundary.begin; entry < boundary.end(); ++entry) {
      const LocalOrdinal col = A.colInd(entry);
      if (col >= numOwned)
        sum += static_cast<double>(A.values(entry)) * xHalo[std::int64_t(col - numOwned) * width + column];
    }
    const std::int64_t at = std::int64_t(row) * width + column;
    if constexpr (hasPartials<Result>) {
      const double summand = sumOverRows<width>(isMine ? result.add(row, at, sum) : 0);
      constexpr int lanes = runsOnHost<DeviceType> ? width : warpSize;
      if (item % lanes < width) result.partials[item / lanes * width + column] = summand;
    } else if (isMine) {
      result.add(row, at, sum);
    }
  }
};

}  // namespace Chronos

#endif
