// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_UNWATCHEDCG_HPP
#define CHRONOS_UNWATCHEDCG_HPP

#include "Chronos_ColumnIteration.hpp"
#include "Chronos_UnwatchedCgSteps.hpp"

namespace Chronos {

/// \brief Preconditioned conjugate gradients whose coefficients stay on the device: a GPU has all of a step before the
/// host asks for its numbers, which CgIteration does three times a step.
///
/// The numbers are those of CgIteration, but for what a compiler rounds once in place of twice on a GPU, and for the
/// order in which ranks are summed. The residual has taken the step by the time that prepare() ends; a step that cannot
/// be taken leaves it as it was. Where another step is expected, its preconditioner runs while the host looks at the
/// numbers of this one: it runs once too often where they end the iteration all the same.
class UnwatchedCg : public ColumnIteration {
 public:
  /// \param A symmetric positive definite; kept by reference
  /// \param M an approximate inverse, symmetric positive definite
  /// \param x the iterate, as it is behind complete()
  /// \param r the residual b - A x; updated by prepare()
  /// \param overRanks sumsOnDevice(A)
  UnwatchedCg(const Operator& A, const Operator& M, const Block& x, const Block& r, const SumOverRanks& overRanks);

  void prepare(const Flags& moves) override;
  std::optional<Obstacle> obstacle(int column) const override;
  double curvatureShare(int column) const override;
  const ColumnScalars& advance(const Flags& moves, std::optional<double> flag = {}) override;
  void complete() override;
  void narrow(const std::vector<int>& columns, const Block& x, const Block& r) override;

  double alpha(int column) const override { return numbers_[column].rho / numbers_[column].curvature; }
  double beta(int column) const override { return beta_[column]; }
  const Block& scratch() const override { return q_; }

 private:
  void precondition();

  const Operator& A_;
  const Operator& M_;
  Block x_, r_, p_, q_, z_;
  SumOverRanks overRanks_;
  UnwatchedCgSteps steps_;
  std::array<UnwatchedCgSteps::Numbers, widestBlock> numbers_{};
  ColumnScalars beta_{};
  ColumnScalars waiting_{};  // steps along p that x has not taken yet
  GatheredDots<Device> ofMatrix_, ofPreconditioner_;
};

}  // namespace Chronos

#endif
