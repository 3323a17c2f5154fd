// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_STOREDMATRIX_HPP
#define CHRONOS_STOREDMATRIX_HPP

#include "Chronos_DistMatrix.hpp"
#include "Chronos_LevelMatrix.hpp"

namespace Chronos {

/// \brief A DistMatrix as an operator; Scalar is what its entries are stored in, vectors are double.
template <class Scalar>
class StoredMatrix : public LevelMatrix {
 public:
  explicit StoredMatrix(const Teuchos::RCP<const DistMatrix<Scalar>>& matrix) : matrix_(matrix) {}

  void apply(const ConstBlock& x, const Block& y, double alpha = 1, double beta = 0) const override {
    matrix_->apply(x, y, alpha, beta);
  }
  void residual(const ConstBlock& b, const ConstBlock& x, const Block& r) const override { matrix_->residual(b, x, r); }
  void relax(double omega, const ConstVector& d, const ConstBlock& b, const ConstBlock& x,
             const Block& y) const override {
    matrix_->relax(omega, d, b, x, y);
  }
  Teuchos::RCP<const Map> domainMap() const override { return matrix_->domainMap(); }
  Teuchos::RCP<const Map> rangeMap() const override { return matrix_->rowMap(); }
  std::size_t numBytes() const override { return matrix_->memoryBytes(); }

 private:
  Teuchos::RCP<const DistMatrix<Scalar>> matrix_;
};

/// \brief The matrix as an operator.
template <class Scalar>
Teuchos::RCP<const LevelMatrix> asOperator(const Teuchos::RCP<const DistMatrix<Scalar>>& matrix) {
  return Teuchos::rcp(new StoredMatrix<Scalar>(matrix));
}

}  // namespace Chronos

#endif
