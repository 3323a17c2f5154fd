// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SumOperator.hpp"

#include "Chronos_Error.hpp"
#include "Chronos_ProductOperator.hpp"

#include <algorithm>

namespace Chronos {

SumOperator::SumOperator(const std::vector<Teuchos::RCP<const Operator>>& terms)
    : CommonOperator("Chronos::SumOperator"), terms_(terms) {
  if (terms.empty()) throw InputError("Chronos::SumOperator needs a term.");
  for (const auto& term : terms)
    if (term.is_null()) throw InputError("Chronos::SumOperator: a term is a null pointer.");
  for (std::size_t i = 1; i < terms.size(); ++i)
    if (!terms[i]->domainMap()->isSameAs(*domainMap()) || !terms[i]->rangeMap()->isSameAs(*rangeMap()))
      throw InputError("Chronos::SumOperator: term " + std::to_string(i) +
                       " (counted from 0) is not between the maps of the first one.");
}

void SumOperator::apply(const ConstBlock& x, const Block& y, double alpha, double beta) const {
  for (std::size_t i = 0; i < terms_.size(); ++i) terms_[i]->apply(x, y, alpha, i == 0 ? beta : 1);
}

bool SumOperator::isFixedSymmetric() const {
  return std::all_of(terms_.begin(), terms_.end(), [](const auto& term) { return term->isFixedSymmetric(); });
}

std::size_t SumOperator::numBytes() const {
  return bytesOf(terms_);
}

}  // namespace Chronos
