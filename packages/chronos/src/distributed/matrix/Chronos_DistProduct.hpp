// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_DISTPRODUCT_HPP
#define CHRONOS_DISTPRODUCT_HPP

#include "Chronos_HaloRows.hpp"
#include "Chronos_MatrixProduct.hpp"

namespace Chronos {

/// \brief C = A B of distributed matrices, with what is needed to form it again for new values (thesis, Algorithm 9).
///
/// Rows of B that the halo of A asks for are fetched once, ahead of the local product. Where they reach columns that
/// lie between halo columns of B, all are renumbered first, so that the product comes out in the order of its own halo
/// and new values need no permutation.
///
/// Which entries C has does not depend on the number of ranks. An entry is summed in the order of A's local columns,
/// so its rounding does.
template <class Scalar>
class DistProduct {
 public:
  /// \brief Forms C. Collective. A.domainMap() and B.rowMap() own the same indices in the same order.
  /// \param order of the columns of C within rows
  DistProduct(const DistMatrix<Scalar>& A, const DistMatrix<Scalar>& B, ColumnOrder order = ColumnOrder::sorted);

  const Teuchos::RCP<const DistMatrix<Scalar>>& result() const { return C_; }
  /// What is kept to form it again, on this rank, without the result.
  std::size_t numBytes() const;

  /// \brief The product for new values of A and B on the same patterns. Collective. Patterns are shared.
  DistProduct again(const DistMatrix<Scalar>& A, const DistMatrix<Scalar>& B) const;

 private:
  SegmentedRows<Scalar, Device> secondOperand(const DistMatrix<Scalar>& B) const;
  ProductNodes<Device> nodesOfOperands(const DistMatrix<Scalar>& A, const DistMatrix<Scalar>& B) const;

  HaloRows<Scalar> halo_;
  Kokkos::View<const LocalOrdinal*, Device> ownedColInd_;  // of B, numbered like the columns of the local product
  ProductNodes<Device> nodes_;
  MatrixProductPlan<Device> plan_;
  Teuchos::RCP<const DistMatrix<Scalar>> C_;
};

}  // namespace Chronos

#endif
