// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SmootherFactory.hpp"

#include "Chronos_SpectralEstimate.hpp"

#include <cmath>
#include <limits>

namespace Chronos {

SmootherParameters SmootherParameters::onCoarseLevel() const {
  SmootherParameters adapted = *this;
  if (const auto adapt = method.method().facts.onCoarseLevel) adapt(adapted.method.parameters());
  return adapted;
}

RelaxedSmoother createSmoother(const Teuchos::RCP<const DistMatrix<double>>& A, const SmootherParameters& parameters,
                               const UnknownNodes& nodes) {
  const Teuchos::RCP<const Smoother> M = parameters.method.make(A, nodes);
  if (!M->needsRelaxation()) return {M};
  // A bound that holds whatever the matrix needs no estimate.
  const double known = M->eigenvalueBound(std::numeric_limits<double>::infinity());
  if (std::isfinite(known)) return {M, parameters.damping / known};
  return {M, parameters.eigenvalueSteps > 0 ? relaxationFactor(*A, *M, parameters.damping, parameters.eigenvalueSteps)
                                            : parameters.damping};
}

void bindSmoother(ParameterBinding& list, SmootherParameters& p) {
  p.method.bind(list, "The smoother of a level.");
  list.integer("sweeps before", p.sweepsBefore, 0, 100, "Smoothing sweeps before the coarse correction.");
  list.integer(
      "sweeps after", p.sweepsAfter, 0, 100,
      "Sweeps after it. A number other than before makes the preconditioner nonsymmetric, which takes flexible "
      "conjugate gradients.");
  list.real(
      "damping", p.damping, 1e-3, 1.999,
      "omega times the estimate of the largest eigenvalue of M^{-1} A; below 2 a smoother does not diverge, since "
      "omega is held below 2 over a bound of it from above as well. For l1 jacobi, whose largest eigenvalue is at most "
      "1, omega itself, without an estimate. Not for chebyshev, which scales itself, and gauss-seidel, which converges "
      "as it is.");
  list.integer(
      "eigenvalue steps", p.eigenvalueSteps, 0, 1000,
      "Lanczos steps of that estimate, at least; up to 40 where the bound from above needs more; l1 jacobi takes none. "
      "0: none, and omega is `damping` itself: for a smoother that preconditions alone.");
}

}  // namespace Chronos
