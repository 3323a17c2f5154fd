// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_NodeBlockMatrix.hpp"

#include "Chronos_RunsOnHost.hpp"

namespace Chronos {

void SingleVectorNodeBlocks::multiply(const ConstSingleVector& x, float alpha, float beta, const ConstSingleVector& w,
                                      const SingleVector& y) const {
  const Device::execution_space space;
  exchange_.start(x);
  multiplyBlocks<Device>(space, blocks_, x, alpha, beta, w, y);
  multiplyHaloBlocks<Device>(space, blocks_, exchange_.finish(), alpha, y);
}

void SingleVectorNodeBlocks::apply(const ConstSingleVector& x, const SingleVector& y, float alpha, float beta) const {
  multiply(x, alpha, beta, y, y);
}

void SingleVectorNodeBlocks::residual(const ConstSingleVector& b, const ConstSingleVector& x,
                                      const SingleVector& r) const {
  multiply(x, -1, 1, b, r);
}

void SingleVectorNodeBlocks::relax(float omega, const ConstSingleVector& d, const ConstSingleVector& b,
                                   const ConstSingleVector& x, const SingleVector& y) const {
  const Device::execution_space space;
  exchange_.start(x);
  relaxBlocks<Device>(space, blocks_, omega, d, b, x, y);
  relaxHaloBlocks<Device>(space, blocks_, exchange_.finish(), omega, d, y);
}

NodeBlockMatrix::NodeBlockMatrix(const DistMatrix<double>& A, const NodePattern<Device>& pattern,
                                 bool takesSingleVectors)
    : rowMap_(A.rowMap()), blocks_(storeByNodes<Device>(A.local(), pattern, A.numOwnedCols())), exchange_(A.halo()) {
  if (takesSingleVectors) single_ = Teuchos::rcp(new SingleVectorNodeBlocks(blocks_, A.halo()));
}

void NodeBlockMatrix::multiply(const ConstBlock& x, double alpha, double beta, const ConstBlock& w,
                               const Block& y) const {
  const Device::execution_space space;
  exchange_.start(x);
  multiplyBlocks<Device>(space, blocks_, x, alpha, beta, w, y);
  multiplyHaloBlocks<Device>(space, blocks_, exchange_.finish(), alpha, y);
}

void NodeBlockMatrix::apply(const ConstBlock& x, const Block& y, double alpha, double beta) const {
  multiply(x, alpha, beta, y, y);
}

void NodeBlockMatrix::residual(const ConstBlock& b, const ConstBlock& x, const Block& r) const {
  multiply(x, -1, 1, b, r);
}

void NodeBlockMatrix::relax(double omega, const ConstVector& d, const ConstBlock& b, const ConstBlock& x,
                            const Block& y) const {
  const Device::execution_space space;
  exchange_.start(x);
  relaxBlocks<Device>(space, blocks_, omega, d, b, x, y);
  relaxHaloBlocks<Device>(space, blocks_, exchange_.finish(), omega, d, y);
}

std::size_t NodeBlockMatrix::numBytes() const {
  return blocks_.numBytes() + exchange_.pattern()->numBytes() + exchange_.numBytes() +
         (single_.is_null() ? 0 : single_->numBytes());
}

Teuchos::RCP<const LevelMatrix> singleByNodes(const DistMatrix<double>& A, bool takesSingleVectors) {
  if (!runsOnHost<Device>) return Teuchos::null;
  const bool isOther = A.numRows() > 0 && !A.nodesOfLongRows().exists();
  if (maxOverRanks(*A.rowMap()->getComm(), static_cast<long long>(isOther)) > 0) return Teuchos::null;
  return Teuchos::rcp(new NodeBlockMatrix(A, A.nodesOfLongRows(), takesSingleVectors));
}

}  // namespace Chronos
