// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Agglomeration.hpp"

#include "Chronos_ColumnCompression.hpp"
#include "Chronos_Communicator.hpp"
#include "Chronos_HostCopy.hpp"
#include "Chronos_TrilinosVersion.hpp"

namespace Chronos {
namespace {

// Part `part` of n indices begins at part n / numParts, rounded down.
struct EvenParts {
  GlobalOrdinal n;
  int numParts, numRanks;

  KOKKOS_INLINE_FUNCTION GlobalOrdinal begin(int part) const { return n / numParts * part + n % numParts * part / numParts; }
  KOKKOS_INLINE_FUNCTION int rank(int part) const { return static_cast<int>(std::int64_t(part) * numRanks / numParts); }
  KOKKOS_INLINE_FUNCTION int partOf(GlobalOrdinal index) const {
    int low = 0, high = numParts;
    while (low + 1 < high) {
      const int middle = (low + high) / 2;
      if (begin(middle) <= index) low = middle;
      else high = middle;
    }
    return low;
  }
};

struct TargetFunctor {
  typename Map::local_map_type former;
  Kokkos::View<const GlobalOrdinal*, Device> haloGlobals;
  LocalOrdinal numOwned;
  EvenParts parts;
  int me;
  GlobalOrdinal myFirst;
  Kokkos::View<LocalOrdinal*, Device> ownedIndex;
  Kokkos::View<GlobalOrdinal*, Device> globals;
  Kokkos::View<int*, Device> owners;

  KOKKOS_INLINE_FUNCTION void operator()(int col) const {
    const GlobalOrdinal global = col < numOwned ? former.getGlobalElement(col) : haloGlobals(col - numOwned);
    const int owner = parts.rank(parts.partOf(global));
    globals(col) = global;
    owners(col) = owner;
    ownedIndex(col) = owner == me ? static_cast<LocalOrdinal>(global - myFirst) : -1;
  }
};

EvenParts partsOf(const Map& map, int numActive) {
  return {static_cast<GlobalOrdinal>(map.getGlobalNumElements()), numActive, map.getComm()->getSize()};
}

}  // namespace

int numActiveRanks(const Map& map) {
  return static_cast<int>(sumOverRanks(*map.getComm(), static_cast<long long>(TrilinosVersion::numLocal(map) > 0)));
}

Teuchos::RCP<const Map> agglomeratedMap(const Map& contiguous, int numActive) {
  const EvenParts parts = partsOf(contiguous, numActive);
  const int me = contiguous.getComm()->getRank();
  GlobalOrdinal mine = 0;
  for (int part = 0; part < numActive; ++part)
    if (parts.rank(part) == me) mine = parts.begin(part + 1) - parts.begin(part);
  return Teuchos::rcp(new Map(static_cast<Tpetra::global_size_t>(parts.n), static_cast<std::size_t>(mine),
                              contiguous.getIndexBase(), contiguous.getComm()));
}

DistMatrix<double> agglomerate(const DistMatrix<double>& P, const Teuchos::RCP<const Map>& coarseMap, int numActive) {
  const LocalOrdinal numCols = P.local().numCols;
  auto ownedIndex = allocate<Kokkos::View<LocalOrdinal*, Device>>("Chronos::owned index", numCols);
  auto globals = allocate<Kokkos::View<GlobalOrdinal*, Device>>("Chronos::column globals", numCols);
  auto owners = allocate<Kokkos::View<int*, Device>>("Chronos::column owners", numCols);
  const bool ownsAny = TrilinosVersion::numLocal(*coarseMap) > 0;
  Kokkos::parallel_for("Chronos::agglomerate::targets",
                       Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>(0, numCols),
                       TargetFunctor{P.domainMap()->getLocalMap(), toView("Chronos::halo globals", P.halo()->haloGlobals()),
                                     P.numOwnedCols(), partsOf(*coarseMap, numActive), coarseMap->getComm()->getRank(),
                                     ownsAny ? coarseMap->getMinGlobalIndex() : 0, ownedIndex, globals, owners});
  return compressColumns<double>(P.rowMap(), coarseMap, P.local(), {ownedIndex, globals, owners});
}

}  // namespace Chronos
