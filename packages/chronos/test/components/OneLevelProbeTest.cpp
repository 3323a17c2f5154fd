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

DistMatrix<double> body(double contrast = 1) {
  ProblemOptions options;
  options.nx = options.ny = options.nz = 16;
  options.contrast = contrast;
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
  EXPECT_EQ(oneLevelIterations(A, M, 20, 1e6), oneLevelIterations(A, M, 20));
  EXPECT_EQ(M.applications, 40);
  // Two levels of stiffness: the residual rises before it falls, so that guesses of the first steps do not grow.
  const auto stiff = body(1e6);
  const CountedJacobi ofStiff(stiff);
  const double half = oneLevelIterations(stiff, ofStiff, 10);
  ofStiff.applications = 0;
  EXPECT_EQ(oneLevelIterations(stiff, ofStiff, 20, 0.99 * half), half);
  EXPECT_EQ(ofStiff.applications, 10);
  EXPECT_GT(early, 0);
}

TEST(MpiOneLevelProbe, EndsWhereTheGuessGrowsBeyondEnough) {
  const auto A = body();
  const CountedJacobi M(A);
  const double before = oneLevelIterations(A, M, 4), now = oneLevelIterations(A, M, 6);
  const double grown = now + (now - before) / 2 * 14;
  ASSERT_GT(grown, 1.1 * now);
  M.applications = 0;
  EXPECT_DOUBLE_EQ(oneLevelIterations(A, M, 20, 0.99 * grown), grown);
  EXPECT_EQ(M.applications, 6);
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
