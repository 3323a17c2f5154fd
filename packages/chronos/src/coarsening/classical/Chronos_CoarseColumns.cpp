// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_CoarseColumns.hpp"

#include "Chronos_HostCopy.hpp"

namespace Chronos {
namespace {

using RangePolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<std::int64_t>>;

// Global index of the coarse point of each fine point, -1 where it has none.
struct CoarseGlobalsFunctor {
  Map::local_map_type coarseMap;
  Kokkos::View<const LocalOrdinal*, Device> coarseIndex;
  Kokkos::View<GlobalOrdinal*, Device> globals;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const {
    globals(i) = coarseIndex(i) < 0 ? GlobalOrdinal(-1) : coarseMap.getGlobalElement(coarseIndex(i));
  }
};

// Entries of the owned part first, `rest` behind it.
template <class T>
struct PadFunctor {
  Kokkos::View<const T*, Device> owned, rest;
  Kokkos::View<T*, Device> all;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const {
    const std::int64_t numOwned = static_cast<std::int64_t>(owned.extent(0));
    all(i) = i < numOwned ? owned(i) : rest.extent(0) > 0 ? rest(i - numOwned) : T(-1);
  }
};

template <class T>
Kokkos::View<const T*, Device> padded(const Kokkos::View<const T*, Device>& owned,
                                      const Kokkos::View<const T*, Device>& rest, std::size_t size) {
  if (owned.extent(0) == size) return owned;
  const auto all = allocate<Kokkos::View<T*, Device>>("Chronos::CoarseColumns::all", size);
  Kokkos::parallel_for("Chronos::CoarseColumns::pad", RangePolicy(0, static_cast<std::int64_t>(size)),
                       PadFunctor<T>{owned, rest, all});
  return all;
}

// Owners of owned columns are not read.
ColumnTargets targetsOf(const Kokkos::View<const LocalOrdinal*, Device>& ownedIndex,
                        const Kokkos::View<const GlobalOrdinal*, Device>& globals,
                        const Kokkos::View<const int*, Device>& owners) {
  return {padded<LocalOrdinal>(ownedIndex, {}, globals.extent(0)), globals, owners};
}

struct CountUpFunctor {
  Kokkos::View<LocalOrdinal*, Device> index;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const { index(i) = static_cast<LocalOrdinal>(i); }
};

}  // namespace

ColumnTargets coarseColumns(const ExtendedColumns& columns, const Splitting& splitting) {
  const auto globals =
      allocate<Kokkos::View<GlobalOrdinal*, Device>>("Chronos::coarse globals", splitting.coarseIndex.extent(0));
  Kokkos::parallel_for("Chronos::coarseColumns::globals", RangePolicy(0, static_cast<std::int64_t>(globals.extent(0))),
                       CoarseGlobalsFunctor{splitting.coarseMap->getLocalMap(), splitting.coarseIndex, globals});
  return targetsOf(splitting.coarseIndex, columns.extend<GlobalOrdinal>(globals),
                   columns.haloOwners(columns.numOwned()));
}

DistMatrix<double> onCoarseColumns(const Teuchos::RCP<const Map>& rowMap, const CsrMatrix<double, Device>& rows,
                                   const ExtendedColumns& columns, const Splitting& splitting,
                                   const CoarseRanks& ranks) {
  const ColumnTargets targets = coarseColumns(columns, splitting);
  const Teuchos::RCP<const Map> coarseMap = ranks.mapFor(splitting.coarseMap);
  if (coarseMap == splitting.coarseMap) return compressColumns(rowMap, coarseMap, rows, targets);
  return compressColumns(rowMap, coarseMap, rows, movedTargets(targets, *splitting.coarseMap, *coarseMap));
}

DistMatrix<double> renumberedOnce(const DistMatrix<double>& P, const CsrMatrix<double, Device>& rows,
                                  const ColumnTargets& columns, const Teuchos::RCP<const Map>& coarseMap) {
  if (coarseMap == P.domainMap()) return compressHalo(P, rows);
  return compressColumns(P.rowMap(), coarseMap, rows, movedTargets(columns, *P.domainMap(), *coarseMap));
}

template <class Scalar>
ColumnTargets sameColumns(const DistMatrix<Scalar>& P) {
  const auto index = allocate<Kokkos::View<LocalOrdinal*, Device>>("Chronos::sameColumns::index", P.numOwnedCols());
  Kokkos::parallel_for("Chronos::sameColumns::index", RangePolicy(0, static_cast<std::int64_t>(index.extent(0))),
                       CountUpFunctor{index});
  std::vector<Segment> owners = P.halo()->sources();
  for (Segment& source : owners) source.begin += P.numOwnedCols();
  const Kokkos::View<const GlobalOrdinal*, Device> haloGlobals = P.halo()->globals();
  return targetsOf(index, padded<GlobalOrdinal>(ownedGlobals(*P.domainMap()), haloGlobals, P.local().numCols),
                   ranksOf(owners, P.local().numCols));
}

template ColumnTargets sameColumns(const DistMatrix<double>&);

}  // namespace Chronos
