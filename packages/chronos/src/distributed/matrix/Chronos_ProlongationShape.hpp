// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_PROLONGATIONSHAPE_HPP
#define CHRONOS_PROLONGATIONSHAPE_HPP

#include "Chronos_DistMatrix.hpp"

namespace Chronos {

/// What decides how R A P is formed, the same on all ranks.
struct ProlongationShape {
  long long longestRow = 0, ranksWithRows = 0, ranksWithColumns = 0;

  /// As those of aggregates.
  bool hasSingleEntries() const { return longestRow <= 1; }
  /// Whether the coarse level moves, onto three quarters of the ranks or fewer: one without coarse points is no move.
  bool joinsRanks() const { return 4 * ranksWithColumns <= 3 * ranksWithRows; }
};

/// Collective.
template <class Scalar>
ProlongationShape prolongationShape(const DistMatrix<Scalar>& P);

}  // namespace Chronos

#endif
