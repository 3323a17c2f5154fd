// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_BamgRows.hpp"

#include "Chronos_GroupLaunch.hpp"
#include "Chronos_RowGroup.hpp"
#include "Chronos_ScanTotal.hpp"

#include <cmath>
#include <type_traits>

namespace Chronos {
namespace {

// Squares of distances that agree to this are equal.
constexpr double tieBand = 1e-6;
// A basis is complete when the residual is this share of its bound.
constexpr double stopShare = 1e-5;
constexpr double smallestStop = 1e-14;
constexpr int threadsOfTeam = 128;
// Up to this size a table goes into scratch memory: those of a warp fill what a team may have.
constexpr std::size_t sharedBytes = sharedTableBytes / 4;

// Lanes of a row whose table is there: one lane alone makes a basis vector, and does so for four rows of a warp at a
// time. Rows with many candidates, whose tables are in global memory, have a warp.
using FewLanes = std::integral_constant<int, 8>;
using ManyLanes = std::integral_constant<int, 32>;
static_assert(32 / FewLanes::value * sharedBytes <= sharedTableBytes, "launchWithTables() would widen the groups");
// Candidates of the tables that rows in scratch memory are dealt to, beside the largest.
constexpr Offset tableLengths[] = {16, 32, 64};

// Tables are filled up to whole batches of candidates, which a host takes at a time.
constexpr int hostBatch = 8;

KOKKOS_INLINE_FUNCTION constexpr std::size_t paddedLength(std::size_t m) {
  return (m + hostBatch - 1) / hostBatch * hostBatch;
}

// Work of one row: m candidates, t test vectors.
struct BamgTable {
  double* lines;   // t x stride: what of each candidate lies outside of the basis, a test vector after the other
  double* scores;  // stride: squares of the candidates; when it is known which depend, what they count: 0, never again
  double* shares;  // stride: what the strength of its paths makes of the square of a candidate
  double *basis, *triangle;          // t x t each: orthonormal vectors by rows; what maps weights to them
  double *rest, *heights, *weights;  // t each: what is left of phi, its coordinates in the basis, solution
  int* chosen;                       // t
  int m, t, stride;

  KOKKOS_INLINE_FUNCTION BamgTable(char* memory, int m_, int t_)
      : m(m_), t(t_), stride(static_cast<int>(paddedLength(m_))) {
    lines = reinterpret_cast<double*>(memory);
    scores = lines + std::size_t(stride) * t;
    shares = scores + stride;
    basis = shares + stride;
    triangle = basis + t * t;
    rest = triangle + t * t;
    heights = rest + t;
    weights = heights + t;
    chosen = reinterpret_cast<int*>(weights + t);
  }
  static std::size_t bytes(std::size_t m, std::size_t t) {
    return (paddedLength(m) * (t + 2) + 2 * t * t + 3 * t) * sizeof(double) + (t + t % 2) * sizeof(int);
  }
};

KOKKOS_INLINE_FUNCTION double dot(const double* x, const double* y, int n) {
  double sum = 0;
  for (int k = 0; k < n; ++k) sum += x[k] * y[k];
  return sum;
}

// Rigid body modes of a solid: loops over test vectors of a number that the compiler knows are unrolled.
using SixVectors = std::integral_constant<int, 6>;
using AnyVectors = std::integral_constant<int, 0>;

template <class DeviceType, int lanesOfRow, int knownVectors>
struct BamgRowsFunctor : TableRows {
  static constexpr int lanes = runsOnHost<DeviceType> ? 1 : lanesOfRow;
  // Candidates a lane takes at a time: sums of all of them in registers side by side.
  static constexpr int batch = runsOnHost<DeviceType> ? hostBatch : 1;
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
    const int m = static_cast<int>(candidates.paths.rowPtr(row + 1) - begin);
    const int t = knownVectors > 0 ? knownVectors : static_cast<int>(candidates.fine.extent(1));
    const BamgTable table(tableMemory, m, t);
    const double dependent = rules.independence * rules.independence * load(group, row, begin, table);
    double largest = scoreAll(group, dependent, table);
    const double length = std::sqrt(dot(table.rest, table.rest, t));
    const double share = stopShare * rules.residual;
    const double stop = length * (share > smallestStop ? share : smallestStop);
    double left = length;
    int numChosen = 0;
    while (numChosen < t && numChosen < m && left > stop && largest > 0) {
      largest = take(group, begin, pick(group, begin, largest, table), numChosen++, dependent, table);
      left = std::sqrt(dot(table.rest, table.rest, t));
    }
    finish(group, row, begin, numChosen, t, length, table);
    group.sync();
  }

  // Returns the largest square.
  KOKKOS_INLINE_FUNCTION double load(const Group& group, LocalOrdinal row, Offset begin, const BamgTable& table) const {
    const double power = 2 * rules.pathPower;
    double largest = 0;
    for (int j = group.lane; j < table.stride; j += lanes) {
      const bool isThere = j < table.m;
      const LocalOrdinal point = isThere ? candidates.paths.colInd(begin + j) : 0;
      double square = 0;
      for (int k = 0; k < table.t; ++k) {
        const double entry = isThere ? candidates.coarse(point, k) : 0;
        table.lines[std::size_t(k) * table.stride + j] = entry;
        square += entry * entry;
      }
      const double strength = isThere ? candidates.paths.values(begin + j) : 0;
      table.shares[j] = power == 1 || !isThere ? strength : std::pow(strength, power);
      table.scores[j] = square;
      if (square > largest) largest = square;
    }
    for (int k = group.lane; k < table.t; k += lanes) table.rest[k] = candidates.fine(row, k);
    group.sync();
    return group.max(largest);
  }

  // What a candidate counts, 0 when it depends on those chosen. Dependence is a matter of the test vectors alone: a
  // point far away, over weak paths, is a late choice but may be the only one that leads out of the span.
  KOKKOS_INLINE_FUNCTION static double scoreOf(double square, double share, double dependent) {
    return square > dependent ? share * square : 0;
  }

  // Makes scores of squares; returns the largest.
  KOKKOS_INLINE_FUNCTION double scoreAll(const Group& group, double dependent, const BamgTable& table) const {
    double largest = 0;
    for (int j = group.lane; j < table.stride; j += lanes) {
      const double score = scoreOf(table.scores[j], table.shares[j], dependent);
      table.scores[j] = score;
      if (score > largest) largest = score;
    }
    group.sync();
    return group.max(largest);
  }

  // Number of the candidate with the smallest global index among those that count most but for rounding.
  KOKKOS_INLINE_FUNCTION int pick(const Group& group, Offset begin, double largest, const BamgTable& table) const {
    constexpr GlobalOrdinal none = ~(GlobalOrdinal(1) << 63);
    const double bound = largest * (1 - tieBand);
    GlobalOrdinal mine = -none;
    int place = -1;
    for (int j = group.lane; j < table.m; j += lanes) {
      if (!(table.scores[j] >= bound)) continue;
      const GlobalOrdinal negative = -global(begin + j);
      if (negative > mine || place < 0) {
        mine = negative;
        place = j;
      }
    }
    const GlobalOrdinal best = group.max(mine);
    return group.max(mine == best ? place : -1);
  }

  KOKKOS_INLINE_FUNCTION GlobalOrdinal global(Offset entry) const {
    return candidates.globals(candidates.paths.colInd(entry));
  }

  // Makes candidate j the k-th of the basis and takes its direction out of all others and of the right-hand side;
  // returns the largest score of those.
  KOKKOS_INLINE_FUNCTION double take(const Group& group, Offset begin, int j, int k, double dependent,
                                     const BamgTable& table) const {
    const int t = table.t;
    double* q = table.basis + k * t;
    const LocalOrdinal point = candidates.paths.colInd(begin + j);
    if (group.lane == 0) {
      for (int a = 0; a < t; ++a) q[a] = table.lines[std::size_t(a) * table.stride + j];
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
      table.scores[j] = 0;
    }
    group.sync();
    for (int p = group.lane; p <= k; p += lanes) {
      double sum = 0;
      for (int a = 0; a < t; ++a) sum += table.basis[p * t + a] * candidates.coarse(point, a);
      table.triangle[p * t + k] = sum;
    }
    double largest[batch] = {};
    for (int first = group.lane * batch; first < table.stride; first += lanes * batch)
      takeOut(q, first, dependent, table, largest);
    for (int i = 1; i < batch; ++i)
      if (largest[i] > largest[0]) largest[0] = largest[i];
    group.sync();
    return group.max(largest[0]);
  }

  // Takes direction q out of a batch of candidates.
  KOKKOS_INLINE_FUNCTION static void takeOut(const double* q, int first, double dependent, const BamgTable& table,
                                             double* largest) {
    double parts[batch] = {}, squares[batch] = {};
    double *const lines = table.lines + first, *const scores = table.scores + first;
    const double* const shares = table.shares + first;
    for (int a = 0; a < table.t; ++a) {
      const double factor = q[a];
      const double* const line = lines + std::size_t(a) * table.stride;
      for (int i = 0; i < batch; ++i) parts[i] += factor * line[i];
    }
    for (int a = 0; a < table.t; ++a) {
      const double factor = q[a];
      double* const line = lines + std::size_t(a) * table.stride;
      // Beside the table, so that the compiler need not fear that they overlap.
      double rest[batch];
      for (int i = 0; i < batch; ++i) rest[i] = line[i] - parts[i] * factor;
      for (int i = 0; i < batch; ++i) squares[i] += rest[i] * rest[i];
      for (int i = 0; i < batch; ++i) line[i] = rest[i];
    }
    for (int i = 0; i < batch; ++i) {
      const double score = scores[i] > 0 ? scoreOf(squares[i], shares[i], dependent) : 0;
      scores[i] = score;
      largest[i] = score > largest[i] ? score : largest[i];
    }
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
  const auto solve = [&](Offset from, Offset to, auto lanesOfRow, auto knownVectors) {
    using Functor = BamgRowsFunctor<DeviceType, decltype(lanesOfRow)::value, decltype(knownVectors)::value>;
    if (from > longest || from > to) return;
    const auto rows = allocate<Kokkos::View<LocalOrdinal*, DeviceType>>("Chronos::BAMG rows", numWanted);
    LocalOrdinal numRows = 0;
    scanTotal("Chronos::solveBamgRows::select", policy,
              SelectRowsFunctor<DeviceType>{candidates.wanted, candidates.paths.rowPtr, from, to, rows}, numRows);
    if (numRows == 0) return;
    const bool isShared = sharedLength > 0 && to <= sharedLength;
    const TableLaunch launch{Functor::lanes, false, threadsOfTeam, BamgTable::bytes(std::min(longest, to), t),
                             isShared,       0};
    launchWithTables<DeviceType>("Chronos::solveBamgRows", space, numRows, launch,
                                 Functor{{}, candidates, rules, solutions, rows});
  };
  Offset from = 0;
  const auto solveUpTo = [&](Offset to) {
    if (t == SixVectors::value) solve(from, to, FewLanes(), SixVectors());
    else solve(from, to, FewLanes(), AnyVectors());
    from = std::max(from, to + 1);
  };
  if (sharedLength > 0) {
    for (const Offset length : tableLengths) solveUpTo(std::min(length, sharedLength));
    solveUpTo(sharedLength);
  }
  solve(from, longest, ManyLanes(), AnyVectors());
}

#define CHRONOS_BAMGROWS(DEVICE)                                                                                       \
  template void solveBamgRows<DEVICE>(const DEVICE::execution_space&, const BamgCandidates<DEVICE>&, const BamgRules&, \
                                      const BamgSolutions<DEVICE>&);
CHRONOS_FOR_EACH_DEVICE(CHRONOS_BAMGROWS)

}  // namespace Chronos
