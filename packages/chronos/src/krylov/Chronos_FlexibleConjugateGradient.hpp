// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_FLEXIBLECONJUGATEGRADIENT_HPP
#define CHRONOS_FLEXIBLECONJUGATEGRADIENT_HPP

#include "Chronos_FlexibleRecurrence.hpp"

namespace Chronos {

/// \brief Flexible conjugate gradients, for preconditioners that are not symmetric, or not the same in every
/// application; see FlexibleRecurrence.
///
/// q = A d and rho are carried along by recurrences and drift: renew() forms them anew.
class FlexibleConjugateGradient : public FlexibleRecurrence {
 public:
  /// \param A symmetric positive definite; kept by reference
  /// \param B an approximate inverse, any; null: none
  /// \param x the iterate, updated by advance()
  /// \param r the residual b - A x; updated by advance()
  /// \param overRanks sumsOnDevice(A), or nothing: with such sums x and r are updated by prepare()
  FlexibleConjugateGradient(const Operator& A, const Operator* B, const Block& x, const Block& r,
                            const std::optional<SumOverRanks>& overRanks = {});

  void renew(const Flags& columns) override;
  void narrow(const std::vector<int>& columns, const Block& x, const Block& r) override;

  /// Holds A w between prepare() and advance().
  const Block& scratch() const override { return v_; }

 private:
  void allocateWork();
  void precondition() override;
  void formImage() override { A_.apply(w_, v_); }
  Products products() override;
  void takeSteps(const ColumnScalars& lengths) override;
  void take(const UnwatchedFlexibleSteps& steps, const FlexibleFormer& former) override;

  const Operator& A_;
  const Operator* B_;
  Block x_, r_, d_, q_, w_, v_;
};

}  // namespace Chronos

#endif
