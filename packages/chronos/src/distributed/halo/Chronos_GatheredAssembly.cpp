// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_GatheredAssembly.hpp"

#include "Chronos_HaloLookup.hpp"
#include "Chronos_HostCopy.hpp"
#include "Chronos_JoinRows.hpp"
#include "Chronos_OwnedGlobals.hpp"
#include "Chronos_SortRows.hpp"

#include <algorithm>
#include <numeric>

namespace Chronos {
namespace {

using GlobalView = Kokkos::View<const GlobalOrdinal*, Device>;
using LocalView = Kokkos::View<const LocalOrdinal*, Device>;
using RangePolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<std::int64_t>>;
using LocalMap = Map::local_map_type;

struct DescentsFunctor {
  GlobalView globals;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, std::int64_t& numDescents) const {
    if (globals(i) >= globals(i + 1)) ++numDescents;
  }
};

struct UnsortedRowsFunctor {
  Kokkos::View<const Offset*, Device> rowPtr;
  LocalView colInd;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row, std::int64_t& numUnsorted) const {
    bool sorted = true;
    for (Offset entry = rowPtr(row) + 1; entry < rowPtr(row + 1); ++entry)
      sorted = sorted && colInd(entry - 1) < colInd(entry);
    if (!sorted) ++numUnsorted;
  }
};

// Owned rows between the gathered ones: an owned row moves up by the number of gathered rows below it.
struct PlaceOwnedFunctor {
  GlobalView ownedGlobals;
  LocalView ownedPosition;  // among the owned rows by ascending global index; none when they stand like that
  GlobalView gatheredSorted;
  Kokkos::View<GlobalOrdinal*, Device> globals;
  Kokkos::View<LocalOrdinal*, Device> ownedRows;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const {
    const LocalOrdinal position = ownedPosition.extent(0) > 0 ? ownedPosition(i) : static_cast<LocalOrdinal>(i);
    const LocalOrdinal row = position + numBelow(gatheredSorted, ownedGlobals(i));
    ownedRows(i) = row;
    globals(row) = ownedGlobals(i);
  }
};

struct PlaceGatheredFunctor {
  GlobalView gatheredGlobals, gatheredSorted, ownedSorted;
  Kokkos::View<GlobalOrdinal*, Device> globals;
  Kokkos::View<LocalOrdinal*, Device> gatheredRows;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const {
    const GlobalOrdinal global = gatheredGlobals(i);
    const LocalOrdinal row = numBelow(gatheredSorted, global) + numBelow(ownedSorted, global);
    gatheredRows(i) = row;
    globals(row) = global;
  }
};

struct OwnedAndHaloLookupFunctor {
  LocalMap domainMap;
  LocalOrdinal numOwned;
  GlobalView haloGlobals, globals;
  Kokkos::View<LocalOrdinal*, Device> newCol;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t col) const {
    const GlobalOrdinal global =
        col < numOwned ? domainMap.getGlobalElement(static_cast<LocalOrdinal>(col)) : haloGlobals(col - numOwned);
    newCol(col) = positionOf(globals, global);
  }
};

struct ReceivedLookupFunctor {
  GlobalView globalColInd, globals;
  Kokkos::View<LocalOrdinal*, Device> colInd;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t entry) const {
    colInd(entry) = positionOf(globals, globalColInd(entry));
  }
};

template <class Scalar>
struct RoundFunctor {
  Kokkos::View<const double*, Device> input;
  Kokkos::View<Scalar*, Device> output;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const { output(i) = static_cast<Scalar>(input(i)); }
};

std::int64_t numDescents(const GlobalView& globals) {
  std::int64_t result = 0;
  const std::int64_t numPairs = std::max<std::int64_t>(0, static_cast<std::int64_t>(globals.extent(0)) - 1);
  Kokkos::parallel_reduce("Chronos::assembleGathered::ascending", RangePolicy(0, numPairs), DescentsFunctor{globals},
                          result);
  return result;
}

template <class Scalar>
Kokkos::View<Scalar*, Device> roundedCopy(const Kokkos::View<const double*, Device>& values) {
  const auto copy = allocate<Kokkos::View<Scalar*, Device>>("Chronos::gathered values", values.extent(0));
  Kokkos::parallel_for("Chronos::assembleGathered::round", RangePolicy(0, static_cast<std::int64_t>(values.extent(0))),
                       RoundFunctor<Scalar>{values, copy});
  return copy;
}

Kokkos::View<const double*, Device> sharedOrRounded(const Kokkos::View<const double*, Device>& values, double) {
  return values;
}
Kokkos::View<const float*, Device> sharedOrRounded(const Kokkos::View<const double*, Device>& values, float) {
  return roundedCopy<float>(values);
}

// Nothing gathered, no halo, rows in ascending order: A is the matrix wanted.
template <class Scalar>
CsrMatrix<Scalar, Device> sharedMatrix(const CsrMatrix<double, Device>& A) {
  std::int64_t numUnsorted = 0;
  Kokkos::parallel_reduce("Chronos::assembleGathered::sorted", RangePolicy(0, A.numRows),
                          UnsortedRowsFunctor{A.rowPtr, A.colInd}, numUnsorted);
  if (numUnsorted == 0) return {A.numRows, A.numCols, A.rowPtr, A.colInd, sharedOrRounded(A.values, Scalar())};
  const auto colInd = allocate<Kokkos::View<LocalOrdinal*, Device>>("Chronos::gathered columns", A.numEntries());
  Kokkos::deep_copy(Device::execution_space(), colInd, A.colInd);
  const auto values = roundedCopy<Scalar>(A.values);
  sortRows<LocalOrdinal, Scalar, Device>(Device::execution_space(), A.rowPtr, colInd, values);
  return {A.numRows, A.numCols, A.rowPtr, colInd, values};
}

// The owned rows by ascending global index; the position is left empty where they already stand like that.
struct OwnedOrder {
  GlobalView sorted;
  LocalView position;
};

OwnedOrder orderOwned(const GlobalView& ownedGlobals) {
  if (numDescents(ownedGlobals) == 0) return {ownedGlobals, {}};
  std::vector<GlobalOrdinal> sorted = toVector(ownedGlobals);
  std::vector<LocalOrdinal> order(sorted.size()), position(sorted.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](LocalOrdinal a, LocalOrdinal b) { return sorted[a] < sorted[b]; });
  for (std::size_t i = 0; i < order.size(); ++i) position[order[i]] = static_cast<LocalOrdinal>(i);
  std::sort(sorted.begin(), sorted.end());
  return {toView("Chronos::owned globals", sorted), toView("Chronos::owned positions", position)};
}

// Rows of the result: owned rows, then received ones, find their places in the common ascending order.
struct Numbering {
  Kokkos::View<GlobalOrdinal*, Device> globals;
  Kokkos::View<LocalOrdinal*, Device> ownedRows, gatheredRows;
};

Numbering numberRows(const GlobalView& ownedGlobals, const OwnedOrder& order, const HaloColumns& gathered) {
  const GlobalView gatheredSorted = lookupOf(sortColumns({gathered}).columns.globals, 0).globals;
  const std::size_t numOwned = ownedGlobals.extent(0), numGathered = gathered.size();
  Numbering result{
      allocate<Kokkos::View<GlobalOrdinal*, Device>>("Chronos::gathered numbering", numOwned + numGathered),
      allocate<Kokkos::View<LocalOrdinal*, Device>>("Chronos::owned rows", numOwned),
      allocate<Kokkos::View<LocalOrdinal*, Device>>("Chronos::gathered rows", numGathered)};
  Kokkos::parallel_for(
      "Chronos::assembleGathered::owned", RangePolicy(0, static_cast<std::int64_t>(numOwned)),
      PlaceOwnedFunctor{ownedGlobals, order.position, gatheredSorted, result.globals, result.ownedRows});
  Kokkos::parallel_for(
      "Chronos::assembleGathered::gathered", RangePolicy(0, static_cast<std::int64_t>(numGathered)),
      PlaceGatheredFunctor{gathered.globals, gatheredSorted, order.sorted, result.globals, result.gatheredRows});
  return result;
}

SourceRows<double, Device> ownedSource(const DistMatrix<double>& A, const Numbering& numbering) {
  const auto newCol = allocate<Kokkos::View<LocalOrdinal*, Device>>("Chronos::new columns", A.local().numCols);
  const OwnedAndHaloLookupFunctor lookup{A.domainMap()->getLocalMap(), A.numOwnedCols(), A.halo()->globals(),
                                         numbering.globals, newCol};
  Kokkos::parallel_for("Chronos::assembleGathered::lookup", RangePolicy(0, A.local().numCols), lookup);
  return {A.local().rowPtr, A.local().colInd, A.local().values, newCol, numbering.ownedRows};
}

template <class Scalar>
SourceRows<Scalar, Device> receivedSource(const NamedRows<Scalar>& received, const Numbering& numbering) {
  const std::size_t numEntries = received.values.extent(0);
  const auto colInd = allocate<Kokkos::View<LocalOrdinal*, Device>>("Chronos::received columns", numEntries);
  Kokkos::parallel_for("Chronos::assembleGathered::received", RangePolicy(0, static_cast<std::int64_t>(numEntries)),
                       ReceivedLookupFunctor{received.columns.globals, numbering.globals, colInd});
  return {received.rowPtr, colInd, received.values, {}, numbering.gatheredRows};
}

}  // namespace

template <class Scalar>
GatheredMatrix<Scalar> assembleGathered(const DistMatrix<double>& A, const NamedRows<Scalar>& received) {
  const GlobalView globals = ownedGlobals(*A.rowMap());
  const OwnedOrder order = orderOwned(globals);
  const Numbering numbering = numberRows(globals, order, received.rows);
  const bool nothingToDrop = received.rows.size() == 0 && A.halo()->numHalo() == 0;
  const bool inOrder = order.position.extent(0) == 0 && A.rowMap()->locallySameAs(*A.domainMap());
  GatheredMatrix<Scalar> result;
  if (nothingToDrop && inOrder) result.matrix = sharedMatrix<Scalar>(A.local());
  else
    result.matrix = joinRows<double, Scalar, Device>(Device::execution_space(),
                                                     static_cast<LocalOrdinal>(numbering.globals.extent(0)),
                                                     ownedSource(A, numbering), receivedSource(received, numbering));
  result.globals = numbering.globals;
  result.ownedRows = numbering.ownedRows;
  result.numGatheredRows = static_cast<long long>(received.rows.size());
  return result;
}

template GatheredMatrix<double> assembleGathered(const DistMatrix<double>&, const NamedRows<double>&);
template GatheredMatrix<float> assembleGathered(const DistMatrix<double>&, const NamedRows<float>&);

}  // namespace Chronos
