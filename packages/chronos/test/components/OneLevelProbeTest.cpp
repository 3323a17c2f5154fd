// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_OneLevelProbe.hpp"

#include "Chronos_Gallery.hpp"
#include "Chronos_Jacobi.hpp"
#include "Chronos_TpetraConversion.hpp"
#include "TestComm.hpp"

#include <gtest/gtest.h>

namespace Chronos::Test {
namespace {

class CountedJacobi : public Operator {
 public:
  explicit CountedJacobi(const DistMatrix<double>& A) : jacobi_(A) {}
  void apply(const ConstBlock& x, const Block& y, double alpha, double beta) const override {
    ++applications;
    jacobi_.apply(x, y, alpha, beta);
  }
  Teuchos::RCP<const Map> domainMap() const override { return jacobi_.domainMap(); }
  Teuchos::RCP<const Map> rangeMap() const override { return jacobi_.rangeMap(); }

  mutable int applications = 0;

 private:
  Jacobi jacobi_;
};

DistMatrix<double> body() {
  ProblemOptions options;
  options.nx = options.ny = options.nz = 16;
  return fromTpetra(*makeProblem("elasticity3d", options, world()).matrix);
}

TEST(MpiOneLevelProbe, GuessesMoreTheMoreStepsItTakesOnABody) {
  const auto A = body();
  const CountedJacobi M(A);
  const double early = oneLevelIterations(A, M, 10), late = oneLevelIterations(A, M, 20);
  EXPECT_EQ(M.applications, 30);
  EXPECT_GT(early, 0);
  EXPECT_GT(late, 1.5 * early);
  EXPECT_LT(late, 2000);
}

TEST(MpiOneLevelProbe, EndsAfterHalfOfTheStepsWhereTheGuessIsBeyondEnough) {
  const auto A = body();
  const CountedJacobi M(A);
  const double early = oneLevelIterations(A, M, 10);
  M.applications = 0;
  EXPECT_EQ(oneLevelIterations(A, M, 20, 0.5 * early), early);
  EXPECT_EQ(M.applications, 10);
  M.applications = 0;
  EXPECT_EQ(oneLevelIterations(A, M, 20, 1e6), oneLevelIterations(A, M, 20));
  EXPECT_EQ(M.applications, 40);
}

TEST(MpiOneLevelProbe, EndsAfterThreeFifthsOfTheStepsWhereTheGuessGrowsBeyondEnough) {
  const auto A = body();
  const CountedJacobi M(A);
  const double before = oneLevelIterations(A, M, 8), half = oneLevelIterations(A, M, 10);
  const double now = oneLevelIterations(A, M, 12), grown = now * (now / before) * (now / before);
  ASSERT_GT(grown, 1.1 * half);
  M.applications = 0;
  EXPECT_DOUBLE_EQ(oneLevelIterations(A, M, 20, half), grown);
  EXPECT_EQ(M.applications, 12);
}

// A diagonal matrix is solved in one step, and a zero residual has no rate.
TEST(MpiOneLevelProbe, CountsTheStepsItTookWhereTheyWereEnough) {
  ProblemOptions options;
  options.nx = options.ny = options.nz = 1;
  const auto A = fromTpetra(*makeProblem("laplace3d7", options, world()).matrix);
  EXPECT_EQ(oneLevelIterations(A, CountedJacobi(A), 20), 1);
}

}  // namespace
}  // namespace Chronos::Test
