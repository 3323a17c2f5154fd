// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_BamgRows.hpp"

#include "Chronos_GroupLaunch.hpp"
#include "Chronos_RowGroup.hpp"

#include <cmath>

namespace Chronos {
namespace {

// Squares of distances that agree to this are equal.
constexpr double tieBand = 1e-6;
// A basis is complete when the residual is this share of its bound.
constexpr double stopShare = 1e-5;
constexpr double smallestStop = 1e-14;
// Warps of a team whose tables share scratch memory.
constexpr int threadsOfTeam = 128;
// Up to this size a table goes into scratch memory: four of them fill what a team may have.
constexpr std::size_t sharedBytes = sharedTableBytes / 4;

// Work of one row: m candidates, t test vectors.
struct BamgTable {
  double *lines, *squares;           // of the candidates, what lies outside of the basis: m x t, m
  double* shares;                    // m: what the strength of its paths makes of the square of a candidate
  double *basis, *triangle;          // t x t each: orthonormal vectors by rows; what maps weights to them
  double *rest, *heights, *weights;  // t each: what is left of phi, its coordinates in the basis, solution
  int* chosen;                       // t

  KOKKOS_INLINE_FUNCTION BamgTable(char* memory, int m, int t) {
    lines = reinterpret_cast<double*>(memory);
    squares = lines + std::size_t(m) * t;
    shares = squares + m;
    basis = shares + m;
    triangle = basis + t * t;
    rest = triangle + t * t;
    heights = rest + t;
    weights = heights + t;
    chosen = reinterpret_cast<int*>(weights + t);
  }
  static std::size_t bytes(std::size_t m, std::size_t t) {
    return (m * (t + 2) + 2 * t * t + 3 * t) * sizeof(double) + (t + t % 2) * sizeof(int);
  }
};

KOKKOS_INLINE_FUNCTION double dot(const double* x, const double* y, int n) {
  double sum = 0;
  for (int k = 0; k < n; ++k) sum += x[k] * y[k];
  return sum;
}

template <class DeviceType>
struct BamgRowsFunctor : TableRows {
  static constexpr int lanes = runsOnHost<DeviceType> ? 1 : 32;
  using Group = RowGroup<lanes>;

  BamgCandidates<DeviceType> candidates;
  BamgRules rules;
  BamgSolutions<DeviceType> solutions;
  Kokkos::View<const LocalOrdinal*, DeviceType> rows;

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& team) const {
    const Group group(team.team_rank());
    forEachRow(team, [&](std::int64_t item, char* table) {
      if (item >= 0) solve(group, rows(item), table);
    });
  }

  KOKKOS_INLINE_FUNCTION void solve(const Group& group, LocalOrdinal row, char* tableMemory) const {
    const Offset begin = candidates.paths.rowPtr(row);
    const int m = static_cast<int>(candidates.paths.rowPtr(row + 1) - begin),
              t = static_cast<int>(candidates.fine.extent(1));
    const BamgTable table(tableMemory, m, t);
    load(group, row, begin, m, t, table);
    const double length = std::sqrt(dot(table.rest, table.rest, t));
    const double share = stopShare * rules.residual;
    const double stop = length * (share > smallestStop ? share : smallestStop);
    const double dependent = rules.independence * rules.independence * largestSquare(group, m, table);
    double left = length;
    int numChosen = 0;
    while (numChosen < t && numChosen < m && left > stop) {
      const double largest = largestShare(group, m, dependent, table);
      if (!(largest > 0)) break;
      take(group, begin, pick(group, begin, m, dependent, largest, table), numChosen++, m, t, table);
      left = std::sqrt(dot(table.rest, table.rest, t));
    }
    finish(group, row, begin, numChosen, t, length, table);
    group.sync();
  }

  KOKKOS_INLINE_FUNCTION void load(const Group& group, LocalOrdinal row, Offset begin, int m, int t,
                                   const BamgTable& table) const {
    for (int j = group.lane; j < m; j += lanes) {
      const LocalOrdinal point = candidates.paths.colInd(begin + j);
      double* line = table.lines + std::size_t(j) * t;
      for (int k = 0; k < t; ++k) line[k] = candidates.coarse(point, k);
      table.shares[j] = std::pow(candidates.paths.values(begin + j), 2 * rules.pathPower);
      table.squares[j] = dot(line, line, t);
    }
    for (int k = group.lane; k < t; k += lanes) table.rest[k] = candidates.fine(row, k);
    group.sync();
  }

  KOKKOS_INLINE_FUNCTION double largestSquare(const Group& group, int m, const BamgTable& table) const {
    double largest = 0;
    for (int j = group.lane; j < m; j += lanes)
      if (table.squares[j] > largest) largest = table.squares[j];
    return group.max(largest);
  }

  // What a candidate counts, 0 when it depends on those chosen. Dependence is a matter of the test vectors alone: a
  // point far away, over weak paths, is a late choice but may be the only one that leads out of the span.
  KOKKOS_INLINE_FUNCTION static double shareOf(int j, double dependent, const BamgTable& table) {
    return table.squares[j] > dependent ? table.shares[j] * table.squares[j] : 0;
  }

  KOKKOS_INLINE_FUNCTION double largestShare(const Group& group, int m, double dependent,
                                             const BamgTable& table) const {
    double largest = 0;
    for (int j = group.lane; j < m; j += lanes)
      if (shareOf(j, dependent, table) > largest) largest = shareOf(j, dependent, table);
    return group.max(largest);
  }

  // Number of the candidate with the smallest global index among those that count most but for rounding.
  KOKKOS_INLINE_FUNCTION int pick(const Group& group, Offset begin, int m, double dependent, double largest,
                                  const BamgTable& table) const {
    constexpr GlobalOrdinal none = ~(GlobalOrdinal(1) << 63);
    const double bound = largest * (1 - tieBand);
    GlobalOrdinal best = -none;
    for (int j = group.lane; j < m; j += lanes)
      if (shareOf(j, dependent, table) >= bound && -global(begin + j) > best) best = -global(begin + j);
    best = group.max(best);
    int place = -1;
    for (int j = group.lane; j < m; j += lanes)
      if (shareOf(j, dependent, table) >= bound && -global(begin + j) == best) place = j;
    return group.max(place);
  }

  KOKKOS_INLINE_FUNCTION GlobalOrdinal global(Offset entry) const {
    return candidates.globals(candidates.paths.colInd(entry));
  }

  // Makes candidate j the k-th of the basis and takes its direction out of all others and of the right-hand side.
  KOKKOS_INLINE_FUNCTION void take(const Group& group, Offset begin, int j, int k, int m, int t,
                                   const BamgTable& table) const {
    double* q = table.basis + k * t;
    const LocalOrdinal point = candidates.paths.colInd(begin + j);
    if (group.lane == 0) {
      for (int a = 0; a < t; ++a) q[a] = table.lines[std::size_t(j) * t + a];
      // Once more against the basis: cancellation has left parts of it.
      for (int p = 0; p < k; ++p) {
        const double part = dot(table.basis + p * t, q, t);
        for (int a = 0; a < t; ++a) q[a] -= part * table.basis[p * t + a];
      }
      const double length = std::sqrt(dot(q, q, t));
      for (int a = 0; a < t; ++a) q[a] /= length;
      const double height = dot(q, table.rest, t);
      for (int a = 0; a < t; ++a) table.rest[a] -= height * q[a];
      table.heights[k] = height;
      table.chosen[k] = j;
    }
    group.sync();
    for (int p = group.lane; p <= k; p += lanes) {
      double sum = 0;
      for (int a = 0; a < t; ++a) sum += table.basis[p * t + a] * candidates.coarse(point, a);
      table.triangle[p * t + k] = sum;
    }
    for (int i = group.lane; i < m; i += lanes) {
      double* line = table.lines + std::size_t(i) * t;
      const double part = dot(q, line, t);
      for (int a = 0; a < t; ++a) line[a] -= part * q[a];
      table.squares[i] = i == j ? 0 : table.squares[i] > 0 ? dot(line, line, t) : 0;
    }
    group.sync();
  }

  // Back substitution, true residual and norm of the weights.
  KOKKOS_INLINE_FUNCTION void finish(const Group& group, LocalOrdinal row, Offset begin, int numChosen, int t,
                                     double length, const BamgTable& table) const {
    if (group.lane != 0) return;
    double squaredNorm = 0;
    for (int k = numChosen - 1; k >= 0; --k) {
      double value = table.heights[k];
      for (int p = k + 1; p < numChosen; ++p) value -= table.triangle[k * t + p] * table.weights[p];
      table.weights[k] = value / table.triangle[k * t + k];
    }
    for (int a = 0; a < t; ++a) table.rest[a] = candidates.fine(row, a);
    for (int k = 0; k < numChosen; ++k) {
      const Offset entry = begin + table.chosen[k];
      const double weight = table.weights[k];
      squaredNorm += weight * weight;
      for (int a = 0; a < t; ++a) table.rest[a] -= weight * candidates.coarse(candidates.paths.colInd(entry), a);
      solutions.points(row, k) = global(entry);
      solutions.weights(row, k) = weight;
    }
    solutions.numPoints(row) = numChosen;
    solutions.weightNorm(row) = std::sqrt(squaredNorm);
    solutions.residual(row) = length > 0 ? std::sqrt(dot(table.rest, table.rest, t)) / length : 0;
  }
};

template <class DeviceType>
struct SelectRowsFunctor {
  Kokkos::View<const LocalOrdinal*, DeviceType> wanted;
  Kokkos::View<const Offset*, DeviceType> rowPtr;
  Offset shortest, longest;
  Kokkos::View<LocalOrdinal*, DeviceType> rows;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, LocalOrdinal& next, bool final) const {
    const Offset length = rowPtr(wanted(i) + 1) - rowPtr(wanted(i));
    if (length < shortest || length > longest) return;
    if (final) rows(next) = wanted(i);
    ++next;
  }
};

template <class DeviceType>
struct LongestRowFunctor {
  Kokkos::View<const LocalOrdinal*, DeviceType> wanted;
  Kokkos::View<const Offset*, DeviceType> rowPtr;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, Offset& longest) const {
    const Offset length = rowPtr(wanted(i) + 1) - rowPtr(wanted(i));
    if (length > longest) longest = length;
  }
};

}  // namespace

template <class DeviceType>
void solveBamgRows(const typename DeviceType::execution_space& space, const BamgCandidates<DeviceType>& candidates,
                   const BamgRules& rules, const BamgSolutions<DeviceType>& solutions) {
  using Policy = Kokkos::RangePolicy<typename DeviceType::execution_space, Kokkos::IndexType<std::int64_t>>;
  const std::int64_t numWanted = static_cast<std::int64_t>(candidates.wanted.extent(0));
  if (numWanted == 0) return;
  const std::size_t t = candidates.fine.extent(1);
  const Policy policy(space, 0, numWanted);
  Offset longest = 0;
  Kokkos::parallel_reduce("Chronos::solveBamgRows::longest", policy,
                          LongestRowFunctor<DeviceType>{candidates.wanted, candidates.paths.rowPtr},
                          Kokkos::Max<Offset>(longest));
  Offset sharedLength = 0;
  while (BamgTable::bytes(sharedLength + 8, t) <= sharedBytes) sharedLength += 8;
  const auto solve = [&](Offset from, Offset to, bool shared) {
    if (from > longest) return;
    const auto rows = allocate<Kokkos::View<LocalOrdinal*, DeviceType>>("Chronos::BAMG rows", numWanted);
    LocalOrdinal numRows = 0;
    Kokkos::parallel_scan("Chronos::solveBamgRows::select", policy,
                          SelectRowsFunctor<DeviceType>{candidates.wanted, candidates.paths.rowPtr, from, to, rows},
                          numRows);
    if (numRows == 0) return;
    constexpr int lanes = BamgRowsFunctor<DeviceType>::lanes;
    const TableLaunch launch{lanes, false, threadsOfTeam, BamgTable::bytes(std::min(longest, to), t), shared, 0};
    launchWithTables<DeviceType>("Chronos::solveBamgRows", space, numRows, launch,
                                 BamgRowsFunctor<DeviceType>{{}, candidates, rules, solutions, rows});
  };
  if (sharedLength > 0) solve(0, sharedLength, true);
  solve(sharedLength > 0 ? sharedLength + 1 : 0, longest, false);
}

#define CHRONOS_BAMGROWS(DEVICE)                                                                                       \
  template void solveBamgRows<DEVICE>(const DEVICE::execution_space&, const BamgCandidates<DEVICE>&, const BamgRules&, \
                                      const BamgSolutions<DEVICE>&);
CHRONOS_FOR_EACH_DEVICE(CHRONOS_BAMGROWS)

}  // namespace Chronos
