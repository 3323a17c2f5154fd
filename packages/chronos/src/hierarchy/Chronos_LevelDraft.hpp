// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_LEVELDRAFT_HPP
#define CHRONOS_LEVELDRAFT_HPP

#include "Chronos_LevelStorage.hpp"
#include "Chronos_RankBlock.hpp"

#include <memory>

namespace Chronos {

/// A level in the making: its matrices as the set-up needs them, of which the cycle keeps what it applies.
struct LevelDraft {
  Teuchos::RCP<const DistMatrix<double>> A;
  std::shared_ptr<const KeptRankBlock> keptBlock;  ///< for smoother and coarsening, until that has ended
  RelaxedSmoother smoother;
  int sweepsBefore = 0, sweepsAfter = 0;
  TestSpace testSpace;  ///< where one was prepared
  CoarseSpace coarse;   ///< without P on the last level
  Teuchos::RCP<const GalerkinProduct<double>> galerkin;
  LevelReport report;

  bool isLast() const { return coarse.P.is_null(); }
  WideLevel wide() const {
    if (isLast()) return {A, Teuchos::null, Teuchos::null, smoother.M};
    return {A, coarse.P, galerkin->restriction(), smoother.M};
  }
};

}  // namespace Chronos

#endif
