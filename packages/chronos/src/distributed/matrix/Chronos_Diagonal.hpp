// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_DIAGONAL_HPP
#define CHRONOS_DIAGONAL_HPP

#include "Chronos_DistMatrix.hpp"

namespace Chronos {

/// \brief The owned diagonal of a square matrix; 0 where nothing is stored. Local, on the device.
///
/// Row map and domain map own the same indices, but may list them in another order.
Kokkos::View<double*, Device> diagonalOf(const DistMatrix<double>& A);

/// \brief The column of the diagonal of each owned row, stored or not. Local, on the device.
Kokkos::View<LocalOrdinal*, Device> diagonalColumns(const DistMatrix<double>& A);

/// sum_j |a_ij| of each row, owned and halo columns alike. Local, on the device.
Kokkos::View<double*, Device> rowNormsOf(const DistMatrix<double>& A);

}  // namespace Chronos

#endif
