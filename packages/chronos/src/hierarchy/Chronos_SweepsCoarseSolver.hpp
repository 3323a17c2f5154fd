// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SWEEPSCOARSESOLVER_HPP
#define CHRONOS_SWEEPSCOARSESOLVER_HPP

#include "Chronos_DiagonalSmoother.hpp"

namespace Chronos {

/// \brief numSweeps times x <- x + omega M^{-1} (r - A x) from x = 0, omega that of the smoother.
///
/// Symmetric as M is, and positive definite when the smoother converges. Nothing is gathered. A sweep of a diagonal
/// smoother is one kernel, as in cycle().
class SweepsCoarseSolver : public Smoother {
 public:
  /// Collective. A and smoother are kept.
  SweepsCoarseSolver(const Teuchos::RCP<const DistMatrix<double>>& A, const Teuchos::RCP<const Smoother>& smoother,
                     int numSweeps);
  void apply(const ConstVector& r, const Vector& z, Update update = Update::overwrite) const override;

 private:
  Teuchos::RCP<const DistMatrix<double>> A_;
  Teuchos::RCP<const Smoother> smoother_;
  const DiagonalSmoother* diagonal_;  // the smoother, where it is one
  int numSweeps_;
  Vector solution_, work_;
};

}  // namespace Chronos

#endif
