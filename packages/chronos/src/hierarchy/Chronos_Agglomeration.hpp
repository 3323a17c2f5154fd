// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_AGGLOMERATION_HPP
#define CHRONOS_AGGLOMERATION_HPP

#include "Chronos_DistMatrix.hpp"

namespace Chronos {

/// \brief Contiguous map of the same indices on fewer ranks, spread evenly over all of them. Collective.
///
/// Rank i * numRanks / numActive owns part i. Rows keep their global numbers, so every rank finds an owner by arithmetic.
Teuchos::RCP<const Map> agglomeratedMap(const Map& contiguous, int numActive);

/// Ranks that own something. Collective.
int numActiveRanks(const Map& map);

/// \brief P with its columns moved to another distribution; nothing else changes. Collective.
///
/// The coarse matrix P^T A P then lands on the ranks of `coarseMap`, because the rows of P^T go where the columns of P are.
/// \param coarseMap what agglomeratedMap(*P.domainMap(), numActive) gave
DistMatrix<double> agglomerate(const DistMatrix<double>& P, const Teuchos::RCP<const Map>& coarseMap, int numActive);

}  // namespace Chronos

#endif
