// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_OneLevelProbe.hpp"

#include "Chronos_Gallery.hpp"
#include "Chronos_Jacobi.hpp"
#include "Chronos_TpetraConversion.hpp"
#include "TestComm.hpp"
#include "WholeMatrix.hpp"

#include <gtest/gtest.h>

#include <algorithm>

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

double guess(const DistMatrix<double>& A, const Operator& M, int numSteps,
             double enough = std::numeric_limits<double>::infinity()) {
  return probeOneLevel(A, M, numSteps, enough).iterations;
}

DistMatrix<double> body(double contrast = 1) {
  ProblemOptions options;
  options.nx = options.ny = options.nz = 16;
  options.contrast = contrast;
  return fromTpetra(*makeProblem("elasticity3d", options, world()).matrix);
}

TEST(MpiOneLevelProbe, GuessesMoreTheMoreStepsItTakesOnABody) {
  const auto A = body();
  const CountedJacobi M(A);
  const double early = guess(A, M, 10), late = guess(A, M, 20);
  EXPECT_EQ(M.applications, 30);
  EXPECT_GT(early, 0);
  EXPECT_GT(late, 1.5 * early);
  EXPECT_LT(late, 2000);
}

TEST(MpiOneLevelProbe, EndsAfterHalfOfTheStepsWhereTheGuessIsBeyondEnough) {
  // Two levels of stiffness: the residual rises before it falls, so that guesses of the first steps do not grow.
  const auto A = body(1e6);
  const CountedJacobi M(A);
  const double half = guess(A, M, 10);
  M.applications = 0;
  EXPECT_EQ(guess(A, M, 20, 0.99 * half), half);
  EXPECT_EQ(M.applications, 10);
}

TEST(MpiOneLevelProbe, TakesAllStepsWhereTheyPromiseLess) {
  const auto A = body();
  const CountedJacobi M(A);
  EXPECT_EQ(guess(A, M, 20, 1e6), guess(A, M, 20));
  EXPECT_EQ(M.applications, 40);
}

// The residual of all steps is wanted where the guess of six is enough.
TEST(MpiOneLevelProbe, TellsTheResidualOfAllStepsBesideAnEarlyGuess) {
  const auto A = body();
  const CountedJacobi M(A);
  const OneLevelGuess early = probeOneLevel(A, M, 20, 10), whole = probeOneLevel(A, M, 20);
  M.applications = 0;
  const OneLevelGuess both = probeOneLevel(A, M, 20, 10, OneLevelSteps::all);
  EXPECT_EQ(M.applications, 20);
  EXPECT_EQ(both.iterations, early.iterations);
  EXPECT_EQ(both.residual, whole.residual);
  EXPECT_LT(whole.residual, early.residual);
  EXPECT_LT(early.residual, 1);
}

// What two guesses promise along a line, 20 steps being all.
double grown(const DistMatrix<double>& A, int first, int second) {
  const CountedJacobi M(A);
  const double before = guess(A, M, first), now = guess(A, M, second);
  return now + (now - before) / (second - first) * (20 - second);
}

int applicationsFor(const DistMatrix<double>& A, double enough, double expected) {
  const CountedJacobi M(A);
  EXPECT_DOUBLE_EQ(guess(A, M, 20, enough), expected);
  return M.applications;
}

// Bodies of which one check sees what those before it do not.
TEST(MpiOneLevelProbe, EndsWhereTheGuessGrowsBeyondEnough) {
  const auto soft = body(), stiff = body(1e4), stiffer = body(1e5);
  const double at6 = grown(soft, 4, 6), at8 = grown(stiff, 5, 8), at12 = grown(stiffer, 8, 12);
  EXPECT_EQ(applicationsFor(soft, 0.99 * at6 / 1.5, at6), 6);
  ASSERT_GT(at8 / 1.25, 1.1 * grown(stiff, 4, 6) / 1.5);
  EXPECT_EQ(applicationsFor(stiff, 0.99 * at8 / 1.25, at8), 8);
  const double missed = 1.01 * std::max(grown(stiffer, 5, 8) / 1.25, guess(stiffer, CountedJacobi(stiffer), 10));
  ASSERT_GT(at12, missed);
  EXPECT_EQ(applicationsFor(stiffer, missed, at12), 12);
}

TEST(MpiOneLevelProbe, CarriesOnAGuessThatHasGrownByHalf) {
  const auto A = body();
  const CountedJacobi M(A);
  const double before = guess(A, M, 10), now = guess(A, M, 20), beyond = now + (now - before);
  ASSERT_GT(now, 1.5 * before);
  ASSERT_LT(std::max({grown(A, 4, 6) / 1.5, grown(A, 5, 8) / 1.25, grown(A, 8, 12)}), 0.99 * beyond);
  EXPECT_DOUBLE_EQ(guess(A, M, 20, 0.99 * beyond), beyond);
  EXPECT_EQ(guess(A, M, 20, 1.01 * beyond), now);
}

// Of four steps nobody compares guesses but in the end.
TEST(MpiOneLevelProbe, LeavesAGuessThatHasGrownByLess) {
  ProblemOptions options;
  options.nx = 20;
  const auto A = fromTpetra(*makeProblem("laplace3d27", options, world()).matrix);
  const CountedJacobi M(A);
  const double before = guess(A, M, 2), now = guess(A, M, 4);
  ASSERT_GT(now, 1.05 * before);
  ASSERT_LT(now, 1.5 * before);
  EXPECT_EQ(guess(A, M, 4, now + 0.5 * (now - before)), now);
}

TEST(MpiOneLevelProbe, MakesNoGuessBeforeHalfOfTheStepsWhereTheyAreWanted) {
  const auto A = body();
  const CountedJacobi M(A);
  const double half = guess(A, M, 10);
  M.applications = 0;
  EXPECT_EQ(probeOneLevel(A, M, 20, 10, OneLevelSteps::halfAtLeast).iterations, half);
  EXPECT_EQ(M.applications, 10);
}

// Rows of all sizes: what is spread evenly over them is large in the largest ones.
TEST(MpiOneLevelProbe, DoubtsAFallFromAHill) {
  ProblemOptions options;
  options.nx = 20;
  HostCsr<double> whole = wholeProblem("laplace3d7", options);
  const auto scaleOf = [](LocalOrdinal row) { return std::pow(10, 3 * globalUniform(3, std::uint64_t(row))); };
  for (LocalOrdinal row = 0; row < whole.numRows; ++row)
    for (Offset entry = whole.rowPtr[row]; entry < whole.rowPtr[row + 1]; ++entry)
      whole.values[entry] *= scaleOf(row) * scaleOf(whole.colInd[entry]);
  const auto A = rowsOnMap(whole, evenMap(whole.numRows), evenMap(whole.numRows));
  const CountedJacobi M(A);
  ASSERT_GT(probeOneLevel(A, M, 10).residual, 1);
  const double now = guess(A, M, 20);
  EXPECT_DOUBLE_EQ(guess(A, M, 20, 1.9 * now), 2 * now);
  EXPECT_EQ(guess(A, M, 20, 2.1 * now), now);
}

// A diagonal matrix is solved in one step, and a zero residual has no rate.
TEST(MpiOneLevelProbe, CountsTheStepsItTookWhereTheyWereEnough) {
  ProblemOptions options;
  options.nx = options.ny = options.nz = 1;
  const auto A = fromTpetra(*makeProblem("laplace3d7", options, world()).matrix);
  EXPECT_EQ(guess(A, CountedJacobi(A), 20), 1);
}

}  // namespace
}  // namespace Chronos::Test
