// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_PIECEWISEGALERKIN_HPP
#define CHRONOS_PIECEWISEGALERKIN_HPP

#include "Chronos_DistProduct.hpp"

namespace Chronos {

/// \brief P^T (A P) where the rows of P are, for levels that move onto fewer ranks: each rank forms what its rows give
/// to each coarse row, and the owner of the coarse row adds the pieces up.
///
/// R (A P) would be formed by the owners of coarse rows alone, while the others wait, and all of A P would go to them.
template <class Scalar>
class PiecewiseGalerkin {
 public:
  /// Collective.
  PiecewiseGalerkin(const DistMatrix<Scalar>& AP, const DistMatrix<Scalar>& P);

  const Teuchos::RCP<const DistMatrix<Scalar>>& coarse() const { return sum_->result(); }
  /// What is kept to form it again, on this rank, without the coarse operator.
  std::size_t numBytes() const;

  /// \brief The product for new values of A P. Collective. Patterns are shared.
  PiecewiseGalerkin again(const DistMatrix<Scalar>& AP) const;

 private:
  Teuchos::RCP<const DistMatrix<Scalar>> members_;  // P^T of this rank's rows, a row for each column that it knows
  Teuchos::RCP<const DistMatrix<Scalar>> gather_;
  Teuchos::RCP<const DistProduct<Scalar>> pieces_, sum_;
};

}  // namespace Chronos

#endif
