// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_HaloLookup.hpp"

#include "Chronos_HostCopy.hpp"
#include "Chronos_SortRuns.hpp"

#include <algorithm>
#include <utility>

namespace Chronos {

HaloLookup lookupOf(const std::vector<GlobalOrdinal>& globals, LocalOrdinal firstCol) {
  if (std::is_sorted(globals.begin(), globals.end())) return {toView("Chronos::halo globals", globals), {}, firstCol};
  std::vector<std::pair<GlobalOrdinal, LocalOrdinal>> pairs;
  pairs.reserve(globals.size());
  for (GlobalOrdinal global : globals) pairs.emplace_back(global, firstCol + static_cast<LocalOrdinal>(pairs.size()));
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
