// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SmootherFactory.hpp"

#include "Chronos_GershgorinBound.hpp"
#include "Chronos_SpectralEstimate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace Chronos {
namespace {

// D^{-1} A of dominant rows has no eigenvalue above 2. Lanczos found 1.4 to 2 on levels of flow with bounds up to 2.6,
// and conjugate gradients took as many iterations with 2 (docs/performance/flow.md).
constexpr double largestOfDominant = 2, boundOfNearlyDominant = 2.6;

// For a smoother with the bound of D^{-1} A, of nearly dominant rows: damping over 2, less where that would diverge.
std::optional<double> factorOfDominantRows(const DistMatrix<double>& A, const Smoother& M, double damping) {
  if (!std::isfinite(M.eigenvalueBound(largestOfDominant))) return {};
  const double bound = M.eigenvalueBound(gershgorinBound(A));
  if (!(bound > 0 && bound <= boundOfNearlyDominant)) return {};
  return std::min(damping / std::min(bound, largestOfDominant), std::max(damping, largestDamping) / bound);
}

}  // namespace

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
  if (parameters.eigenvalueSteps == 0) return {M, parameters.damping};
  const std::optional<double> ofDominant = factorOfDominantRows(*A, *M, parameters.damping);
  if (ofDominant) return {M, *ofDominant};
  return {M, relaxationFactor(*A, *M, parameters.damping, parameters.eigenvalueSteps)};
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
      "Lanczos steps of that estimate, at least; up to 40 where the bound from above needs more; none for l1 jacobi, "
      "nor for jacobi where no row has more than 1.6 times its diagonal beside it, whose largest eigenvalue is taken "
      "for 2. "
      "0: none, and omega is `damping` itself: for a smoother that preconditions alone.");
}

}  // namespace Chronos
