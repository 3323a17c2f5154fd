// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_LEVELSTORAGE_HPP
#define CHRONOS_LEVELSTORAGE_HPP

#include "Chronos_Hierarchy.hpp"

namespace Chronos {

/// What a level's copies are made of. P and R are null on the last level.
struct WideLevel {
  Teuchos::RCP<const DistMatrix<double>> A, P, R;
  Teuchos::RCP<const Smoother> smoother;
  bool isKept = true;  ///< P, beside the level, for whoever sets up again

  bool isLast() const { return P.is_null(); }
};

/// What a level is stored in.
struct LevelStorage {
  StoragePrecision matrix = StoragePrecision::doublePrecision, transfers = matrix, smoother = matrix;
  StoragePrecision vectors = StoragePrecision::doublePrecision;  ///< or single, of levels whose matrices are narrow
  ColumnStorage columns = ColumnStorage::automatic;

  bool isNarrow() const;
  bool hasSixteenBits() const;
  bool hasSingleVectors() const { return vectors == StoragePrecision::singlePrecision; }
  bool takesCopies() const { return isNarrow() || columns == ColumnStorage::compact; }
  /// \brief The first of transfers, matrix and smoother that has 16 bits becomes single; where none has, all is double.
  ///
  /// What rounding does to P is an error without smoothness that each correction brings to the finer level; a
  /// rounded smoother is another smoother, as good as the first.
  LevelStorage wider() const;
};

/// \brief What the parameters ask for, `automatic` by what copies win: half on a GPU, where 16 bits move fewer bytes
/// than its second cache holds; on a host single where unknowns come in threes, elsewhere copies win nothing there.
/// Collective.
/// \param index of the level, 0 the finest
/// \param report knows who owns the level; gets what has to be wider than that, and why
LevelStorage storageOf(const AmgParameters& parameters, std::size_t index, const WideLevel& wide, LevelReport& report);

/// \brief What the cycle multiplies by. Collective.
///
/// A matrix whose entries are out of the range of its precision is stored in the next wider one.
/// \param storage what is asked for; gets what came of it
/// \param level gets A, P, R and the smoother, whose last one does not count
/// \param report gets what the level is stored in, and the bytes of this rank
void storeLevel(const WideLevel& wide, LevelStorage& storage, Level& level, LevelReport& report);

/// \brief Sets Hierarchy::krylovMatrix, unless its finest level is the last one; notes say where A has no place in
/// single. The report of the finest level gets its bytes. Collective.
/// \param isFinest whether A is the matrix that the finest level was made of
void storeForKrylov(const DistMatrix<double>& A, bool isFinest, ColumnStorage columns, Hierarchy& hierarchy);

/// A level gives up its vectors in single, where it has them; reports say why. Collective.
void endSingleVectors(Hierarchy& hierarchy, std::size_t level, const std::string& why);

}  // namespace Chronos

#endif
