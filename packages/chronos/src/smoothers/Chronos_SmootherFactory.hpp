// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SMOOTHERFACTORY_HPP
#define CHRONOS_SMOOTHERFACTORY_HPP

#include "Chronos_Chebyshev.hpp"
#include "Chronos_Fsai.hpp"

namespace Chronos {

enum class SmootherKind { jacobi, l1Jacobi, chebyshev, staticFsai, adaptiveFsai };

/// A factor for a smoother: a few steps a row do, because the coarse levels take care of what is far away.
inline AdaptiveFsaiParameters smoothingFsai() {
  AdaptiveFsaiParameters parameters;
  parameters.maxSteps = 4;
  parameters.tolerance = 1e-2;
  return parameters;
}

struct SmootherParameters {
  SmootherKind kind = SmootherKind::adaptiveFsai;
  int sweepsBefore = 1;
  int sweepsAfter = 1;
  /// omega lambda_max(M^{-1} A), in (0, 2): omega follows from an estimate of lambda_max, see relaxationFactor(). Not
  /// used by chebyshev.
  double damping = 1.5;
  int eigenvalueSteps = 8;  ///< at least, relaxationFactor() may take more; 0: no estimate, omega is damping
  AdaptiveFsaiParameters adaptiveFsai = smoothingFsai();
  StaticFsaiParameters staticFsai;
  ChebyshevParameters chebyshev;
};

/// A smoother and the omega that a level takes it with.
struct RelaxedSmoother {
  Teuchos::RCP<const Smoother> M;
  double omega = 1;
};

/// \brief A smoother and its relaxation factor. Collective.
RelaxedSmoother createSmoother(const Teuchos::RCP<const DistMatrix<double>>& A, const SmootherParameters& parameters);

}  // namespace Chronos

#endif
