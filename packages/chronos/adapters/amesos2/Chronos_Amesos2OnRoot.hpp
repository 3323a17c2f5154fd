// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_AMESOS2ONROOT_HPP
#define CHRONOS_AMESOS2ONROOT_HPP

#include "Chronos_GatherToRoot.hpp"
#include "Chronos_Smoother.hpp"
#include "Chronos_WorkBlock.hpp"

#include <memory>
#include <string>
#include <vector>

namespace Chronos {

/// \brief z = A^{-1} r by a solver of Amesos2 on rank 0, vectors gathered to it, as the coarse solver `cholesky` does.
///
/// For solvers of one rank. Amesos2 would gather for them, too, in every application anew and for maps of consecutive
/// indices alone. The matrix is scaled to unit diagonal; of an unsymmetric one the symmetric part is factored; one that
/// is singular to working precision is shifted by 1e-12 of its diagonal: each as report() says.
///
/// A factorisation into L U does not tell whether a matrix is positive definite. What is refused: a negative diagonal,
/// an entry above sqrt(a_ii a_jj), an energy x^T A^{-1} x <= 0 of a random x, and what the solver itself refuses.
class Amesos2OnRoot : public Smoother {
 public:
  /// \brief Collective.
  /// \throws BreakdownError on all ranks when A has no factor, is known not to be positive definite, or memory ran out
  Amesos2OnRoot(const DistMatrix<double>& A, const std::string& solver);
  ~Amesos2OnRoot() override;
  /// Where the solver fails z becomes NaN, which the iteration around it finds on all ranks.
  void apply(const ConstBlock& r, const Block& z, double alpha = 1, double beta = 0) const override;
  std::size_t numBytes() const override;

 private:
  class Root;

  Teuchos::RCP<const Comm> comm_;
  GatherToRoot gather_;
  std::unique_ptr<Root> root_;  // on rank 0
  mutable std::vector<double> values_;
  WorkBlock work_;
};

}  // namespace Chronos

#endif
