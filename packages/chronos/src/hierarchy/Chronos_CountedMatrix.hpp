// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_COUNTEDMATRIX_HPP
#define CHRONOS_COUNTEDMATRIX_HPP

#include "Chronos_DistMatrix.hpp"
#include "Chronos_SetupReport.hpp"

namespace Chronos {

class JointReduction;

/// A matrix and what tables say of it: entries, and ranks that own rows.
struct CountedMatrix {
  Teuchos::RCP<const DistMatrix<double>> matrix;
  long long entries = 0, activeRanks = 0;

  CountedMatrix() = default;
  /// What this rank has of it.
  explicit CountedMatrix(const Teuchos::RCP<const DistMatrix<double>>& A);

  /// That of all ranks from the reduction on.
  void addTo(JointReduction& all);
};

/// Collective.
CountedMatrix counted(const Teuchos::RCP<const DistMatrix<double>>& A);

/// \brief What each rank knows of a level, until then, becomes what all know; the next matrix, which each rank has
/// counted for itself, is counted by the same reduction. Collective.
void reportOverRanks(const Comm& comm, LevelReport& report, CountedMatrix& next);

}  // namespace Chronos

#endif
