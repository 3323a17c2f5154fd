// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_CHOLESKYCOARSESOLVER_HPP
#define CHRONOS_CHOLESKYCOARSESOLVER_HPP

#include "Chronos_GatherToRoot.hpp"
#include "Chronos_Smoother.hpp"
#include "Chronos_WorkBlock.hpp"

#include <memory>

namespace Chronos {

/// \brief z = A^{-1} r by a supernodal L L^T of CHOLMOD on rank 0 (Chen, Davis, Hager, Rajamanickam 2008).
///
/// Built only where CHOLMOD was found. The factor has 64-bit indices. An application gathers r, solves on the
/// host of rank 0 while the others wait, and scatters z.
class CholeskyCoarseSolver : public Smoother {
 public:
  /// \brief Collective.
  /// \throws BreakdownError on all ranks when A is not positive definite, or memory ran out
  explicit CholeskyCoarseSolver(const DistMatrix<double>& A);
  ~CholeskyCoarseSolver() override;
  void apply(const ConstBlock& r, const Block& z, double alpha = 1, double beta = 0) const override;
  std::size_t numBytes() const override;

 private:
  class Factor;

  Teuchos::RCP<const Comm> comm_;
  GatherToRoot gather_;
  std::unique_ptr<Factor> factor_;  // on rank 0
  mutable int width_ = 1;           // right-hand sides that the factor has room for
  WorkBlock work_;
};

}  // namespace Chronos

#endif
