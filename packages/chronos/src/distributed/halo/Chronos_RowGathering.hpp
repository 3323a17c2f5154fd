// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_ROWGATHERING_HPP
#define CHRONOS_ROWGATHERING_HPP

#include "Chronos_DistMatrix.hpp"

namespace Chronos {

/// \brief The square matrix A_I that a rank computes its rows of an approximate inverse from (thesis 3.2.1).
///
/// Rows and columns are the owned rows of this rank and the rows gathered from others, numbered by ascending global
/// index, so that `lower triangular` means the same as in the whole matrix. Entries in columns outside are dropped.
template <class Scalar>
struct GatheredMatrix {
  CsrMatrix<Scalar, Device> matrix;               ///< square, columns sorted within rows
  Kokkos::View<GlobalOrdinal*, Device> globals;   ///< global index of each row, ascending
  Kokkos::View<LocalOrdinal*, Device> ownedRows;  ///< row in `matrix` of each owned row
  long long numGatheredRows = 0;                  ///< rows that came from other ranks
};

/// \brief Gathers the rows within `distance` steps of the halo, below this rank's last global row. Collective.
///
/// Step one takes the halo columns of A, each further step the columns of the rows gathered so far. Only rows whose
/// global index is below the largest one owned here are of use to a lower triangular factor, others are not asked for.
/// One question and one fetch where ways from row to row stay with their owner, see nearbyRows(), and another for each
/// rank more that they come through. Messages go between neighbours, memory grows with what is gathered. Distance 0
/// gathers nothing.
template <class Scalar>
GatheredMatrix<Scalar> gatherRows(const DistMatrix<double>& A, int distance);

/// \brief Gathers all rows of every rank within `power` steps in the communication graph of A. Collective.
///
/// The communication graph joins two ranks when a block between them is not empty. As above, only rows below this
/// rank's last global row are taken. Needs more memory than gatherRows, loses less (thesis 3.2.1).
template <class Scalar>
GatheredMatrix<Scalar> gatherBlocks(const DistMatrix<double>& A, int power);

}  // namespace Chronos

#endif
