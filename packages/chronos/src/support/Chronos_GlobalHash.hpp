// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_GLOBALHASH_HPP
#define CHRONOS_GLOBALHASH_HPP

#include "Chronos_KernelTypes.hpp"

namespace Chronos {

/// \brief Hash of a global index: the finaliser of SplitMix64 (Steele, Lea, Flood 2014).
///
/// A bijection of 64-bit integers, so two indices never tie. Used for ties and for random vectors that are the same
/// on any number of ranks and threads.
KOKKOS_INLINE_FUNCTION std::uint64_t globalHash(std::uint64_t index) {
  index += 0x9e3779b97f4a7c15ULL;
  index = (index ^ (index >> 30)) * 0xbf58476d1ce4e5b9ULL;
  index = (index ^ (index >> 27)) * 0x94d049bb133111ebULL;
  return index ^ (index >> 31);
}

/// Uniform in (-1, 1), never an end point: the upper 53 bits of the hash of (seed, index).
KOKKOS_INLINE_FUNCTION double globalUniform(std::uint64_t seed, std::uint64_t index) {
  const std::uint64_t bits = globalHash(globalHash(seed) ^ index) >> 11;
  return (static_cast<double>(bits) + 0.5) * (2.0 / 9007199254740992.0) - 1.0;
}

}  // namespace Chronos

#endif
