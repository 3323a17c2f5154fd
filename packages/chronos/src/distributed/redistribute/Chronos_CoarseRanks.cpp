// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_CoarseRanks.hpp"

#include "Chronos_Agglomeration.hpp"
#include "Chronos_HostCopy.hpp"
#include "Chronos_RankBorders.hpp"
#include "Chronos_TrilinosVersion.hpp"

#include <Teuchos_CommHelpers.hpp>

#include <algorithm>

namespace Chronos {
namespace {

// Columns that stand for nothing, which no entry uses, stay what they are.
struct MoveTargetsFunctor {
  ColumnTargets former;
  Map::local_map_type formerMap;
  RankBorders owners;
  int me;
  GlobalOrdinal myFirst;
  Kokkos::View<LocalOrdinal*, Device> ownedIndex;
  Kokkos::View<GlobalOrdinal*, Device> globals;
  Kokkos::View<int*, Device> ownerOf;

  KOKKOS_INLINE_FUNCTION void operator()(int col) const {
    const LocalOrdinal index = former.ownedIndex(col);
    const GlobalOrdinal global = index >= 0 ? formerMap.getGlobalElement(index) : former.globals(col);
    const int owner = owners.owner(global);
    globals(col) = global;
    ownerOf(col) = owner;
    ownedIndex(col) = global >= 0 && owner == me ? static_cast<LocalOrdinal>(global - myFirst) : -1;
  }
};

}  // namespace

std::vector<GlobalOrdinal> rankBegins(const Map& contiguous) {
  const Comm& comm = *contiguous.getComm();
  const GlobalOrdinal mine = static_cast<GlobalOrdinal>(TrilinosVersion::numLocal(contiguous));
  std::vector<GlobalOrdinal> sizes(comm.getSize()), begins(1, contiguous.getIndexBase());
  Teuchos::gatherAll<int, GlobalOrdinal>(comm, 1, &mine, comm.getSize(), sizes.data());
  for (const GlobalOrdinal size : sizes) begins.push_back(begins.back() + size);
  return begins;
}

int CoarseRanks::numActiveFor(long long numRows, int numActive) const {
  if (minRowsPerRank == 0 || numActive == 0) return numActive;
  return static_cast<int>(std::clamp<long long>(numRows / minRowsPerRank, 1, numActive));
}

Teuchos::RCP<const Map> CoarseRanks::mapFor(const Teuchos::RCP<const Map>& contiguous) const {
  if (contiguous->getComm()->getSize() == 1 || minRowsPerRank == 0) return contiguous;
  const int numActive = numActiveRanks(*contiguous);
  const int wanted = numActiveFor(TrilinosVersion::numGlobal(*contiguous), numActive);
  if (wanted >= numActive) return contiguous;
  return wholePieces ? agglomeratedPieces(*contiguous, wanted) : agglomeratedMap(*contiguous, wanted);
}

ColumnTargets movedTargets(const ColumnTargets& targets, const Map& from, const Map& to) {
  const std::size_t numCols = targets.ownedIndex.extent(0);
  const auto ownedIndex = allocate<Kokkos::View<LocalOrdinal*, Device>>("Chronos::owned index", numCols);
  const auto globals = allocate<Kokkos::View<GlobalOrdinal*, Device>>("Chronos::column globals", numCols);
  const auto ownerOf = allocate<Kokkos::View<int*, Device>>("Chronos::column owners", numCols);
  std::vector<GlobalOrdinal> begins = rankBegins(to);
  begins.pop_back();
  const bool ownsAny = TrilinosVersion::numLocal(to) > 0;
  Kokkos::parallel_for(
      "Chronos::movedTargets",
      Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>(0, static_cast<int>(numCols)),
      MoveTargetsFunctor{targets, from.getLocalMap(), RankBorders{toView("Chronos::rank borders", begins)},
                         to.getComm()->getRank(), ownsAny ? to.getMinGlobalIndex() : 0, ownedIndex, globals, ownerOf});
  return {ownedIndex, globals, ownerOf};
}

}  // namespace Chronos
