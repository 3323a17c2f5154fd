// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_COMMONOPERATOR_HPP
#define CHRONOS_COMMONOPERATOR_HPP

#include "Chronos_Operator.hpp"

#include <string>

namespace Chronos {

/// \brief An operator of Chronos that Belos and whatever else takes one of Tpetra can apply as it is.
///
/// Who derives from it says what it does to blocks, its maps, and `using CommonOperator::apply`.
class CommonOperator : public TpetraOperator, public Operator {
 public:
  using Operator = Chronos::Operator;  // both bases have a class of that name
  using Chronos::Operator::apply;
  /// \brief Y = beta Y + alpha Op X, for any multivectors: see applyColumns(). Collective.
  /// \throws InputError on all ranks when they do not fit, or the transpose is asked for and Op is not symmetric
  void apply(const TpetraMultiVector& X, TpetraMultiVector& Y, Teuchos::ETransp mode = Teuchos::NO_TRANS,
             double alpha = 1, double beta = 0) const override;
  bool hasTransposeApply() const override { return isFixedSymmetric(); }
  Teuchos::RCP<const Map> getDomainMap() const override { return domainMap(); }
  Teuchos::RCP<const Map> getRangeMap() const override { return rangeMap(); }

 protected:
  /// \param name for errors
  explicit CommonOperator(const std::string& name) : name_(name) {}

 private:
  std::string name_;
};

}  // namespace Chronos

#endif
