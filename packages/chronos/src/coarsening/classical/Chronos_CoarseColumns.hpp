// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_COARSECOLUMNS_HPP
#define CHRONOS_COARSECOLUMNS_HPP

#include "Chronos_ColumnCompression.hpp"
#include "Chronos_HaloRows.hpp"
#include "Chronos_OwnedGlobals.hpp"
#include "Chronos_Splitting.hpp"

namespace Chronos {

/// \brief The coarse points that columns of fine points stand for. Collective.
///
/// \param columns fine points that a rank sees
/// \return to be used where every column is a coarse point
ColumnTargets coarseColumns(const ExtendedColumns& columns, const Splitting& splitting);

/// Columns of a matrix as they are: to leave out those that no entry uses any more. Local.
template <class Scalar>
ColumnTargets sameColumns(const DistMatrix<Scalar>& P);

}  // namespace Chronos

#endif
