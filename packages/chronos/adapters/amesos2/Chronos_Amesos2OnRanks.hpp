// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_AMESOS2ONRANKS_HPP
#define CHRONOS_AMESOS2ONRANKS_HPP

#include "Chronos_Amesos2Factor.hpp"
#include "Chronos_DistMatrix.hpp"
#include "Chronos_Smoother.hpp"
#include "Chronos_WorkBlock.hpp"

namespace Chronos {

/// \brief z = A^{-1} r by a solver of Amesos2 that keeps matrix and factor on all ranks.
///
/// Amesos2 gets a copy of the matrix whose unknowns are numbered rank after rank, because coarse ones keep numbers with
/// gaps. An unsymmetric matrix is solved as it is. One that is singular to working precision is solved with a shift of
/// 1e-12 of its diagonal, as report() says. Whether it is positive definite is not known; see amesos2OnRoot().
class Amesos2OnRanks : public Smoother {
 public:
  /// \brief Collective.
  /// \param solver any of amesos2Solvers(): one of a single rank gathers for itself
  /// \throws BreakdownError on all ranks when A has no factor or a diagonal entry that is not positive
  Amesos2OnRanks(const DistMatrix<double>& A, const std::string& solver);
  /// Where the solver fails on a rank its part of z becomes NaN, which the iteration around it finds on all ranks.
  void apply(const ConstBlock& r, const Block& z, double alpha = 1, double beta = 0) const override;
  std::size_t numBytes() const override;

 private:
  bool tryFactor(const DistMatrix<double>& A, const std::string& solver, double shift, double largest,
                 std::string& message);
  void solve(const ConstBlock& r, const Block& z) const;

  Teuchos::RCP<const Comm> comm_;
  Teuchos::RCP<const Map> numbered_;  // rank after rank
  std::unique_ptr<Amesos2Factor> factor_;
  mutable Teuchos::RCP<TpetraMultiVector> x_, b_;
  double bytes_ = 0;
  WorkBlock work_;
};

}  // namespace Chronos

#endif
