// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos.hpp"
#include "Chronos_Gallery.hpp"
#include "NumbersOnDevice.hpp"
#include "RandomMatrix.hpp"
#include "TrueResidual.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace Chronos::Test {
namespace {

struct System {
  Problem problem;
  Teuchos::RCP<Preconditioner<>> M;
  Teuchos::RCP<const MatrixOperator> A;
};

System setUp(const std::string& type, Parameters parameters = {}) {
  ProblemOptions options;
  options.nx = 6;
  options.contrast = 100;
  System system{makeProblem("elasticity3d", options, world()), Teuchos::null, Teuchos::null};
  system.M = Teuchos::rcp(new Preconditioner<>(system.problem.matrix));
  parameters.type = type;
  parameters.amg.coarseSize = 40;
  system.M->setParameters(parameters);
  system.M->setNearKernel(system.problem.nearKernel);
  system.M->compute();
  system.A = Teuchos::rcp(new MatrixOperator(system.M->distMatrix()));
  return system;
}

// The same numbers on any number of ranks, another vector in each column.
TpetraMultiVector rightHandSides(const Teuchos::RCP<const Map>& map, std::size_t numColumns) {
  TpetraMultiVector B(map, numColumns);
  for (std::size_t j = 0; j < numColumns; ++j) {
    const auto column = B.getDataNonConst(j);
    for (int i = 0; i < column.size(); ++i)
      column[i] = globalUniform(100 + j, static_cast<std::uint64_t>(map->getGlobalElement(i)));
  }
  return B;
}

TEST(MpiSeveralColumns, EachIsSolvedAsIfItWereAlone) {
  for (const std::string type : {"none", "jacobi", "adaptive fsai", "amg"}) {
    const System system = setUp(type);
    // Columns are the same in blocks of any width.
    std::vector<SolveResult> alone;
    const TpetraMultiVector widest = rightHandSides(system.problem.matrix->getRowMap(), 11);
    for (std::size_t j = 0; j < widest.getNumVectors(); ++j) {
      TpetraMultiVector x(widest.getMap(), 1);
      alone.push_back(solve(system.A, system.M, *widest.getVector(j), x, SolverParameters()));
    }
    for (std::size_t numColumns : {2, 3, 8, 11}) {
      SCOPED_TRACE(type + ", columns: " + std::to_string(numColumns));
      const TpetraMultiVector B = rightHandSides(system.problem.matrix->getRowMap(), numColumns);
      TpetraMultiVector X(B.getMap(), numColumns);
      const SolveResult result = solve(system.A, system.M, B, X, SolverParameters());
      ASSERT_EQ(result.columns.size(), numColumns);
      int most = 0;
      for (std::size_t j = 0; j < numColumns; ++j) {
        const ColumnResult& column = result.columns[j];
        EXPECT_EQ(column.status, SolveStatus::converged);
        // Rounding of long iterations differs: without a preconditioner they scatter.
        EXPECT_NEAR(column.iterations, alone[j].iterations, 1 + 0.05 * alone[j].iterations);
        EXPECT_EQ(column.residualHistory.size(), std::size_t(column.iterations) + 1);
        EXPECT_LE(trueResidual(*system.problem.matrix, *X.getVector(j), *B.getVector(j)), 1.01e-8);
        EXPECT_NEAR(column.conditionEstimate, alone[j].conditionEstimate, 1e-3 * alone[j].conditionEstimate);
        most = std::max(most, column.iterations);
      }
      EXPECT_EQ(result.iterations, most);
    }
  }
}

// Whether or not the host waits for their coefficients; columns end at different steps, so that blocks become narrower.
// More ranks than one have such sums between GPUs alone.
TEST(SeveralColumns, CoefficientsOnTheDeviceTakeTheSameSteps) {
  for (const std::string type : {"jacobi", "amg"}) {
    const System system = setUp(type);
    TpetraMultiVector B = rightHandSides(system.problem.matrix->getRowMap(), 5);
    for (std::size_t j : {1, 3}) system.problem.matrix->apply(*B.getVector(j - 1), *B.getVectorNonConst(j));
    const auto run = [&](bool leaves) {
      const NumbersOnDevice numbers(leaves);
      TpetraMultiVector X(B.getMap(), B.getNumVectors());
      return solve(system.A, system.M, B, X, SolverParameters());
    };
    const SolveResult watched = run(false), unwatched = run(true);
    for (std::size_t j = 0; j < B.getNumVectors(); ++j) {
      const ColumnResult &expected = watched.columns[j], &found = unwatched.columns[j];
      EXPECT_EQ(found.status, SolveStatus::converged);
      EXPECT_EQ(found.iterations, expected.iterations);
      ASSERT_EQ(found.residualHistory.size(), expected.residualHistory.size());
      for (std::size_t i = 0; i < expected.residualHistory.size(); ++i)
        EXPECT_NEAR(found.residualHistory[i], expected.residualHistory[i], 1e-6 * expected.residualHistory[i]);
      EXPECT_NEAR(found.conditionEstimate, expected.conditionEstimate, 1e-6 * expected.conditionEstimate);
    }
  }
}

// What lies in x counts for a given guess alone: every other begins with what it says, and what is not a number goes.
TEST(MpiSeveralColumns, WhatXHoldsDoesNotCount) {
  const System system = setUp("amg");
  const auto& map = system.problem.matrix->getRowMap();
  for (const auto guess : {InitialGuess::zero, InitialGuess::preconditioned})
    for (const bool isPreconditioned : {true, false})
      for (const std::size_t numColumns : {1, 3}) {
        SolverParameters parameters;
        parameters.initialGuess = guess;
        parameters.maxIterations = 2000;
        const Teuchos::RCP<const Operator> M =
            isPreconditioned ? Teuchos::RCP<const Operator>(system.M) : Teuchos::null;
        TpetraMultiVector B = rightHandSides(map, numColumns), X(map, numColumns), same(map, numColumns);
        if (numColumns > 1) B.getVectorNonConst(1)->putScalar(0.0);
        X.putScalar(std::numeric_limits<double>::quiet_NaN());
        solve(system.A, M, B, X, parameters);
        solve(system.A, M, B, same, parameters);
        for (std::size_t j = 0; j < numColumns; ++j) {
          const auto found = X.getVector(j)->getData(), expected = same.getVector(j)->getData();
          for (int i = 0; i < found.size(); ++i) ASSERT_EQ(found[i], expected[i]) << "column " << j;
        }
        TpetraMultiVector five(map, 5);  // some of its columns, which have no constant stride
        five.putScalar(std::numeric_limits<double>::quiet_NaN());
        Teuchos::Array<std::size_t> some;
        for (std::size_t j = 0; j < numColumns; ++j) some.push_back(j == 0 ? 0 : j + 1);
        const auto scattered = five.subViewNonConst(some());
        solve(system.A, M, B, *scattered, parameters);
        for (std::size_t j = 0; j < numColumns; ++j) {
          const auto found = scattered->getVector(j)->getData(), expected = same.getVector(j)->getData();
          for (int i = 0; i < found.size(); ++i) ASSERT_EQ(found[i], expected[i]) << "column " << j;
        }
      }
}

// One is zero, one is its own solution times the matrix of a guess, one cannot converge: each has its own end.
TEST(MpiSeveralColumns, EachEndsByItself) {
  const System system = setUp("jacobi");
  TpetraMultiVector B = rightHandSides(system.problem.matrix->getRowMap(), 4), X(B.getMap(), 4);
  B.getVectorNonConst(1)->putScalar(0.0);
  X.putScalar(1.0);
  system.problem.matrix->apply(*X.getVector(2), *B.getVectorNonConst(2));
  SolverParameters parameters;
  parameters.initialGuess = InitialGuess::given;
  SolveResult result = solve(system.A, system.M, B, X, parameters);
  EXPECT_EQ(result.columns[1].status, SolveStatus::converged);
  EXPECT_EQ(result.columns[1].iterations, 0);
  EXPECT_EQ(X.getVector(1)->normInf(), 0);
  EXPECT_EQ(result.columns[2].status, SolveStatus::converged);
  EXPECT_EQ(result.columns[2].iterations, 0);
  EXPECT_GT(result.columns[0].iterations, 10);
  EXPECT_EQ(result.status, SolveStatus::converged);

  parameters.maxIterations = result.columns[0].iterations - 5;
  X.putScalar(1.0);
  result = solve(system.A, system.M, B, X, parameters);
  EXPECT_EQ(result.columns[0].status, SolveStatus::notConverged);
  EXPECT_EQ(result.columns[1].status, SolveStatus::converged);
  EXPECT_EQ(result.status, SolveStatus::notConverged);
}

TEST(MpiSeveralColumns, VectorsWithoutAStrideOrInTheSameMemory) {
  const System system = setUp("adaptive fsai");
  const TpetraMultiVector B = rightHandSides(system.problem.matrix->getRowMap(), 5);
  const Teuchos::Array<std::size_t> chosen(Teuchos::tuple<std::size_t>(0, 3, 4));
  const auto part = B.subView(chosen());
  TpetraMultiVector X(B.getMap(), 5), inPlace(B, Teuchos::Copy);
  const auto xPart = X.subViewNonConst(chosen());
  EXPECT_EQ(solve(system.A, system.M, *part, *xPart, SolverParameters()).status, SolveStatus::converged);
  EXPECT_EQ(solve(system.A, system.M, inPlace, inPlace, SolverParameters()).status, SolveStatus::converged);
  for (std::size_t j : {0, 3, 4}) {
    EXPECT_LE(trueResidual(*system.problem.matrix, *X.getVector(j), *B.getVector(j)), 1.01e-8);
    EXPECT_LE(trueResidual(*system.problem.matrix, *inPlace.getVector(j), *B.getVector(j)), 1.01e-8);
  }
  EXPECT_EQ(X.getVector(1)->normInf(), 0);
  TpetraMultiVector two(B.getMap(), 2);
  EXPECT_THROW(solve(system.A, system.M, B, two, SolverParameters()), InputError);
}

// Squares of entries below 1e-162 are zero, above 1e154 infinite: neither may decide.
TEST(MpiSeveralColumns, SizeOfTheRightHandSideDoesNotMatter) {
  const System system = setUp("adaptive fsai");
  const auto map = system.problem.matrix->getRowMap();
  const std::vector<double> sizes{1, 1e-158, 1e-170, 1e-290, 1e154, 1e200, 1e295};
  TpetraMultiVector B(map, sizes.size()), X(map, sizes.size());
  const TpetraMultiVector b = rightHandSides(map, 1);
  for (std::size_t j = 0; j < sizes.size(); ++j) B.getVectorNonConst(j)->update(sizes[j], b, 0.0);
  const SolveResult together = solve(system.A, system.M, B, X, SolverParameters());
  for (std::size_t j = 0; j < sizes.size(); ++j) {
    SCOPED_TRACE(sizes[j]);
    TpetraMultiVector x(map, 1);
    const SolveResult alone = solve(system.A, system.M, *B.getVector(j), x, SolverParameters());
    for (const ColumnResult& result : {static_cast<const ColumnResult&>(alone), together.columns[j]}) {
      EXPECT_EQ(result.status, SolveStatus::converged);
      EXPECT_NEAR(result.iterations, together.columns[0].iterations, 1);
      EXPECT_LE(result.relativeResidual, 1e-8);
    }
    // Back to ordinary numbers, where Tpetra's norms hold.
    TpetraMultiVector scaled(map, 1);
    scaled.update(1 / sizes[j], x, 0.0);
    EXPECT_LE(trueResidual(*system.problem.matrix, scaled, b), 1.01e-8);
    scaled.update(1 / sizes[j], *X.getVector(j), 0.0);
    EXPECT_LE(trueResidual(*system.problem.matrix, scaled, b), 1.01e-8);
  }
}

// The residual of plain conjugate gradients rises at first: x = 0 is better than many an iterate.
TEST(MpiSeveralColumns, NeverWorseThanNoAnswer) {
  const System system = setUp("none");
  const TpetraMultiVector b = rightHandSides(system.problem.matrix->getRowMap(), 1);
  for (int maxIterations = 1; maxIterations < 40; ++maxIterations) {
    TpetraMultiVector x(b.getMap(), 1);
    SolverParameters parameters;
    parameters.maxIterations = maxIterations;
    const SolveResult result = solve(system.A, Teuchos::null, b, x, parameters);
    EXPECT_EQ(result.status, SolveStatus::notConverged);
    EXPECT_LE(trueResidual(*system.problem.matrix, x, b), 1 + 1e-14);
    EXPECT_NEAR(trueResidual(*system.problem.matrix, x, b), result.relativeResidual, 1e-10);
  }
}

TEST(MpiSeveralColumns, PreconditionersTakeBlocksLikeSingleVectors) {
  for (const SmootherMethod& smoother : smootherTable(SmootherUse::smoothing))
    for (CoarseSolverKind coarse :
         {CoarseSolverKind::automatic, CoarseSolverKind::denseInverse, CoarseSolverKind::sweeps}) {
      SCOPED_TRACE(smoother.name + " " + std::to_string(static_cast<int>(coarse)));
      Parameters parameters;
      parameters.amg.level.smoother.method.choose(smoother.name);
      parameters.amg.coarseSolver.kind = coarse;
      parameters.amg.cycle = coarse == CoarseSolverKind::sweeps ? CycleKind::W : CycleKind::V;
      const System system = setUp("amg", parameters);
      const TpetraMultiVector B = rightHandSides(system.problem.matrix->getRowMap(), 5);
      TpetraMultiVector Y(B.getMap(), 5);
      system.M->apply(B, Y);
      for (std::size_t j = 0; j < 5; ++j) {
        TpetraMultiVector y(B.getMap(), 1);
        system.M->apply(*B.getVector(j), y);
        const double size = y.getVector(0)->norm2();
        y.update(-1.0, *Y.getVector(j), 1.0);
        EXPECT_LE(y.getVector(0)->norm2(), 1e-12 * size);
      }
    }
}

}  // namespace
}  // namespace Chronos::Test
