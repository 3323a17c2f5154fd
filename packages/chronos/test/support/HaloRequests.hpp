// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_HALOREQUESTS_HPP
#define CHRONOS_HALOREQUESTS_HPP

#include "Chronos_HaloPattern.hpp"
#include "TestComm.hpp"

#include <utility>
#include <vector>

namespace Chronos::Test {

/// Ranks that own the given indices of a map. Collective.
inline std::vector<int> ownersOf(const Map& map, const std::vector<GlobalOrdinal>& globals) {
  std::vector<int> owners(globals.size());
  map.getRemoteIndexList(Teuchos::ArrayView<const GlobalOrdinal>(globals.data(), globals.size()),
                         Teuchos::ArrayView<int>(owners.data(), owners.size()));
  return owners;
}

/// Every rank wants what it lists of what others own. Collective.
inline Teuchos::RCP<const HaloPattern> patternOf(const Teuchos::RCP<const Map>& map,
                                                 const std::vector<GlobalOrdinal>& wanted) {
  const std::vector<int> owners = ownersOf(*map, wanted);
  std::vector<GlobalOrdinal> haloGlobals;
  std::vector<int> haloOwners;
  for (int rank = 0; rank < world()->getSize(); ++rank)
    for (std::size_t i = 0; i < wanted.size(); ++i)
      if (owners[i] == rank) {
        haloGlobals.push_back(wanted[i]);
        haloOwners.push_back(rank);
      }
  return Teuchos::rcp(new HaloPattern(map, haloGlobals, haloOwners));
}

/// Every rank wants one entry in `stride` of those that others own. Collective.
inline Teuchos::RCP<const HaloPattern> patternWith(const Teuchos::RCP<const Map>& map, GlobalOrdinal n, int stride) {
  std::vector<GlobalOrdinal> wanted;
  for (GlobalOrdinal g = 0; g < n; ++g)
    if (!map->isNodeGlobalElement(g) && (g + world()->getRank()) % stride == 0) wanted.push_back(g);
  return patternOf(map, wanted);
}

}  // namespace Chronos::Test

#endif
