// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_COMPOSITECYCLE_HPP
#define CHRONOS_COMPOSITECYCLE_HPP

#include "Chronos_Amg.hpp"
#include "Chronos_CycleCost.hpp"
#include "Chronos_HierarchyScaling.hpp"

#include <limits>

namespace Chronos {

/// One of the hierarchies that precondition together.
struct CompositePart {
  Teuchos::RCP<const Amg> cycle;
  /// Factor by which this hierarchy and those before it reduce the error's energy norm at last; not a number where
  /// nobody has looked.
  double convergence = std::numeric_limits<double>::quiet_NaN();
  TestSpace vector;  ///< that it was made from, one column; empty for the first one, and unless `reuse` may ask for it
};

/// \brief Multigrid as a preconditioner: cycles of one or more hierarchies of the same matrix, composed as Composition
/// says (D'Ambra, Filippone, Vassilevski 2018).
///
/// With one hierarchy this is its cycle, bit for bit. Cost with k hierarchies: multiplicative k cycles and k - 1
/// products with A, symmetrised 2k cycles and 2k - 1 products, additive k cycles. Of a scaled matrix W A W the cycles'
/// composite B is applied as W B W: two vectors are read and written besides.
class CompositeCycle : public Smoother {
 public:
  /// Collective. An additive one of symmetric cycles takes the Lanczos steps of relaxationFactor(), of others the mean.
  /// \param A on the finest level of all hierarchies
  /// \param parts at least one
  /// \param seconds that the search for vectors took
  /// \param scaling A is a matrix scaled by it; what is applied preconditions that matrix as it was
  CompositeCycle(const Teuchos::RCP<const DistMatrix<double>>& A, Composition composition,
                 const std::vector<CompositePart>& parts, double seconds = 0, const HierarchyScaling& scaling = {});

  void apply(const ConstBlock& r, const Block& z, double alpha = 1, double beta = 0) const override;
  void applyDotted(const ConstBlock& r, const Block& z, GatheredDots<Device>& dots) const override;

  /// Several hierarchies have no vectors in single, those of a scaled matrix nothing of the kind.
  NarrowSystem narrowSystem() const override;

  bool isFixedSymmetric() const override;
  std::size_t numBytes() const override;

  const std::vector<CompositePart>& parts() const { return parts_; }
  Composition composition() const { return composition_; }
  const HierarchyScaling& scaling() const { return scaling_; }
  /// What all K cycles did since the set-up; zeros for other cycles. Collective.
  KrylovCounts krylovCounts() const;
  /// cycleCost() of an application, the products between cycles among its readings. Local.
  CycleCost cost() const;

 private:
  void applyUnscaled(const ConstBlock& r, const Block& z, double alpha, double beta) const;
  void compose(const ConstBlock& r, const Block& x) const;
  void correct(std::size_t part, const ConstBlock& r, const Block& x) const;

  Teuchos::RCP<const DistMatrix<double>> A_;
  Composition composition_;
  std::vector<CompositePart> parts_;
  double scale_ = 1;  // of an additive one
  HierarchyScaling scaling_;
  WorkBlock result_, residual_, scaledResidual_, scaledResult_;
};

}  // namespace Chronos

#endif
