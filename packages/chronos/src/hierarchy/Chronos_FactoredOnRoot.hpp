// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_FACTOREDONROOT_HPP
#define CHRONOS_FACTOREDONROOT_HPP

#include "Chronos_GatherToRoot.hpp"
#include "Chronos_RootFactor.hpp"
#include "Chronos_Smoother.hpp"
#include "Chronos_WorkBlock.hpp"

#include <memory>
#include <string>
#include <vector>

namespace Chronos {

/// \brief z = A^{-1} r by a factor on rank 0, vectors gathered to it.
///
/// An application gathers r, solves on the host of rank 0 while the others wait, and scatters z. The matrix is scaled
/// to unit diagonal; of an unsymmetric one the symmetric part is factored; one that is singular to working precision
/// is shifted by 1e-12 of its diagonal: each as report() says.
class FactoredOnRoot : public Smoother {
 public:
  /// \brief Collective.
  /// \param name for the report
  /// \param factor not built yet; rank 0 keeps it
  /// \throws BreakdownError on all ranks when A has no factor, or memory ran out
  FactoredOnRoot(const DistMatrix<double>& A, const std::string& name, std::unique_ptr<RootFactor> factor);
  /// Where the factor finds no solution z becomes NaN, which the iteration around it finds on all ranks.
  void apply(const ConstBlock& r, const Block& z, double alpha = 1, double beta = 0) const override;
  std::size_t numBytes() const override;

 private:
  std::string prepare(int width) const;
  void solve(int width) const;

  Teuchos::RCP<const Comm> comm_;
  GatherToRoot gather_;
  std::unique_ptr<RootFactor> factor_;  // on rank 0, where there are unknowns
  std::vector<double> scale_;
  mutable int width_ = 1;  // right-hand sides that the factor has room for
  WorkBlock work_;
};

}  // namespace Chronos

#endif
