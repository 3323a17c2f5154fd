// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_RandomVector.hpp"

namespace Chronos {
namespace {

using Policy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<std::int64_t>>;

struct FillRandomFunctor {
  RandomNumbers random;
  Vector x;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const { x(i) = random(static_cast<LocalOrdinal>(i)); }
};

}  // namespace

void fillRandom(const Map& rowMap, std::uint64_t seed, const Vector& x) {
  Kokkos::parallel_for("Chronos::fillRandom", Policy(0, static_cast<std::int64_t>(x.extent(0))),
                       FillRandomFunctor{{rowMap.getLocalMap(), seed}, x});
}

}  // namespace Chronos
