// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_OwnedGlobals.hpp"

#include "Chronos_TrilinosVersion.hpp"

namespace Chronos {
namespace {

struct OwnedGlobalsFunctor {
  Map::local_map_type map;
  Kokkos::View<GlobalOrdinal*, Device> globals;
  KOKKOS_INLINE_FUNCTION void operator()(int i) const { globals(i) = map.getGlobalElement(i); }
};

}  // namespace

Kokkos::View<const GlobalOrdinal*, Device> ownedGlobals(const Map& map) {
  const std::size_t numOwned = TrilinosVersion::numLocal(map);
  const auto globals = allocate<Kokkos::View<GlobalOrdinal*, Device>>("Chronos::owned globals", numOwned);
  Kokkos::parallel_for(
      "Chronos::ownedGlobals",
      Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>(0, static_cast<int>(numOwned)),
      OwnedGlobalsFunctor{map.getLocalMap(), globals});
  return globals;
}

}  // namespace Chronos
