// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_ASSEMBLEROWS_HPP
#define CHRONOS_ASSEMBLEROWS_HPP

#include "Chronos_EvenShare.hpp"
#include "Chronos_MatrixMarketEntries.hpp"

namespace Chronos {

/// Rows of a rank with global columns, ascending and without duplicates in each row. Views of host memory, which are
/// those of the device where that is the host.
struct HostRows {
  using RowPtr = Kokkos::View<Offset*, Device>;
  using ColInd = Kokkos::View<GlobalOrdinal*, Device>;
  using Values = Kokkos::View<double*, Device>;

  RowPtr::HostMirror rowPtr;
  ColInd::HostMirror colInd;
  Values::HostMirror values;
  long long duplicates = 0;  ///< stored entries added to another one

  /// Allocates for so many rows and entries; contents undefined.
  void allocate(std::size_t numRows, std::size_t numEntries);
};

/// \brief Entries in any order to rows: a counting sort by row, then a sort within each row. Local.
///
/// Duplicates are added in ascending order of their values, so that the result does not depend on threads or ranks.
/// \param blocks entries of rows of this rank; for symmetric ones also entries whose column is such a row. Freed.
/// \param symmetry symmetric: each entry off the diagonal counts in its mirrored place too
HostRows assembleRows(std::vector<EntryBlock> blocks, MatrixMarketSymmetry symmetry, const EvenShare& share, int rank,
                      int threads);

/// \brief The matrix with these rows. Collective.
/// \param rowMap one-to-one; also that of the columns, which rows need not list in order
Teuchos::RCP<TpetraCrsMatrix> toMatrix(const Teuchos::RCP<const Map>& rowMap, const HostRows& rows);

}  // namespace Chronos

#endif
