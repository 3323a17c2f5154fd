// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_ENTRYROUNDING_HPP
#define CHRONOS_ENTRYROUNDING_HPP

#include "Chronos_EntryRange.hpp"
#include "Chronos_StoragePrecision.hpp"

namespace Chronos {

/// How the entries of one row are rounded, as long as the EntryRounding that it comes from is there. What depends on
/// the row alone is read once.
template <class DeviceType>
struct RowRounding {
  const EntryRange<DeviceType>& range;
  NarrowFormat format;
  bool isHalf;
  LocalOrdinal row;
  int ofRow;  // exponent of its largest entry

  /// \param value a keeper of sums has one of its own
  /// \param numPoor counts an entry that should have been rounded more finely: it is left out, on both sides of a
  ///        symmetric matrix, for half of it could make a small row indefinite
  /// \param lost gets what rounding took away
  KOKKOS_INLINE_FUNCTION double rounded(LocalOrdinal col, double value, long long& numPoor, double& lost) const {
    value = range.kept.valueOf(row, col, value);
    if (value == 0) return 0;
    const int ofColumn = range.columns(col);
    const int coarser = ofRow > ofColumn ? ofRow : ofColumn;
    int finer = ofRow > ofColumn ? ofColumn : ofRow;
    if (finer == noExponent) finer = coarser;
    // A keeper may have grown beyond the largest entry.
    const int own = exponentOf(value);
    if (own > finer) finer = own;
    const double result = format.rounded(value, coarser);
    if (::fabs(value - result) > powerOfTwo(finer - format.digits)) {
      ++numPoor;
      return 0;
    }
    lost += value - result;
    return result;
  }
  /// As it is stored in a row that is scaled.
  KOKKOS_INLINE_FUNCTION float scaled(double value) const {
    return static_cast<float>(value * powerOfTwo(format.top - largest()));
  }
  KOKKOS_INLINE_FUNCTION std::uint16_t shortOf(double rounded) const {
    return isHalf ? Half::of(scaled(rounded)).bits : Bfloat16::of(scaled(rounded)).bits;
  }
  /// Of the power of two that the row is scaled by.
  KOKKOS_INLINE_FUNCTION std::int16_t exponent() const { return static_cast<std::int16_t>(largest() - format.top); }

 private:
  KOKKOS_INLINE_FUNCTION int largest() const { return ofRow == noExponent ? format.top : ofRow; }
};

/// How the entries of a matrix are rounded.
template <class DeviceType>
struct EntryRounding {
  EntryRange<DeviceType> range;
  NarrowFormat format;
  bool isHalf;

  static EntryRounding to(StoragePrecision precision, const EntryRange<DeviceType>& range) {
    return {range, NarrowFormat::of(precision), precision == StoragePrecision::half};
  }

  KOKKOS_INLINE_FUNCTION RowRounding<DeviceType> ofRow(LocalOrdinal row) const {
    return {range, format, isHalf, row, static_cast<int>(range.rows(row))};
  }
};

}  // namespace Chronos

#endif
