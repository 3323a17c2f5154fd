// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SCALEDOPERATOR_HPP
#define CHRONOS_SCALEDOPERATOR_HPP

#include "Chronos_CommonOperator.hpp"

namespace Chronos {

/// A number times an operator.
class ScaledOperator : public CommonOperator {
 public:
  ScaledOperator(double factor, const Teuchos::RCP<const Operator>& op)
      : CommonOperator("Chronos::ScaledOperator"), factor_(factor), op_(op) {}
  /// \param op must outlive this
  ScaledOperator(double factor, const Operator& op) : ScaledOperator(factor, Teuchos::rcpFromRef(op)) {}

  using CommonOperator::apply;
  void apply(const ConstBlock& x, const Block& y, double alpha = 1, double beta = 0) const override {
    op_->apply(x, y, alpha * factor_, beta);
  }
  bool isFixedSymmetric() const override { return op_->isFixedSymmetric(); }
  Teuchos::RCP<const Map> domainMap() const override { return op_->domainMap(); }
  Teuchos::RCP<const Map> rangeMap() const override { return op_->rangeMap(); }
  std::size_t numBytes() const override { return op_->numBytes(); }

 private:
  double factor_;
  Teuchos::RCP<const Operator> op_;
};

}  // namespace Chronos

#endif
