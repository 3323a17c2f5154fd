// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_ALIKEROWS_HPP
#define CHRONOS_ALIKEROWS_HPP

#include "Chronos_KernelTypes.hpp"

namespace Chronos {

/// \brief Which rows of a matrix have the columns of the row before, in the same order, as the unknowns of a node do:
/// what depends on columns alone is found once for all of them.
///
/// The first row of a run leads it. Runs end at multiples of `longestRun`, so that none is long; nodes of 2, 3, 4 and 6
/// unknowns end there too.
template <class DeviceType>
struct AlikeRows {
  static constexpr LocalOrdinal longestRun = 12;

  Kokkos::View<const char*, DeviceType> flags;  ///< of each row; none: all rows lead

  KOKKOS_INLINE_FUNCTION bool exist() const { return flags.extent(0) > 0; }
  KOKKOS_INLINE_FUNCTION bool follows(LocalOrdinal row) const {
    return row < static_cast<LocalOrdinal>(flags.extent(0)) && flags(row) != 0;
  }
  KOKKOS_INLINE_FUNCTION LocalOrdinal leaderOf(LocalOrdinal row) const {
    while (follows(row)) --row;
    return row;
  }
};

/// \brief Compares each row with the one before.
/// \return none where fewer than a quarter of the rows follow another: finding them would cost more than they save.
/// Synchronises the device.
template <class Scalar, class DeviceType>
AlikeRows<DeviceType> findAlikeRows(const typename DeviceType::execution_space& space,
                                    const CsrMatrix<Scalar, DeviceType>& A);

}  // namespace Chronos

#endif
