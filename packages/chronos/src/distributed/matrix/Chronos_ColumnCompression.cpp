// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_ColumnCompression.hpp"

#include "Chronos_BoundaryRows.hpp"
#include "Chronos_HaloEntries.hpp"
#include "Chronos_HostCopy.hpp"
#include "Chronos_RelaxedAccess.hpp"
#include "Chronos_RenumberColumns.hpp"
#include "Chronos_RowOrder.hpp"
#include "Chronos_ScanTotal.hpp"
#include "Chronos_TrilinosVersion.hpp"

#include <utility>

namespace Chronos {
namespace {

using RangePolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<std::int64_t>>;
using ColumnView = Kokkos::View<const LocalOrdinal*, Device>;

struct CountRemoteFunctor {
  ColumnView ownedIndex;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t col, LocalOrdinal& numRemote) const {
    if (ownedIndex(col) < 0) ++numRemote;
  }
};

// Several entries mark the same column at once; owned columns stay whether used or not.
struct MarkUsedFunctor {
  ColumnView ownedIndex, colInd;
  Kokkos::View<int*, Device> used;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t entry) const {
    const LocalOrdinal col = colInd(entry);
    if (ownedIndex(col) < 0) relaxedStore(&used(col), 1);
  }
};

// Lists the used columns with their targets; capacity: number of remote columns.
struct ListUsedFunctor {
  Kokkos::View<const int*, Device> used;
  ColumnTargets targets;
  Kokkos::View<LocalOrdinal*, Device> cols;
  Kokkos::View<GlobalOrdinal*, Device> globals;
  Kokkos::View<int*, Device> owners;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t col, LocalOrdinal& numUsed, bool final) const {
    if (used(col) == 0) return;
    if (final) {
      cols(numUsed) = static_cast<LocalOrdinal>(col);
      globals(numUsed) = targets.globals(col);
      owners(numUsed) = targets.owners(col);
    }
    ++numUsed;
  }
};

struct PlaceHaloFunctor {
  ColumnView cols, places;  // no places: in order
  LocalOrdinal numOwned;
  Kokkos::View<LocalOrdinal*, Device> newIndex;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t h) const {
    newIndex(cols(h)) = numOwned + (places.extent(0) > 0 ? places(h) : static_cast<LocalOrdinal>(h));
  }
};

struct CountMovedFunctor {
  ColumnView newIndex;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t col, std::int64_t& numMoved) const {
    if (newIndex(col) >= 0 && newIndex(col) != col) ++numMoved;
  }
};

struct RenumberFunctor {
  ColumnView oldColInd, newIndex;
  Kokkos::View<LocalOrdinal*, Device> colInd;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t entry) const { colInd(entry) = newIndex(oldColInd(entry)); }
};

// The halo of the new matrix; where it has each of the columns that are used.
struct UsedHalo {
  Kokkos::View<const LocalOrdinal*, Device> cols;
  SortedColumns sorted;
};

UsedHalo usedHalo(const ColumnView& colInd, const ColumnTargets& targets) {
  const RangePolicy columns(0, static_cast<std::int64_t>(targets.ownedIndex.extent(0)));
  LocalOrdinal numRemote = 0, numUsed = 0;
  Kokkos::parallel_reduce("Chronos::compressColumns::countRemote", columns, CountRemoteFunctor{targets.ownedIndex},
                          numRemote);
  if (numRemote == 0) return {};
  const auto used = allocateZeros<Kokkos::View<int*, Device>>("Chronos::used columns", targets.ownedIndex.extent(0));
  Kokkos::parallel_for("Chronos::compressColumns::mark", RangePolicy(0, static_cast<std::int64_t>(colInd.extent(0))),
                       MarkUsedFunctor{targets.ownedIndex, colInd, used});
  const auto cols = allocate<Kokkos::View<LocalOrdinal*, Device>>("Chronos::halo columns", numRemote);
  const auto globals = allocate<Kokkos::View<GlobalOrdinal*, Device>>("Chronos::halo globals", numRemote);
  const auto owners = allocate<Kokkos::View<int*, Device>>("Chronos::halo owners", numRemote);
  scanTotal("Chronos::compressColumns::list", columns, ListUsedFunctor{used, targets, cols, globals, owners}, numUsed);
  const auto part = std::make_pair(LocalOrdinal(0), numUsed);
  return {Kokkos::subview(cols, part), sortColumns(Kokkos::subview(globals, part), Kokkos::subview(owners, part))};
}

// New index of each column, -1 where no entry uses a column of another rank.
ColumnView newIndices(const ColumnTargets& targets, const UsedHalo& used, LocalOrdinal numOwned) {
  if (used.cols.extent(0) == 0) return targets.ownedIndex;
  const auto newIndex =
      allocate<Kokkos::View<LocalOrdinal*, Device>>("Chronos::new columns", targets.ownedIndex.extent(0));
  copyEntries(newIndex, targets.ownedIndex);
  Kokkos::parallel_for("Chronos::compressColumns::placeHalo",
                       RangePolicy(0, static_cast<std::int64_t>(used.cols.extent(0))),
                       PlaceHaloFunctor{used.cols, used.sorted.places, numOwned, newIndex});
  return newIndex;
}

ColumnView renumbered(const ColumnView& colInd, const ColumnView& newIndex) {
  std::int64_t numMoved = 0;
  Kokkos::parallel_reduce("Chronos::compressColumns::countMoved",
                          RangePolicy(0, static_cast<std::int64_t>(newIndex.extent(0))), CountMovedFunctor{newIndex},
                          numMoved);
  if (numMoved == 0) return colInd;
  const auto result = allocate<Kokkos::View<LocalOrdinal*, Device>>("Chronos::column indices", colInd.extent(0));
  Kokkos::parallel_for("Chronos::compressColumns::renumber",
                       RangePolicy(0, static_cast<std::int64_t>(colInd.extent(0))),
                       RenumberFunctor{colInd, newIndex, result});
  return result;
}

struct MarkHaloFunctor {
  ColumnView colInd;
  LocalOrdinal numOwned;
  Kokkos::View<int*, Device> used;
  KOKKOS_INLINE_FUNCTION void operator()(Offset entry) const {
    const LocalOrdinal col = colInd(entry);
    if (col >= numOwned) relaxedStore(&used(col - numOwned), 1);
  }
};

// Columns of a halo that stay, one behind the other.
struct KeepUsedFunctor {
  Kokkos::View<const int*, Device> used, owners;
  HaloColumns::Globals globals;
  LocalOrdinal numOwned;
  Kokkos::View<LocalOrdinal*, Device> newIndex;
  Kokkos::View<GlobalOrdinal*, Device> keptGlobals;
  Kokkos::View<int*, Device> keptOwners;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t h, LocalOrdinal& count, bool final) const {
    const bool stays = used(h) != 0;
    if (final) newIndex(h) = stays ? numOwned + count : -1;
    if (final && stays) {
      keptGlobals(count) = globals(h);
      keptOwners(count) = owners(h);
    }
    count += stays ? 1 : 0;
  }
};

// Leaves what entries of boundary rows use in a halo.
// \return new local index of each of its columns that stays; empty where all of them do
template <class Scalar>
ColumnView dropUnused(const CsrMatrix<Scalar, Device>& rows, const BoundaryRows<Device>& boundary,
                      LocalOrdinal numOwned, HaloColumns& halo) {
  const auto used = allocateZeros<Kokkos::View<int*, Device>>("Chronos::used columns", halo.size());
  forHaloEntries("Chronos::compressHalo::mark", boundary, MarkHaloFunctor{rows.colInd, numOwned, used});
  const auto newIndex = allocate<Kokkos::View<LocalOrdinal*, Device>>("Chronos::new halo columns", halo.size());
  const auto globals = allocate<Kokkos::View<GlobalOrdinal*, Device>>("Chronos::halo globals", halo.size());
  const auto owners = allocate<Kokkos::View<int*, Device>>("Chronos::halo owners", halo.size());
  LocalOrdinal numUsed = 0;
  scanTotal("Chronos::compressHalo::keep", RangePolicy(0, static_cast<std::int64_t>(halo.size())),
            KeepUsedFunctor{used, ranksOf(halo.owners, halo.size()), halo.globals, numOwned, newIndex, globals, owners},
            numUsed);
  if (std::size_t(numUsed) == halo.size()) return {};
  const auto part = std::make_pair(LocalOrdinal(0), numUsed);
  halo = groupedColumns(Kokkos::subview(globals, part), Kokkos::subview(owners, part));
  return newIndex;
}

struct OwnedTargetFunctor {
  LocalOrdinal numOwned;
  Kokkos::View<LocalOrdinal*, Device> ownedIndex;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t col) const {
    ownedIndex(col) = col < numOwned ? static_cast<LocalOrdinal>(col) : -1;
  }
};

// Entries of all columns, given those of the halo; the owned ones are never read.
template <class T>
Kokkos::View<const T*, Device> behindOwned(LocalOrdinal numOwned, const std::vector<T>& halo) {
  const auto all = allocate<Kokkos::View<T*, Device>>("Chronos::column targets", numOwned + halo.size());
  const auto range = std::make_pair(std::size_t(numOwned), numOwned + halo.size());
  copyEntries(Kokkos::subview(all, range), toView("Chronos::halo targets", halo));
  return all;
}

}  // namespace

ColumnTargets ownedThenHalo(LocalOrdinal numOwned, const std::vector<GlobalOrdinal>& globals,
                            const std::vector<int>& owners) {
  const std::size_t numCols = numOwned + globals.size();
  const auto ownedIndex = allocate<Kokkos::View<LocalOrdinal*, Device>>("Chronos::owned columns", numCols);
  Kokkos::parallel_for("Chronos::ownedThenHalo", RangePolicy(0, static_cast<std::int64_t>(numCols)),
                       OwnedTargetFunctor{numOwned, ownedIndex});
  return {ownedIndex, behindOwned(numOwned, globals), behindOwned(numOwned, owners)};
}

template <class Scalar>
DistMatrix<Scalar> compressColumns(const Teuchos::RCP<const Map>& rowMap, const Teuchos::RCP<const Map>& domainMap,
                                   const CsrMatrix<Scalar, Device>& rows, const ColumnTargets& targets) {
  const LocalOrdinal numOwned = static_cast<LocalOrdinal>(TrilinosVersion::numLocal(*domainMap));
  const UsedHalo used = usedHalo(rows.colInd, targets);
  CsrMatrix<Scalar, Device> local = rows;
  local.colInd = renumbered(rows.colInd, newIndices(targets, used, numOwned));
  local.numCols = numOwned + static_cast<LocalOrdinal>(used.cols.extent(0));
  local = withSortedRows(local);
  const auto halo = Teuchos::rcp(new HaloPattern(domainMap, used.sorted.columns));
  return DistMatrix<Scalar>(rowMap, halo, local);
}

template <class Scalar>
DistMatrix<Scalar> compressHalo(const Teuchos::RCP<const Map>& rowMap, const Teuchos::RCP<const Map>& domainMap,
                                const CsrMatrix<Scalar, Device>& rows, HaloColumns halo) {
  const LocalOrdinal numOwned = static_cast<LocalOrdinal>(TrilinosVersion::numLocal(*domainMap));
  CsrMatrix<Scalar, Device> local = rows;
  BoundaryRows<Device> boundary;
  if (halo.size() > 0) {
    boundary = boundaryRows(rows.rowPtr, rows.colInd, rows.numRows, numOwned);
    const ColumnView newIndex = dropUnused(rows, boundary, numOwned, halo);
    if (newIndex.extent(0) > 0) local.colInd = renumberHalo(rows.colInd, boundary, numOwned, newIndex);
  }
  local.numCols = numOwned + static_cast<LocalOrdinal>(halo.size());
  return DistMatrix<Scalar>(rowMap, Teuchos::rcp(new HaloPattern(domainMap, halo)), local, boundary);
}

template <class Scalar>
DistMatrix<Scalar> compressHalo(const DistMatrix<Scalar>& columnsOf, const CsrMatrix<Scalar, Device>& rows) {
  return compressHalo(columnsOf.rowMap(), columnsOf.domainMap(), rows, columnsOf.halo()->columns());
}

template DistMatrix<double> compressHalo(const DistMatrix<double>&, const CsrMatrix<double, Device>&);
template DistMatrix<float> compressHalo(const DistMatrix<float>&, const CsrMatrix<float, Device>&);
template DistMatrix<double> compressHalo(const Teuchos::RCP<const Map>&, const Teuchos::RCP<const Map>&,
                                         const CsrMatrix<double, Device>&, HaloColumns);
template DistMatrix<float> compressHalo(const Teuchos::RCP<const Map>&, const Teuchos::RCP<const Map>&,
                                        const CsrMatrix<float, Device>&, HaloColumns);

template DistMatrix<double> compressColumns(const Teuchos::RCP<const Map>&, const Teuchos::RCP<const Map>&,
                                            const CsrMatrix<double, Device>&, const ColumnTargets&);
template DistMatrix<float> compressColumns(const Teuchos::RCP<const Map>&, const Teuchos::RCP<const Map>&,
                                           const CsrMatrix<float, Device>&, const ColumnTargets&);

}  // namespace Chronos
