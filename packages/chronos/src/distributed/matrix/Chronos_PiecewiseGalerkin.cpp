// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_PiecewiseGalerkin.hpp"

#include "Chronos_ColumnPieces.hpp"
#include "Chronos_LocalTranspose.hpp"
#include "Chronos_RankBlock.hpp"
#include "Chronos_Transpose.hpp"

namespace Chronos {

template <class Scalar>
PiecewiseGalerkin<Scalar>::PiecewiseGalerkin(const DistMatrix<Scalar>& AP, const DistMatrix<Scalar>& P) {
  const DistMatrix<Scalar> columns = columnPieces(P);
  gather_ = Teuchos::rcp(new DistMatrix<Scalar>(transpose(columns)));
  members_ = Teuchos::rcp(new DistMatrix<Scalar>(columns.rowMap(), noHalo(P.rowMap()),
                                                 transposeLocal<Scalar, Device>(Device::execution_space(), P.local())));
  pieces_ = Teuchos::rcp(new DistProduct<Scalar>(*members_, AP));
  sum_ = Teuchos::rcp(new DistProduct<Scalar>(*gather_, *pieces_->result()));
}

template <class Scalar>
std::size_t PiecewiseGalerkin<Scalar>::numBytes() const {
  return members_->memoryBytes() + gather_->memoryBytes() + pieces_->numBytes() + pieces_->result()->memoryBytes() +
         sum_->numBytes();
}

template <class Scalar>
PiecewiseGalerkin<Scalar> PiecewiseGalerkin<Scalar>::again(const DistMatrix<Scalar>& AP) const {
  PiecewiseGalerkin next(*this);
  next.pieces_ = Teuchos::rcp(new DistProduct<Scalar>(pieces_->again(*members_, AP)));
  next.sum_ = Teuchos::rcp(new DistProduct<Scalar>(sum_->again(*gather_, *next.pieces_->result())));
  return next;
}

template class PiecewiseGalerkin<double>;
template class PiecewiseGalerkin<float>;

}  // namespace Chronos
