// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_COLUMNCOMPRESSION_HPP
#define CHRONOS_COLUMNCOMPRESSION_HPP

#include "Chronos_DistMatrix.hpp"

namespace Chronos {

/// What each column of a rank's rows stands for in the domain map of a new matrix. Views of numCols entries.
/// Where a column is owned here, neither its global index nor its owner is read.
struct ColumnTargets {
  Kokkos::View<const LocalOrdinal*, Device>
      ownedIndex;                                      ///< local index in the domain map, -1 where another rank owns it
  Kokkos::View<const GlobalOrdinal*, Device> globals;  ///< global index in the domain map
  Kokkos::View<const int*, Device> owners;             ///< rank that owns it
};

/// \brief Columns that are numbered as those of a DistMatrix, owned first, then these. Local.
ColumnTargets ownedThenHalo(LocalOrdinal numOwned, const std::vector<GlobalOrdinal>& globals,
                            const std::vector<int>& owners);

/// \brief A DistMatrix of rows whose columns are numbered in any way. Local.
///
/// Columns that no entry uses are left out of the halo; the others are renumbered owned first, halo by owner and global
/// index, and sorted within rows.
///
/// \param rows columns in [0, numCols), in any order within a row; left as they are. The result shares their arrays:
/// the columns unless some are renumbered or sorted, the values unless they are sorted
/// \param targets distinct
template <class Scalar>
DistMatrix<Scalar> compressColumns(const Teuchos::RCP<const Map>& rowMap, const Teuchos::RCP<const Map>& domainMap,
                                   const CsrMatrix<Scalar, Device>& rows, const ColumnTargets& targets);

/// \brief The same of rows whose columns are numbered as those of a DistMatrix, owned first, then a halo. Local.
///
/// Columns are read once where there is a halo, and copied where some of it is not used.
/// \param rows columns below numOwned + halo.size(), in the order within rows that they are to have; the result shares
///        the arrays that stay
/// \param halo owner by owner
template <class Scalar>
DistMatrix<Scalar> compressHalo(const Teuchos::RCP<const Map>& rowMap, const Teuchos::RCP<const Map>& domainMap,
                                const CsrMatrix<Scalar, Device>& rows, HaloColumns halo);

/// The same of rows whose columns are those of another matrix.
template <class Scalar>
DistMatrix<Scalar> compressHalo(const DistMatrix<Scalar>& columnsOf, const CsrMatrix<Scalar, Device>& rows);

}  // namespace Chronos

#endif
