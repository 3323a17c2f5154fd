// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_GLOBALCOLUMN_HPP
#define CHRONOS_GLOBALCOLUMN_HPP

#include "Chronos_DistMatrix.hpp"

namespace Chronos {

/// The global number of a local column of a matrix, owned or in its halo, for kernels.
struct GlobalColumn {
  Map::local_map_type domainMap;
  HaloColumns::Globals halo;
  LocalOrdinal numOwned;

  explicit GlobalColumn(const DistMatrix<double>& A)
      : domainMap(A.domainMap()->getLocalMap()), halo(A.halo()->globals()), numOwned(A.numOwnedCols()) {}

  KOKKOS_INLINE_FUNCTION GlobalOrdinal operator()(LocalOrdinal column) const {
    return column < numOwned ? domainMap.getGlobalElement(column) : halo(column - numOwned);
  }
};

}  // namespace Chronos

#endif
