// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos.hpp"
#include "Chronos_ColumnIteration.hpp"
#include "Chronos_Gallery.hpp"
#include "Chronos_RightHandSide.hpp"
#include "CountedOperator.hpp"
#include "DenseOperators.hpp"
#include "FixedPreconditioners.hpp"
#include "MessageCounter.hpp"
#include "TrueResidual.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace Chronos::Test {
namespace {

Problem problemOf(const char* name, int n, double contrast = 1, double stretch = 1) {
  ProblemOptions options;
  options.nx = n;
  options.contrast = contrast;
  options.stretch = stretch;
  return makeProblem(name, options, world());
}

struct Solved {
  SolveResult result;
  Teuchos::RCP<Preconditioner<>> M;
  Teuchos::RCP<TpetraMultiVector> x;
};

Solved solved(const Problem& problem, Parameters parameters, KrylovMethod method, const TpetraMultiVector& b,
              double guess = 0) {
  parameters.solver.method = method;
  const auto M = Teuchos::rcp(new Preconditioner<>(problem.matrix));
  M->setParameters(parameters);
  M->setNearKernel(problem.nearKernel);
  M->compute();
  const auto x = Teuchos::rcp(new TpetraMultiVector(problem.matrix->getDomainMap(), b.getNumVectors()));
  x->putScalar(guess);
  const SolveResult result = solve(*M, b, *x);
  EXPECT_EQ(result.method, method);
  return {result, M, x};
}

Solved solved(const Problem& problem, const Parameters& parameters, KrylovMethod method) {
  return solved(problem, parameters, method, *makeRightHandSide("random", *problem.matrix, 0));
}

std::vector<double> entriesOf(const TpetraMultiVector& x) {
  const auto data = x.getData(0);
  return std::vector<double>(data.begin(), data.end());
}

void expectLikeCg(const SolveResult& result, const SolveResult& cg) {
  EXPECT_EQ(cg.status, SolveStatus::converged);
  EXPECT_EQ(result.status, SolveStatus::converged);
  EXPECT_EQ(result.message, "");
  EXPECT_NEAR(result.iterations, cg.iterations, cg.iterations < 100 ? 1 : 0.02 * cg.iterations);
  EXPECT_NEAR(result.conditionEstimate, cg.conditionEstimate, 0.02 * cg.conditionEstimate);
}

TEST(MpiSingleReductionSolve, TakesTheIterationsOfConjugateGradients) {
  for (const Problem& problem : {problemOf("elasticity3d", 6, 100), problemOf("laplace3d7", 12)})
    for (const Parameters& parameters : fixedPreconditioners()) {
      SCOPED_TRACE(parameters.type);
      const Solved cg = solved(problem, parameters, KrylovMethod::cg);
      expectLikeCg(solved(problem, parameters, KrylovMethod::singleReductionCg).result, cg.result);
    }
}

// A thousand iterations at a condition of 2e5, and to twelve digits of the true residual.
TEST(MpiSingleReductionSolve, ReachesTheTrueResidualOfConjugateGradients) {
  const Problem problem = problemOf("elasticity3d", 8, 1e4, 100);
  const auto b = makeRightHandSide("random", *problem.matrix, 0);
  for (const std::string type : {"jacobi", "adaptive fsai"})
    for (double tolerance : {1e-8, 1e-12}) {
      SCOPED_TRACE(type);
      Parameters parameters;
      parameters.type = type;
      parameters.solver.tolerance = tolerance;
      const Solved cg = solved(problem, parameters, KrylovMethod::cg, *b);
      const Solved run = solved(problem, parameters, KrylovMethod::singleReductionCg, *b);
      expectLikeCg(run.result, cg.result);
      EXPECT_LE(trueResidual(*problem.matrix, *run.x, *b), 1.001 * tolerance);
    }
}

// A tolerance below rounding: restarts are used up, and x is as good as that of conjugate gradients.
TEST(MpiSingleReductionSolve, EndsWithTheAttainableResidual) {
  ProblemOptions options;
  options.nx = 30;
  options.anisotropy = 1e-6;
  options.angle = 30;
  const Problem problem = makeProblem("anisotropic2d", options, world());
  Parameters parameters;
  parameters.type = "adaptive fsai";
  parameters.solver.tolerance = 1e-17;
  const Solved cg = solved(problem, parameters, KrylovMethod::cg);
  const Solved run = solved(problem, parameters, KrylovMethod::singleReductionCg);
  EXPECT_EQ(run.result.status, SolveStatus::notConverged);
  EXPECT_GT(run.result.restarts, 0);
  EXPECT_LE(run.result.relativeResidual, 3 * cg.result.relativeResidual);
}

// One sum over ranks an iteration, where conjugate gradients take three; on one rank none. One application of the
// preconditioner, and one more in a solve.
TEST(MpiSingleReductionSolve, ReducesOnceAnIteration) {
  const Problem problem = problemOf("laplace3d7", 10);
  const auto reductionsOf = [&](int iterations, int columns) {
    Parameters parameters;
    parameters.type = "jacobi";
    parameters.solver.maxIterations = iterations;
    parameters.solver.tolerance = 0;
    TpetraMultiVector b(problem.matrix->getRangeMap(), columns);
    for (int c = 0; c < columns; ++c)
      b.getVectorNonConst(c)->update(1.0, *makeRightHandSide("random", *problem.matrix, c), 0);
    parameters.solver.method = KrylovMethod::singleReductionCg;
    Preconditioner<> M(problem.matrix);
    M.setParameters(parameters);
    M.compute();
    TpetraMultiVector x(problem.matrix->getDomainMap(), columns);
    SolveMonitor monitor;
    monitor.interrupted = [] { return false; };
    const long long before = messageCounts().reductions;
    EXPECT_EQ(solve(M, b, x, monitor).iterations, iterations);
    return messageCounts().reductions - before;
  };
  const int some = 5, more = 10;
  for (int columns : {1, 3})
    EXPECT_EQ(reductionsOf(more, columns) - reductionsOf(some, columns), world()->getSize() == 1 ? 0 : more - some);
}

// Columns end one by one, one of them at once, and go on in narrower blocks.
TEST(MpiSingleReductionSolve, EachColumnIsSolvedAsIfItWereAlone) {
  const Problem problem = problemOf("elasticity3d", 6, 100);
  for (const std::string type : {"none", "jacobi", "adaptive fsai"})
    for (int numColumns : {3, 11}) {
      SCOPED_TRACE(type + ", columns: " + std::to_string(numColumns));
      Parameters parameters;
      parameters.type = type;
      TpetraMultiVector B(problem.matrix->getRangeMap(), numColumns);
      for (int c = 0; c < numColumns; ++c) {
        if (c == 0) B.getVectorNonConst(c)->putScalar(1.0);
        else if (c != 2) B.getVectorNonConst(c)->update(1.0, *makeRightHandSide("random", *problem.matrix, c), 0);
      }
      const Solved together = solved(problem, parameters, KrylovMethod::singleReductionCg, B);
      const Solved again = solved(problem, parameters, KrylovMethod::singleReductionCg, B);
      for (int c = 0; c < numColumns; ++c) {
        const SolveResult alone = solved(problem, parameters, KrylovMethod::singleReductionCg, *B.getVector(c)).result;
        const ColumnResult& column = together.result.columns[c];
        EXPECT_EQ(column.status, SolveStatus::converged);
        EXPECT_NEAR(column.iterations, alone.iterations, c == 2 ? 0 : 1 + 0.02 * alone.iterations);
        EXPECT_LE(column.relativeResidual, 1e-8);
        EXPECT_EQ(column.residualHistory, again.result.columns[c].residualHistory);
      }
    }
}

TEST(MpiSingleReductionSolve, GoesOnFromAGuess) {
  const Problem problem = problemOf("elasticity3d", 6, 100);
  Parameters parameters;
  parameters.type = "jacobi";
  parameters.solver.initialGuess = InitialGuess::given;
  const auto b = makeRightHandSide("random", *problem.matrix, 0);
  const Solved cg = solved(problem, parameters, KrylovMethod::cg, *b, 7);
  const Solved run = solved(problem, parameters, KrylovMethod::singleReductionCg, *b, 7);
  expectLikeCg(run.result, cg.result);
  EXPECT_NEAR(run.result.residualHistory.front(), cg.result.residualHistory.front(), 1e-12);
  EXPECT_LE(trueResidual(*problem.matrix, *run.x, *b), 1.001e-8);
  // Its own solution needs no step.
  TpetraMultiVector x(*run.x, Teuchos::Copy);
  EXPECT_EQ(solve(*run.M, *b, x).iterations, 0);
}

TEST(MpiSingleReductionSolve, TakesRightHandSidesOfAnySize) {
  const Problem problem = problemOf("elasticity3d", 5, 100);
  Parameters parameters;
  parameters.type = "adaptive fsai";
  const auto b = makeRightHandSide("random", *problem.matrix, 0);
  const Solved plain = solved(problem, parameters, KrylovMethod::singleReductionCg, *b);
  for (double factor : {0x1p-600, 0x1p600}) {
    TpetraMultiVector scaled(*b, Teuchos::Copy);
    scaled.scale(factor);
    const Solved run = solved(problem, parameters, KrylovMethod::singleReductionCg, scaled);
    EXPECT_EQ(run.result.status, SolveStatus::converged);
    EXPECT_EQ(run.result.residualHistory, plain.result.residualHistory);
    run.x->scale(1 / factor);
    EXPECT_EQ(entriesOf(*run.x), entriesOf(*plain.x));
  }
}

TEST(MpiSingleReductionSolve, EndsAtTheLimitAndWhenOneRankAsks) {
  const Problem problem = problemOf("elasticity3d", 6, 100);
  Parameters parameters;
  parameters.type = "adaptive fsai";
  parameters.solver.maxIterations = 3;
  const Solved run = solved(problem, parameters, KrylovMethod::singleReductionCg);
  EXPECT_EQ(run.result.status, SolveStatus::notConverged);
  EXPECT_EQ(run.result.iterations, 3);
  int calls = 0;
  SolveMonitor monitor;
  monitor.interrupted = [&] { return ++calls > 3 && world()->getRank() == world()->getSize() - 1; };
  TpetraMultiVector x(problem.matrix->getDomainMap(), 1);
  const auto b = makeRightHandSide("random", *problem.matrix, 0);
  SolverParameters longer = parameters.solver;
  longer.method = KrylovMethod::singleReductionCg;
  longer.maxIterations = 100;
  const SolveResult result = solve(problem.matrix, run.M, *b, x, longer, monitor);
  EXPECT_EQ(result.status, SolveStatus::interrupted);
  EXPECT_EQ(result.iterations, 3);
}

// Entries 1 to n on the diagonal, but for one.
HostCsr<double> diagonalWith(int n, int row, double value) {
  Dense A(n);
  for (int i = 0; i < n; ++i) A(i, i) = i == row ? value : 1 + i;
  return sparseOf(A);
}

// The same ends in the same iterations with the same words as conjugate gradients.
TEST(MpiSingleReductionSolve, BreaksDownAsConjugateGradientsDo) {
  const int n = 40;
  const auto map = mapWithEmptyRank(n);
  const auto solveWith = [&](const HostCsr<double>& A, const HostCsr<double>& M, KrylovMethod method) {
    const Teuchos::RCP<const Operator> product = Teuchos::rcp(new CountedOperator(A, map));
    const Teuchos::RCP<const Operator> preconditioner = Teuchos::rcp(new CountedOperator(M, map));
    TpetraMultiVector x(map, 1), b(map, 1);
    b.putScalar(1.0);
    SolverParameters parameters;
    parameters.method = method;
    return solve(product, preconditioner, b, x, parameters);
  };
  const auto expectMessage = [&](const HostCsr<double>& A, const HostCsr<double>& M, const std::string& text) {
    const SolveResult cg = solveWith(A, M, KrylovMethod::cg);
    const SolveResult result = solveWith(A, M, KrylovMethod::singleReductionCg);
    EXPECT_EQ(result.status, SolveStatus::breakdown);
    EXPECT_NE(result.message.find(text), std::string::npos) << result.message;
    EXPECT_EQ(result.message, cg.message);
    EXPECT_EQ(result.iterations, cg.iterations);
  };
  Dense one(n);
  for (int i = 0; i < n; ++i) one(i, i) = 1;
  const HostCsr<double> definite = diagonalWith(n, 0, 1), identity = sparseOf(one);
  const std::string ofMatrix = "the matrix is not positive definite";
  const std::string ofPreconditioner = "the preconditioner is not positive definite";
  expectMessage(diagonalWith(n, 7, -0.5), identity, ofMatrix);
  expectMessage(diagonalWith(n, 7, -1e4), identity, ofMatrix);
  expectMessage(definite, diagonalWith(n, 7, -0.5), ofPreconditioner);
  expectMessage(definite, diagonalWith(n, 7, -1e4), ofPreconditioner);
}

// A singular matrix whose right-hand side is not in its range.
TEST(MpiSingleReductionSolve, NamesASingularMatrix) {
  const int n = 30;
  const auto map = evenMap(n);
  const Teuchos::RCP<const Operator> product = Teuchos::rcp(new CountedOperator(neumannLine(n), map));
  TpetraMultiVector x(map, 1), b(map, 1);
  b.putScalar(1.0);
  SolverParameters parameters;
  parameters.method = KrylovMethod::singleReductionCg;
  const SolveResult result = solve(product, Teuchos::RCP<const Operator>(), b, x, parameters);
  EXPECT_EQ(result.status, SolveStatus::breakdown);
  EXPECT_EQ(result.message.find(notDefinite), std::string::npos) << result.message;
  EXPECT_NE(result.message.find("singular"), std::string::npos) << result.message;
}

// Asked for against advice.
TEST(MpiSingleReductionSolve, SaysWhatToTakeForACycleThatIsNotSymmetric) {
  const Problem problem = problemOf("laplace3d7", 12);
  Parameters parameters = preset("flow");
  parameters.amg.coarseSize = 20;
  parameters.amg.level.smoother.sweepsAfter = 2;
  parameters.solver.maxIterations = 2;
  const Solved run = solved(problem, parameters, KrylovMethod::singleReductionCg);
  EXPECT_EQ(run.result.status, SolveStatus::notConverged);
  EXPECT_NE(run.result.message.find("take `method` = flexible cg"), std::string::npos) << run.result.message;
  EXPECT_EQ(run.result.conditionEstimate, 0);
}

}  // namespace
}  // namespace Chronos::Test
