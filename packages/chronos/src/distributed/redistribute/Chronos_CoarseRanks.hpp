// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_COARSERANKS_HPP
#define CHRONOS_COARSERANKS_HPP

#include "Chronos_ColumnCompression.hpp"

namespace Chronos {

/// \brief Which ranks a coarse level lives on: on fewer ones where it has few rows.
struct CoarseRanks {
  int minRowsPerRank = 0;    ///< 0: each unknown stays where it is
  bool wholePieces = false;  ///< what lies on one rank goes to one rank, so nodes stay whole

  /// \brief The same indices where they are to be; the map itself where they are to stay. Collective.
  Teuchos::RCP<const Map> mapFor(const Teuchos::RCP<const Map>& contiguous) const;
};

/// \brief The same columns in another contiguous distribution of their indices, to be numbered there.
/// Collective.
/// \param from where `targets` says that they are
ColumnTargets movedTargets(const ColumnTargets& targets, const Map& from, const Map& to);

}  // namespace Chronos

#endif
