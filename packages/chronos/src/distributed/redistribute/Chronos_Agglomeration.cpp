// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Agglomeration.hpp"

#include "Chronos_ColumnMove.hpp"
#include "Chronos_Communicator.hpp"
#include "Chronos_ContiguousMap.hpp"
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
  KOKKOS_INLINE_FUNCTION GlobalOrdinal number(GlobalOrdinal index) const { return index; }
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
  return contiguousMap(static_cast<std::size_t>(mine), parts.n, contiguous.getComm(), contiguous.getIndexBase());
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
  return contiguousMap(static_cast<std::size_t>(mine), parts.n, contiguous.getComm(), contiguous.getIndexBase());
}

DistMatrix<double> agglomerate(const DistMatrix<double>& P, const Teuchos::RCP<const Map>& coarseMap) {
  std::vector<GlobalOrdinal> begins = rankBegins(*coarseMap);
  begins.pop_back();
  return moveColumns(P, coarseMap, RankBorders{toView("Chronos::rank borders", begins)});
}

EntryMove moveBetween(const Teuchos::RCP<const Map>& from, const Teuchos::RCP<const Map>& to) {
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
          static_cast<LocalOrdinal>(first - after[me]), static_cast<LocalOrdinal>(after[me + 1] - after[me])};
}

template <class T>
Kokkos::View<const T*, Device> moveEntries(const Kokkos::View<const T*, Device>& values, const EntryMove& move) {
  const auto moved = allocate<Kokkos::View<T*, Device>>("Chronos::moved entries", move.numNow);
  moveTo<T>(move, values, moved);
  return moved;
}

template <class T>
Kokkos::View<const T*, Device> moveEntries(const Kokkos::View<const T*, Device>& values,
                                           const Teuchos::RCP<const Map>& from, const Teuchos::RCP<const Map>& to) {
  return moveEntries<T>(values, moveBetween(from, to));
}

TestSpace moveTestSpace(const TestSpace& vectors, const EntryMove& move) {
  const Kokkos::View<double**, Kokkos::LayoutLeft, Device> moved("Chronos::moved test space", move.numNow,
                                                                 vectors.extent(1));
  for (std::size_t k = 0; k < vectors.extent(1); ++k)
    moveTo<double>(move, Kokkos::subview(vectors, Kokkos::ALL(), k), Kokkos::subview(moved, Kokkos::ALL(), k));
  return moved;
}

TestSpace moveTestSpace(const TestSpace& vectors, const Teuchos::RCP<const Map>& from,
                        const Teuchos::RCP<const Map>& to) {
  return moveTestSpace(vectors, moveBetween(from, to));
}

#define CHRONOS_MOVE_ENTRIES(T)                                                                                 \
  template Kokkos::View<const T*, Device> moveEntries(const Kokkos::View<const T*, Device>&, const EntryMove&); \
  template Kokkos::View<const T*, Device> moveEntries(const Kokkos::View<const T*, Device>&,                    \
                                                      const Teuchos::RCP<const Map>&, const Teuchos::RCP<const Map>&);
CHRONOS_MOVE_ENTRIES(double)
CHRONOS_MOVE_ENTRIES(GlobalOrdinal)

}  // namespace Chronos
