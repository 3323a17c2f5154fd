// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_AGGLOMERATION_HPP
#define CHRONOS_AGGLOMERATION_HPP

#include "Chronos_DistMatrix.hpp"
#include "Chronos_EntryMove.hpp"
#include "Chronos_TestSpace.hpp"

namespace Chronos {

/// \brief Contiguous map of the same indices on fewer ranks, spread evenly over all of them. Collective.
///
/// Rank i * numRanks / numActive owns part i. Rows keep their global numbers, so every rank finds an owner by
/// arithmetic.
Teuchos::RCP<const Map> agglomeratedMap(const Map& contiguous, int numActive);

/// Ranks that own something. Collective.
int numActiveRanks(const Map& map);

/// \brief P with its columns moved to another distribution; nothing else changes. Collective.
///
/// The coarse matrix P^T A P then lands on the ranks of `coarseMap`, because the rows of P^T go where the columns of P
/// are.
/// \param coarseMap what agglomeratedMap(*P.domainMap(), numActive) gave
DistMatrix<double> agglomerate(const DistMatrix<double>& P, const Teuchos::RCP<const Map>& coarseMap, int numActive);

/// \brief Contiguous map of the same indices on fewer ranks, made of whole pieces of the former one. Collective.
///
/// agglomeratedMap() cuts at any index, through the unknowns of a node too. Here all indices of a rank go to one rank,
/// the one that agglomeratedMap() gives the middle of them to, so nodes stay whole; parts are as even as the pieces
/// are, and there may be fewer of them.
Teuchos::RCP<const Map> agglomeratedPieces(const Map& contiguous, int numActive);

/// \brief The same as agglomerate() above, to any contiguous map of the columns. Collective.
DistMatrix<double> agglomerate(const DistMatrix<double>& P, const Teuchos::RCP<const Map>& coarseMap);

/// \brief Entries of a vector in another contiguous distribution: what belongs to coarse unknowns follows them.
/// Collective.
///
/// To be used for NearKernel::nodes after the columns of P have moved. T: GlobalOrdinal, double.
/// \param values one per owned index of `from`
template <class T>
Kokkos::View<const T*, Device> moveEntries(const Kokkos::View<const T*, Device>& values,
                                           const Teuchos::RCP<const Map>& from, const Teuchos::RCP<const Map>& to);

/// The same for the rows of a test space. Collective; the same number of vectors on all ranks.
TestSpace moveTestSpace(const TestSpace& vectors, const Teuchos::RCP<const Map>& from,
                        const Teuchos::RCP<const Map>& to);

/// What the two above find out about the maps, for whoever moves several things between them. Collective.
EntryMove moveBetween(const Teuchos::RCP<const Map>& from, const Teuchos::RCP<const Map>& to);
template <class T>
Kokkos::View<const T*, Device> moveEntries(const Kokkos::View<const T*, Device>& values, const EntryMove& move);
TestSpace moveTestSpace(const TestSpace& vectors, const EntryMove& move);

}  // namespace Chronos

#endif
