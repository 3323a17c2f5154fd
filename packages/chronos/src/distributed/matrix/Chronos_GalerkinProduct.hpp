// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_GALERKINPRODUCT_HPP
#define CHRONOS_GALERKINPRODUCT_HPP

#include "Chronos_AggregateGalerkin.hpp"
#include "Chronos_PiecewiseGalerkin.hpp"

namespace Chronos {

/// \brief R = P^T and the coarse operator R A P.
///
/// Where rows of P have one entry at most, as those of aggregates, it is formed in one pass over A; see
/// AggregateGalerkin. On hosts, where the coarse level moves onto fewer ranks, in pieces; see PiecewiseGalerkin.
/// Otherwise as R (A P), the order that thesis 3.4.2 finds cheaper than (R A) P. Which entries it has is the same each
/// way.
template <class Scalar>
class GalerkinProduct {
 public:
  /// Collective.
  GalerkinProduct(const DistMatrix<Scalar>& A, const DistMatrix<Scalar>& P);

  const Teuchos::RCP<const DistMatrix<Scalar>>& restriction() const { return R_; }
  const Teuchos::RCP<const DistMatrix<Scalar>>& coarse() const {
    if (!byAggregates_.is_null()) return byAggregates_->coarse();
    return byPieces_.is_null() ? RAP_->result() : byPieces_->coarse();
  }
  /// What is kept besides R and the coarse operator, on this rank: A P above all, where it was formed.
  std::size_t numBytes() const;

  /// \brief The product for new values of A, P as it was. Collective. Patterns and R are shared.
  GalerkinProduct again(const DistMatrix<Scalar>& A, const DistMatrix<Scalar>& P) const;

 private:
  Teuchos::RCP<const DistMatrix<Scalar>> R_;
  // One of the three is there; A P for the latter two.
  Teuchos::RCP<const AggregateGalerkin<Scalar>> byAggregates_;
  Teuchos::RCP<const PiecewiseGalerkin<Scalar>> byPieces_;
  Teuchos::RCP<const DistProduct<Scalar>> RAP_;
  Teuchos::RCP<const DistProduct<Scalar>> AP_;
};

}  // namespace Chronos

#endif
