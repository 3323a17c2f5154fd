// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos.hpp"
#include "Chronos_Gallery.hpp"
#include "Chronos_HostCopy.hpp"
#include "Chronos_TpetraConversion.hpp"
#include "Chronos_RightHandSide.hpp"
#include "Chronos_RunsOnHost.hpp"
#include "TestComm.hpp"
#include "TrueResidual.hpp"

#include <gtest/gtest.h>

namespace Chronos::Test {
namespace {

Problem problemOf(const char* name, int nx, int ny, int nz, double contrast = 1) {
  ProblemOptions options;
  options.nx = nx;
  options.ny = ny;
  options.nz = nz;
  options.contrast = contrast;
  return makeProblem(name, options, world());
}

TEST(MpiSystemSolve, FromNothingButTheMatrix) {
  for (const char* name : {"laplace3d7", "laplace3d27", "elasticity3d"}) {
    const Problem problem = problemOf(name, 14, 14, 14);
    const auto b = makeRightHandSide("random", *problem.matrix, 0);
    TpetraMultiVector x(problem.matrix->getDomainMap(), 1);
    const SystemResult result = solve(problem.matrix, *b, x);
    EXPECT_EQ(result.status, SolveStatus::converged) << name;
    EXPECT_LE(trueResidual(*problem.matrix, x, *b), 1.01e-8) << name;
    ASSERT_EQ(result.stages.size(), 1u);
    EXPECT_EQ(result.stages[0].iterations, result.iterations);
  }
}

// A beam of which translations alone are taken takes hundreds of iterations.
Problem beam() {
  return problemOf("elasticity3d", 360, 4, 4);
}

Teuchos::ParameterList withoutRotations() {
  Teuchos::ParameterList list;
  list.sublist("amg").sublist("test space").set("type", std::string("constant")).set("degrees of freedom", 3);
  list.sublist("solver").set("tolerance", 1e-6);
  return list;
}

// There `mechanics` is weighed with thousands of launches: nothing takes over before this beam ends.
constexpr const char* endsFirst = "on a GPU smoothed aggregation ends this beam before another method is set up";

// Beams take hundreds of iterations, minutes of ranks that share cores in all.
constexpr const char* asOnFewerRanks = "as on fewer ranks, which take half of the time";

// A list `amg` means multigrid: else this beam would be factored on one rank.
TEST(MpiSystemSolve, RotationsOfABeamAreFoundWhereTranslationsAreSlow) {
  const Problem problem = problemOf("elasticity3d", 160, 6, 6);
  Teuchos::ParameterList list;
  list.sublist("amg").set("maximum levels", 20);
  const auto b = makeRightHandSide("random", *problem.matrix, 0);
  TpetraMultiVector x(problem.matrix->getDomainMap(), 1);
  const SystemResult result = solve(problem.matrix, *b, x, list);
  EXPECT_EQ(result.status, SolveStatus::converged);
  EXPECT_LE(trueResidual(*problem.matrix, x, *b), 1.01e-8);
  EXPECT_EQ(result.stages[0].method, "smoothed aggregation");
  const std::size_t found = runsOnHost<Device> ? 1 : 0;
  ASSERT_EQ(result.stages.size(), found + 1);
  EXPECT_LE(result.stages[found].iterations, 40);
  if (found == 1) {
    EXPECT_EQ(result.stages[1].method, "smoothed aggregation, rotations found");
  }
}

TEST(MpiSystemSolve, ClimbsWhereItIsSlowAndGoesOnFromItsIterate) {
  if (!runsOnHost<Device>) GTEST_SKIP() << endsFirst;
  if (world()->getSize() > 3) GTEST_SKIP() << asOnFewerRanks;
  const Problem problem = beam();
  const auto b = makeRightHandSide("random", *problem.matrix, 0);
  TpetraMultiVector x(problem.matrix->getDomainMap(), 1);
  int lastIteration = -1;
  SolveMonitor monitor;
  monitor.progress = [&](int iteration, double) { lastIteration = iteration; };
  const SystemResult result = solve(problem.matrix, *b, x, withoutRotations(), monitor);
  EXPECT_EQ(result.status, SolveStatus::converged);
  EXPECT_LE(trueResidual(*problem.matrix, x, *b), 1.01e-6);
  ASSERT_GE(result.stages.size(), 2u);
  EXPECT_EQ(result.stages[0].method, "smoothed aggregation");
  EXPECT_FALSE(result.stages[0].ended.empty());
  EXPECT_EQ(result.stages[1].method, "mechanics");
  int iterations = 0;
  for (const SolveStage& stage : result.stages) iterations += stage.iterations;
  EXPECT_EQ(result.iterations, iterations);
  EXPECT_EQ(result.residualHistory.size(), std::size_t(result.iterations) + 1);
  EXPECT_EQ(lastIteration, result.iterations);
  EXPECT_LT(result.stages[1].relativeResidual, result.stages[0].relativeResidual);
  EXPECT_GT(result.setupSeconds(), result.stages[0].setupSeconds);

  TpetraMultiVector y(problem.matrix->getDomainMap(), 1);
  const SystemResult again = solve(problem.matrix, *b, y, withoutRotations());
  EXPECT_EQ(again.residualHistory, result.residualHistory);
}

// The same beam: where it would climb after n iterations, a user who stops it there has the last word.
TEST(MpiSystemSolve, AUserWhoStopsIsNotTakenForASlowMethod) {
  if (!runsOnHost<Device>) GTEST_SKIP() << endsFirst;
  if (world()->getSize() > 2) GTEST_SKIP() << asOnFewerRanks;
  const Problem problem = beam();
  const auto b = makeRightHandSide("random", *problem.matrix, 0);
  TpetraMultiVector x(problem.matrix->getDomainMap(), 1);
  Teuchos::ParameterList list = withoutRotations();
  list.sublist("solver").set("maximum iterations", 400);
  const SystemResult climbed = solve(problem.matrix, *b, x, list);
  ASSERT_GE(climbed.stages.size(), 2u);
  EXPECT_LE(climbed.iterations, 400);
  EXPECT_LE(climbed.relativeResidual, 1);
  int iterations = 0;
  SolveMonitor monitor;
  monitor.progress = [&](int iteration, double) { iterations = iteration; };
  monitor.interrupted = [&] {
    return iterations + 1 >= climbed.stages[0].iterations && world()->getRank() == world()->getSize() - 1;
  };
  const SystemResult result = solve(problem.matrix, *b, x, list, monitor);
  EXPECT_EQ(result.status, SolveStatus::interrupted);
  EXPECT_EQ(result.stages.size(), 1u);
  EXPECT_LE(trueResidual(*problem.matrix, x, *b), 1 + 1e-12);
}

// Two blocks of eight: what waits behind the first is no sign of a slow method.
TEST(MpiSystemSolve, ManyColumnsDoNotClimbForTheirNumber) {
  const Problem problem = problemOf("laplace3d7", 14, 14, 14);
  TpetraMultiVector B(problem.matrix->getRangeMap(), 11), X(problem.matrix->getDomainMap(), 11);
  for (std::size_t j = 0; j < 11; ++j)
    B.getVectorNonConst(j)->update(1, *makeRightHandSide("random", *problem.matrix, j), 0);
  const SystemResult result = solve(problem.matrix, B, X);
  EXPECT_EQ(result.status, SolveStatus::converged);
  EXPECT_EQ(result.stages.size(), 1u);
}

// Some columns end before the climb, others after it; the right-hand sides lie where the solution goes.
TEST(MpiSystemSolve, ColumnsClimbTogetherAndMayBeSolvedInPlace) {
  if (!runsOnHost<Device>) GTEST_SKIP() << endsFirst;
  if (world()->getSize() > 2) GTEST_SKIP() << asOnFewerRanks;
  const Problem problem = beam();
  TpetraMultiVector B(problem.matrix->getRangeMap(), 3);
  B.getVectorNonConst(1)->update(1, *makeRightHandSide("random", *problem.matrix, 0), 0);
  B.getVectorNonConst(2)->update(1, *makeRightHandSide("A*ones", *problem.matrix, 0), 0);
  TpetraMultiVector X(B, Teuchos::Copy);
  const SystemResult result = solve(problem.matrix, X, X, withoutRotations());
  EXPECT_EQ(result.status, SolveStatus::converged);
  ASSERT_GE(result.stages.size(), 2u);
  EXPECT_EQ(result.columns[0].iterations, 0);
  for (std::size_t j = 1; j < 3; ++j) {
    EXPECT_LE(trueResidual(*problem.matrix, *X.getVector(j), *B.getVector(j)), 1.01e-6);
    EXPECT_EQ(result.columns[j].residualHistory.size(), std::size_t(result.columns[j].iterations) + 1);
  }
}

TEST(MpiSystemSolve, APreconditionerThatIsNotComputedIsRefused) {
  const Problem problem = problemOf("laplace3d7", 4, 4, 4);
  Preconditioner<> M(problem.matrix);
  TpetraMultiVector b(problem.matrix->getRangeMap(), 1), x(problem.matrix->getDomainMap(), 1);
  EXPECT_THROW(solve(M, b, x), InputError);
}

TEST(MpiSystemSolve, NoRightHandSideIsSolvedAtOnce) {
  const Problem problem = problemOf("laplace3d7", 14, 14, 14);
  TpetraMultiVector b(problem.matrix->getRangeMap(), 0), x(problem.matrix->getDomainMap(), 0);
  EXPECT_EQ(solve(problem.matrix, b, x, Teuchos::ParameterList()).status, SolveStatus::converged);
}

// Arrays that an application hands over may have an entry in two parts; fillComplete() adds up what was inserted alone.
Teuchos::RCP<TpetraCrsMatrix> inTwoParts(const TpetraCrsMatrix& A, bool sideBySide) {
  const auto parts = fromTpetra(Teuchos::rcpFromRef(A)).local();
  const auto rowPtr = toVector(parts.rowPtr);
  const auto colInd = toVector(parts.colInd);
  const auto values = toVector(parts.values);
  using Local = TpetraCrsMatrix::local_matrix_device_type;
  const Local::row_map_type::non_const_type ptr("rows", rowPtr.size());
  const Local::index_type::non_const_type ind("columns", 2 * colInd.size());
  const Local::values_type::non_const_type val("values", 2 * values.size());
  const auto hostPtr = Kokkos::create_mirror_view(ptr);
  const auto hostInd = Kokkos::create_mirror_view(ind);
  const auto hostVal = Kokkos::create_mirror_view(val);
  for (std::size_t row = 0; row < rowPtr.size(); ++row) hostPtr(row) = 2 * rowPtr[row];
  for (std::size_t row = 0; row + 1 < rowPtr.size(); ++row)
    for (Offset entry = rowPtr[row]; entry < rowPtr[row + 1]; ++entry)
      for (const Offset part : {0, 1}) {
        const Offset length = rowPtr[row + 1] - rowPtr[row];
        const Offset place = sideBySide ? 2 * entry + part : entry + rowPtr[row] + part * length;
        hostInd(place) = colInd[entry];
        hostVal(place) = values[entry] / 2;
      }
  Kokkos::deep_copy(ptr, hostPtr);
  Kokkos::deep_copy(ind, hostInd);
  Kokkos::deep_copy(val, hostVal);
  const auto result = Teuchos::rcp(new TpetraCrsMatrix(A.getRowMap(), A.getColMap(), ptr, ind, val));
  result->expertStaticFillComplete(A.getDomainMap(), A.getRangeMap());
  return result;
}

TEST(MpiSystemSolve, TwoEntriesInAColumnAreAnErrorThatNamesTheRow) {
  const Problem problem = problemOf("elasticity3d", 6, 6, 6);
  for (const bool sideBySide : {true, false})
    for (const char* name : {"auto", "light", "flow"}) {
      Preconditioner<> M(inTwoParts(*problem.matrix, sideBySide));
      M.setParameters(preset(name));
      try {
        M.compute();
        ADD_FAILURE() << name;
      } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("two entries in one column"), std::string::npos) << error.what();
      }
    }
}

// What is told of the residual is that of x, also where the guess was dropped and nothing better was found.
TEST(MpiSystemSolve, AnInterruptedSolveDoesNotReturnAGuessThatWasDropped) {
  const Problem problem = problemOf("laplace3d7", 30, 30, 4);
  const auto scaled = toTpetra(fromTpetra(problem.matrix));
  Tpetra::Vector<> scales(problem.matrix->getRowMap());
  {
    const auto view = scales.getLocalViewHost(Tpetra::Access::OverwriteAll);
    for (std::size_t i = 0; i < view.extent(0); ++i)
      view(i, 0) = problem.matrix->getRowMap()->getGlobalElement(static_cast<LocalOrdinal>(i)) % 2 == 0 ? 1 : 1e3;
  }
  scaled->leftScale(scales);
  scaled->rightScale(scales);
  TpetraMultiVector b(scaled->getRangeMap(), 1);
  if (b.getMap()->isNodeGlobalElement(100)) b.replaceGlobalValue(100, 0, 1.0);
  for (const int last : {1, 2, 4}) {
    TpetraMultiVector x(scaled->getDomainMap(), 1);
    x.putScalar(1e200);
    Teuchos::ParameterList list;
    list.sublist("solver").set("initial guess", std::string("given"));
    int iteration = 0;
    SolveMonitor monitor;
    monitor.progress = [&](int done, double) { iteration = done; };
    monitor.interrupted = [&] { return iteration >= last; };
    const SystemResult result = solve(scaled, b, x, list, monitor);
    EXPECT_TRUE(result.isGuessDropped) << result.message;
    TpetraMultiVector r(scaled->getRangeMap(), 1);
    scaled->apply(x, r);
    r.update(1.0, b, -1.0);
    EXPECT_NEAR(r.getVector(0)->norm2(), result.relativeResidual, 1e-6 * result.relativeResidual + 1e-12) << last;
  }
}

TEST(MpiSystemSolve, WhatDidNotConvergeSaysWhatToTry) {
  const Problem problem = problemOf("laplace3d7", 20, 20, 20);
  const auto b = makeRightHandSide("random", *problem.matrix, 0);
  TpetraMultiVector x(problem.matrix->getDomainMap(), 1);
  Teuchos::ParameterList list;
  list.set("type", std::string("jacobi"));
  list.sublist("solver").set("maximum iterations", 30);
  const SystemResult result = solve(problem.matrix, *b, x, list);
  EXPECT_EQ(result.status, SolveStatus::notConverged);
  EXPECT_NE(result.message.find("The 30 iterations"), std::string::npos) << result.message;
  EXPECT_NE(result.message.find("more would do"), std::string::npos) << result.message;
  EXPECT_NE(result.message.find("preset"), std::string::npos) << result.message;
}

TEST(MpiSystemSolve, TheChoiceHoldsForNewValuesUntilItIsWithdrawn) {
  const Problem problem = problemOf("laplace3d7", 14, 14, 14);
  Preconditioner<> M(problem.matrix);
  EXPECT_TRUE(M.choice().is_null());
  M.compute();
  const auto first = M.choice();
  EXPECT_EQ(first->rungs[0].name, "flow");
  EXPECT_EQ(M.parametersInUse().type, "amg");
  EXPECT_EQ(M.parameters().type, "auto");
  M.compute();
  EXPECT_EQ(M.choice(), first);
  M.chooseAgain();
  EXPECT_TRUE(M.hierarchy().is_null());
  M.compute();
  EXPECT_NE(M.choice(), first);
  M.setParameters(preset("light"));
  M.compute();
  EXPECT_TRUE(M.choice().is_null());
}

}  // namespace
}  // namespace Chronos::Test
