// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_CoarseSolver.hpp"

#include "Chronos_Chebyshev.hpp"
#include "Chronos_CoarseSize.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_Jacobi.hpp"
#include "Chronos_ScaledOperator.hpp"
#include "Chronos_SpectralEstimate.hpp"
#include "DirectSolverCases.hpp"
#include "LaunchCounter.hpp"

namespace Chronos::Test {
namespace {

constexpr CoarseSolverKind directKinds[] = {CoarseSolverKind::cholesky, CoarseSolverKind::denseCholesky,
                                            CoarseSolverKind::denseInverse};

const char* nameOfDirect(CoarseSolverKind kind) {
  if (kind == CoarseSolverKind::denseInverse) return "dense inverse";
  return kind == CoarseSolverKind::cholesky && haveSparseCholesky() ? "cholesky" : "dense cholesky";
}

Teuchos::RCP<const Smoother> solverOf(CoarseSolverKind kind, const Teuchos::RCP<const DistMatrix<double>>& A,
                                      const RelaxedSmoother& smoother = {}) {
  CoarseSolverParameters parameters;
  parameters.kind = kind;
  return makeCoarseSolver(A, parameters, smoother);
}

std::vector<Teuchos::RCP<const Smoother>> directSolvers(const Teuchos::RCP<const DistMatrix<double>>& A) {
  std::vector<Teuchos::RCP<const Smoother>> solvers;
  for (CoarseSolverKind kind : directKinds) solvers.push_back(solverOf(kind, A));
  return solvers;
}

TEST(MpiCoarseSolver, DirectSolversInvert) {
  expectInverses(directSolvers);
}

TEST(MpiCoarseSolver, AddsToTheVectorBefore) {
  expectSumsWithTheVectorBefore([](const auto& A) {
    auto solvers = directSolvers(A);
    solvers.push_back(solverOf(CoarseSolverKind::sweeps, A, {Teuchos::rcp(new Jacobi(*A))}));
    return solvers;
  });
}

TEST(MpiCoarseSolver, BadScalingIsNotSingularity) {
  expectNoShiftForBadScaling(directSolvers);
}

TEST(MpiCoarseSolver, SingularMatricesAreShiftedAndReported) {
  expectShiftsOfSingularMatrices(directSolvers, {1, 2, 25, 90},
                                 [](const std::string& name) { return name == "dense inverse" ? 1e-3 : 1e-8; });
}

TEST(MpiCoarseSolver, UnsymmetricMatricesAreSolvedByTheirSymmetricPart) {
  expectSymmetricPartsSolved(directSolvers);
}

TEST(MpiCoarseSolver, IndefiniteMatricesAndNaNThrowOnAllRanks) {
  for (CoarseSolverKind kind : directKinds)
    expectBreakdown(spoiltMatrices(), nameOfDirect(kind), [&](const auto& A) { solverOf(kind, A); });
}

TEST(MpiCoarseSolver, NoUnknownsAtAll) {
  expectNothingOfNothing(directSolvers);
}

TEST(MpiCoarseSolver, ADenseInverseOnOneRankTakesVectorsInSingle) {
  constexpr int n = 150;
  auto maps = testMaps(n);
  maps.push_back(Teuchos::rcp(new Map(n, world()->getRank() == 0 ? n : 0, 0, world())));
  for (const auto& map : maps) {
    const auto solver = solverOf(CoarseSolverKind::denseInverse, distributed(spdMatrix(n, 4, 0.5), map));
    const auto inSingle = solver->solveForSingleVectors();
    EXPECT_EQ(
        inSingle.is_null(),
        maxOverRanks(*world(),
                     world()->getRank() == 0 ? 0LL : static_cast<long long>(TrilinosVersion::numLocal(*map))) > 0);
    if (inSingle.is_null()) continue;
    const auto r = ownedVector<double>(*map, 3), before = ownedVector<double>(*map, 5);
    const auto z = toView("z", before);
    solver->apply(asBlock(toView("r", r)), asBlock(z), 0.5, -2);
    const auto single = toView("single z", std::vector<float>(before.begin(), before.end()));
    inSingle->apply(toView("single r", std::vector<float>(r.begin(), r.end())), single, 0.5, -2);
    const auto expected = toVector(z);
    const auto found = toVector(single);
    for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-5);
  }
}

// x <- x + omega M^{-1} (r - A x) on dense matrices.
void expectStationaryIteration(const HostCsr<double>& A, const Teuchos::RCP<const DistMatrix<double>>& matrix,
                               const RelaxedSmoother& smoother, int numSweeps) {
  const Map& map = *matrix->rowMap();
  const int n = A.numRows;
  CoarseSolverParameters parameters;
  parameters.kind = CoarseSolverKind::sweeps;
  parameters.numSweeps = numSweeps;
  const auto solver = makeCoarseSolver(matrix, parameters, smoother);
  const Dense a = denseOf(A), m = denseOf(ScaledOperator(smoother.omega, *smoother.M), map);
  std::vector<double> r(n), x(n, 0.0);
  for (int i = 0; i < n; ++i) r[i] = globalUniform(3, i);
  for (int sweep = 0; sweep < numSweeps; ++sweep) {
    std::vector<double> residual = r;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) residual[i] -= a(i, j) * x[j];
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) x[i] += m(i, j) * residual[j];
  }
  const auto z = toView("z", wrongValues<double>(matrix->numRows()));
  solver->apply(asBlock(toView("r", ownedVector<double>(map, 3))), asBlock(z));
  const auto found = wholeVector(map, z);
  for (int i = 0; i < n; ++i) EXPECT_NEAR(found[i], x[i], 1e-12 * (1 + std::abs(x[i])));
  expectSymmetric(denseOf(*solver, map), 1e-12);
}

TEST(MpiCoarseSolver, SweepsAreTheStationaryIteration) {
  const HostCsr<double> A = spdMatrix(25, 3, 0.5);
  for (const auto& map : testMaps(25)) {
    const auto matrix = distributed(A, map);
    const auto jacobi = Teuchos::rcp(new Jacobi(*matrix));
    const double omega = relaxationFactor(*matrix, *jacobi, 1.2);
    for (int numSweeps : {1, 2, 5}) {
      expectStationaryIteration(A, matrix, {jacobi, omega}, numSweeps);
      expectStationaryIteration(A, matrix, {Teuchos::rcp(new Chebyshev(matrix, {}))}, numSweeps);
    }
  }
}

// One kernel a sweep after the first, in place of a residual and a step.
TEST(MpiCoarseSolver, SweepsOfADiagonalSmootherAreFused) {
  const auto matrix = distributed(spdMatrix(25, 3, 0.5), evenMap(25));
  const auto solver = solverOf(CoarseSolverKind::sweeps, matrix, {Teuchos::rcp(new Jacobi(*matrix))});
  const auto r = toView("r", ownedVector<double>(*matrix->rowMap(), 3)),
             z = toView("z", wrongValues<double>(matrix->numRows()));
  const LaunchCounter launches;
  solver->apply(asBlock(r), asBlock(z));
  EXPECT_EQ(launches.of("Chronos::multiplyRows"), 1);
}

// Of columns up to a distance from the diagonal, which outweighs them.
HostCsr<double> rowsWithin(int n, int distance) {
  HostCsr<double> A;
  A.numRows = A.numCols = n;
  for (int row = 0; row < n; ++row) {
    for (int col = std::max(0, row - distance); col <= std::min(n - 1, row + distance); ++col) {
      A.colInd.push_back(col);
      A.values.push_back(row == col ? 2 : -0.5 / n);
    }
    A.rowPtr.push_back(static_cast<Offset>(A.colInd.size()));
  }
  return A;
}

TEST(MpiCoarseSolver, AutomaticChoosesBySize) {
  const std::string direct = nameOfDirect(CoarseSolverKind::cholesky);
  const auto small = distributed(neumannLine(30), evenMap(30)), middle = distributed(neumannLine(600), evenMap(600));
  EXPECT_EQ(solverOf(CoarseSolverKind::automatic, small)->report().name, "dense inverse");
  const bool onHost = std::is_same_v<Device, HostDevice>;
  EXPECT_EQ(solverOf(CoarseSolverKind::automatic, middle)->report().name, onHost ? direct : "dense inverse");
  const auto few = distributed(neumannLine(200), evenMap(200));
  const bool isAlone = world()->getSize() == 1;
  EXPECT_EQ(solverOf(CoarseSolverKind::automatic, few)->report().name, onHost && isAlone ? direct : "dense inverse");
  EXPECT_EQ(solverOf(CoarseSolverKind::cholesky, small)->report().name, direct);
  const auto full = distributed(rowsWithin(520, 150), evenMap(520));
  EXPECT_EQ(solverOf(CoarseSolverKind::automatic, full)->report().name, onHost ? "dense cholesky" : "dense inverse");
  CoarseSolverParameters parameters;
  parameters.denseLimit = 20;
  if (haveSparseCholesky()) {
    EXPECT_EQ(makeCoarseSolver(small, parameters, {})->report().name, "cholesky");
  } else {
    EXPECT_THROW(makeCoarseSolver(small, parameters, {}), InputError);
  }
  EXPECT_THROW(solverOf(CoarseSolverKind::sweeps, small), InputError);
  const auto smoother = Teuchos::rcp(new Jacobi(*small));
  EXPECT_EQ(solverOf(CoarseSolverKind::sweeps, small, {smoother})->report().name, "sweeps");
}

TEST(MpiCoarseSolver, ADenseFactorThatIsTooLargeIsRefused) {
  constexpr int n = 46341;
  const auto identity = rowsWithin(n, 0);
  EXPECT_THROW(solverOf(CoarseSolverKind::denseCholesky, distributed(identity, evenMap(n))), InputError);
}

TEST(CoarseSize, FollowsTheRule) {
  AmgParameters parameters;
  parameters.coarseSolver.kind = CoarseSolverKind::cholesky;
  EXPECT_EQ(coarseSizeFor(parameters, 1000000, 7000000, 1), 4000);
  EXPECT_EQ(coarseSizeFor(parameters, 1, 1, 1), parameters.coarseMinimum);
  EXPECT_EQ(coarseSizeFor(parameters, 8000000, 56000000, 8), 4000);
  EXPECT_EQ(coarseSizeFor(parameters, 0, 0, 0), parameters.coarseMinimum);
  AmgParameters bodies = parameters;
  bodies.level.interpolation.method.choose("bamg");
  EXPECT_EQ(coarseSizeFor(bodies, 8000000, 56000000, 8), 8000);
  EXPECT_EQ(coarseSizeFor(bodies, 64000000, 448000000, 64), 8000);
  parameters.coarseSolver.kind = CoarseSolverKind::sweeps;
  EXPECT_EQ(coarseSizeFor(parameters, 8000000, 56000000, 8), 8000);
  parameters.coarseSize = 7;
  EXPECT_EQ(coarseSizeFor(parameters, 1000000, 7000000, 1), 7);
}

// 100^3 of seven and of 81 entries a row, and 40^3 of bodies.
TEST(CoarseSize, OfAnInverseFollowsTheEntries) {
  if (std::is_same_v<Device, HostDevice>) GTEST_SKIP() << "a host factors its last level";
  AmgParameters parameters;
  EXPECT_EQ(coarseSizeFor(parameters, 1000000, 3000000, 1), 1600);
  EXPECT_EQ(coarseSizeFor(parameters, 1000000, 15552000, 1), 2496);
  EXPECT_EQ(coarseSizeFor(parameters, 3000000, 243000000, 1), 3600);
  EXPECT_EQ(coarseSizeFor(parameters, 20000, 1620000, 1), 1085);
  EXPECT_EQ(coarseSizeFor(parameters, 8000000, 8 * 15552000, 8), 2496) << "one inverts while the others wait";
  parameters.coarseSolver.denseLimit = 900;
  EXPECT_EQ(coarseSizeFor(parameters, 3000000, 243000000, 1), 900);
}

}  // namespace
}  // namespace Chronos::Test
