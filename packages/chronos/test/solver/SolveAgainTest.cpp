// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos.hpp"
#include "Chronos_Gallery.hpp"
#include "Chronos_RightHandSide.hpp"
#include "RandomMatrix.hpp"

#include <gtest/gtest.h>

namespace Chronos::Test {
namespace {

Problem elasticity() {
  ProblemOptions options;
  options.nx = 8;
  options.contrast = 1e3;
  return makeProblem("elasticity3d", options, world());
}

// The test space that the first set-up found is the one on which the second one filters.
TEST(MpiSolve, ComputeAgainOnTheSameValuesGivesTheSamePreconditioner) {
  const Problem problem = elasticity();
  Parameters parameters = preset("strong mechanics");
  parameters.amg.coarseSize = 30;
  parameters.amg.level.coarsening.unit = CoarseningUnit::unknowns;
  parameters.amg.level.operatorFiltering.share = 0.99;
  parameters.amg.testSpace.numVectors = 6;
  parameters.amg.reuse = Reuse::prolongation;
  Preconditioner<> M(problem.matrix);
  M.setParameters(parameters);
  const auto b = makeRightHandSide("random", *problem.matrix, 0);
  TpetraMultiVector first(problem.matrix->getDomainMap(), 1), again(problem.matrix->getDomainMap(), 1);
  M.compute();
  M.apply(*b, first);
  M.compute();
  M.apply(*b, again);
  again.update(-1.0, first, 1.0);
  Teuchos::Array<double> difference(1);
  again.normInf(difference());
  EXPECT_EQ(difference[0], 0);
}

TEST(MpiSolve, NewValuesOnTheOldPatternWithEveryLevelOfReuse) {
  ProblemOptions options;
  options.nx = 12;
  const Problem problem = makeProblem("laplace3d7", options, world());
  for (Reuse reuse : {Reuse::none, Reuse::pattern, Reuse::prolongation, Reuse::all}) {
    Parameters parameters;
    parameters.type = "amg";
    parameters.amg.coarseSize = 30;
    parameters.amg.reuse = reuse;
    const auto A = Teuchos::rcp(new TpetraCrsMatrix(*problem.matrix, Teuchos::Copy));
    const auto M = Teuchos::rcp(new Preconditioner<>(A));
    M->setParameters(parameters);
    M->compute();
    A->resumeFill();
    A->scale(7.0);
    A->fillComplete();
    M->compute();
    const auto b = makeRightHandSide("random", *A, 0);
    TpetraMultiVector x(A->getDomainMap(), 1);
    const SolveResult result = solve(Teuchos::rcp(new MatrixOperator(M->distMatrix())), M, *b, x, parameters.solver);
    EXPECT_EQ(result.status, SolveStatus::converged);
    EXPECT_LE(result.iterations, 12);
    TpetraMultiVector r(A->getRangeMap(), 1);
    A->apply(x, r);
    r.update(1.0, *b, -1.0);
    Teuchos::Array<double> rNorm(1), bNorm(1);
    r.norm2(rNorm());
    b->norm2(bNorm());
    EXPECT_LE(rNorm[0], 2e-8 * bNorm[0]);
  }
}

TEST(MpiSolve, NewValuesNeedOnlyCompute) {
  const Problem problem = elasticity();
  Preconditioner<> M(problem.matrix);
  M.compute();
  TpetraMultiVector x(problem.matrix->getDomainMap(), 1), before(problem.matrix->getRangeMap(), 1),
      after(problem.matrix->getRangeMap(), 1);
  x.putScalar(1);
  M.apply(x, before);
  problem.matrix->resumeFill();
  problem.matrix->scale(4.0);
  problem.matrix->fillComplete(problem.matrix->getDomainMap(), problem.matrix->getRangeMap());
  M.initialize();
  M.compute();
  M.apply(x, after, Teuchos::NO_TRANS, 4.0, 0.0);
  after.update(-1.0, before, 1.0);
  Teuchos::Array<double> difference(1), size(1);
  after.norm2(difference());
  before.norm2(size());
  EXPECT_LE(difference[0], 1e-12 * size[0]);
}

}  // namespace
}  // namespace Chronos::Test
