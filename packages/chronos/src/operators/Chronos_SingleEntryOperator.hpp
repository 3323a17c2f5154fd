// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SINGLEENTRYOPERATOR_HPP
#define CHRONOS_SINGLEENTRYOPERATOR_HPP

#include "Chronos_DistMatrix.hpp"
#include "Chronos_Operator.hpp"

namespace Chronos {

/// \brief A prolongation from aggregates without row pointers: row i has entry i alone.
///
/// Products of such rows read no row pointers, which are two fifths of what the matrix takes. Nothing is exchanged.
class SingleEntryOperator : public Operator {
 public:
  /// \pre isPossible(matrix)
  explicit SingleEntryOperator(const DistMatrix<double>& matrix);

  /// \brief Whether each row of this rank has one entry, and the product with the matrix neither sends nor receives
  /// here. Collective where nobody asked for the halo of P; reads the row pointers and synchronises the device where
  /// there are as many entries as rows.
  static bool isPossible(const DistMatrix<double>& matrix);

  void apply(const ConstBlock& x, const Block& y, double alpha = 1, double beta = 0) const override;
  Teuchos::RCP<const Map> domainMap() const override { return domainMap_; }
  Teuchos::RCP<const Map> rangeMap() const override { return rangeMap_; }
  std::size_t numBytes() const override;

 private:
  Teuchos::RCP<const Map> domainMap_, rangeMap_;
  CsrMatrix<double, Device> rows_;  // without row pointers
  ProductPlan<Device> plan_;
};

}  // namespace Chronos

#endif
