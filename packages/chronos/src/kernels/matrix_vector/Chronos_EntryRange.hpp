// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_ENTRYRANGE_HPP
#define CHRONOS_ENTRYRANGE_HPP

#include "Chronos_SumKeepers.hpp"

namespace Chronos {

/// Of a row without entries, or with zeros alone.
constexpr int noExponent = -100000;

/// Exponents of the largest entries, floor(log2 |a|) or noExponent, and what takes up their rounding.
template <class DeviceType>
struct EntryRange {
  Kokkos::View<const LocalOrdinal*, DeviceType> rows;
  Kokkos::View<const LocalOrdinal*, DeviceType> columns;  ///< also of the halo
  KeptSums<DeviceType> kept = {};
};

/// Of all rows; does not synchronise.
template <class DeviceType>
Kokkos::View<LocalOrdinal*, DeviceType> largestExponents(const typename DeviceType::execution_space& space,
                                                         const CsrMatrix<double, DeviceType>& A);

/// Of rows by the exponents of their largest entries, the narrowest first.
enum class RowRange : int {
  singleVectors,  ///< within +-60: products, and what a solve makes of them, stay in the range of vectors in single
  copies,         ///< from -800 to 900: a row can be scaled into any format
  none,           ///< the matrix stays in double
};

/// What all rows that have entries lie within. Synchronises the device.
template <class DeviceType>
RowRange rangeOfRows(const typename DeviceType::execution_space& space,
                     const Kokkos::View<const LocalOrdinal*, DeviceType>& exponents);

}  // namespace Chronos

#endif
