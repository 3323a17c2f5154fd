// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_FIRSTUNKNOWN_HPP
#define CHRONOS_FIRSTUNKNOWN_HPP

#include "Chronos_TrilinosVersion.hpp"
#include "Chronos_Types.hpp"

namespace Chronos {

/// \brief The global index from which nodes are counted, of unknowns or of rows of coordinates. Local.
///
/// The smallest one where no index is missing, whatever the index base: applications that count from 1 often leave that
/// at 0. Where some are missing, the first one may be, too: the index base.
inline GlobalOrdinal firstUnknown(const Map& map) {
  const long long number = TrilinosVersion::numGlobal(map);
  if (number == 0) return map.getIndexBase();
  const GlobalOrdinal first = map.getMinAllGlobalIndex();
  return map.getMaxAllGlobalIndex() - first + 1 == number ? first : map.getIndexBase();
}

}  // namespace Chronos

#endif
