// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SCALEDOPERATOR_HPP
#define CHRONOS_SCALEDOPERATOR_HPP

#include "Chronos_Operator.hpp"

namespace Chronos {

/// A number times an operator, which must outlive it.
class ScaledOperator : public Operator {
 public:
  ScaledOperator(double factor, const Operator& op) : factor_(factor), op_(op) {}
  void apply(const ConstBlock& x, const Block& y, double alpha = 1, double beta = 0) const override {
    op_.apply(x, y, alpha * factor_, beta);
  }
  bool isFixedSymmetric() const override { return op_.isFixedSymmetric(); }
  Teuchos::RCP<const Map> domainMap() const override { return op_.domainMap(); }
  Teuchos::RCP<const Map> rangeMap() const override { return op_.rangeMap(); }

 private:
  double factor_;
  const Operator& op_;
};

}  // namespace Chronos

#endif
