// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Bamg.hpp"

#include "Chronos_BamgReport.hpp"
#include "Chronos_CoarseColumns.hpp"
#include "Chronos_Communicator.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_JointReduction.hpp"
#include "Chronos_ScanTotal.hpp"
#include "Chronos_StrengthPaths.hpp"
#include "Chronos_TablePool.hpp"
#include "Chronos_TestRows.hpp"
#include "Chronos_TrilinosVersion.hpp"

#include <algorithm>

namespace Chronos {
namespace {

using RowPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>;

// After PMIS fine points have a coarse one within two steps. Few rows that are left then go through weak connections,
// which lead them to all that the next distance would, and to more. What that leaves takes as long a distance as many
// rows would: next to nothing of the fine rows becomes coarse points at once, and of few rows a distance at which next
// to none is solved is the last one.
constexpr int sureDistance = 2;
constexpr double fewRows = 0.05, nextToNothing = 0.0025;  // of the fine rows
constexpr double nextToNone = 0.02;                       // of those that were left

bool areFew(long long numLeft, long long numFine) {
  return double(numLeft) <= fewRows * double(numFine);
}

bool isInVain(long long numFine, long long numBefore, long long numLeft) {
  return areFew(numLeft, numFine) && double(numBefore - numLeft) < nextToNone * double(numBefore);
}

// Fine rows that are to be solved; returns their number on this rank.
struct ListWantedFunctor {
  Kokkos::View<const char*, Device> wanted;
  Kokkos::View<LocalOrdinal*, Device> rows;
  KOKKOS_INLINE_FUNCTION void operator()(int row, LocalOrdinal& next, bool final) const {
    if (!wanted(row)) return;
    if (final) rows(next) = row;
    ++next;
  }
};

Kokkos::View<const LocalOrdinal*, Device> listOf(const Kokkos::View<const char*, Device>& wanted) {
  const int numRows = static_cast<int>(wanted.extent(0));
  const auto rows = allocate<Kokkos::View<LocalOrdinal*, Device>>("Chronos::BAMG wanted rows", numRows);
  LocalOrdinal numWanted = 0;
  scanTotal("Chronos::bamgInterpolation::list", RowPolicy(0, numRows), ListWantedFunctor{wanted, rows}, numWanted);
  return Kokkos::subview(rows, std::make_pair(0, static_cast<int>(numWanted)));
}

struct StartFunctor {
  Kokkos::View<const char*, Device> types;
  Kokkos::View<char*, Device> wanted;
  Kokkos::View<int*, Device> distances;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    wanted(row) = types(row) == finePoint;
    distances(row) = 0;
  }
};

// Isolated rows are tried once.
struct AcceptFunctor {
  Kokkos::View<const char*, Device> types;
  BamgSolutions<Device> solutions;
  BamgRules rules;
  int distance;
  Kokkos::View<char*, Device> wanted;
  Kokkos::View<int*, Device> distances;
  KOKKOS_INLINE_FUNCTION void operator()(int row, long long& numLeft) const {
    if (!wanted(row)) return;
    if (solutions.residual(row) <= rules.residual && solutions.weightNorm(row) <= rules.weightNorm) {
      wanted(row) = 0;
      distances(row) = distance;
    } else if (types(row) == finePoint) {
      ++numLeft;
    } else {
      wanted(row) = 0;
    }
  }
};

struct WantIsolatedFunctor {
  Kokkos::View<const char*, Device> types;
  Kokkos::View<char*, Device> wanted;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    if (types(row) == isolatedPoint) wanted(row) = 1;
  }
};

// Fine rows that failed at all distances become coarse, isolated ones that found something become fine.
struct SettleFunctor {
  Kokkos::View<const char*, Device> types;
  Kokkos::View<const int*, Device> distances;
  Kokkos::View<char*, Device> settled;
  KOKKOS_INLINE_FUNCTION void operator()(int row, long long& numPromoted) const {
    const bool isSolved = distances(row) > 0, promotes = types(row) == finePoint && !isSolved;
    numPromoted += promotes ? 1 : 0;
    settled(row) = promotes                                  ? char(coarsePoint)
                   : types(row) == isolatedPoint && isSolved ? char(finePoint)
                                                             : types(row);
  }
};

// Rows of P with fine points for columns: an identity on coarse points, nothing on isolated ones.
struct RowLengthFunctor {
  Kokkos::View<const char*, Device> types;
  Kokkos::View<const int*, Device> numPoints;
  Kokkos::View<Offset*, Device> rowPtr;
  KOKKOS_INLINE_FUNCTION void operator()(int row, Offset& sum, bool final) const {
    sum += types(row) == coarsePoint ? 1 : types(row) == finePoint ? numPoints(row) : 0;
    if (final) rowPtr(row + 1) = sum;
  }
};

struct FillRowsFunctor {
  Kokkos::View<const char*, Device> types;
  BamgSolutions<Device> solutions;
  Kokkos::View<const GlobalOrdinal*, Device> globals;
  Kokkos::View<const Offset*, Device> rowPtr;
  Kokkos::View<GlobalOrdinal*, Device> columns;
  Kokkos::View<double*, Device> values;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    const Offset begin = rowPtr(row);
    if (types(row) == coarsePoint) {
      columns(begin) = globals(row);
      values(begin) = 1;
      return;
    }
    for (Offset entry = begin; entry < rowPtr(row + 1); ++entry) {
      columns(entry) = solutions.points(row, entry - begin);
      values(entry) = solutions.weights(row, entry - begin);
    }
  }
};

void checkTestSpace(const DistMatrix<double>& A, const TestSpace& V) {
  const long long columns = static_cast<long long>(V.extent(1));
  const bool fits = columns > 0 && V.extent(0) == static_cast<std::size_t>(A.numRows());
  if (isSameOnRanks(*A.rowMap()->getComm(), columns, fits)) return;
  throw InputError(
      "BAMG interpolation needs a test space with as many rows as the matrix and at least one vector, the same number "
      "on all ranks: give near-kernel vectors or choose a test space.");
}

BamgSolutions<Device> noSolutions(std::size_t numRows, std::size_t t) {
  BamgSolutions<Device> solutions;
  solutions.points = allocateTable<decltype(solutions.points)>("Chronos::BAMG points", numRows, t);
  solutions.weights = allocateTable<decltype(solutions.weights)>("Chronos::BAMG weights", numRows, t);
  solutions.numPoints = allocateZeros<Kokkos::View<int*, Device>>("Chronos::BAMG row lengths", numRows);
  solutions.residual = allocateZeros<Kokkos::View<double*, Device>>("Chronos::BAMG residuals", numRows);
  solutions.weightNorm = allocateZeros<Kokkos::View<double*, Device>>("Chronos::BAMG weight norms", numRows);
  return solutions;
}

// The rows in fine columns first, because coarse points are numbered only when it is known who is promoted.
DistMatrix<double> assemble(const DistMatrix<double>& A, const Splitting& splitting,
                            const BamgSolutions<Device>& solutions, const CoarseRanks& ranks) {
  const LocalOrdinal numRows = A.numRows();
  const auto rowPtr = allocateZeros<Kokkos::View<Offset*, Device>>("Chronos::BAMG row pointers", numRows + 1);
  Offset numEntries = 0;
  scanTotal("Chronos::bamgInterpolation::rowPtr", RowPolicy(0, numRows),
            RowLengthFunctor{splitting.types, solutions.numPoints, rowPtr}, numEntries);
  const auto columns = allocate<Kokkos::View<GlobalOrdinal*, Device>>("Chronos::BAMG columns", numEntries);
  const auto values = allocate<Kokkos::View<double*, Device>>("Chronos::BAMG values", numEntries);
  Kokkos::parallel_for("Chronos::bamgInterpolation::fill", RowPolicy(0, numRows),
                       FillRowsFunctor{splitting.types, solutions, ownedGlobals(*A.rowMap()), rowPtr, columns, values});
  const DistMatrix<double> onFine(A.rowMap(), A.domainMap(), rowPtr, columns, values);
  const ExtendedColumns fine(onFine.halo());
  return onCoarseColumns(A.rowMap(), onFine.local(), fine, splitting, ranks);
}

}  // namespace

BamgResult bamgInterpolation(const DistMatrix<double>& A, const StrongFlags& strong, const Splitting& splitting,
                             const TestSpace& V, const BamgParameters& parameters, const CoarseRanks& ranks) {
  // The same on all ranks, so all throw.
  if (parameters.minDistance > parameters.maxDistance)
    throw InputError("The minimum distance of BAMG interpolation is " + std::to_string(parameters.minDistance) +
                     ", above its maximum distance, which is " + std::to_string(parameters.maxDistance) +
                     ": lower the one or raise the other.");
  checkTestSpace(A, V);
  const Comm& comm = *A.rowMap()->getComm();
  const RowPolicy rows(0, A.numRows());
  const auto wanted = allocate<Kokkos::View<char*, Device>>("Chronos::BAMG wanted", A.numRows());
  const auto distances = allocate<Kokkos::View<int*, Device>>("Chronos::BAMG distances", A.numRows());
  Kokkos::parallel_for("Chronos::bamgInterpolation::start", rows, StartFunctor{splitting.types, wanted, distances});
  const BamgSolutions<Device> solutions = noSolutions(A.numRows(), V.extent(1));
  const TestRows fine = testRows(V), coarse = coarseTestRows(fine, splitting);
  const auto coarseGlobals = coarsePointGlobals(*A.rowMap(), splitting);

  StrengthPaths paths(A, strong, splitting);
  // Returns how many fine rows are left.
  const auto solveWanted = [&](int distance) {
    const DistMatrix<double>& reached = paths.coarsePoints();
    const ExtendedColumns columns(reached.halo());
    solveBamgRows<Device>(Device::execution_space(),
                          {reached.local(), listOf(wanted), fine, extendRows(columns, coarse),
                           columns.extend<GlobalOrdinal>(coarseGlobals)},
                          parameters.rules, solutions);
    long long numLeft = 0;
    Kokkos::parallel_reduce("Chronos::bamgInterpolation::accept", rows,
                            AcceptFunctor{splitting.types, solutions, parameters.rules, distance, wanted, distances},
                            numLeft);
    return sumOverRanks(comm, numLeft);
  };
  const auto solveThroughWeak = [&] {
    Kokkos::parallel_for("Chronos::bamgInterpolation::isolated", rows, WantIsolatedFunctor{splitting.types, wanted});
    paths.goThroughWeak(wanted);
    return solveWanted(parameters.maxDistance + 1);
  };
  const long long numFine = TrilinosVersion::numGlobal(*A.rowMap()) - TrilinosVersion::numGlobal(*splitting.coarseMap) -
                            splitting.numIsolated;
  const int earliest = std::max(parameters.minDistance, sureDistance);
  long long numLeft = numFine;
  bool triedWeak = false;
  while (true) {
    const long long numBefore = numLeft;
    if (paths.distance() >= parameters.minDistance) numLeft = solveWanted(paths.distance());
    if (numLeft == 0) break;
    if (paths.distance() == earliest && areFew(numLeft, numFine)) {
      numLeft = solveThroughWeak();
      triedWeak = true;
      if (double(numLeft) <= nextToNothing * double(numFine)) break;
    }
    if (paths.distance() >= parameters.maxDistance) break;
    if (paths.distance() > earliest && isInVain(numFine, numBefore, numLeft)) break;
    paths.extend(wanted);
  }
  if (!triedWeak && numLeft + splitting.numIsolated > 0) {
    numLeft = solveThroughWeak();
    triedWeak = true;
  }
  if (!triedWeak)
    return {assemble(A, splitting, solutions, ranks), splitting, 0,
            bamgDistributions(comm, distances, solutions, parameters.maxDistance, 0)};

  const auto types = allocate<Kokkos::View<char*, Device>>("Chronos::settled types", A.numRows());
  long long numPromoted = 0;
  Kokkos::parallel_reduce("Chronos::bamgInterpolation::settle", rows, SettleFunctor{splitting.types, distances, types},
                          numPromoted);
  numPromoted = sumOverRanks(comm, numPromoted);
  const Splitting settled = numberCoarsePoints(A, types);
  return {assemble(A, settled, solutions, ranks), settled, numPromoted,
          bamgDistributions(comm, distances, solutions, parameters.maxDistance, numPromoted)};
}

}  // namespace Chronos
