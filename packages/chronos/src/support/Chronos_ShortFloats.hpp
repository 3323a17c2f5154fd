// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SHORTFLOATS_HPP
#define CHRONOS_SHORTFLOATS_HPP

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <cstring>

#ifdef __CUDACC__
#include <cuda_fp16.h>
#endif

namespace Chronos {

/// \file
/// Numbers of 16 bits, for storage: they are converted in registers, and nothing is computed in them. Kokkos 3.4 has no
/// bfloat16, and its half takes 32 bits on a host.

KOKKOS_INLINE_FUNCTION std::uint32_t bitsOf(float value) {
  std::uint32_t bits;
  memcpy(&bits, &value, sizeof(bits));
  return bits;
}

KOKKOS_INLINE_FUNCTION float floatOfBits(std::uint32_t bits) {
  float value;
  memcpy(&value, &bits, sizeof(value));
  return value;
}

/// \brief binary16 of IEEE 754: 11 bits, normal from 2^-14 (6.1e-5), steps of 2^-24 below, up to 65504.
///
/// Rounds to nearest, ties to even; beyond 65504 infinity. From a double by way of float, which must be exact for the
/// result to be the nearest one.
struct Half {
  static constexpr int digits = 11, smallestNormal = -14, largestExponent = 15;
  std::uint16_t bits;

  KOKKOS_INLINE_FUNCTION static Half of(float value) {
    constexpr std::uint32_t overflow = 0x477ff000u;  // halfway from 65504 to 65536
    constexpr std::uint32_t normal = 0x38800000u;    // 2^-14
    constexpr std::uint32_t exponents = 112u << 23;  // between the biases of the two formats
    const std::uint32_t all = bitsOf(value), size = all & 0x7fffffffu;
    const std::uint32_t sign = (all >> 16) & 0x8000u;
    std::uint32_t rounded;
    if (size > 0x7f800000u) rounded = 0x7e00u;
    else if (size >= overflow) rounded = 0x7c00u;
    // The last bit of a float in [1/2, 1) is 2^-24: the addition rounds.
    else if (size < normal) rounded = bitsOf(floatOfBits(size) + 0.5f) - bitsOf(0.5f);
    else rounded = (size - exponents + 0xfffu + ((size >> 13) & 1u)) >> 13;
    return {static_cast<std::uint16_t>(sign | rounded)};
  }

  /// \pre finite
  KOKKOS_INLINE_FUNCTION static float finite(std::uint32_t bits) {
#ifdef __CUDA_ARCH__
    return __half2float(__ushort_as_half(static_cast<unsigned short>(bits)));
#else
    constexpr float scale = 5192296858534827628530496329220096.0f;  // 2^112
    return floatOfBits(((bits & 0x8000u) << 16) | ((bits & 0x7fffu) << 13)) * scale;
#endif
  }

  KOKKOS_INLINE_FUNCTION operator float() const {
    constexpr std::uint32_t infinity = 0x7c00u;
    const std::uint32_t size = bits & 0x7fffu;
    if (size < infinity) return finite(bits);
    return floatOfBits((std::uint32_t(bits & 0x8000u) << 16) | 0x7f800000u | ((size & 0x3ffu) << 13));
  }
};

/// \brief The upper half of a float: 8 bits, its range. Rounds to nearest, ties to even; see Half.
struct Bfloat16 {
  static constexpr int digits = 8, smallestNormal = -126, largestExponent = 127;
  std::uint16_t bits;

  KOKKOS_INLINE_FUNCTION static Bfloat16 of(float value) {
    const std::uint32_t all = bitsOf(value);
    if ((all & 0x7fffffffu) > 0x7f800000u) return {static_cast<std::uint16_t>((all >> 16) | 0x40u)};
    return {static_cast<std::uint16_t>((all + 0x7fffu + ((all >> 16) & 1u)) >> 16)};
  }

  KOKKOS_INLINE_FUNCTION static float finite(std::uint32_t bits) { return floatOfBits(bits << 16); }
  KOKKOS_INLINE_FUNCTION operator float() const { return finite(bits); }
};

}  // namespace Chronos

#endif
