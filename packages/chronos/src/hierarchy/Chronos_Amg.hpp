// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_AMG_HPP
#define CHRONOS_AMG_HPP

#include "Chronos_Cycle.hpp"

namespace Chronos {

/// \brief Algebraic multigrid as a preconditioner: one cycle of a hierarchy, which no other Amg has (CycleGraphs).
class Amg : public Smoother {
 public:
  /// Collective.
  explicit Amg(const Teuchos::RCP<const Hierarchy>& hierarchy);

  void apply(const ConstBlock& r, const Block& z, double alpha = 1, double beta = 0) const override;
  void applyDotted(const ConstBlock& r, const Block& z, GatheredDots<Device>& dots) const override;

  /// Vectors in single go through the cycle as they are where its finest level has them.
  NarrowSystem narrowSystem() const override;

  bool isFixedSymmetric() const override { return hierarchy_->isFixedSymmetric(); }
  /// What its K cycles did since the set-up; zeros for other cycles. Collective.
  KrylovCounts krylovCounts() const { return work_.krylovCounts(*domainMap()->getComm()); }

  std::size_t numBytes() const override {
    return hierarchy_->numBytes() + work_.numBytes() + result_.numBytes() + dots_.numBytes();
  }

  /// What of its cycles is launched as one, see CycleGraphs.
  const CycleGraphs& graphs() const { return graphs_; }

  const Teuchos::RCP<const Hierarchy>& hierarchy() const { return hierarchy_; }

 private:
  Teuchos::RCP<const Hierarchy> hierarchy_;
  CycleWork work_;
  WorkBlock result_;
  mutable CycleGraphs graphs_;
  mutable GatheredDots<Device> dots_;                // graphs write into its memory, whoever asks
  Teuchos::RCP<const SingleVectorOperator> single_;  // null where the finest level has no vectors in single
};

}  // namespace Chronos

#endif
