// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_StationaryIteration.hpp"

#include "Chronos.hpp"
#include "Chronos_BlockUpdates.hpp"
#include "Chronos_Gallery.hpp"
#include "DenseOperators.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace Chronos::Test {
namespace {

Problem problemOf(const char* name, int n) {
  ProblemOptions options;
  options.nx = n;
  return makeProblem(name, options, world());
}

Parameters withMethod(const char* name, KrylovMethod method) {
  Parameters parameters = preset(name);
  parameters.solver.method = method;
  return parameters;
}

SolveResult solved(const Problem& problem, const Parameters& parameters, TpetraMultiVector& x) {
  const auto M = Teuchos::rcp(new Preconditioner<>(problem.matrix));
  M->setParameters(parameters);
  M->setNearKernel(problem.nearKernel);
  M->compute();
  TpetraMultiVector b(x.getMap(), x.getNumVectors());
  for (std::size_t c = 0; c < b.getNumVectors(); ++c) b.getVectorNonConst(c)->putScalar(1.0 + double(c));
  return solve(problem.matrix, M, b, x, parameters.solver);
}

// By the definition, with b - A x in each step.
std::vector<double> definition(const Operator& A, const Operator& B, const ConstBlock& b, double omega, int steps) {
  const std::size_t n = b.extent(0);
  const Block x("x", n, 1), r("r", n, 1);
  for (int step = 0; step < steps; ++step) {
    Kokkos::deep_copy(r, b);
    A.apply(x, r, -1, 1);
    B.apply(r, x, omega, 1);
  }
  return toVector(asVector(x));
}

TEST(MpiStationaryIteration, IsTheDefinition) {
  const Problem problem = problemOf("laplace3d7", 6);
  Preconditioner<> M(problem.matrix);
  M.setParameters(preset("flow"));
  M.compute();
  const auto A = asOperator(M.distMatrix());
  const Operator& B = *M.smoother();
  const std::size_t n = M.distMatrix()->numRows();
  for (int width : {1, 2, 4})
    for (double omega : {1.0, 0.5}) {
      const Block x("x", n, width), r = allocateBlock("r", n, width), b = allocateBlock("b", n, width);
      std::vector<double> entries(n * width);
      for (std::size_t i = 0; i < entries.size(); ++i) entries[i] = globalUniform(7 + world()->getRank(), i) - 0.5;
      Kokkos::deep_copy(asVector(b), toView("b", entries));
      Kokkos::deep_copy(r, b);
      StationaryIteration iteration(*A, &B, omega, x, r);
      ColumnIteration::Flags moves{};
      for (int c = 0; c < width; ++c) moves[c] = true;
      const int steps = 4;
      for (int step = 0; step < steps; ++step) {
        iteration.prepare(moves);
        for (int c = 0; c < width; ++c) EXPECT_FALSE(iteration.obstacle(c));
        iteration.advance(moves);
      }
      for (int c = 0; c < width; ++c) {
        const Block one = allocateBlock("one column", n, 1), found = allocateBlock("found", n, 1);
        placeColumn(b, c, one, 0);
        placeColumn(x, c, found, 0);
        const auto expected = definition(*A, B, one, omega, steps), actual = toVector(asVector(found));
        for (std::size_t i = 0; i < n; ++i) EXPECT_NEAR(actual[i], expected[i], 1e-12);
      }
    }
}

TEST(MpiStationaryIteration, MultigridAloneSolvesAndTellsNoCondition) {
  const Problem problem = problemOf("laplace3d7", 16);
  for (int columns : {1, 3}) {
    TpetraMultiVector x(problem.matrix->getRowMap(), columns);
    const SolveResult cg = solved(problem, withMethod("flow", KrylovMethod::cg), x);
    const SolveResult alone = solved(problem, withMethod("flow", KrylovMethod::stationary), x);
    EXPECT_EQ(alone.status, SolveStatus::converged);
    EXPECT_EQ(alone.method, KrylovMethod::stationary);
    EXPECT_LE(alone.relativeResidual, 1e-8);
    EXPECT_GT(alone.iterations, cg.iterations);
    EXPECT_LT(alone.iterations, 200);
    EXPECT_EQ(alone.conditionEstimate, 0);
    EXPECT_GT(cg.conditionEstimate, 1);
  }
}

// What a cycle in single precision lacks is made up for by residuals in double.
TEST(MpiStationaryIteration, RefinesACycleInSinglePrecisionToTwelveDigits) {
  const Problem problem = problemOf("laplace3d7", 16);
  Parameters parameters = withMethod("flow", KrylovMethod::stationary);
  parameters.solver.tolerance = 1e-12;
  TpetraMultiVector x(problem.matrix->getRowMap(), 1);
  const int inDouble = solved(problem, parameters, x).iterations;
  auto& storage = parameters.amg.storage;
  storage.matrices = storage.smoother = storage.vectors = {StoragePrecision::singlePrecision};
  const SolveResult refined = solved(problem, parameters, x);
  EXPECT_EQ(refined.status, SolveStatus::converged);
  EXPECT_LE(refined.relativeResidual, 1e-12);
  EXPECT_LE(refined.iterations, inDouble + 2);
}

TEST(MpiStationaryIteration, SaysWhereItDiverges) {
  const Problem problem = problemOf("elasticity3d", 8);
  TpetraMultiVector x(problem.matrix->getRowMap(), 1);
  Parameters parameters;
  parameters.type = "jacobi";
  parameters.solver.method = KrylovMethod::stationary;
  parameters.solver.relaxation = 2;
  const SolveResult result = solved(problem, parameters, x);
  EXPECT_EQ(result.status, SolveStatus::notConverged);
  EXPECT_LT(result.iterations, 1000);
  EXPECT_NE(result.message.find("The iteration diverges"), std::string::npos) << result.message;
  EXPECT_NE(result.message.find("lower `relaxation`"), std::string::npos);
  // No answer is worse than none.
  EXPECT_LE(result.relativeResidual, 1);
  parameters.solver.relaxation = 0.5;
  parameters.solver.maxIterations = 20000;
  EXPECT_EQ(solved(problem, parameters, x).status, SolveStatus::converged);
}

}  // namespace
}  // namespace Chronos::Test
