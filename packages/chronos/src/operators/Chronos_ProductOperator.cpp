// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_ProductOperator.hpp"

#include "Chronos_Error.hpp"
#include "Chronos_TrilinosVersion.hpp"

#include <algorithm>
#include <set>

namespace Chronos {
namespace {

std::size_t longestBetween(const std::vector<Teuchos::RCP<const Operator>>& factors) {
  std::size_t longest = 0;
  for (std::size_t i = 1; i < factors.size(); ++i)
    longest = std::max<std::size_t>(longest, TrilinosVersion::numLocal(*factors[i]->rangeMap()));
  return longest;
}

}  // namespace

ProductOperator::ProductOperator(const std::vector<Teuchos::RCP<const Operator>>& factors, Symmetry symmetry)
    : CommonOperator("Chronos::ProductOperator"), factors_(factors), symmetry_(symmetry) {
  if (factors.empty()) throw InputError("Chronos::ProductOperator needs a factor.");
  for (const auto& factor : factors)
    if (factor.is_null()) throw InputError("Chronos::ProductOperator: a factor is a null pointer.");
  for (std::size_t i = 1; i < factors.size(); ++i)
    if (!factors[i - 1]->domainMap()->isSameAs(*factors[i]->rangeMap()))
      throw InputError("Chronos::ProductOperator: factor " + std::to_string(i) +
                       " (counted from 0) makes vectors that factor " + std::to_string(i - 1) +
                       " does not take: its range map must be the domain map of the other.");
  if (symmetry == Symmetry::symmetric && !domainMap()->isSameAs(*rangeMap()))
    throw InputError("Chronos::ProductOperator: what has different domain and range is not symmetric.");
  const std::size_t longest = longestBetween(factors);
  for (WorkBlock& work : work_) work = WorkBlock("Chronos::ProductOperator work", longest);
}

void ProductOperator::apply(const ConstBlock& x, const Block& y, double alpha, double beta) const {
  ConstBlock from = x;
  for (std::size_t i = factors_.size() - 1; i > 0; --i) {
    const Block to(work_[i % 2](widthOf(x)).data(), TrilinosVersion::numLocal(*factors_[i]->rangeMap()), widthOf(x));
    factors_[i]->apply(from, to);
    from = to;
  }
  factors_.front()->apply(from, y, alpha, beta);
}

bool ProductOperator::isFixedSymmetric() const {
  return factors_.size() == 1 ? factors_.front()->isFixedSymmetric() : symmetry_ == Symmetry::symmetric;
}

std::size_t ProductOperator::numBytes() const {
  return bytesOf(factors_) + work_[0].numBytes() + work_[1].numBytes();
}

std::size_t bytesOf(const std::vector<Teuchos::RCP<const Operator>>& operators) {
  std::set<const Operator*> counted;
  std::size_t bytes = 0;
  for (const auto& op : operators)
    if (counted.insert(op.get()).second) bytes += op->numBytes();
  return bytes;
}

}  // namespace Chronos
