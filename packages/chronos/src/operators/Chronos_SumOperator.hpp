// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SUMOPERATOR_HPP
#define CHRONOS_SUMOPERATOR_HPP

#include "Chronos_CommonOperator.hpp"

#include <vector>

namespace Chronos {

/// \brief The sum of operators; ScaledOperator brings factors. Symmetric where all terms are. No work vectors.
class SumOperator : public CommonOperator {
 public:
  /// \brief Collective.
  /// \param terms one or more, all between the same maps
  /// \throws InputError on all ranks: none, a null pointer, maps that differ
  explicit SumOperator(const std::vector<Teuchos::RCP<const Operator>>& terms);

  using CommonOperator::apply;
  void apply(const ConstBlock& x, const Block& y, double alpha = 1, double beta = 0) const override;
  bool isFixedSymmetric() const override;
  Teuchos::RCP<const Map> domainMap() const override { return terms_.front()->domainMap(); }
  Teuchos::RCP<const Map> rangeMap() const override { return terms_.front()->rangeMap(); }
  /// Of the terms, each once.
  std::size_t numBytes() const override;

 private:
  std::vector<Teuchos::RCP<const Operator>> terms_;
};

}  // namespace Chronos

#endif
