// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_RunsOnHost.hpp"
#include "Chronos_StorageCheck.hpp"
#include "PrecisionCases.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <tuple>

namespace Chronos::Test {
namespace {

using namespace PrecisionCases;

std::size_t numSingleLevels(const Outcome& run) {
  const auto& levels = run.report.levels;
  return std::count_if(levels.begin(), levels.end(),
                       [](const LevelReport& level) { return level.vectorStorage == "single"; });
}

TEST(MpiSingleVectors, TakeAsManyIterations) {
  if (world()->getSize() > 3) GTEST_SKIP() << "as on three ranks: a hundred set-ups";
  for (const auto& [problem, name, smoother] : std::vector<std::tuple<Problem, const char*, const char*>>{
           {problemOf("laplace3d7", 14), "flow", "jacobi"},
           {problemOf("jumps3d", 12, 1e4), "flow", "adaptive fsai"},
           {problemOf("laplace3d7", 12), "flow", "chebyshev"},
           {problemOf("elasticity3d", 7, 1e4), "mechanics", "block chebyshev"},
           {problemOf("elasticity3d", 7, 1e4), "mechanics", "block jacobi"}}) {
    Parameters parameters = withPrecision(name, {wide});
    parameters.amg.level.smoother.method.choose(smoother);
    for (CycleKind cycle : {CycleKind::V, CycleKind::W, CycleKind::F, CycleKind::K}) {
      parameters.amg.cycle = cycle;
      parameters.amg.storage = {};
      const int iterations = solved(problem, parameters).result.iterations;
      for (StoragePrecision precision : {single, half}) {
        parameters.amg.storage.matrices = parameters.amg.storage.smoother = {precision};
        parameters.amg.storage.vectors = {wide};
        const int inDouble = solved(problem, parameters).result.iterations;
        parameters.amg.storage.vectors = {single};
        const Outcome run = solved(problem, parameters);
        SCOPED_TRACE(std::string(smoother) + " " + nameOf(precision) + " " + std::to_string(static_cast<int>(cycle)));
        EXPECT_EQ(run.result.status, SolveStatus::converged);
        EXPECT_LE(run.result.iterations, inDouble + 1);
        EXPECT_LE(run.result.iterations, iterations + std::max(2, iterations / 10));
        EXPECT_GE(run.report.vectorDifference, 0);
        // Of a K cycle the finest level alone, which takes no Krylov steps, and none that is solved.
        const std::size_t all = run.report.levels.size() - 1;
        EXPECT_EQ(numSingleLevels(run), cycle == CycleKind::K ? std::min<std::size_t>(1, all) : all);
      }
    }
  }
}

TEST(MpiSingleVectors, AutomaticHasThemBesideSixteenBitsOnAGpu) {
  const Problem problem = problemOf("laplace3d7", 16);
  for (StoragePrecision precision : {wide, single, half}) {
    Parameters parameters = withPrecision("flow", {precision}, {precision});
    parameters.amg.storage.vectors = {StoragePrecision::automatic};
    const Outcome run = solved(problem, parameters);
    EXPECT_EQ(run.result.status, SolveStatus::converged);
    EXPECT_TRUE(run.notes.empty()) << "nothing was asked for that is not there";
    EXPECT_EQ(run.report.levels.front().vectorStorage, precision == half && !runsOnHost<Device> ? "single" : "double");
  }
  Parameters parameters;
  parameters.amg.storage.all = StoragePrecision::automatic;
  const PrecisionParameters lists = parameters.amg.storage.inLists();
  for (const Precisions& list : {lists.matrices, lists.smoother, lists.vectors})
    EXPECT_EQ(list, Precisions{StoragePrecision::automatic});
}

TEST(MpiSingleVectors, AListHasThemOnSomeLevels) {
  const Problem problem = problemOf("laplace3d7", 24);
  Parameters parameters = withPrecision("flow", {single}, {single});
  const int iterations = solved(problem, parameters).result.iterations;
  for (CycleKind cycle : {CycleKind::V, CycleKind::W})
    for (const Precisions& vectors : {Precisions{single, wide}, Precisions{wide, single},
                                      Precisions{wide, single, wide}, Precisions{single, wide, single}}) {
      parameters.amg.cycle = cycle;
      parameters.amg.storage.vectors = vectors;
      const Outcome run = solved(problem, parameters);
      EXPECT_EQ(run.result.status, SolveStatus::converged);
      EXPECT_LE(run.result.iterations, iterations);
      EXPECT_TRUE(run.notes.empty());
      const auto& levels = run.report.levels;
      ASSERT_GT(levels.size(), 2u);
      for (std::size_t level = 0; level + 1 < levels.size(); ++level)
        EXPECT_EQ(levels[level].vectorStorage, nameOf(PrecisionParameters::at(vectors, level)));
    }
}

TEST(MpiSingleVectors, SayWhyALevelHasNone) {
  const Problem problem = problemOf("laplace3d7", 12);
  Parameters parameters = withPrecision("flow", {wide});
  parameters.amg.storage.vectors = {single};
  EXPECT_TRUE(says(solved(problem, parameters), "level 0: vectors are not stored in single: A is stored in double"));
  parameters.amg.storage.matrices = {single};
  parameters.amg.level.smoother.method.choose("two-stage gauss-seidel");
  EXPECT_TRUE(says(solved(problem, parameters), "level 0: vectors are not stored in single: the smoother has no form"));
}

// A long rod held at one end: what vectors lose of its bending is more than a Krylov method may forget.
TEST(MpiSingleVectors, EndWhereOneCycleDiffersTooMuch) {
  ProblemOptions options;
  options.nx = 150;
  options.ny = options.nz = 3;
  const Problem problem = makeProblem("elasticity3d", options, world());
  Parameters parameters = withPrecision("mechanics", {single}, {single});
  const int iterations = solved(problem, parameters).result.iterations;
  parameters.amg.storage.vectors = {single};
  const Outcome run = solved(problem, parameters);
  EXPECT_EQ(run.result.iterations, iterations);
  EXPECT_EQ(numSingleLevels(run), 0u);
  EXPECT_GT(run.report.vectorDifference, greatestVectorDifference);
  EXPECT_TRUE(says(run, "level 0: vectors are not stored in single: one cycle differs by"));
}

// What the matrix and the right-hand side are measured in does not count.
TEST(MpiSingleVectors, NoRightHandSideIsTooSmallOrTooLarge) {
  for (StoragePrecision precision : {single, half}) {
    Parameters parameters = withPrecision("flow", {precision}, {precision});
    parameters.amg.storage.vectors = {single};
    for (const auto& [ofMatrix, isSingle] : std::vector<std::pair<double, bool>>{
             {1.0, true}, {0x1p50, true}, {0x1p-50, true}, {0x1p600, false}, {0x1p-600, false}}) {
      const Problem problem = problemOf("laplace3d7", 12);
      problem.matrix->resumeFill();
      problem.matrix->scale(ofMatrix);
      problem.matrix->fillComplete();
      const auto M = setUp(problem, parameters);
      EXPECT_EQ(M->hierarchy()->hasSingleVectors(0), isSingle) << ofMatrix;
      TpetraMultiVector b(problem.matrix->getRowMap(), 1), z(b.getMap(), 1), scaled(b.getMap(), 1);
      b.randomize(-1, 1);
      M->apply(b, z);
      for (int exponent : {-400, 0, 400, 3}) {
        TpetraMultiVector c(b, Teuchos::Copy);
        c.scale(std::ldexp(1.0, exponent));
        M->apply(c, scaled);
        scaled.scale(std::ldexp(1.0, -exponent));
        scaled.update(-1, z, 1);
        EXPECT_EQ(scaled.getVector(0)->normInf(), 0) << ofMatrix << ", " << exponent;
      }
      b.putScalar(0);
      M->apply(b, z);
      EXPECT_EQ(z.getVector(0)->normInf(), 0);
    }
  }
}

TEST(MpiSingleVectors, WhatIsNoNumberIsNotHidden) {
  const Problem problem = problemOf("laplace3d7", 12);
  Parameters parameters = withPrecision("flow", {single}, {single});
  parameters.amg.storage.vectors = {single};
  const auto M = setUp(problem, parameters);
  TpetraMultiVector b(problem.matrix->getRowMap(), 1), z(b.getMap(), 1);
  b.putScalar(std::numeric_limits<double>::quiet_NaN());
  M->apply(b, z);
  EXPECT_FALSE(std::isfinite(z.getVector(0)->norm2()));
}

TEST(MpiSingleVectors, SeveralColumnsGoThroughTheSameMatrices) {
  const Problem problem = problemOf("jumps3d", 12, 1e4);
  Parameters parameters = withPrecision("flow", {half}, {half});
  parameters.amg.storage.vectors = {single};
  const auto M = setUp(problem, parameters);
  TpetraMultiVector b(problem.matrix->getRowMap(), 3), z(b.getMap(), 3), one(b.getMap(), 1);
  b.randomize(-1, 1);
  M->apply(b, z);
  for (int c = 0; c < 3; ++c) {
    M->apply(*b.getVector(c), one);
    const double size = one.getVector(0)->norm2();
    one.update(-1, *z.getVector(c), 1);
    EXPECT_LE(one.getVector(0)->norm2(), 1e-4 * size);
    EXPECT_GT(one.getVector(0)->norm2(), 0);
  }
}

}  // namespace
}  // namespace Chronos::Test
