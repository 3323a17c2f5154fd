// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_AGGREGATEGALERKIN_HPP
#define CHRONOS_AGGREGATEGALERKIN_HPP

#include "Chronos_AggregateProduct.hpp"
#include "Chronos_DistProduct.hpp"

namespace Chronos {

/// \brief R A P for a P whose rows have one entry at most; see aggregateProduct(). A P is never formed.
///
/// What the halo of A needs of P is an index and a value a row: two exchanges of vectors in place of whole rows. Where
/// a column of P belongs to another rank than a row (coarse levels that move to fewer ranks), each rank forms its part
/// of the coarse row, and the owner adds the parts up; the owner of such a column is a third vector then.
template <class Scalar>
class AggregateGalerkin {
 public:
  /// Collective.
  /// \param R the transpose of P
  AggregateGalerkin(const DistMatrix<Scalar>& A, const DistMatrix<Scalar>& P, const DistMatrix<Scalar>& R);

  const Teuchos::RCP<const DistMatrix<Scalar>>& coarse() const { return coarse_; }
  /// What is kept to form it again, on this rank, without R and the coarse operator.
  std::size_t numBytes() const;

  /// \brief The product for new values of A. Collective. Patterns are shared.
  AggregateGalerkin again(const DistMatrix<Scalar>& A) const;

 private:
  CsrMatrix<Scalar, Device> members_;  // rows of this rank in each column of P that it knows
  AggregateColumns<Scalar, Device> columns_;
  CsrMatrix<Scalar, Device> product_;             // its rows are those of members_
  Teuchos::RCP<const DistMatrix<Scalar>> parts_;  // product_ with its columns numbered; coarse_ itself where none moves
  Teuchos::RCP<const DistMatrix<Scalar>> gather_;  // adds up the parts of a coarse row; null where there is one each
  Teuchos::RCP<const DistProduct<Scalar>> sum_;
  Teuchos::RCP<const DistMatrix<Scalar>> coarse_;
};

}  // namespace Chronos

#endif
