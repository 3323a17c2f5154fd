// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SMOOTHERFACTORY_HPP
#define CHRONOS_SMOOTHERFACTORY_HPP

#include "Chronos_SmootherTable.hpp"

namespace Chronos {

/// What a level smooths with, and how.
struct SmootherParameters {
  SmootherChoice method{smootherTable(SmootherUse::smoothing), "adaptive fsai"};
  int sweepsBefore = 1;
  int sweepsAfter = 1;
  /// omega lambda_max(M^{-1} A), in (0, 2): omega follows from an estimate of lambda_max, see relaxationFactor(), or
  /// from a bound that holds for all matrices (l1-Jacobi: omega is damping) or for nearly dominant rows (Jacobi: omega
  /// is damping / 2, less where a bound from above would let it diverge). Not used where
  /// Smoother::needsRelaxation() denies it.
  double damping = 1.5;
  int eigenvalueSteps = 8;  ///< at least, relaxationFactor() may take more; 0: no estimate, omega is damping

  /// Whether the smoother asks which unknowns share a node.
  bool usesNodes() const { return method.method().facts.usesNodes; }

  /// As the smoother wants them on levels below the finest.
  SmootherParameters onCoarseLevel() const;
};

/// A smoother and the omega that a level takes it with.
struct RelaxedSmoother {
  Teuchos::RCP<const Smoother> M;
  double omega = 1;
};

/// \brief A smoother and its relaxation factor. Collective.
/// \param nodes for a method that asks for them
RelaxedSmoother createSmoother(const Teuchos::RCP<const DistMatrix<double>>& A, const SmootherParameters& parameters,
                               const UnknownNodes& nodes = {});

/// Names and documents the parameters.
void bindSmoother(ParameterBinding& list, SmootherParameters& p);

}  // namespace Chronos

#endif
