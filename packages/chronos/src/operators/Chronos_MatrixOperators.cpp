// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_MatrixOperators.hpp"

#include "Chronos_Error.hpp"
#include "Chronos_TpetraConversion.hpp"
#include "Chronos_Transpose.hpp"

namespace Chronos {
namespace {

class Multiplication : public CommonOperator {
 public:
  Multiplication(const DistMatrix<double>& matrix, const Teuchos::RCP<const TpetraCrsMatrix>& kept, bool isSymmetric)
      : CommonOperator("Chronos::multiplyBy"), matrix_(matrix), kept_(kept), isSymmetric_(isSymmetric) {}

  using CommonOperator::apply;
  void apply(const ConstBlock& x, const Block& y, double alpha, double beta) const override {
    matrix_.apply(x, y, alpha, beta);
  }
  bool isFixedSymmetric() const override { return isSymmetric_; }
  Teuchos::RCP<const Map> domainMap() const override { return matrix_.domainMap(); }
  Teuchos::RCP<const Map> rangeMap() const override { return matrix_.rowMap(); }
  std::size_t numBytes() const override { return matrix_.memoryBytes(); }

 private:
  DistMatrix<double> matrix_;
  Teuchos::RCP<const TpetraCrsMatrix> kept_;  // its arrays are read
  bool isSymmetric_;
};

void checkGiven(const Teuchos::RCP<const TpetraCrsMatrix>& A) {
  if (A.is_null()) throw InputError("An operator of a matrix needs one, not a null pointer.");
}

}  // namespace

Teuchos::RCP<const CommonOperator> multiplyBy(const Teuchos::RCP<const TpetraCrsMatrix>& A, bool isSymmetric) {
  checkGiven(A);
  return Teuchos::rcp(new Multiplication(fromTpetra(A), A, isSymmetric));
}

Teuchos::RCP<const CommonOperator> transposed(const Teuchos::RCP<const TpetraCrsMatrix>& A) {
  checkGiven(A);
  return Teuchos::rcp(new Multiplication(transpose(fromTpetra(*A)), Teuchos::null, false));
}

}  // namespace Chronos
