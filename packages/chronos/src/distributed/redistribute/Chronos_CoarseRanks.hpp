// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_COARSERANKS_HPP
#define CHRONOS_COARSERANKS_HPP

#include "Chronos_ColumnCompression.hpp"

namespace Chronos {

/// What is moved onto the same rank.
enum class AgglomerationMethod {
  counts,   ///< consecutive rows, or consecutive ranks' rows, as many as others have
  zoltan2,  ///< the rows of ranks that exchange much, through the library Chronos::zoltan2 (Chronos_Zoltan2Door.hpp)
};

/// \brief Which ranks a coarse level lives on: on fewer ones where it has few rows.
struct CoarseRanks {
  int minRowsPerRank = 0;    ///< 0: each unknown stays where it is
  bool wholePieces = false;  ///< what lies on one rank goes to one rank, so nodes stay whole (by counts)
  AgglomerationMethod method = AgglomerationMethod::counts;  ///< heeded by coarsen(), not by mapFor()

  /// \brief Ranks that are to own rows of a level of so many, which lie on `numActive` ranks; these where all stay.
  /// Local.
  int numActiveFor(long long numRows, int numActive) const;

  /// \brief The same indices where they are to be, by counts; the map itself where they are to stay. Collective.
  Teuchos::RCP<const Map> mapFor(const Teuchos::RCP<const Map>& contiguous) const;
};

/// \brief The same columns in another contiguous distribution of their indices, to be numbered there.
/// Collective.
/// \param from where `targets` says that they are
ColumnTargets movedTargets(const ColumnTargets& targets, const Map& from, const Map& to);

}  // namespace Chronos

#endif
