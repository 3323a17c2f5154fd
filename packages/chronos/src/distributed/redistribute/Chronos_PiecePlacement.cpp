// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_PiecePlacement.hpp"

#include "Chronos_ColumnMove.hpp"
#include "Chronos_ContiguousMap.hpp"
#include "Chronos_EntryMove.hpp"
#include "Chronos_RankBorders.hpp"

namespace Chronos {
namespace {

struct PlacedPieces {
  RankBorders former;
  Kokkos::View<const GlobalOrdinal*, Device> newBegins;
  Kokkos::View<const int*, Device> owners;

  KOKKOS_INLINE_FUNCTION int owner(GlobalOrdinal index) const { return owners(former.owner(index)); }
  KOKKOS_INLINE_FUNCTION GlobalOrdinal number(GlobalOrdinal index) const {
    const int piece = former.owner(index);
    return newBegins(piece) + (index - former.begins(piece));
  }
};

GlobalOrdinal sizeOf(const std::vector<GlobalOrdinal>& borders, std::size_t piece) {
  return borders[piece + 1] - borders[piece];
}

EntryMove moveOf(const PiecePlacement& placement) {
  const int me = placement.from->getComm()->getRank(), numRanks = placement.from->getComm()->getSize();
  const GlobalOrdinal end =
      placement.from->getIndexBase() + static_cast<GlobalOrdinal>(placement.from->getGlobalNumElements());
  std::vector<GlobalOrdinal> globals;
  std::vector<int> owners;
  EntryMove move{Teuchos::null, 0, 0, 0};
  for (int piece = 0; piece < numRanks; ++piece) {
    if (placement.owners[piece] != me) continue;
    if (piece == me) {
      move.numHere = static_cast<LocalOrdinal>(TrilinosVersion::numLocal(*placement.from));
      move.numBefore = static_cast<LocalOrdinal>(globals.size());
      continue;
    }
    const GlobalOrdinal pieceEnd = piece + 1 < numRanks ? placement.begins[piece + 1] : end;
    for (GlobalOrdinal g = placement.begins[piece]; g < pieceEnd; ++g) {
      globals.push_back(g);
      owners.push_back(piece);
    }
  }
  move.pattern = Teuchos::rcp(new HaloPattern(placement.from, globals, owners));
  return move;
}

}  // namespace

PiecePlacement placePieces(const Teuchos::RCP<const Map>& from, const std::vector<int>& owners) {
  const std::vector<GlobalOrdinal> borders = rankBegins(*from);
  const std::size_t numRanks = owners.size();
  // First the sizes of the new owners, then where their next piece goes.
  std::vector<GlobalOrdinal> next(numRanks + 1, 0);
  for (std::size_t piece = 0; piece < numRanks; ++piece) next[owners[piece] + 1] += sizeOf(borders, piece);
  const std::size_t mine = static_cast<std::size_t>(next[from->getComm()->getRank() + 1]);
  next[0] = from->getIndexBase();
  for (std::size_t rank = 0; rank < numRanks; ++rank) next[rank + 1] += next[rank];

  PiecePlacement placement{from,
                           contiguousMap(mine, from->getComm(), from->getIndexBase()),
                           owners,
                           {borders.begin(), borders.end() - 1},
                           {}};
  for (std::size_t piece = 0; piece < numRanks; ++piece) {
    placement.newBegins.push_back(next[owners[piece]]);
    next[owners[piece]] += sizeOf(borders, piece);
  }
  return placement;
}

DistMatrix<double> agglomerate(const DistMatrix<double>& P, const PiecePlacement& placement) {
  return moveColumns(P, placement.to,
                     PlacedPieces{{toView("Chronos::rank borders", placement.begins)},
                                  toView("Chronos::new rank borders", placement.newBegins),
                                  toView("Chronos::piece owners", placement.owners)});
}

template <class T>
Kokkos::View<const T*, Device> moveEntries(const Kokkos::View<const T*, Device>& values,
                                           const PiecePlacement& placement) {
  const auto moved =
      allocate<Kokkos::View<T*, Device>>("Chronos::moved entries", TrilinosVersion::numLocal(*placement.to));
  moveTo<T>(moveOf(placement), values, moved);
  return moved;
}

TestSpace moveTestSpace(const TestSpace& vectors, const PiecePlacement& placement) {
  const Kokkos::View<double**, Kokkos::LayoutLeft, Device> moved(
      "Chronos::moved test space", TrilinosVersion::numLocal(*placement.to), vectors.extent(1));
  const EntryMove move = moveOf(placement);
  for (std::size_t k = 0; k < vectors.extent(1); ++k)
    moveTo<double>(move, Kokkos::subview(vectors, Kokkos::ALL(), k), Kokkos::subview(moved, Kokkos::ALL(), k));
  return moved;
}

template Kokkos::View<const double*, Device> moveEntries(const Kokkos::View<const double*, Device>&,
                                                         const PiecePlacement&);
template Kokkos::View<const GlobalOrdinal*, Device> moveEntries(const Kokkos::View<const GlobalOrdinal*, Device>&,
                                                                const PiecePlacement&);

}  // namespace Chronos
