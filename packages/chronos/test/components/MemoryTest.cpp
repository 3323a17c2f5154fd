// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "AllocationCounter.hpp"
#include "Chronos_Gallery.hpp"
#include "Chronos_Preconditioner.hpp"
#include "Chronos_RunsOnHost.hpp"
#include "TestComm.hpp"

#include <gtest/gtest.h>

namespace Chronos::Test {
namespace {

// Whether a level holds the matrix that it was set up with, be it that its smoother keeps it beside a copy.
bool holdsMatrix(const Level& level) {
  return !level.matrixCopy.isCopy || level.smoother->keptMatrix();
}

// What numBytes() of the finished preconditioner says beside what Kokkos allocated and did not free. The arrays of the
// user's matrix are shared; sparse factors of the last level are not Views, so it is inverted.
void expectCounted(const Problem& problem, Parameters parameters) {
  parameters.amg.coarseSize = 60;
  parameters.amg.coarseSolver.kind = CoarseSolverKind::denseInverse;
  const AllocationCounter counter;
  Preconditioner<> M(problem.matrix);
  M.setParameters(parameters);
  M.setNearKernel(problem.nearKernel);
  M.compute();
  const double shared = double(M.distMatrix()->numBytes());
  const double ofMatrix = double(M.distMatrix()->memoryBytes()) - shared;
  // Other preconditioners than a hierarchy do not hold the matrix.
  const bool isHeld = !M.hierarchy().is_null() && holdsMatrix(M.hierarchy()->levels.front());
  double counted = double(M.smoother()->numBytes()) + (isHeld ? -shared : ofMatrix);
  // One by rows shares those of the user's matrix, and counts what else the two have in common.
  if (!isHeld && !M.hierarchy().is_null() && M.hierarchy()->levels.front().matrixCopy.sharesRows)
    counted -= ofMatrix + shared - double(M.distMatrix()->local().numEntries()) * sizeof(double);
  // A copy by nodes shares their pattern with the matrix, which counts it too where no level does.
  const bool isSingle = parameters.amg.precision == CyclePrecision::singlePrecision ||
                        parameters.amg.storage.matrices.front() == StoragePrecision::singlePrecision;
  if (isSingle && runsOnHost<Device> && !isHeld) counted -= double(M.distMatrix()->nodesOfLongRows().numBytes());
  double live = counter.liveBytes();
  // One host thread reserves room for all products of a coarse matrix and gives what it does not use no pages.
  if (Device::execution_space().concurrency() == 1 && !M.hierarchy().is_null()) {
    if (parameters.amg.reuse == Reuse::prolongation) return;
    live -= counter.liveBytes("Chronos::product columns") + counter.liveBytes("Chronos::product values");
    for (std::size_t index = 1; index < M.hierarchy()->levels.size(); ++index) {
      const Level& level = M.hierarchy()->levels[index];
      const std::size_t ofValue = holdsMatrix(level) ? sizeof(double) : 0;
      const std::size_t ofColumn = holdsMatrix(level) || level.matrixCopy.sharesRows ? sizeof(LocalOrdinal) : 0;
      counted -= double(M.hierarchy()->report.levels[index].entries) * double(ofValue + ofColumn);
    }
  }
  EXPECT_NEAR(counted, live, 0.01 * live + 1e5) << counter.listing();
  EXPECT_GT(counter.liveBytes(), 1e6);
}

TEST(Memory, AllThatIsHeldIsCounted) {
  ProblemOptions options;
  options.nx = 14;
  const Problem elastic = makeProblem("elasticity3d", options, world());
  options.nx = 40;
  const Problem scalar = makeProblem("laplace3d7", options, world());
  expectCounted(elastic, preset("adaptive fsai"));
  for (const SmootherMethod& smoother : smootherTable(SmootherUse::smoothing))
    for (Reuse reuse : {Reuse::none, Reuse::pattern, Reuse::prolongation}) {
      SCOPED_TRACE(smoother.name + " " + std::to_string(static_cast<int>(reuse)));
      Parameters parameters = preset("flow");
      parameters.amg.level.smoother.method.choose(smoother.name);
      parameters.amg.reuse = reuse;
      expectCounted(scalar, parameters);
      // Copies of whole rows, which share indices with the matrices that they were made from.
      parameters.amg.precision = CyclePrecision::singlePrecision;
      expectCounted(scalar, parameters);
      parameters = preset("mechanics");
      parameters.amg.level.smoother.method.choose(smoother.name);
      parameters.amg.reuse = reuse;
      expectCounted(elastic, parameters);
      // Tentative: the reservations of a smoothed prolongation cannot be told from those of a coarse matrix.
      parameters = preset("smoothed aggregation");
      parameters.amg.level.prolongationSmoothing.steps = 0;
      parameters.amg.level.smoother.method.choose(smoother.name);
      parameters.amg.reuse = reuse;
      for (CyclePrecision precision : {CyclePrecision::doublePrecision, CyclePrecision::singlePrecision}) {
        parameters.amg.precision = precision;
        expectCounted(elastic, parameters);
      }
    }
}

// A cycle of one column takes what it works with at the set-up.
TEST(Memory, VectorsInSingleAreCounted) {
  ProblemOptions options;
  options.nx = 14;
  const Problem elastic = makeProblem("elasticity3d", options, world());
  options.nx = 40;
  const Problem scalar = makeProblem("laplace3d7", options, world());
  const std::vector<StoragePrecision> single{StoragePrecision::singlePrecision};
  for (const char* smoother : {"adaptive fsai", "chebyshev", "l1 jacobi", "block chebyshev"})
    for (bool isScalar : {true, false}) {
      SCOPED_TRACE(std::string(smoother) + (isScalar ? ", scalar" : ", nodes"));
      Parameters parameters = preset(isScalar ? "flow" : "mechanics");
      parameters.amg.level.smoother.method.choose(smoother);
      parameters.amg.storage = {single, single};
      parameters.amg.storage.vectors = single;
      expectCounted(isScalar ? scalar : elastic, parameters);
    }
}

TEST(Memory, MatricesThatASmootherKeepsBesideSingleCopiesAreCounted) {
  ProblemOptions options;
  options.nx = 40;
  const Problem scalar = makeProblem("laplace3d7", options, world());
  std::size_t bytes[2], ofValues = 0;
  for (int kept : {0, 1}) {
    Parameters parameters = preset("flow");
    parameters.amg.precision = CyclePrecision::singlePrecision;
    parameters.amg.level.smoother.method.choose(kept ? "two-stage gauss-seidel" : "jacobi");
    Preconditioner<> M(scalar.matrix);
    M.setParameters(parameters);
    M.compute();
    bytes[kept] = M.smoother()->numBytes();
    ofValues = M.distMatrix()->local().numEntries() * sizeof(double);
  }
  EXPECT_GT(bytes[1] - bytes[0], ofValues);
}

// A record keeps it with the coarse unknowns, too; a smoothed one leaves it to them alone.
TEST(Memory, ATentativeProlongationIsCountedOnce) {
  ProblemOptions options;
  options.nx = 10;
  const Problem elastic = makeProblem("elasticity3d", options, world());
  std::size_t ofUnknowns[2], ofTentative = 0;
  for (int steps : {0, 1}) {
    Parameters parameters = preset("smoothed aggregation");
    parameters.amg.coarseSize = 60;
    parameters.amg.reuse = Reuse::prolongation;
    parameters.amg.level.prolongationSmoothing.steps = steps;
    Preconditioner<> M(elastic.matrix);
    M.setParameters(parameters);
    M.setNearKernel(elastic.nearKernel);
    M.compute();
    const CoarseSpace& coarse = M.hierarchy()->records.front().coarse;
    ofUnknowns[steps] = coarse.unknowns->numBytes();
    if (steps == 0) ofTentative = coarse.P->numBytes();
  }
  EXPECT_LT(ofUnknowns[0], ofTentative / 10);
  EXPECT_GE(ofUnknowns[1], ofUnknowns[0] + ofTentative);
}

TEST(Memory, NothingIsAllocatedByACycle) {
  ProblemOptions options;
  options.nx = 20;
  const Problem scalar = makeProblem("laplace3d7", options, world());
  Preconditioner<> M(scalar.matrix);
  M.setParameters(preset("flow"));
  M.compute();
  TpetraMultiVector x(scalar.matrix->getRowMap(), 1), y(scalar.matrix->getRowMap(), 1);
  x.putScalar(1.0);
  M.apply(x, y);
  const AllocationCounter counter;
  M.apply(x, y);
  EXPECT_EQ(counter.numAllocated(), 0);
}

}  // namespace
}  // namespace Chronos::Test
