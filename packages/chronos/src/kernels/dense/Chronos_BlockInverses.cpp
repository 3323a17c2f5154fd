// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_BlockInverses.hpp"

#include "Chronos_RunsOnHost.hpp"
#include "Chronos_ScanTotal.hpp"
#include "Chronos_VectorUpdate.hpp"

#include <limits>

namespace Chronos {
namespace {

using Space = Device::execution_space;
using RowPolicy = Kokkos::RangePolicy<Space, Kokkos::IndexType<int>>;
using EntryPolicy = Kokkos::RangePolicy<Space, Kokkos::IndexType<std::int64_t>>;
using TeamPolicy = Kokkos::TeamPolicy<Space>;
using Member = TeamPolicy::member_type;

// Pivots of one pass over a block, at most: what an update reads of them is to lie in a team's shared memory.
constexpr int widestPanel = 8;
constexpr int sharedBytes = 47000;
// Of a pivot beside its diagonal entry, at and below which the block is singular to rounding. An inverse that is
// rounded entry by entry stays definite only while its condition times rounding is small, other than a Cholesky factor.
constexpr double smallestPivot = 1e-10;

struct PlaceFunctor {
  Kokkos::View<const LocalOrdinal*, Device> row;
  Kokkos::View<LocalOrdinal*, Device> placeOfRow;
  KOKKOS_INLINE_FUNCTION void operator()(int place) const { placeOfRow(row(place)) = place; }
};

struct FirstEntryFunctor {
  RowBlocks<Device> rows;
  Kokkos::View<Offset*, Device> firstEntry;
  KOKKOS_INLINE_FUNCTION void operator()(int block, Offset& next, bool isLast) const {
    const Offset n = rows.first(block + 1) - rows.first(block);
    if (isLast && block == 0) firstEntry(0) = 0;
    next += n * n;
    if (isLast) firstEntry(block + 1) = next;
  }
};

struct LongestFunctor {
  RowBlocks<Device> rows;
  KOKKOS_INLINE_FUNCTION void operator()(int block, int& longest) const {
    const int n = static_cast<int>(rows.first(block + 1) - rows.first(block));
    if (n > longest) longest = n;
  }
};

struct FillFunctor {
  CsrMatrix<double, Device> A;
  DenseBlocks blocks;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    const LocalOrdinal block = blocks.rows.blockOfRow(row);
    const Offset first = blocks.rows.first(block), n = blocks.rows.first(block + 1) - first;
    const Offset line = blocks.firstEntry(block) + (Offset(blocks.placeOfRow(row)) - first) * n;
    for (Offset entry = A.rowPtr(row); entry < A.rowPtr(row + 1); ++entry) {
      const LocalOrdinal col = A.colInd(entry);
      if (col >= A.numRows || blocks.rows.blockOfRow(col) != block) continue;
      blocks.entries(line + Offset(blocks.placeOfRow(col)) - first) = A.values(entry);
    }
  }
};

// What a team works with beside its block, whose old pivot rows and columns every entry of an update reads.
struct PivotRoom {
  double *rows, *columns, *block, *row, *column, *diagonal;

  KOKKOS_INLINE_FUNCTION static int numBytes(int n, int panel) {
    return static_cast<int>(sizeof(double)) * (2 * panel * n + panel * panel + 2 * panel + n);
  }
  KOKKOS_INLINE_FUNCTION PivotRoom(double* memory, int n, int panel)
      : rows(memory),
        columns(rows + panel * n),
        block(columns + panel * n),
        row(block + panel * panel),
        column(row + panel),
        diagonal(column + panel) {}
};

struct InvertFunctor {
  DenseBlocks blocks;
  int panel, scratchLevel;
  double notANumber;                       // where a diagonal has no inverse: the breakdown is seen
  Kokkos::View<int*, Device> numReplaced;  // rows of each block that are

  KOKKOS_INLINE_FUNCTION void operator()(const Member& team) const {
    const Offset begin = blocks.rows.first(team.league_rank());
    const int n = static_cast<int>(blocks.rows.first(team.league_rank() + 1) - begin);
    double* const a = blocks.entries.data() + blocks.firstEntry(team.league_rank());
    const PivotRoom room(static_cast<double*>(team.team_scratch(scratchLevel).get_shmem(PivotRoom::numBytes(n, panel))),
                         n, panel);
    Kokkos::parallel_for(Kokkos::TeamVectorRange(team, n),
                         [&](int i) { room.diagonal[i] = a[static_cast<std::int64_t>(i) * n + i]; });
    team.team_barrier();
    bool isDefinite = true;
    for (int first = 0; first < n; first += panel) {
      const int size = n - first < panel ? n - first : panel;
      isDefinite = invertPivots(team, a, n, first, size, room) && isDefinite;
      takeLines(team, a, n, first, size, room);
      eliminate(team, a, n, first, size, room);
    }
    finish(team, a, n, isDefinite, room);
    Kokkos::single(Kokkos::PerTeam(team), [&] { numReplaced(team.league_rank()) = isDefinite ? 0 : n; });
  }

  // The block of the pivots, step by step. The same answer on all threads.
  KOKKOS_INLINE_FUNCTION bool invertPivots(const Member& team, const double* a, int n, int first, int size,
                                           const PivotRoom& room) const {
    Kokkos::parallel_for(Kokkos::TeamVectorRange(team, size * size), [&](int place) {
      room.block[place] = a[static_cast<std::int64_t>(first + place / size) * n + first + place % size];
    });
    team.team_barrier();
    bool isDefinite = true;
    for (int pivot = 0; pivot < size; ++pivot) {
      const double value = room.block[pivot * size + pivot];
      isDefinite = isDefinite && value > smallestPivot * room.diagonal[first + pivot];
      Kokkos::parallel_for(Kokkos::TeamVectorRange(team, size), [&](int i) {
        room.row[i] = room.block[pivot * size + i] / value;
        room.column[i] = room.block[i * size + pivot];
      });
      team.team_barrier();
      Kokkos::parallel_for(Kokkos::TeamVectorRange(team, size * size), [&](int place) {
        const int i = place / size, j = place % size;
        if (i != pivot && j != pivot) room.block[place] -= room.column[i] * room.row[j];
        else if (i != pivot) room.block[place] = -room.column[i] / value;
        else room.block[place] = j != pivot ? room.row[j] : 1 / value;
      });
      team.team_barrier();
    }
    return isDefinite;
  }

  // The rows of the pivots times the inverse of their block, and their columns.
  KOKKOS_INLINE_FUNCTION void takeLines(const Member& team, const double* a, int n, int first, int size,
                                        const PivotRoom& room) const {
    Kokkos::parallel_for(Kokkos::TeamVectorRange(team, n), [&](int i) {
      double line[widestPanel];
      for (int k = 0; k < widestPanel; ++k) line[k] = k < size ? a[static_cast<std::int64_t>(first + k) * n + i] : 0;
      for (int k = 0; k < size; ++k) {
        double sum = 0;
        for (int other = 0; other < widestPanel; ++other)
          if (other < size) sum += room.block[k * size + other] * line[other];
        room.rows[k * n + i] = sum;
        room.columns[k * n + i] = a[static_cast<std::int64_t>(i) * n + first + k];
      }
    });
    team.team_barrier();
  }

  KOKKOS_INLINE_FUNCTION void eliminate(const Member& team, double* a, int n, int first, int size,
                                        const PivotRoom& room) const {
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, n), [&](int i) {
      double* const line = a + static_cast<std::int64_t>(i) * n;
      const int pivotRow = i - first;
      const bool isPivotRow = pivotRow >= 0 && pivotRow < size;
      double factors[widestPanel];
      for (int k = 0; k < widestPanel; ++k) factors[k] = k < size ? room.columns[k * n + i] : 0;
      Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, n), [&](int j) {
        const int pivotColumn = j - first;
        const bool isPivotColumn = pivotColumn >= 0 && pivotColumn < size;
        const double* const ofPivots = isPivotColumn ? room.block + pivotColumn : room.rows + j;
        const int stride = isPivotColumn ? size : n;
        if (isPivotRow) {
          line[j] = ofPivots[pivotRow * stride];
          return;
        }
        double sum = 0;
        for (int k = 0; k < widestPanel; ++k)
          if (k < size) sum += factors[k] * ofPivots[k * stride];
        line[j] = (isPivotColumn ? 0 : line[j]) - sum;
      });
    });
    team.team_barrier();
  }

  KOKKOS_INLINE_FUNCTION void finish(const Member& team, double* a, int n, bool isDefinite,
                                     const PivotRoom& room) const {
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, n), [&](int i) {
      double* const line = a + static_cast<std::int64_t>(i) * n;
      Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, n), [&](int j) {
        if (!isDefinite) line[j] = i != j ? 0 : room.diagonal[i] > 0 ? 1 / room.diagonal[i] : notANumber;
        else if (j > i) line[j] = a[static_cast<std::int64_t>(j) * n + i];
      });
    });
  }
};

struct SumFunctor {
  Kokkos::View<const int*, Device> numbers;
  KOKKOS_INLINE_FUNCTION void operator()(int i, long long& sum) const { sum += numbers(i); }
};

template <int width>
struct GatherFunctor {
  Kokkos::View<const LocalOrdinal*, Device> row;
  const double* x;
  double* gathered;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const {
    gathered[i] = x[static_cast<std::int64_t>(row(i / width)) * width + i % width];
  }
};

// A row of a block by the lanes of a thread.
template <int width>
struct MultiplyFunctor {
  DenseBlocks blocks;
  const double* gathered;
  double alpha, beta;
  double* y;

  KOKKOS_INLINE_FUNCTION void operator()(const Member& team) const {
    const std::int64_t place = static_cast<std::int64_t>(team.league_rank()) * team.team_size() + team.team_rank();
    if (place >= static_cast<std::int64_t>(blocks.rows.row.extent(0))) return;
    const LocalOrdinal row = blocks.rows.row(place), block = blocks.rows.blockOfRow(row);
    const std::int64_t first = static_cast<std::int64_t>(blocks.rows.first(block));
    const int n = static_cast<int>(blocks.rows.first(block + 1)) - static_cast<int>(first);
    const double* const line = blocks.entries.data() + blocks.firstEntry(block) + (place - first) * n;
    const double* const from = gathered + first * width;
    double* const to = y + static_cast<std::int64_t>(row) * width;
    for (int c = 0; c < width; ++c) {
      double sum = 0;
      Kokkos::parallel_reduce(
          Kokkos::ThreadVectorRange(team, n), [&](int j, double& part) { part += line[j] * from[j * width + c]; }, sum);
      Kokkos::single(Kokkos::PerThread(team), [&] { to[c] = updated(beta, to + c, alpha * sum); });
    }
  }
};

}  // namespace

std::size_t DenseBlocks::numBytes() const {
  return entries.extent(0) * sizeof(double) + (rows.first.extent(0) + firstEntry.extent(0)) * sizeof(Offset) +
         (rows.row.extent(0) + rows.blockOfRow.extent(0) + placeOfRow.extent(0)) * sizeof(LocalOrdinal);
}

DenseBlocks assembleBlocks(const CsrMatrix<double, Device>& A, const RowBlocks<Device>& rows) {
  const auto placeOfRow = allocate<Kokkos::View<LocalOrdinal*, Device>>("Chronos::blocks place of row", A.numRows);
  const auto firstEntry =
      allocate<Kokkos::View<Offset*, Device>>("Chronos::blocks first entry", std::size_t(rows.numBlocks()) + 1);
  Kokkos::deep_copy(firstEntry, Offset(0));
  Kokkos::parallel_for("Chronos::BlockInverses::places", RowPolicy(0, A.numRows), PlaceFunctor{rows.row, placeOfRow});
  Offset numEntries = 0;
  scanTotal("Chronos::BlockInverses::firstEntries", RowPolicy(0, rows.numBlocks()), FirstEntryFunctor{rows, firstEntry},
            numEntries);
  int longest = 0;
  Kokkos::parallel_reduce("Chronos::BlockInverses::longest", RowPolicy(0, rows.numBlocks()), LongestFunctor{rows},
                          Kokkos::Max<int>(longest));
  DenseBlocks blocks{rows, placeOfRow, firstEntry, longest < 0 ? 0 : longest,
                     allocateZeros<Vector>("Chronos::blocks entries", numEntries)};
  Kokkos::parallel_for("Chronos::BlockInverses::fill", RowPolicy(0, A.numRows), FillFunctor{A, blocks});
  return blocks;
}

long long invertBlocks(const DenseBlocks& blocks) {
  TeamPolicy policy(blocks.rows.numBlocks(), runsOnHost<Device> ? 1 : 16, runsOnHost<Device> ? 1 : 32);
  int panel = widestPanel;
  while (panel > 1 && PivotRoom::numBytes(blocks.longest, panel) > sharedBytes) --panel;
  const int level = 2 * panel >= widestPanel ? 0 : 1;
  if (level > 0) panel = widestPanel;
  policy.set_scratch_size(level, Kokkos::PerTeam(PivotRoom::numBytes(blocks.longest, panel)));
  const auto numReplaced = allocate<Kokkos::View<int*, Device>>("Chronos::blocks replaced", blocks.rows.numBlocks());
  Kokkos::parallel_for("Chronos::BlockInverses::invert", policy,
                       InvertFunctor{blocks, panel, level, std::numeric_limits<double>::quiet_NaN(), numReplaced});
  long long sum = 0;
  Kokkos::parallel_reduce("Chronos::BlockInverses::replaced", RowPolicy(0, blocks.rows.numBlocks()),
                          SumFunctor{numReplaced}, sum);
  return sum;
}

void multiplyBlocks(const DenseBlocks& blocks, const ConstBlock& x, const Block& work, const Block& y, double alpha,
                    double beta) {
  const int threads = runsOnHost<Device> ? 1 : 8, lanes = runsOnHost<Device> ? 1 : 32;
  const int numTeams = static_cast<int>((blocks.rows.row.extent(0) + threads - 1) / threads);
  withWidth(widthOf(x), [&](auto columns) {
    constexpr int width = decltype(columns)::value;
    Kokkos::parallel_for("Chronos::BlockInverses::gather",
                         EntryPolicy(0, static_cast<std::int64_t>(blocks.rows.row.extent(0)) * width),
                         GatherFunctor<width>{blocks.rows.row, x.data(), work.data()});
    Kokkos::parallel_for("Chronos::BlockInverses::multiply", TeamPolicy(numTeams, threads, lanes),
                         MultiplyFunctor<width>{blocks, work.data(), alpha, beta, y.data()});
  });
}

}  // namespace Chronos
