// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_COLUMNVALUES_HPP
#define CHRONOS_COLUMNVALUES_HPP

#include "Chronos_DistMatrix.hpp"

namespace Chronos {

/// \brief Values of the owned rows as values of columns: in the order of the domain map, then the halo.
/// Collective.
/// \param diagonalColumns see Chronos_Diagonal.hpp
Kokkos::View<double*, Device> columnValues(const DistMatrix<double>& A,
                                           const Kokkos::View<const LocalOrdinal*, Device>& diagonalColumns,
                                           const Kokkos::View<const double*, Device>& rowValues);

}  // namespace Chronos

#endif
