// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SmootherFactory.hpp"

#include "Chronos_Jacobi.hpp"
#include "Chronos_L1Jacobi.hpp"
#include "Chronos_SpectralEstimate.hpp"

namespace Chronos {
namespace {

RelaxedSmoother relaxed(const DistMatrix<double>& A, const Teuchos::RCP<const Smoother>& M,
                        const SmootherParameters& parameters) {
  return {M, parameters.eigenvalueSteps > 0 ? relaxationFactor(A, *M, parameters.damping, parameters.eigenvalueSteps)
                                            : parameters.damping};
}

}  // namespace

RelaxedSmoother createSmoother(const Teuchos::RCP<const DistMatrix<double>>& A, const SmootherParameters& parameters) {
  switch (parameters.kind) {
    case SmootherKind::jacobi: return relaxed(*A, Teuchos::rcp(new Jacobi(*A)), parameters);
    case SmootherKind::l1Jacobi: return relaxed(*A, Teuchos::rcp(new L1Jacobi(*A)), parameters);
    case SmootherKind::chebyshev: return {Teuchos::rcp(new Chebyshev(A, parameters.chebyshev))};
    case SmootherKind::staticFsai: return relaxed(*A, Teuchos::rcp(new Fsai(*A, parameters.staticFsai)), parameters);
    case SmootherKind::adaptiveFsai:
      return relaxed(*A, Teuchos::rcp(new Fsai(*A, parameters.adaptiveFsai)), parameters);
  }
  return {};
}

}  // namespace Chronos
