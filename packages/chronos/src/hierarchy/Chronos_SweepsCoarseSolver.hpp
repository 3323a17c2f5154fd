// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SWEEPSCOARSESOLVER_HPP
#define CHRONOS_SWEEPSCOARSESOLVER_HPP

#include "Chronos_DistMatrix.hpp"
#include "Chronos_SmootherFactory.hpp"
#include "Chronos_WorkBlock.hpp"

namespace Chronos {

/// \brief numSweeps times x <- x + omega M^{-1} (r - A x) from x = 0, omega that of the smoother.
///
/// Symmetric as M is, and positive definite when the smoother converges. Nothing is gathered.
class SweepsCoarseSolver : public Smoother {
 public:
  /// Collective. A and smoother are kept.
  SweepsCoarseSolver(const Teuchos::RCP<const DistMatrix<double>>& A, const RelaxedSmoother& smoother, int numSweeps);
  void apply(const ConstBlock& r, const Block& z, double alpha = 1, double beta = 0) const override;
  std::size_t numBytes() const override { return smoother_.M->numBytes() + solution_.numBytes() + other_.numBytes(); }

 private:
  Teuchos::RCP<const LevelMatrix> A_;
  RelaxedSmoother smoother_;
  int numSweeps_;
  WorkBlock solution_, other_;
};

}  // namespace Chronos

#endif
