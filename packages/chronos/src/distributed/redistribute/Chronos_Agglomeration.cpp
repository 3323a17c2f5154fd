// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Agglomeration.hpp"

#include "Chronos_ColumnCompression.hpp"
#include "Chronos_Communicator.hpp"
#include "Chronos_ContiguousMap.hpp"
#include "Chronos_HostCopy.hpp"
#include "Chronos_RankBorders.hpp"
#include "Chronos_TrilinosVersion.hpp"

#include <algorithm>
#include <vector>

namespace Chronos {
namespace {

// Part `part` of n indices begins at part n / numParts, rounded down.
struct EvenParts {
  GlobalOrdinal n;
  int numParts, numRanks;

  KOKKOS_INLINE_FUNCTION GlobalOrdinal begin(int part) const {
    return n / numParts * part + n % numParts * part / numParts;
  }
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
  KOKKOS_INLINE_FUNCTION int owner(GlobalOrdinal index) const { return rank(partOf(index)); }
};

template <class Owners>
struct TargetFunctor {
  typename Map::local_map_type former;
  Kokkos::View<const GlobalOrdinal*, Device> haloGlobals;
  LocalOrdinal numOwned;
  Owners owners;
  int me;
  GlobalOrdinal myFirst;
  Kokkos::View<LocalOrdinal*, Device> ownedIndex;
  Kokkos::View<GlobalOrdinal*, Device> globals;
  Kokkos::View<int*, Device> ownerOf;

  KOKKOS_INLINE_FUNCTION void operator()(int col) const {
    const GlobalOrdinal global = col < numOwned ? former.getGlobalElement(col) : haloGlobals(col - numOwned);
    const int owner = owners.owner(global);
    globals(col) = global;
    ownerOf(col) = owner;
    ownedIndex(col) = owner == me ? static_cast<LocalOrdinal>(global - myFirst) : -1;
  }
};

EvenParts partsOf(const Map& map, int numActive) {
  return {static_cast<GlobalOrdinal>(map.getGlobalNumElements()), numActive, map.getComm()->getSize()};
}

template <class Owners>
DistMatrix<double> moveColumns(const DistMatrix<double>& P, const Teuchos::RCP<const Map>& coarseMap,
                               const Owners& owners) {
  const LocalOrdinal numCols = P.local().numCols;
  auto ownedIndex = allocate<Kokkos::View<LocalOrdinal*, Device>>("Chronos::owned index", numCols);
  auto globals = allocate<Kokkos::View<GlobalOrdinal*, Device>>("Chronos::column globals", numCols);
  auto ownerOf = allocate<Kokkos::View<int*, Device>>("Chronos::column owners", numCols);
  const bool ownsAny = TrilinosVersion::numLocal(*coarseMap) > 0;
  Kokkos::parallel_for(
      "Chronos::agglomerate::targets", Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>(0, numCols),
      TargetFunctor<Owners>{P.domainMap()->getLocalMap(), toView("Chronos::halo globals", P.halo()->haloGlobals()),
                            P.numOwnedCols(), owners, coarseMap->getComm()->getRank(),
                            ownsAny ? coarseMap->getMinGlobalIndex() : 0, ownedIndex, globals, ownerOf});
  return compressColumns<double>(P.rowMap(), coarseMap, P.local(), {ownedIndex, globals, ownerOf});
}

// What a rank needs of a contiguous vector when it comes to own other indices.
struct Move {
  Teuchos::RCP<const HaloPattern> pattern;
  LocalOrdinal firstHere, numHere,
      numBefore;  // of the new indices, those owned before: local place, number, place in the new order
};

Move moveBetween(const Teuchos::RCP<const Map>& from, const Teuchos::RCP<const Map>& to) {
  const std::vector<GlobalOrdinal> before = rankBegins(*from), after = rankBegins(*to);
  const int me = from->getComm()->getRank();
  std::vector<GlobalOrdinal> globals;
  std::vector<int> owners;
  for (int rank = 0; rank + 1 < static_cast<int>(before.size()); ++rank) {
    if (rank == me) continue;
    for (GlobalOrdinal g = std::max(before[rank], after[me]); g < std::min(before[rank + 1], after[me + 1]); ++g) {
      globals.push_back(g);
      owners.push_back(rank);
    }
  }
  const GlobalOrdinal first = std::max(before[me], after[me]), end = std::min(before[me + 1], after[me + 1]);
  const LocalOrdinal numHere = static_cast<LocalOrdinal>(std::max<GlobalOrdinal>(0, end - first));
  return {Teuchos::rcp(new HaloPattern(from, globals, owners)), static_cast<LocalOrdinal>(first - before[me]), numHere,
          static_cast<LocalOrdinal>(first - after[me])};
}

// Received entries come by owner, so by global index: those below the kept ones, then those above.
template <class T>
struct MoveFunctor {
  Kokkos::View<const T*, Device> former, received;
  LocalOrdinal firstHere, numHere, numBefore;
  Kokkos::View<T*, Device> moved;
  KOKKOS_INLINE_FUNCTION void operator()(int i) const {
    if (numHere == 0) moved(i) = received(i);
    else if (i < numBefore) moved(i) = received(i);
    else if (i < numBefore + numHere) moved(i) = former(firstHere + i - numBefore);
    else moved(i) = received(i - numHere);
  }
};

template <class T>
void moveTo(const Move& move, const Kokkos::View<const T*, Device>& values, const Kokkos::View<T*, Device>& moved) {
  HaloExchange<T> exchange(move.pattern);
  exchange.start(values);
  Kokkos::parallel_for(
      "Chronos::moveEntries",
      Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>(0, static_cast<int>(moved.extent(0))),
      MoveFunctor<T>{values, exchange.finish(), move.firstHere, move.numHere, move.numBefore, moved});
  Device::execution_space().fence();  // the exchange goes with its buffers
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
  return contiguousMap(static_cast<std::size_t>(mine), contiguous.getComm(), contiguous.getIndexBase());
}

DistMatrix<double> agglomerate(const DistMatrix<double>& P, const Teuchos::RCP<const Map>& coarseMap, int numActive) {
  return moveColumns(P, coarseMap, partsOf(*coarseMap, numActive));
}

Teuchos::RCP<const Map> agglomeratedPieces(const Map& contiguous, int numActive) {
  const EvenParts parts = partsOf(contiguous, numActive);
  const std::vector<GlobalOrdinal> begins = rankBegins(contiguous);
  const int me = contiguous.getComm()->getRank();
  GlobalOrdinal mine = 0;
  for (std::size_t rank = 0; rank + 1 < begins.size(); ++rank) {
    const GlobalOrdinal size = begins[rank + 1] - begins[rank];
    if (size > 0 && parts.owner(begins[rank] - contiguous.getIndexBase() + size / 2) == me) mine += size;
  }
  return contiguousMap(static_cast<std::size_t>(mine), contiguous.getComm(), contiguous.getIndexBase());
}

DistMatrix<double> agglomerate(const DistMatrix<double>& P, const Teuchos::RCP<const Map>& coarseMap) {
  std::vector<GlobalOrdinal> begins = rankBegins(*coarseMap);
  begins.pop_back();
  return moveColumns(P, coarseMap, RankBorders{toView("Chronos::rank borders", begins)});
}

template <class T>
Kokkos::View<const T*, Device> moveEntries(const Kokkos::View<const T*, Device>& values,
                                           const Teuchos::RCP<const Map>& from, const Teuchos::RCP<const Map>& to) {
  const auto moved = allocate<Kokkos::View<T*, Device>>("Chronos::moved entries", TrilinosVersion::numLocal(*to));
  moveTo<T>(moveBetween(from, to), values, moved);
  return moved;
}

TestSpace moveTestSpace(const TestSpace& vectors, const Teuchos::RCP<const Map>& from,
                        const Teuchos::RCP<const Map>& to) {
  const Kokkos::View<double**, Kokkos::LayoutLeft, Device> moved("Chronos::moved test space",
                                                                 TrilinosVersion::numLocal(*to), vectors.extent(1));
  const Move move = moveBetween(from, to);
  for (std::size_t k = 0; k < vectors.extent(1); ++k)
    moveTo<double>(move, Kokkos::subview(vectors, Kokkos::ALL(), k), Kokkos::subview(moved, Kokkos::ALL(), k));
  return moved;
}

template Kokkos::View<const double*, Device> moveEntries(const Kokkos::View<const double*, Device>&,
                                                         const Teuchos::RCP<const Map>&,
                                                         const Teuchos::RCP<const Map>&);
template Kokkos::View<const GlobalOrdinal*, Device> moveEntries(const Kokkos::View<const GlobalOrdinal*, Device>&,
                                                                const Teuchos::RCP<const Map>&,
                                                                const Teuchos::RCP<const Map>&);

}  // namespace Chronos
