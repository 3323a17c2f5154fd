// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SINGLEVECTORCG_HPP
#define CHRONOS_SINGLEVECTORCG_HPP

#include "Chronos_FlexibleRecurrence.hpp"
#include "Chronos_SingleVectorOperator.hpp"

namespace Chronos {

/// \brief Flexible conjugate gradients for one column whose residual, directions and their images are in single
/// precision; the iterate and all sums stay in double. See FlexibleRecurrence.
///
/// Single precision holds seven digits of the residual that it began with: somebody has to write b - A x in double
/// into r now and then (replaceResidual()). The direction is kept, to which the next one is A-orthogonal all the same.
class SingleVectorCg : public FlexibleRecurrence {
 public:
  /// \param A the matrix in double; only where its rows are counts
  /// \param narrow A, or nearly so; kept by reference
  /// \param B an approximate inverse, any; kept by reference
  /// \param x one column, updated by advance()
  /// \param r the residual that replaceResidual() takes
  /// \param overRanks sumsOnDevice(A), or nothing: with such sums x is updated by prepare()
  SingleVectorCg(const Operator& A, const SingleVectorOperator& narrow, const SingleVectorOperator& B, const Block& x,
                 const Block& r, const std::optional<SumOverRanks>& overRanks = {});

  void replaceResidual() override;
  void narrow(const std::vector<int>& columns, const Block& x, const Block& r) override;
  const Block& scratch() const override { return scratch_; }

 private:
  void precondition() override { B_.apply(r_, w_); }
  void formImage() override { A_.apply(w_, v_); }
  Products products() override;
  void takeSteps(const ColumnScalars& lengths) override;
  void take(const UnwatchedFlexibleSteps& steps, const FlexibleFormer& former) override;

  const SingleVectorOperator& A_;
  const SingleVectorOperator& B_;
  Block x_, wideR_, scratch_;
  SingleVector r_, d_, q_, w_, v_;
};

}  // namespace Chronos

#endif
