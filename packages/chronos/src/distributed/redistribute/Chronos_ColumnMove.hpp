// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_COLUMNMOVE_HPP
#define CHRONOS_COLUMNMOVE_HPP

#include "Chronos_ColumnCompression.hpp"
#include "Chronos_HostCopy.hpp"
#include "Chronos_TrilinosVersion.hpp"

namespace Chronos {

/// Whom a column is to belong to, and its number there.
template <class Owners>
struct MovedColumnFunctor {
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
    const GlobalOrdinal number = owners.number(global);
    globals(col) = number;
    ownerOf(col) = owner;
    ownedIndex(col) = owner == me ? static_cast<LocalOrdinal>(number - myFirst) : -1;
  }
};

/// \brief P with its columns in another contiguous map, perhaps under other numbers. Collective.
///
/// \param owners copied to the device: owner(g), number(g) of a former global index
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
      MovedColumnFunctor<Owners>{P.domainMap()->getLocalMap(), P.halo()->globals(), P.numOwnedCols(), owners,
                                 coarseMap->getComm()->getRank(), ownsAny ? coarseMap->getMinGlobalIndex() : 0,
                                 ownedIndex, globals, ownerOf});
  return compressColumns<double>(P.rowMap(), coarseMap, P.local(), {ownedIndex, globals, ownerOf});
}

}  // namespace Chronos

#endif
