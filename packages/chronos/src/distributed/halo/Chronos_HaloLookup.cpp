// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_HaloLookup.hpp"

#include "Chronos_HostCopy.hpp"
#include "Chronos_SortedRuns.hpp"

#include <utility>
#include <vector>

namespace Chronos {

namespace {

struct CountDescentsFunctor {
  Kokkos::View<const GlobalOrdinal*, Device> globals;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, std::int64_t& count) const {
    if (i > 0 && globals(i) < globals(i - 1)) ++count;
  }
};

}  // namespace

// Ranks own ascending numbers, as a rule.
HaloLookup lookupOf(const Kokkos::View<const GlobalOrdinal*, Device>& globals, LocalOrdinal firstCol) {
  std::int64_t numDescents = 0;
  if (globals.extent(0) > 0)
    Kokkos::parallel_reduce("Chronos::lookupOf",
                            Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<std::int64_t>>(
                                0, static_cast<std::int64_t>(globals.extent(0))),
                            CountDescentsFunctor{globals}, numDescents);
  if (numDescents == 0) return {globals, {}, firstCol};
  std::vector<std::pair<GlobalOrdinal, LocalOrdinal>> pairs;
  pairs.reserve(globals.extent(0));
  for (GlobalOrdinal global : toVector(globals))
    pairs.emplace_back(global, firstCol + static_cast<LocalOrdinal>(pairs.size()));
  sortRuns(pairs);
  std::vector<GlobalOrdinal> sorted;
  std::vector<LocalOrdinal> columns;
  sorted.reserve(pairs.size());
  columns.reserve(pairs.size());
  for (const auto& [global, column] : pairs) {
    sorted.push_back(global);
    columns.push_back(column);
  }
  return {toView("Chronos::halo globals", sorted), toView("Chronos::halo columns", columns)};
}

}  // namespace Chronos
