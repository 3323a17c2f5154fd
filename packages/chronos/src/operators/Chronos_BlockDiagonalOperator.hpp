// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_BLOCKDIAGONALOPERATOR_HPP
#define CHRONOS_BLOCKDIAGONALOPERATOR_HPP

#include "Chronos_BlockCholesky.hpp"
#include "Chronos_CommonOperator.hpp"
#include "Chronos_WorkBlock.hpp"

#include <vector>

namespace Chronos {

/// \brief The inverse of a matrix of many small blocks on its diagonal, by the Cholesky factor of each (thesis 4.3.2:
/// blocks that belong to a fracture).
///
/// No block is split between ranks, so it is applied without communication; threads share the blocks. Of each factor
/// the envelope is stored, rows in the order of envelopeOrder(): of the mesh of a plane with n nodes about n^1.5
/// entries, of a full block all. Symmetric positive definite, fixed. An application reads the factors twice, whatever
/// the number of columns.
class BlockDiagonalOperator : public CommonOperator {
 public:
  /// \brief Collective; the matrix is not kept.
  /// \param A symmetric; the lower triangle is read
  /// \param sizes rows of each block of this rank, in the order of its rows; empty: the smallest runs of
  ///        rows that no entry joins
  /// \throws InputError on all ranks: not fill complete, not square, sizes that are not those of the rank's rows, an
  ///         entry outside the blocks; BreakdownError on all ranks when a block is not positive definite
  explicit BlockDiagonalOperator(const Teuchos::RCP<const TpetraCrsMatrix>& A, const std::vector<int>& sizes = {});

  using CommonOperator::apply;
  void apply(const ConstBlock& x, const Block& y, double alpha = 1, double beta = 0) const override;
  Teuchos::RCP<const Map> domainMap() const override { return map_; }
  Teuchos::RCP<const Map> rangeMap() const override { return map_; }
  std::size_t numBytes() const override;

  /// Of this rank.
  int numBlocks() const { return factors_.numBlocks(); }
  /// Numbers that the factors of this rank hold.
  std::size_t numEntries() const { return factors_.entries.extent(0); }

 private:
  Teuchos::RCP<const Map> map_;
  EnvelopeBlocks factors_;
  WorkBlock work_;
};

}  // namespace Chronos

#endif
