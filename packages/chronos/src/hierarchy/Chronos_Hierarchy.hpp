// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_HIERARCHY_HPP
#define CHRONOS_HIERARCHY_HPP

#include "Chronos_AmgParameters.hpp"
#include "Chronos_GalerkinProduct.hpp"
#include "Chronos_SetupReport.hpp"

namespace Chronos {

/// What a cycle multiplies by: the matrix that the set-up made, or a copy of it.
struct CopyKind {
  bool isCopy = false;
  bool sharesRows = false;  ///< see NarrowOperator

  /// \brief What the matrix takes beside its copy, which counts halo and pattern of nodes, and rows where they share
  /// them. On this rank.
  std::size_t bytesBeside(const DistMatrix<double>& A) const {
    if (sharesRows) return A.local().numEntries() * sizeof(double) + A.exchangeBytes();
    return A.memoryBytes() - A.halo()->numBytes() - A.nodesOfLongRows().numBytes();
  }
};

/// Doors for vectors in single precision of what a level holds; valid as long as that is.
struct SingleVectorLevel {
  const SingleVectorMatrix *A = nullptr, *P = nullptr, *R = nullptr;
  Teuchos::RCP<const SingleVectorSmoother> smoother;
  /// Of a last level, which is in double itself: the way through it for vectors of the level before; may be null.
  Teuchos::RCP<const SingleVectorOperator> solve;

  bool exists() const { return !smoother.is_null(); }
};

/// \brief One level: its matrix, its smoother and the way to the next one.
struct Level {
  Teuchos::RCP<const LevelMatrix> A;
  Teuchos::RCP<const Smoother> smoother;  ///< on the last level the coarse solver
  double omega = 1;                       ///< relaxation of the smoother
  int sweepsBefore = 0, sweepsAfter = 0;
  bool isSymmetric = true;            ///< A; not where it is filtered on the test space, nor below
  CopyKind matrixCopy;                ///< whether A is one, of another precision than the one that was set up with
  CopyKind prolongationCopy;          ///< P likewise
  CopyKind restrictionCopy;           ///< R likewise
  Teuchos::RCP<const Operator> P, R;  ///< from and to the next level; null on the last one
  SingleVectorLevel single;           ///< exists where vectors of the level are in single precision

  /// On this rank.
  std::size_t numBytes() const {
    const DistMatrix<double>* kept = matrixCopy.isCopy ? smoother->keptMatrix() : nullptr;
    return A->numBytes() + smoother->numBytes() + (kept ? matrixCopy.bytesBeside(*kept) : 0) +
           (P.is_null() ? 0 : P->numBytes() + R->numBytes()) + (single.exists() ? single.smoother->numBytes() : 0);
  }
};

/// \brief What another set-up on the same pattern may start from: as much of a level as `reuse` asks for.
struct LevelRecord {
  CoarseSpace coarse;   ///< its record alone, or all of it
  TestSpace testSpace;  ///< on its unknowns, where the level used one
  Teuchos::RCP<const GalerkinProduct<double>> galerkin;
  Teuchos::RCP<const Map> rows{};  ///< of the level, beside a record alone

  /// On this rank, without the matrices that levels may have: P, R and the matrix of the next level.
  std::size_t numBytes() const {
    return (coarse.record.is_null() ? 0 : coarse.record->numBytes()) +
           (coarse.unknowns.is_null() ? 0 : coarse.unknowns->numBytes()) + testSpace.size() * sizeof(double) +
           (galerkin.is_null() ? 0 : galerkin->numBytes());
  }
  /// P and R, where they are kept beside copies.
  std::size_t transferBytes(const CopyKind& ofP, const CopyKind& ofR) const {
    return (coarse.P.is_null() ? 0 : ofP.bytesBeside(*coarse.P)) +
           (galerkin.is_null() ? 0 : ofR.bytesBeside(*galerkin->restriction()));
  }
};

/// \brief Levels, finest first. Immutable after set-up.
struct Hierarchy {
  std::vector<Level> levels;
  std::vector<LevelRecord> records;  ///< of all levels but the last; empty unless asked for
  CycleKind cycle = CycleKind::V;
  /// What conjugate gradients may multiply by: the finest matrix in single, that of the cycle where it is in single as
  /// well; null unless asked for.
  Teuchos::RCP<const LevelMatrix> krylovMatrix;
  std::size_t krylovBytes = 0;      ///< that it holds beside the finest matrix and the levels, on this rank
  int krylovLevels = 0;             ///< of a K cycle, see AmgParameters
  double krylovTolerance = 0;       ///< likewise
  bool repeatsSharedLevels = true;  ///< likewise, of other cycles; the builder says
  bool gaveUpFiltering = false;     ///< of operators, because a level was not positive definite with it
  SetupReport report;

  /// On this rank.
  std::size_t numBytes() const;

  /// Whether one rank owns all rows of this level. Local, by the report; false where that does not know.
  bool isOnOneRank(std::size_t level) const {
    return level < report.levels.size() && report.levels[level].activeRanks == 1;
  }

  /// Whether a W, F or H cycle may visit this level twice, by who owns it. Local.
  bool mayRepeat(std::size_t level) const { return repeatsSharedLevels || isOnOneRank(level); }

  /// Whether a correction on this level is one or two Krylov steps. Local.
  bool takesKrylov(std::size_t level) const {
    return cycle == CycleKind::K && level > 0 && static_cast<int>(level) <= krylovLevels && level + 1 < levels.size();
  }

  /// Whether vectors of this level are in single precision, in cycles of one column: where Krylov steps are taken they
  /// are not. Local.
  bool hasSingleVectors(std::size_t level) const { return levels[level].single.exists() && !takesKrylov(level); }

  /// Whether a correction on this level is one visit behind another, where it mayRepeat() and staysCheap(). Local.
  bool visitsTwice(std::size_t level) const;

  /// Whether a cycle is a symmetric matrix, as Operator has it. Local.
  bool isFixedSymmetric() const;
};

}  // namespace Chronos

#endif
