// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_HIERARCHY_HPP
#define CHRONOS_HIERARCHY_HPP

#include "Chronos_AmgParameters.hpp"
#include "Chronos_DistProduct.hpp"
#include "Chronos_SetupReport.hpp"

namespace Chronos {

/// \brief One level: its matrix, its smoother and the way to the next one.
struct Level {
  using Matrix = Teuchos::RCP<const DistMatrix<double>>;
  using Vector = Kokkos::View<double*, Device>;

  Matrix A;
  Teuchos::RCP<const Smoother> smoother;  ///< on the last level the coarse solver
  int sweepsBefore = 0, sweepsAfter = 0;
  Matrix P, R;  ///< to and from the next level; null on the last one
  /// What the cycle multiplies by in place of A, P, R when its precision is single.
  Teuchos::RCP<const DistMatrix<float>> singleA, singleP, singleR;
  Vector b, x, residual;  ///< work vectors; b and x not on the finest level

  // Kept for another set-up on the same pattern.
  Splitting splitting;
  TestSpace testSpace;  ///< on its unknowns, where the level used one
  Teuchos::RCP<GalerkinProduct<double>> galerkin;
};

/// \brief Levels, finest first. Immutable after set-up but for the work vectors of the levels.
struct Hierarchy {
  std::vector<Level> levels;
  CycleKind cycle = CycleKind::V;
  bool gaveUpFiltering = false;  ///< of operators, because a level was not positive definite with it
  SetupReport report;
};

}  // namespace Chronos

#endif
