// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_COUNTEDOPERATOR_HPP
#define CHRONOS_COUNTEDOPERATOR_HPP

#include "Chronos_StoredMatrix.hpp"
#include "RandomMatrix.hpp"

#include <functional>

namespace Chronos::Test {

using Spoil = std::function<void(int number, const ConstBlock& x, const Block& y)>;

/// A matrix whose product may be spoiled, by the number of the product, from 0 on.
class CountedOperator : public Operator {
 public:
  CountedOperator(const HostCsr<double>& A, const Teuchos::RCP<const Map>& map, const Spoil& spoil = {})
      : matrix_(Teuchos::rcp(new DistMatrix<double>(distributeRows(A, map)))), stored_(matrix_), spoil_(spoil) {}
  void apply(const ConstBlock& x, const Block& y, double alpha, double beta) const override {
    stored_.apply(x, y, alpha, beta);
    if (spoil_) spoil_(number_, x, y);
    ++number_;
  }
  bool isFixedSymmetric() const override { return true; }
  Teuchos::RCP<const Map> domainMap() const override { return stored_.domainMap(); }
  Teuchos::RCP<const Map> rangeMap() const override { return stored_.rangeMap(); }
  int numApplied() const { return number_; }

 private:
  Teuchos::RCP<DistMatrix<double>> matrix_;
  StoredMatrix<double> stored_;
  Spoil spoil_;
  mutable int number_ = 0;
};

}  // namespace Chronos::Test

#endif
