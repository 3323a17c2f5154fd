// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_RowGathering.hpp"

#include "Chronos_GatheredAssembly.hpp"
#include "Chronos_HaloLookup.hpp"
#include "Chronos_HostCopy.hpp"
#include "Chronos_NearbyRows.hpp"
#include "Chronos_OwnedGlobals.hpp"
#include "Chronos_RelaxedAccess.hpp"
#include "Chronos_RunsOnHost.hpp"
#include "Chronos_ScanTotal.hpp"
#include "Chronos_TrilinosVersion.hpp"
#include "Chronos_UnknownColumns.hpp"

#include <limits>

namespace Chronos {
namespace {

using RangePolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<std::int64_t>>;

// Lanes that share a row's entries.
constexpr int lanesOfRow = runsOnHost<Device> ? 1 : 8;
constexpr int notReached = std::numeric_limits<int>::max();
// So often the host looks whether nothing new comes.
constexpr int stepsBetweenLooks = 8;

using Places = Kokkos::View<const LocalOrdinal*, Device>;
using Steps = Kokkos::View<int*, Device>;
using Flag = Kokkos::View<int*, Device>;

// Steps from the halo to each fetched row, by ways through fetched rows. Of use are rows of others below the last one
// that is owned here.
struct Reached {
  Kokkos::View<const Offset*, Device> rowPtr;
  ColumnNames columns;
  int rank;
  GlobalOrdinal last;
  HaloLookup rows;
  Places placeOfRow;  // where its steps are; empty: in its own place
  Steps steps;

  KOKKOS_INLINE_FUNCTION int stepsTo(std::int64_t row) const {
    return relaxedLoad(&steps(placeOfRow.extent(0) > 0 ? placeOfRow(row) : row));
  }
  // Calls function(entry, place of the column's row or -1) for the lane's entries of its row whose columns are of use.
  template <class Function>
  KOKKOS_INLINE_FUNCTION void forLane(std::int64_t item, const Function& function) const {
    const std::int64_t row = item / lanesOfRow;
    for (Offset entry = rowPtr(row) + static_cast<Offset>(item % lanesOfRow); entry < rowPtr(row + 1);
         entry += lanesOfRow) {
      const GlobalOrdinal global = columns.globals(entry);
      if (global < last && columns.owners(entry) != rank) function(entry, rows.find(global));
    }
  }
};

struct StartFunctor {
  HaloColumns::Globals halo;
  HaloLookup rows;
  Steps steps;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t h) const { steps(rows.find(halo(h))) = 1; }
};

// From the rows `step` steps away to those of their columns; what has as many steps or fewer keeps them.
struct StepFunctor {
  Reached reached;
  int step;
  Flag isAnyMissing;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item) const {
    if (reached.stepsTo(item / lanesOfRow) != step) return;
    reached.forLane(item, [&](Offset, LocalOrdinal place) {
      if (place < 0) relaxedStore(&isAnyMissing(0), 1);
      else Kokkos::atomic_fetch_min(&reached.steps(place), step + 1);
    });
  }
};

struct IsStepFunctor {
  Steps steps;
  int step;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row, int& count) const { count += steps(row) == step ? 1 : 0; }
};

// -1 at entries that name a missing row within the distance.
struct MarkFunctor {
  Reached reached;
  int distance;
  Kokkos::View<LocalOrdinal*, Device> marks;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item) const {
    if (reached.stepsTo(item / lanesOfRow) >= distance) return;
    reached.forLane(item, [&](Offset entry, LocalOrdinal place) {
      if (place < 0) marks(entry) = -1;
    });
  }
};

// How far missing rows are.
struct MissingStepsFunctor {
  Reached reached;
  int distance;
  HaloLookup missing;
  Kokkos::View<GlobalOrdinal*, Device> steps;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item) const {
    const GlobalOrdinal step = reached.stepsTo(item / lanesOfRow);
    if (step >= distance) return;
    reached.forLane(item, [&](Offset entry, LocalOrdinal place) {
      if (place < 0) Kokkos::atomic_fetch_min(&steps(missing.find(reached.columns.globals(entry))), step + 1);
    });
  }
};

// Marks rows that were not fetched.
struct NewRowsFunctor {
  HaloColumns::Globals globals;
  HaloLookup known;
  Kokkos::View<LocalOrdinal*, Device> marks;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const { marks(i) = known.find(globals(i)) < 0 ? -1 : 0; }
};

struct ListBelowFunctor {
  HaloColumns::Globals globals;
  Kokkos::View<const int*, Device> owners;
  GlobalOrdinal last;
  Kokkos::View<GlobalOrdinal*, Device> listed;
  Kokkos::View<int*, Device> ownersOfListed;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t h, LocalOrdinal& count, bool final) const {
    if (globals(h) >= last) return;
    if (final) listed(count) = globals(h);
    if (final) ownersOfListed(count) = owners(h);
    ++count;
  }
};

HaloColumns rowsOfHalo(const HaloPattern& halo, GlobalOrdinal last) {
  const auto listed = allocate<Kokkos::View<GlobalOrdinal*, Device>>("Chronos::rows of the halo", halo.numHalo());
  const auto owners = allocate<Kokkos::View<int*, Device>>("Chronos::owners of rows", halo.numHalo());
  LocalOrdinal count = 0;
  scanTotal("Chronos::gatherRows::rowsOfHalo", RangePolicy(0, static_cast<std::int64_t>(halo.numHalo())),
            ListBelowFunctor{halo.globals(), ranksOf(halo.sources(), halo.numHalo()), last, listed, owners}, count);
  const auto part = std::make_pair(LocalOrdinal(0), count);
  return sortColumns(Kokkos::subview(listed, part), Kokkos::subview(owners, part)).columns;
}

RangePolicy items(std::size_t n) {
  return RangePolicy(0, static_cast<std::int64_t>(n));
}

// Whether a row within the distance is missing.
bool walk(const Reached& reached, std::size_t numRows, int distance) {
  const auto isAnyMissing = allocateZeros<Flag>("Chronos::is a row missing", 1);
  for (int step = 1; step < distance; ++step) {
    Kokkos::parallel_for("Chronos::gatherRows::step", items(numRows * lanesOfRow),
                         StepFunctor{reached, step, isAnyMissing});
    if (step % stepsBetweenLooks != 0) continue;
    int count = 0;
    Kokkos::parallel_reduce("Chronos::gatherRows::front", items(numRows), IsStepFunctor{reached.steps, step + 1},
                            count);
    if (count == 0) break;
  }
  return toVector(isAnyMissing)[0] != 0;
}

// Rows within the distance that are named by fetched ones, and were not fetched, with the steps to them.
template <class Scalar>
SeedRows missingRows(const NamedRows<Scalar>& fetched, const HaloColumns& halo, int distance, int rank,
                     GlobalOrdinal last) {
  using Marks = Kokkos::View<LocalOrdinal*, Device>;
  const std::size_t numRows = fetched.rows.size();
  const SortedColumns sorted = sortColumns({fetched.rows});
  const Reached reached{fetched.rowPtr,
                        fetched.columns,
                        rank,
                        last,
                        lookupOf(sorted.columns.globals, 0),
                        sorted.places,
                        allocate<Steps>("Chronos::steps to rows", numRows)};
  Kokkos::deep_copy(Device::execution_space(), reached.steps, notReached);
  Kokkos::parallel_for("Chronos::gatherRows::start", items(halo.size()),
                       StartFunctor{halo.globals, reached.rows, reached.steps});
  SeedRows missing{{}, Kokkos::View<GlobalOrdinal*, Device>()};
  if (!walk(reached, numRows, distance)) return missing;

  const auto marks = allocateZeros<Marks>("Chronos::missing rows", fetched.columns.globals.extent(0));
  Kokkos::parallel_for("Chronos::gatherRows::mark", items(numRows * lanesOfRow), MarkFunctor{reached, distance, marks});
  const ListedColumns<Device> unknown =
      listUnknownColumns<Device>(Device::execution_space(), marks, fetched.columns.globals, fetched.columns.owners);
  missing.rows = sortColumns(unknown.globals, unknown.owners).columns;
  missing.steps = allocate<Kokkos::View<GlobalOrdinal*, Device>>("Chronos::steps to missing rows", missing.rows.size());
  Kokkos::deep_copy(Device::execution_space(), *missing.steps, GlobalOrdinal(notReached));
  Kokkos::parallel_for("Chronos::gatherRows::missingSteps", items(numRows * lanesOfRow),
                       MissingStepsFunctor{reached, distance, lookupOf(missing.rows.globals, 0), *missing.steps});
  return missing;
}

template <class Scalar>
HaloColumns notFetched(const HaloColumns& rows, const NamedRows<Scalar>& fetched) {
  const auto marks = allocate<Kokkos::View<LocalOrdinal*, Device>>("Chronos::new rows", rows.size());
  const HaloLookup known = lookupOf(sortColumns({fetched.rows}).columns.globals, 0);
  Kokkos::parallel_for("Chronos::gatherRows::newRows", items(rows.size()), NewRowsFunctor{rows.globals, known, marks});
  const ListedColumns<Device> unknown =
      listUnknownColumns<Device>(Device::execution_space(), marks, rows.globals, ranksOf(rows.owners, rows.size()));
  return sortColumns(unknown.globals, unknown.owners).columns;
}

// A round for each rank that ways from the halo come through; all ranks go through the same rounds, also those with
// nothing left to ask.
template <class Scalar>
NamedRows<Scalar> fetchWithin(const DistMatrix<double>& A, int distance) {
  const Comm& comm = *A.rowMap()->getComm();
  const GlobalOrdinal last = lastOwnedRow(*A.rowMap());
  if (distance <= 0) return appended<Scalar>({});
  const HaloColumns halo = rowsOfHalo(*A.halo(), last);
  std::vector<NamedRows<Scalar>> fetched;
  SeedRows seeds{halo, {}};
  while (maxOverRanks(comm, static_cast<long long>(seeds.rows.size())) > 0) {
    HaloColumns wanted = distance > 1 ? nearbyRows(A, seeds, distance, last) : halo;
    if (!fetched.empty()) wanted = notFetched(wanted, fetched.front());
    fetched.push_back(fetchRows<Scalar>(A, wanted));
    if (distance == 1) break;
    fetched = {appended(fetched)};
    seeds = missingRows(fetched.front(), halo, distance, comm.getRank(), last);
  }
  return appended(fetched);
}

}  // namespace

GlobalOrdinal lastOwnedRow(const Map& rowMap) {
  return TrilinosVersion::numLocal(rowMap) > 0 ? rowMap.getMaxGlobalIndex()
                                               : std::numeric_limits<GlobalOrdinal>::lowest();
}

void checkColumnsAreRows(const DistMatrix<double>& A) {
  const Map &rows = *A.rowMap(), &columns = *A.domainMap();
  bool isRow = true;
  if (!columns.locallySameAs(rows))
    for (const GlobalOrdinal column : toVector(ownedGlobals(columns)))
      isRow = isRow && rows.isNodeGlobalElement(column);
  throwIfAny(*rows.getComm(), isRow ? ""
                                    : "Gathering needs a square matrix whose columns are numbered and distributed like "
                                      "its rows: a column is no row of the rank that owns it.");
}

template <class Scalar>
GatheredMatrix<Scalar> gatherRows(const DistMatrix<double>& A, int distance) {
  if (A.rowMap()->getComm()->getSize() == 1) return assembleGathered(A, appended<Scalar>({}));
  checkColumnsAreRows(A);
  return assembleGathered(A, fetchWithin<Scalar>(A, distance));
}

template GatheredMatrix<double> gatherRows(const DistMatrix<double>&, int);
template GatheredMatrix<float> gatherRows(const DistMatrix<double>&, int);

}  // namespace Chronos
