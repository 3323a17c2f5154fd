// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_COARSECOLUMNS_HPP
#define CHRONOS_COARSECOLUMNS_HPP

#include "Chronos_CoarseRanks.hpp"
#include "Chronos_HaloRows.hpp"
#include "Chronos_OwnedGlobals.hpp"
#include "Chronos_Splitting.hpp"

namespace Chronos {

/// \brief The coarse points that columns of fine points stand for. Collective.
///
/// \param columns fine points that a rank sees
/// \return to be used where every column is a coarse point
ColumnTargets coarseColumns(const ExtendedColumns& columns, const Splitting& splitting);

/// \brief A prolongation from its rows with fine points for columns, numbered once where the coarse unknowns are to be.
/// Collective.
/// \param rows every column that an entry uses is a coarse point
/// \return rowMap x ranks.mapFor(splitting.coarseMap)
DistMatrix<double> onCoarseColumns(const Teuchos::RCP<const Map>& rowMap, const CsrMatrix<double, Device>& rows,
                                   const ExtendedColumns& columns, const Splitting& splitting,
                                   const CoarseRanks& ranks);

/// \brief Rows of P, perhaps with entries left out, numbered once where the coarse unknowns are to be. Collective.
/// \param rows ascending
/// \param columns of `rows`, as sameColumns(P) says
/// \param coarseMap the indices of P.domainMap(), perhaps on other ranks
DistMatrix<double> renumberedOnce(const DistMatrix<double>& P, const CsrMatrix<double, Device>& rows,
                                  const ColumnTargets& columns, const Teuchos::RCP<const Map>& coarseMap);

/// Columns of a matrix as they are: to leave out those that no entry uses any more. Local.
template <class Scalar>
ColumnTargets sameColumns(const DistMatrix<Scalar>& P);

}  // namespace Chronos

#endif
