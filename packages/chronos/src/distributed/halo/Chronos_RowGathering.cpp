// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_RowGathering.hpp"

#include "Chronos_GatheredAssembly.hpp"
#include "Chronos_HaloLookup.hpp"
#include "Chronos_HostCopy.hpp"
#include "Chronos_OwnedGlobals.hpp"
#include "Chronos_ScanTotal.hpp"
#include "Chronos_TrilinosVersion.hpp"
#include "Chronos_UnknownColumns.hpp"

#include <limits>

namespace Chronos {
namespace {

using RangePolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<std::int64_t>>;

// Marks entries whose columns are rows worth asking for: below the last owned row, not owned, not asked for before.
struct NewRowsFunctor {
  Kokkos::View<const GlobalOrdinal*, Device> globals;
  Kokkos::View<const int*, Device> owners;
  int rank;
  GlobalOrdinal last;
  HaloLookup known;
  Kokkos::View<LocalOrdinal*, Device> marks;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t entry) const {
    const GlobalOrdinal global = globals(entry);
    marks(entry) = global < last && owners(entry) != rank && known.find(global) < 0 ? -1 : 0;
  }
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

HaloColumns newRows(const ColumnNames& columns, int rank, GlobalOrdinal last, const HaloLookup& known) {
  const auto marks = allocate<Kokkos::View<LocalOrdinal*, Device>>("Chronos::new rows", columns.globals.extent(0));
  Kokkos::parallel_for("Chronos::gatherRows::newRows", RangePolicy(0, static_cast<std::int64_t>(marks.extent(0))),
                       NewRowsFunctor{columns.globals, columns.owners, rank, last, known, marks});
  const ListedColumns<Device> unknown =
      listUnknownColumns<Device>(Device::execution_space(), marks, columns.globals, columns.owners);
  return sortColumns(unknown.globals, unknown.owners).columns;
}

// Breadth first, one step a round; all ranks go through the same rounds, also those with nothing left to ask.
template <class Scalar>
NamedRows<Scalar> fetchWithin(const DistMatrix<double>& A, int distance) {
  const Comm& comm = *A.rowMap()->getComm();
  const GlobalOrdinal last = lastOwnedRow(*A.rowMap());
  HaloColumns wanted = rowsOfHalo(*A.halo(), last), known;
  std::vector<NamedRows<Scalar>> pieces;
  for (int step = 0; step < distance; ++step) {
    if (maxOverRanks(comm, static_cast<long long>(wanted.size())) == 0) break;
    pieces.push_back(fetchRows<Scalar>(A, wanted));
    if (step + 1 == distance) break;
    known = sortColumns({known, wanted}).columns;
    wanted = newRows(pieces.back().columns, comm.getRank(), last, lookupOf(known.globals, 0));
  }
  return appended(pieces);
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
