// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_CgCoefficients.hpp"

#include "Chronos_BlockUpdates.hpp"
#include "Chronos_Jacobi.hpp"
#include "Chronos_RandomVector.hpp"
#include "Chronos_StoredMatrix.hpp"
#include "ReferenceDistributed.hpp"
#include "WholeMatrix.hpp"

#include <gtest/gtest.h>

namespace Chronos::Test {
namespace {

struct Numbers {
  std::vector<double> rho, curvature;
};

Numbers numbersOf(const DistMatrix<double>& A, const Operator* M, CgCoefficients::Waits waits, int numExpected,
                  int numSteps) {
  const StoredMatrix<double> product(Teuchos::rcpFromRef(A));
  const Block r = allocateBlock("r", A.numRows(), 1);
  fillRandom(*A.rowMap(), 7, asVector(r));
  CgCoefficients cg(product, M, r, numExpected, waits);
  Numbers numbers;
  for (int step = 0; step < numSteps; ++step) {
    numbers.rho.push_back(cg.rho());
    numbers.curvature.push_back(cg.curvature());
    cg.advance();
  }
  numbers.rho.push_back(cg.rho());
  return numbers;
}

// But for rounding, which is all that is left where the residual has become nothing.
void expectNear(const std::vector<double>& found, const std::vector<double>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i)
    EXPECT_NEAR(found[i], expected[i], 1e-10 * expected[i] + 1e-25 * expected[0]) << i;
}

TEST(CgCoefficients, AreTheSameWhereNobodyWaits) {
  ProblemOptions options;
  for (int n : {1, 3, 20}) {
    SCOPED_TRACE(n);
    options.nx = n;
    const HostCsr<double> whole = wholeProblem("laplace3d7", options);
    const DistMatrix<double> A = distributeRows(whole, evenMap(whole.numRows));
    const Jacobi jacobi(A);
    // One step solves a system of one unknown, and a few one of 27: what is behind them is no number.
    const int numSteps = n == 1 ? 1 : n == 3 ? 6 : 9;
    for (const Operator* M : {static_cast<const Operator*>(nullptr), static_cast<const Operator*>(&jacobi)}) {
      const Numbers expected = numbersOf(A, M, CgCoefficients::Waits::eachStep, numSteps, numSteps);
      for (int numExpected : {1, 4, 9}) {
        const Numbers found = numbersOf(A, M, CgCoefficients::Waits::severalSteps, numExpected, numSteps);
        expectNear(found.rho, expected.rho);
        expectNear(found.curvature, expected.curvature);
      }
    }
  }
}

// Fails on what is no number, as a solver in the place of a preconditioner does.
class FiniteOperator : public Operator {
 public:
  explicit FiniteOperator(const DistMatrix<double>& A) : matrix_(Teuchos::rcpFromRef(A)) {}
  void apply(const ConstBlock& x, const Block& y, double alpha, double beta) const override {
    EXPECT_TRUE(isFinite(asVector(x)));
    matrix_.apply(x, y, alpha, beta);
  }
  Teuchos::RCP<const Map> domainMap() const override { return matrix_.domainMap(); }
  Teuchos::RCP<const Map> rangeMap() const override { return matrix_.rangeMap(); }

 private:
  StoredMatrix<double> matrix_;
};

TEST(CgCoefficients, StepsInVainStayFinite) {
  ProblemOptions options;
  for (int n : {1, 2}) {
    options.nx = n;
    const HostCsr<double> whole = wholeProblem("laplace3d7", options);
    const DistMatrix<double> A = distributeRows(whole, evenMap(whole.numRows));
    const FiniteOperator product(A), M(A);
    const Block r = allocateBlock("r", A.numRows(), 1);
    fillRandom(*A.rowMap(), 7, asVector(r));
    CgCoefficients cg(product, &M, r, 20, CgCoefficients::Waits::severalSteps);
    EXPECT_GT(cg.rho(), 0);
    EXPECT_GT(cg.curvature(), 0);
  }
}

}  // namespace
}  // namespace Chronos::Test
