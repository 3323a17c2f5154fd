// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_FRACTURESCHUR_HPP
#define CHRONOS_FRACTURESCHUR_HPP

#include "Chronos_BlockDiagonalOperator.hpp"
#include "Chronos_FractureBlocks.hpp"

namespace Chronos {

/// \brief The Schur complement in the fluxes of a fracture network, matrix-free (thesis 4.3):
///
///     S_u = G^u - alpha (B^T W + W^T B) + W^T G^h W,    W = A^{-1} C,
///
/// the second derivative of J along the heads that belong to fluxes, so symmetric and positive definite where each flux
/// shows in a head or in a sum of fluxes.
///
/// An application is v = A^{-1} C u, then G^u u - alpha B^T v + C^T A^{-1} (G^h v - alpha B u): two solutions with the
/// blocks, where the four products one by one take five, and five products with sparse matrices. C, A and, where alpha
/// is 1, G^h need no messages.
class FractureSchur : public CommonOperator {
 public:
  /// \brief Factors the blocks of A. Collective.
  /// \throws BreakdownError on all ranks when a block is not positive definite
  explicit FractureSchur(const FractureBlocks& blocks);

  using CommonOperator::apply;
  void apply(const ConstBlock& x, const Block& y, double alpha = 1, double beta = 0) const override;
  Teuchos::RCP<const Map> domainMap() const override { return Gu_->domainMap(); }
  Teuchos::RCP<const Map> rangeMap() const override { return Gu_->domainMap(); }
  std::size_t numBytes() const override;

  /// r = alpha B^T A^{-1} q - C^T A^{-1} G^h A^{-1} q. Collective.
  TpetraVector rightHandSide() const;
  /// h = A^{-1} (q + C u). Collective.
  TpetraVector head(const TpetraVector& u) const;
  /// \brief The inverse of the diagonal of S_u, exactly: the seed of a polynomial preconditioner. Collective.
  ///
  /// Column l of W lives on the fracture of flux l, so that eight columns of each fracture are made by one solution,
  /// as many times as the largest fracture has fluxes; what is exchanged is which columns are whose.
  /// \throws BreakdownError on all ranks when an entry is not positive
  Teuchos::RCP<const Operator> inverseDiagonal() const;
  /// The entries of the diagonal that this rank owns. Collective.
  std::vector<double> diagonal() const;

  /// The factors of A.
  const Teuchos::RCP<const BlockDiagonalOperator>& inverseA() const { return inverse_; }

 private:
  double alpha_;
  std::vector<GlobalOrdinal> firstHead_, firstFlux_;  // of each fracture of this rank, and the end
  Teuchos::RCP<const TpetraCrsMatrix> matrixB_, matrixC_, matrixGh_, matrixGu_;
  Teuchos::RCP<const TpetraVector> q_;
  Teuchos::RCP<const BlockDiagonalOperator> inverse_;
  Teuchos::RCP<const Operator> B_, Bt_, C_, Ct_, Gh_, Gu_;
  WorkBlock head_, work_;
};

}  // namespace Chronos

#endif
