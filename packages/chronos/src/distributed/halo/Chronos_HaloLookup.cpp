// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_HaloLookup.hpp"

#include "Chronos_HostCopy.hpp"

#include <algorithm>
#include <utility>

namespace Chronos {

HaloLookup lookupOf(const std::vector<GlobalOrdinal>& globals, LocalOrdinal firstCol) {
  std::vector<std::pair<GlobalOrdinal, LocalOrdinal>> pairs;
  for (GlobalOrdinal global : globals) pairs.emplace_back(global, firstCol + static_cast<LocalOrdinal>(pairs.size()));
  if (!std::is_sorted(pairs.begin(), pairs.end())) std::sort(pairs.begin(), pairs.end());
  std::vector<GlobalOrdinal> sorted;
  std::vector<LocalOrdinal> columns;
  for (const auto& [global, column] : pairs) {
    sorted.push_back(global);
    columns.push_back(column);
  }
  return {toView("Chronos::halo globals", sorted), toView("Chronos::halo columns", columns)};
}

}  // namespace Chronos
