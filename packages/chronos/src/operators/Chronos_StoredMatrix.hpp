// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_STOREDMATRIX_HPP
#define CHRONOS_STOREDMATRIX_HPP

#include "Chronos_DistMatrix.hpp"
#include "Chronos_LevelMatrix.hpp"

namespace Chronos {

/// A DistMatrix in single precision for vectors of the same.
class SingleVectorStoredMatrix : public SingleVectorMatrix {
 public:
  explicit SingleVectorStoredMatrix(const Teuchos::RCP<const DistMatrix<float>>& matrix) : matrix_(matrix) {}

  void apply(const ConstSingleVector& x, const SingleVector& y, float alpha, float beta) const override {
    matrix_->apply<float>(x, y, alpha, beta);
  }
  void residual(const ConstSingleVector& b, const ConstSingleVector& x, const SingleVector& r) const override {
    matrix_->residual<float>(b, x, r);
  }
  void relax(float omega, const ConstSingleVector& d, const ConstSingleVector& b, const ConstSingleVector& x,
             const SingleVector& y) const override {
    matrix_->relax<float>(omega, d, b, x, y);
  }

 private:
  Teuchos::RCP<const DistMatrix<float>> matrix_;
};

/// \brief A DistMatrix as an operator; Scalar is what its entries are stored in.
template <class Scalar>
class StoredMatrix : public LevelMatrix {
 public:
  /// \param takesSingleVectors of a matrix in single: whether entries are such that products stay in the range of
  ///        vectors in single; the same on all ranks
  explicit StoredMatrix(const Teuchos::RCP<const DistMatrix<Scalar>>& matrix, bool takesSingleVectors = false)
      : matrix_(matrix) {
    matrix_->planProducts();
    if constexpr (std::is_same_v<Scalar, float>)
      if (takesSingleVectors) single_ = Teuchos::rcp(new SingleVectorStoredMatrix(matrix));
  }

  void apply(const ConstBlock& x, const Block& y, double alpha = 1, double beta = 0) const override {
    matrix_->apply(x, y, alpha, beta);
  }
  void residual(const ConstBlock& b, const ConstBlock& x, const Block& r) const override { matrix_->residual(b, x, r); }
  void relax(double omega, const ConstVector& d, const ConstBlock& b, const ConstBlock& x,
             const Block& y) const override {
    matrix_->relax(omega, d, b, x, y);
  }
  void applyDotted(const ConstBlock& x, const Block& y, GatheredDots<Device>& dots) const override {
    matrix_->applyDotted(x, y, dots);
  }
  void relaxDotted(double omega, const ConstVector& d, const ConstBlock& b, const ConstBlock& x, const Block& y,
                   GatheredDots<Device>& dots) const override {
    matrix_->relaxDotted(omega, d, b, x, y, dots);
  }
  void startResidual(double omega, const ConstVector& d, const ConstBlock& b, const Block& x,
                     const Block& r) const override {
    matrix_->startResidual(omega, d, b, x, r);
  }
  bool formsStart(int width) const override { return matrix_->formsStart(width); }
  void applyOntoStart(const ConstBlock& x, double omega, const ConstVector& d, const ConstBlock& b,
                      const Block& y) const override {
    matrix_->applyOntoStart(x, omega, d, b, y);
  }
  const SingleVectorMatrix* forSingleVectors() const override { return single_.get(); }
  Teuchos::RCP<const Map> domainMap() const override { return matrix_->domainMap(); }
  Teuchos::RCP<const Map> rangeMap() const override { return matrix_->rowMap(); }
  std::size_t numBytes() const override { return matrix_->memoryBytes(); }

 private:
  Teuchos::RCP<const DistMatrix<Scalar>> matrix_;
  Teuchos::RCP<const SingleVectorMatrix> single_;
};

/// \brief The matrix as an operator; see the constructor.
template <class Scalar>
Teuchos::RCP<const LevelMatrix> asOperator(const Teuchos::RCP<const DistMatrix<Scalar>>& matrix,
                                           bool takesSingleVectors = false) {
  return Teuchos::rcp(new StoredMatrix<Scalar>(matrix, takesSingleVectors));
}

}  // namespace Chronos

#endif
