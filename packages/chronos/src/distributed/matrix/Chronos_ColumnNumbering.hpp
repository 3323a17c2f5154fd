// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_COLUMNNUMBERING_HPP
#define CHRONOS_COLUMNNUMBERING_HPP

#include "Chronos_Types.hpp"

#include <vector>

namespace Chronos {

/// \brief Global columns of a rank's rows renumbered: owned ones first, then the halo.
///
/// The halo is ordered by owner, then by global index, so that what one rank sends arrives in place.
struct ColumnNumbering {
  Kokkos::View<LocalOrdinal*, Device> colInd;  ///< local columns, in the order of the input
  std::vector<GlobalOrdinal> haloGlobals;      ///< global index of halo column numOwned + h
  std::vector<int> haloOwners;                 ///< rank that owns it
};

/// \brief Numbers the columns of a rank's rows. Collective.
///
/// \param domainMap one-to-one map of the columns; entries owned here get their local index in it
/// \param globalColInd global column of each stored entry, on the device
/// \throws InputError on all ranks when a column is in no rank's part of domainMap
ColumnNumbering numberColumns(const Map& domainMap, const Kokkos::View<const GlobalOrdinal*, Device>& globalColInd);

/// \brief Builds a Tpetra matrix from a rank's rows with global columns; its column map is locally fitted. Collective.
///
/// \param rowMap one-to-one map of rows, columns, domain and range (square matrix)
/// \param rowPtr numRows + 1 positions
/// \param globalColInd global columns, any order within a row, no duplicates
/// \param values one per column
Teuchos::RCP<TpetraCrsMatrix> makeCrsMatrix(const Teuchos::RCP<const Map>& rowMap,
                                            const Kokkos::View<Offset*, Device>& rowPtr,
                                            const Kokkos::View<const GlobalOrdinal*, Device>& globalColInd,
                                            const Kokkos::View<double*, Device>& values);

}  // namespace Chronos

#endif
