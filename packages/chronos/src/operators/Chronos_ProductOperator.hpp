// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_PRODUCTOPERATOR_HPP
#define CHRONOS_PRODUCTOPERATOR_HPP

#include "Chronos_CommonOperator.hpp"
#include "Chronos_WorkBlock.hpp"

#include <vector>

namespace Chronos {

/// What who composes an operator knows of it and its parts cannot tell.
enum class Symmetry { none, symmetric };

/// \brief The product of operators, applied right to left: {A, B, C} is A B C (the MatrixProdList of thesis 2.1.1).
///
/// Factors may be anything: matrices, rectangular ones too, transposes (transposed()), preconditioners, inverses
/// (InverseOperator), sums, other products. Vectors between them take turns in two work vectors, of the longest. Cost:
/// that of the factors, nothing else.
class ProductOperator : public CommonOperator {
 public:
  /// \brief Collective.
  /// \param factors one or more; the same one may come again
  /// \param symmetry of the product, as with {B^T, A, B}; it then needs factors that are the same in every application
  /// \throws InputError on all ranks: none, a null pointer, maps of neighbours that differ, a product that is said to
  ///         be symmetric and has different domain and range
  explicit ProductOperator(const std::vector<Teuchos::RCP<const Operator>>& factors,
                           Symmetry symmetry = Symmetry::none);

  using CommonOperator::apply;
  void apply(const ConstBlock& x, const Block& y, double alpha = 1, double beta = 0) const override;
  /// Whether it was said to be symmetric; of a single factor what that says.
  bool isFixedSymmetric() const override;
  Teuchos::RCP<const Map> domainMap() const override { return factors_.back()->domainMap(); }
  Teuchos::RCP<const Map> rangeMap() const override { return factors_.front()->rangeMap(); }
  /// With the factors, each once.
  std::size_t numBytes() const override;

 private:
  std::vector<Teuchos::RCP<const Operator>> factors_;
  Symmetry symmetry_;
  WorkBlock work_[2];
};

/// Memory of operators, those that come again counted once. Local.
std::size_t bytesOf(const std::vector<Teuchos::RCP<const Operator>>& operators);

}  // namespace Chronos

#endif
