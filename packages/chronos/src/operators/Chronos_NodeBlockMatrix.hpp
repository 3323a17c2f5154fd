// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_NODEBLOCKMATRIX_HPP
#define CHRONOS_NODEBLOCKMATRIX_HPP

#include "Chronos_BlockExchange.hpp"
#include "Chronos_DistMatrix.hpp"
#include "Chronos_LevelMatrix.hpp"
#include "Chronos_NodeBlocks.hpp"
#include "Chronos_SingleExchange.hpp"

namespace Chronos {

/// The blocks of a NodeBlockMatrix for vectors in single precision.
class SingleVectorNodeBlocks : public SingleVectorMatrix {
 public:
  SingleVectorNodeBlocks(const NodeBlocks<Device>& blocks, const Teuchos::RCP<const HaloPattern>& halo)
      : blocks_(blocks), exchange_(halo) {}

  void apply(const ConstSingleVector& x, const SingleVector& y, float alpha, float beta) const override;
  void residual(const ConstSingleVector& b, const ConstSingleVector& x, const SingleVector& r) const override;
  void relax(float omega, const ConstSingleVector& d, const ConstSingleVector& b, const ConstSingleVector& x,
             const SingleVector& y) const override;
  /// Of the buffers.
  std::size_t numBytes() const { return exchange_.numBytes(); }

 private:
  void multiply(const ConstSingleVector& x, float alpha, float beta, const ConstSingleVector& w,
                const SingleVector& y) const;

  NodeBlocks<Device> blocks_;
  mutable SingleExchange exchange_;
};

/// \brief A distributed matrix whose rows and columns come in threes, rounded to single precision and stored by nodes.
///
/// It shares the halo and the pattern of nodes with the matrix that it was made from, and no other array: nine values
/// and one index a block are all that it keeps.
class NodeBlockMatrix : public LevelMatrix {
 public:
  /// \brief Rounds and stores the rows of this rank. Local.
  /// \param pattern of the local rows
  /// \param takesSingleVectors whether products stay in the range of vectors in single; the same on all ranks
  NodeBlockMatrix(const DistMatrix<double>& A, const NodePattern<Device>& pattern, bool takesSingleVectors = false);

  void apply(const ConstBlock& x, const Block& y, double alpha = 1, double beta = 0) const override;
  void residual(const ConstBlock& b, const ConstBlock& x, const Block& r) const override;
  void relax(double omega, const ConstVector& d, const ConstBlock& b, const ConstBlock& x,
             const Block& y) const override;
  const SingleVectorMatrix* forSingleVectors() const override { return single_.get(); }
  Teuchos::RCP<const Map> domainMap() const override { return exchange_.pattern()->domainMap(); }
  Teuchos::RCP<const Map> rangeMap() const override { return rowMap_; }
  std::size_t numBytes() const override;

 private:
  void multiply(const ConstBlock& x, double alpha, double beta, const ConstBlock& w, const Block& y) const;

  Teuchos::RCP<const Map> rowMap_;
  NodeBlocks<Device> blocks_;
  mutable BlockExchange exchange_;
  Teuchos::RCP<const SingleVectorNodeBlocks> single_;
};

/// \brief The matrix by nodes, or null where rows and columns of some rank do not come in threes, and where products
/// run on a GPU, which reads row-wise values as well. Collective.
Teuchos::RCP<const LevelMatrix> singleByNodes(const DistMatrix<double>& A, bool takesSingleVectors = false);

}  // namespace Chronos

#endif
