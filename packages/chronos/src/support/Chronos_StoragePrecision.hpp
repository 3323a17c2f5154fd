// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_STORAGEPRECISION_HPP
#define CHRONOS_STORAGEPRECISION_HPP

#include "Chronos_ShortFloats.hpp"

namespace Chronos {

/// What the entries of a matrix are stored in, the widest first; automatic is a parameter's value alone.
enum class StoragePrecision { doublePrecision, singlePrecision, half, bfloat16, automatic };

inline const char* nameOf(StoragePrecision precision) {
  switch (precision) {
    case StoragePrecision::singlePrecision: return "single";
    case StoragePrecision::half: return "half";
    case StoragePrecision::bfloat16: return "bfloat16";
    case StoragePrecision::automatic: return "automatic";
    default: return "double";
  }
}

/// The one to take where a precision does not do: 16 bits give way to single, and that to double.
inline StoragePrecision widerThan(StoragePrecision precision) {
  return precision == StoragePrecision::singlePrecision ? StoragePrecision::doublePrecision
                                                        : StoragePrecision::singlePrecision;
}

inline bool hasSixteenBits(StoragePrecision precision) {
  return precision == StoragePrecision::half || precision == StoragePrecision::bfloat16;
}

/// How the columns of a matrix are stored.
enum class ColumnStorage {
  /// compact for values narrower than double, on a host for those of 16 bits alone; on a GPU rows in single that are
  /// alike by threes are merged, with columns of 32 bits
  automatic,
  plain,    ///< one index of 32 bits an entry; for values of 16 bits compact nevertheless
  compact,  ///< 16 bits an entry, or one index for nine where unknowns come in threes
};

/// 2^exponent, of a normal number.
KOKKOS_INLINE_FUNCTION double powerOfTwo(int exponent) {
  const std::uint64_t bits = static_cast<std::uint64_t>(exponent + 1023) << 52;
  double value;
  memcpy(&value, &bits, sizeof(value));
  return value;
}

/// floor(log2 |value|) of a normal number; -1023 for zero and what lies below.
KOKKOS_INLINE_FUNCTION int exponentOf(double value) {
  std::uint64_t bits;
  memcpy(&bits, &value, sizeof(bits));
  return static_cast<int>((bits >> 52) & 0x7ffu) - 1023;
}

/// \brief A format narrower than double, for numbers of a row that is scaled by a power of two.
///
/// The largest entry of a row is brought to an exponent of `top`, so that its range never ends at large numbers; what
/// lies 2^(top - bottom) below is a multiple of 2^bottom.
struct NarrowFormat {
  int digits;  ///< of the significand, the hidden one among them
  int top;     ///< exponent of the largest entry of a row
  int bottom;  ///< exponent of the smallest number

  static NarrowFormat of(StoragePrecision precision) {
    // Rounding up must not overflow, so half stays one power of two below its largest.
    if (precision == StoragePrecision::half) return {Half::digits, 14, -24};
    if (precision == StoragePrecision::bfloat16) return {Bfloat16::digits, 0, -133};
    return {24, 0, -149};
  }

  /// \brief The number of this format next to `value`, ties to even.
  /// \param exponent of the largest entry of the row; outside of [-800, 900] the result is any number
  KOKKOS_INLINE_FUNCTION double rounded(double value, int exponent) const {
    const int own = exponentOf(value) - digits + 1, least = exponent - top + bottom;
    // The last bit of a number of this size is that of the format: the addition rounds.
    const double large = 1.5 * powerOfTwo((own > least ? own : least) + 52);
    return (value + large) - large;
  }
};

}  // namespace Chronos

#endif
