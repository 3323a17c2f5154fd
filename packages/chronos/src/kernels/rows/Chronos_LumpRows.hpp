// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_LUMPROWS_HPP
#define CHRONOS_LUMPROWS_HPP

#include "Chronos_KernelTypes.hpp"

namespace Chronos {

/// \brief Rows without some of their entries, which are added to the diagonal: row sums stay.
///
/// \param diagonalColumn of each row; stored once in it
/// \param stays nonzero: an entry that stays. The diagonal does anyway.
///
/// One thread a row, two passes. Entries stay in their order. Deterministic. Synchronises the device.
template <class Scalar, class DeviceType>
CsrMatrix<Scalar, DeviceType> lumpRows(const typename DeviceType::execution_space& space,
                                       const CsrMatrix<Scalar, DeviceType>& A,
                                       const Kokkos::View<const LocalOrdinal*, DeviceType>& diagonalColumn,
                                       const Kokkos::View<const char*, DeviceType>& stays);

}  // namespace Chronos

#endif
