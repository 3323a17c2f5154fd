// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_TRUNCATEROWS_HPP
#define CHRONOS_TRUNCATEROWS_HPP

#include "Chronos_KernelTypes.hpp"

namespace Chronos {

/// Which entries of a row stay.
struct TruncationRule {
  double threshold = 0;  ///< at least this share of the row's largest magnitude
  int maxEntries = 0;    ///< so many at most, the largest; 0: all

  bool cuts() const { return threshold > 0 || maxEntries > 0; }
};

/// \brief Drops the small entries of each row and scales the others, so that the row keeps its sum.
///
/// Magnitudes that agree to about 2^-30 of the row's largest (float: 2^-16) are equal, so that rounding does
/// not choose; among equal ones the smaller global index stays. Rows stay whole where scaling makes no sense:
/// the sum of all entries or of those to be kept is below 1e-3 of the sum of their magnitudes, or the two
/// have different signs.
///
/// \param rows any matrix; kept entries stay in their order
/// \param globals global index of each column
///
/// One thread a row, two passes: O(m maxEntries) for m entries. Deterministic. Synchronises the device.
template <class Scalar, class DeviceType>
CsrMatrix<Scalar, DeviceType> truncateRows(const typename DeviceType::execution_space& space,
                                           const CsrMatrix<Scalar, DeviceType>& rows, const TruncationRule& rule,
                                           const Kokkos::View<const GlobalOrdinal*, DeviceType>& globals);

}  // namespace Chronos

#endif
