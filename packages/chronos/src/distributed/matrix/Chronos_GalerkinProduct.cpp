// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_GalerkinProduct.hpp"

#include "Chronos_ProlongationShape.hpp"
#include "Chronos_RunsOnHost.hpp"
#include "Chronos_Transpose.hpp"

namespace Chronos {

namespace {

// In the order of columns where nodes may be found in A P, whose rows must list them alike.
template <class Scalar>
ColumnOrder orderOfAP(const DistMatrix<Scalar>& P, const DistMatrix<Scalar>& R) {
  return P.numRows() % nodeSize == 0 && R.nodes().exists() ? ColumnOrder::sorted : ColumnOrder::any;
}

}  // namespace

template <class Scalar>
GalerkinProduct<Scalar>::GalerkinProduct(const DistMatrix<Scalar>& A, const DistMatrix<Scalar>& P)
    : R_(Teuchos::rcp(new DistMatrix<Scalar>(transpose(P)))) {
  const ProlongationShape shape = prolongationShape(P);
  if (shape.hasSingleEntries()) {
    byAggregates_ = Teuchos::rcp(new AggregateGalerkin<Scalar>(A, P, *R_));
    return;
  }
  AP_ = Teuchos::rcp(new DistProduct<Scalar>(A, P, orderOfAP(P, *R_)));
  if (runsOnHost<Device> && shape.joinsRanks())
    byPieces_ = Teuchos::rcp(new PiecewiseGalerkin<Scalar>(*AP_->result(), P));
  else RAP_ = Teuchos::rcp(new DistProduct<Scalar>(*R_, *AP_->result()));
}

template <class Scalar>
std::size_t GalerkinProduct<Scalar>::numBytes() const {
  if (!byAggregates_.is_null()) return byAggregates_->numBytes();
  return AP_->numBytes() + AP_->result()->memoryBytes() +
         (byPieces_.is_null() ? RAP_->numBytes() : byPieces_->numBytes());
}

template <class Scalar>
GalerkinProduct<Scalar> GalerkinProduct<Scalar>::again(const DistMatrix<Scalar>& A, const DistMatrix<Scalar>& P) const {
  GalerkinProduct next(*this);
  if (!byAggregates_.is_null()) {
    next.byAggregates_ = Teuchos::rcp(new AggregateGalerkin<Scalar>(byAggregates_->again(A)));
    return next;
  }
  next.AP_ = Teuchos::rcp(new DistProduct<Scalar>(AP_->again(A, P)));
  const DistMatrix<Scalar>& AP = *next.AP_->result();
  if (byPieces_.is_null()) next.RAP_ = Teuchos::rcp(new DistProduct<Scalar>(RAP_->again(*R_, AP)));
  else next.byPieces_ = Teuchos::rcp(new PiecewiseGalerkin<Scalar>(byPieces_->again(AP)));
  return next;
}

template class GalerkinProduct<double>;
template class GalerkinProduct<float>;

}  // namespace Chronos
