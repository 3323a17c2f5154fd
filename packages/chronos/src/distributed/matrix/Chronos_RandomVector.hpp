// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_RANDOMVECTOR_HPP
#define CHRONOS_RANDOMVECTOR_HPP

#include "Chronos_Block.hpp"
#include "Chronos_GlobalHash.hpp"
#include "Chronos_Types.hpp"

namespace Chronos {

/// Numbers in (-1, 1) by the global index: the same on any number of ranks.
struct RandomNumbers {
  Map::local_map_type rowMap;
  std::uint64_t seed;
  KOKKOS_INLINE_FUNCTION double operator()(LocalOrdinal row) const {
    return globalUniform(seed, static_cast<std::uint64_t>(rowMap.getGlobalElement(row)));
  }
};

/// A vector of them. Local.
void fillRandom(const Map& rowMap, std::uint64_t seed, const Vector& x);

}  // namespace Chronos

#endif
