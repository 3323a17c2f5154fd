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

/// Of rows by the exponents of their largest entries, the narrowest first.
enum class RowRange : int {
  singleVectors,  ///< within +-60: products, and what a solve makes of them, stay in the range of vectors in single
  copies,         ///< from -800 to 900: a row can be scaled into any format
  none,           ///< the matrix stays in double
};

/// Exponents of the largest entries of rows, and what all rows that have entries lie within.
template <class DeviceType>
struct RowExponents {
  Kokkos::View<LocalOrdinal*, DeviceType> ofRows;
  Kokkos::View<int*, DeviceType> widest;  ///< one number, a RowRange

  /// Synchronises the device.
  RowRange range() const;
};

/// Of all rows; does not synchronise.
template <class DeviceType>
RowExponents<DeviceType> largestExponents(const typename DeviceType::execution_space& space,
                                          const CsrMatrix<double, DeviceType>& A);

}  // namespace Chronos

#endif
