// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_TentativeProlongation.hpp"

#include "Chronos_Communicator.hpp"
#include "Chronos_ContiguousMap.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_JointReduction.hpp"
#include "Chronos_LaneGroup.hpp"
#include "Chronos_RankBlock.hpp"
#include "Chronos_RowLengths.hpp"
#include "Chronos_RunsOnHost.hpp"
#include "Chronos_ScanTotal.hpp"

#include <cmath>

namespace Chronos {
namespace {

using RowPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>;
using Ints = Kokkos::View<LocalOrdinal*, Device>;
using ConstInts = Kokkos::View<const LocalOrdinal*, Device>;
using Doubles = Kokkos::View<double*, Device>;

KOKKOS_INLINE_FUNCTION int numColumnsOf(const AggregateRows& aggregates, int aggregate, int numVectors) {
  const int numRows = static_cast<int>(aggregates.begin(aggregate + 1) - aggregates.begin(aggregate));
  return numRows < numVectors ? numRows : numVectors;
}

struct FirstColumnFunctor {
  AggregateRows aggregates;
  int numVectors;
  Ints firstColumn;
  KOKKOS_INLINE_FUNCTION void operator()(int aggregate, LocalOrdinal& next, bool final) const {
    next += numColumnsOf(aggregates, aggregate, numVectors);
    if (final) firstColumn(aggregate + 1) = next;
  }
};

struct LengthFunctor {
  AggregateRows aggregates;
  int numVectors;
  Kokkos::View<Offset*, Device> rowPtr;
  KOKKOS_INLINE_FUNCTION void operator()(int aggregate) const {
    const int length = numColumnsOf(aggregates, aggregate, numVectors);
    for (Offset i = aggregates.begin(aggregate); i < aggregates.begin(aggregate + 1); ++i)
      rowPtr(aggregates.row(i) + 1) = static_cast<Offset>(length);
  }
};

// Lanes that share an aggregate.
constexpr int lanes = runsOnHost<Device> ? 1 : 32;

// The rows of an aggregate, one after the other; overwritten by its orthonormal basis in the first columns. A lane
// reads and writes rows of its own only; all lanes of a warp call together.
struct Panel {
  double* entries;
  int numRows, stride, lane;

  KOKKOS_INLINE_FUNCTION double& at(int row, int col) const {
    return entries[static_cast<std::size_t>(row) * static_cast<std::size_t>(stride) + static_cast<std::size_t>(col)];
  }

  KOKKOS_INLINE_FUNCTION bool owns(int row) const { return row % lanes == lane; }
  KOKKOS_INLINE_FUNCTION int firstBelow(int row) const { return row + 1 + (lane - (row + 1) % lanes + lanes) % lanes; }

  // The reflection I - tau v v^T with v(pivot) = 1 that takes column `pivot` to its first entry; v stays below it.
  // Returns tau.
  KOKKOS_INLINE_FUNCTION double reflect(int pivot) const {
    using std::sqrt;
    double below = 0;
    for (int row = firstBelow(pivot); row < numRows; row += lanes) below += at(row, pivot) * at(row, pivot);
    below = groupSum(below, lanes);
    if (below == 0) return 0;
    const double first = groupSum(owns(pivot) ? at(pivot, pivot) : 0.0, lanes), norm = sqrt(first * first + below);
    const double target = first > 0 ? -norm : norm;
    for (int row = firstBelow(pivot); row < numRows; row += lanes) at(row, pivot) /= first - target;
    if (owns(pivot)) at(pivot, pivot) = target;
    return (target - first) / target;
  }

  KOKKOS_INLINE_FUNCTION void apply(int pivot, double tau, int col) const {
    double sum = owns(pivot) ? at(pivot, col) : 0.0;
    for (int row = firstBelow(pivot); row < numRows; row += lanes) sum += at(row, pivot) * at(row, col);
    sum = groupSum(sum, lanes) * tau;
    if (owns(pivot)) at(pivot, col) -= sum;
    for (int row = firstBelow(pivot); row < numRows; row += lanes) at(row, col) -= sum * at(row, pivot);
  }

  // Column `pivot` of the product of the reflections from `pivot` on, in the place of its reflection.
  KOKKOS_INLINE_FUNCTION void unfold(int pivot, double tau) const {
    for (int row = lane; row < pivot; row += lanes) at(row, pivot) = 0;
    if (owns(pivot)) at(pivot, pivot) = 1 - tau;
    for (int row = firstBelow(pivot); row < numRows; row += lanes) at(row, pivot) *= -tau;
  }
};

struct BasisFunctor {
  AggregateRows aggregates;
  TestSpace V;
  int numVectors;
  ConstInts firstColumn;
  Doubles panels, taus;
  Kokkos::View<const Offset*, Device> rowPtr;
  Ints colInd;
  Doubles values;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t thread) const {
    const int aggregate = static_cast<int>(thread / lanes), lane = static_cast<int>(thread % lanes);
    const Offset begin = aggregates.begin(aggregate), end = aggregates.begin(aggregate + 1);
    const int numRows = static_cast<int>(end - begin), numColumns = numColumnsOf(aggregates, aggregate, numVectors);
    const Panel panel{&panels(begin * static_cast<Offset>(numVectors)), numRows, numVectors, lane};
    for (int i = lane; i < numRows; i += lanes)
      for (int k = 0; k < numVectors; ++k) panel.at(i, k) = V(aggregates.row(begin + Offset(i)), k);
    double* tau = &taus(firstColumn(aggregate));
    for (int pivot = 0; pivot < numColumns; ++pivot) {
      const double ofPivot = panel.reflect(pivot);
      if (panel.owns(pivot)) tau[pivot] = ofPivot;
      for (int col = pivot + 1; col < numColumns; ++col) panel.apply(pivot, ofPivot, col);
    }
    for (int pivot = numColumns - 1; pivot >= 0; --pivot) {
      const double ofPivot = groupSum(panel.owns(pivot) ? tau[pivot] : 0.0, lanes);
      for (int col = pivot + 1; col < numColumns; ++col) panel.apply(pivot, ofPivot, col);
      panel.unfold(pivot, ofPivot);
    }
    for (int i = lane; i < numRows; i += lanes) {
      const Offset first = rowPtr(aggregates.row(begin + Offset(i)));
      for (int k = 0; k < numColumns; ++k) {
        colInd(first + Offset(k)) = firstColumn(aggregate) + k;
        values(first + Offset(k)) = panel.at(i, k);
      }
    }
  }
};

void checkTestSpace(const DistMatrix<double>& A, const TestSpace& V) {
  const long long columns = static_cast<long long>(V.extent(1));
  const bool fits = columns > 0 && V.extent(0) == static_cast<std::size_t>(A.numRows());
  if (isSameOnRanks(*A.rowMap()->getComm(), columns, fits)) return;
  throw InputError(
      "aggregates need a test space with as many rows as the matrix and at least one vector, the same number on all "
      "ranks: give near-kernel vectors or coordinates, or choose a test space");
}

}  // namespace

TentativeProlongation tentativeProlongation(const DistMatrix<double>& A, const AggregateRows& aggregates,
                                            const TestSpace& V) {
  checkTestSpace(A, V);
  const int numVectors = static_cast<int>(V.extent(1));
  const RowPolicy all(0, aggregates.number());
  const auto firstColumn = allocateZeros<Ints>("Chronos::first coarse unknowns", aggregates.number() + 1);
  LocalOrdinal numColumns = 0;
  scanTotal("Chronos::tentativeProlongation::columns", all, FirstColumnFunctor{aggregates, numVectors, firstColumn},
            numColumns);
  const auto rowPtr = allocateZeros<Kokkos::View<Offset*, Device>>("Chronos::tentative row pointers", A.numRows() + 1);
  Kokkos::parallel_for("Chronos::tentativeProlongation::lengths", all, LengthFunctor{aggregates, numVectors, rowPtr});
  const Offset numEntries = sumLengths<Device>(Device::execution_space(), rowPtr, A.numRows());
  const auto colInd = allocate<Ints>("Chronos::tentative columns", numEntries);
  const auto values = allocate<Doubles>("Chronos::tentative values", numEntries);
  const auto panels = allocate<Doubles>("Chronos::tentative panels", aggregates.row.extent(0) * V.extent(1));
  const auto taus = allocate<Doubles>("Chronos::tentative reflections", static_cast<std::size_t>(numColumns));
  using LanePolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<std::int64_t>>;
  Kokkos::parallel_for("Chronos::tentativeProlongation::basis",
                       LanePolicy(0, std::int64_t(aggregates.number()) * lanes),
                       BasisFunctor{aggregates, V, numVectors, firstColumn, panels, taus, rowPtr, colInd, values});
  const auto coarseMap = contiguousMap(static_cast<std::size_t>(numColumns), A.rowMap()->getComm());
  return {Teuchos::rcp(
              new DistMatrix<double>(A.rowMap(), noHalo(coarseMap), {A.numRows(), numColumns, rowPtr, colInd, values})),
          firstColumn};
}

}  // namespace Chronos
