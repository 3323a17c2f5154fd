// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_CoarseSolver.hpp"

#include "Chronos_Error.hpp"
#include "Chronos_Chebyshev.hpp"
#include "Chronos_Jacobi.hpp"
#include "Chronos_ScaledOperator.hpp"
#include "Chronos_SpectralEstimate.hpp"
#include "DenseOperators.hpp"
#include "FsaiReference.hpp"
#include "LaunchCounter.hpp"

namespace Chronos::Test {
namespace {

constexpr CoarseSolverKind directKinds[] = {CoarseSolverKind::cholesky, CoarseSolverKind::denseInverse};

Teuchos::RCP<const DistMatrix<double>> distributed(const HostCsr<double>& A, const Teuchos::RCP<const Map>& map) {
  return Teuchos::rcp(new DistMatrix<double>(distributeRows(A, map)));
}

Teuchos::RCP<const Smoother> solverOf(CoarseSolverKind kind, const Teuchos::RCP<const DistMatrix<double>>& A,
                                      const RelaxedSmoother& smoother = {}) {
  CoarseSolverParameters parameters;
  parameters.kind = kind;
  return makeCoarseSolver(A, parameters, smoother);
}

// max |A z - r| over max |A| max |z|, where z solves for r = A x.
double backwardError(const DistMatrix<double>& A, const Smoother& solver) {
  const auto x = toView("x", ownedVector<double>(*A.rowMap(), 4));
  const auto r = toView("r", wrongValues<double>(x.extent(0))), z = toView("z", wrongValues<double>(x.extent(0)));
  const auto Az = toView("Az", wrongValues<double>(x.extent(0)));
  A.apply<double>(x, r);
  solver.apply(asBlock(r), asBlock(z));
  A.apply<double>(z, Az);
  const auto zHost = toVector(z), rHost = toVector(r), AzHost = toVector(Az), values = toVector(A.local().values);
  double error = 0, size = 0, entry = 0;
  for (std::size_t i = 0; i < zHost.size(); ++i) {
    EXPECT_TRUE(std::isfinite(zHost[i]));
    error = std::max(error, std::abs(AzHost[i] - rHost[i]));
    size = std::max(size, std::abs(zHost[i]));
  }
  for (double value : values) entry = std::max(entry, std::abs(value));
  return maxOverRanks(*world(), error) / (maxOverRanks(*world(), size) * maxOverRanks(*world(), entry));
}

TEST(MpiCoarseSolver, DirectSolversInvert) {
  for (int n : {1, 2, 3, 33, 150}) {
    const HostCsr<double> A = spdMatrix(n, 4, 0.5);
    for (const auto& map : testMaps(n))
      for (CoarseSolverKind kind : directKinds) {
        const auto matrix = distributed(A, map);
        const auto solver = solverOf(kind, matrix);
        EXPECT_LT(backwardError(*matrix, *solver), 1e-12);
        EXPECT_EQ(solver->report().diagonalShift, 0);
        EXPECT_GT(solver->report().bytes, 0);
        // The error itself: A is well conditioned.
        const auto x = toView("x", ownedVector<double>(*map, 4));
        const auto r = toView("r", wrongValues<double>(x.extent(0))), z = toView("z", wrongValues<double>(x.extent(0)));
        matrix->apply<double>(x, r);
        solver->apply(asBlock(r), asBlock(z));
        const auto zHost = toVector(z), xHost = toVector(x);
        for (std::size_t i = 0; i < zHost.size(); ++i) EXPECT_NEAR(zHost[i], xHost[i], 1e-9);
      }
  }
}

TEST(MpiCoarseSolver, AddsToTheVectorBefore) {
  const HostCsr<double> A = spdMatrix(20, 3, 0.5);
  for (const auto& map : testMaps(20)) {
    const auto matrix = distributed(A, map);
    for (CoarseSolverKind kind :
         {CoarseSolverKind::cholesky, CoarseSolverKind::denseInverse, CoarseSolverKind::sweeps}) {
      const auto solver = solverOf(kind, matrix, {Teuchos::rcp(new Jacobi(*matrix))});
      const auto r = toView("r", ownedVector<double>(*map, 8));
      const auto before = ownedVector<double>(*map, 9);
      const auto plain = toView("plain", wrongValues<double>(before.size())), added = toView("added", before);
      solver->apply(asBlock(r), asBlock(plain));
      solver->apply(asBlock(r), asBlock(added), 1, 1);
      const auto plainHost = toVector(plain), addedHost = toVector(added);
      for (std::size_t i = 0; i < before.size(); ++i)
        EXPECT_NEAR(addedHost[i], before[i] + plainHost[i], 1e-13 * (1 + std::abs(plainHost[i])));
    }
  }
}

// Units differ by 10^8: no pivot is small beside its own diagonal entry.
TEST(MpiCoarseSolver, BadScalingIsNotSingularity) {
  const HostCsr<double> A = spdMatrix(40, 3, 4);
  const auto matrix = distributed(A, cyclicMap(40));
  for (CoarseSolverKind kind : directKinds) {
    const auto solver = solverOf(kind, matrix);
    EXPECT_EQ(solver->report().diagonalShift, 0);
    EXPECT_LT(backwardError(*matrix, *solver), 1e-10);
  }
}

TEST(MpiCoarseSolver, SingularMatricesAreShiftedAndReported) {
  for (int n : {1, 2, 25, 90})
    for (const auto& map : testMaps(n)) {
      const auto matrix = distributed(n == 1 ? sparseOf(Dense(1)) : neumannLine(n), map);
      for (CoarseSolverKind kind : directKinds) {
        const auto solver = solverOf(kind, matrix);
        EXPECT_EQ(solver->report().diagonalShift, 1e-12);
        // The solution of the zero matrix is arbitrary.
        if (n > 1) {
          EXPECT_LT(backwardError(*matrix, *solver), solver->report().name == "cholesky" ? 1e-8 : 1e-3);
        }
      }
    }
}

// Not one of its triangles, whichever that would be.
TEST(MpiCoarseSolver, UnsymmetricMatricesAreSolvedByTheirSymmetricPart) {
  const int n = 40;
  const Dense symmetric = denseOf(spdMatrix(n, 3, 0.5));
  Dense skewed = symmetric;
  for (int row = 0; row < n; ++row)
    for (int col = 0; col < row; ++col) {
      const double skew = 0.3 * globalUniform(5, row * n + col) * (symmetric(row, col) != 0 || (row + col) % 9 == 0);
      skewed(row, col) += skew;
      skewed(col, row) -= skew;
    }
  // An entry whose mirror image is not stored.
  skewed(7, 3) = 2 * symmetric(7, 3) + 0.001;
  skewed(3, 7) = 0;
  Dense expected = symmetric;
  expected(7, 3) = expected(3, 7) = skewed(7, 3) / 2;
  for (const auto& map : testMaps(n)) {
    const auto A = distributed(sparseOf(skewed), map), part = distributed(sparseOf(expected), map);
    for (CoarseSolverKind kind : directKinds) {
      const auto solver = solverOf(kind, A);
      EXPECT_LT(backwardError(*part, *solver), 1e-12);
      EXPECT_GT(solver->report().asymmetry, 1e-3);
      EXPECT_EQ(solverOf(kind, part)->report().asymmetry, 0);
    }
  }
}

TEST(MpiCoarseSolver, IndefiniteMatricesAndNaNThrowOnAllRanks) {
  Dense hidden(3), negative(3), notANumber(3);
  for (int i = 0; i < 3; ++i) hidden(i, i) = negative(i, i) = notANumber(i, i) = 1;
  hidden(0, 2) = hidden(2, 0) = 2;
  negative(1, 1) = -1;
  notANumber(2, 1) = notANumber(1, 2) = std::numeric_limits<double>::quiet_NaN();
  for (const Dense& A : {hidden, negative, notANumber})
    for (const auto& map : testMaps(3))
      for (CoarseSolverKind kind : directKinds)
        EXPECT_THROW(solverOf(kind, distributed(sparseOf(A), map)), BreakdownError);
}

TEST(MpiCoarseSolver, NoUnknownsAtAll) {
  const auto matrix = distributed(HostCsr<double>(), evenMap(0));
  for (CoarseSolverKind kind : directKinds) {
    const Block none("none", 0, 1);
    solverOf(kind, matrix)->apply(none, none);
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
  EXPECT_EQ(launches.of("Chronos::DiagonalSmoother::apply"), 1);
}

TEST(MpiCoarseSolver, AutomaticChoosesBySize) {
  const std::string direct = haveSparseCholesky() ? "cholesky" : "dense inverse";
  const auto small = distributed(neumannLine(30), evenMap(30)), middle = distributed(neumannLine(600), evenMap(600));
  EXPECT_EQ(solverOf(CoarseSolverKind::automatic, small)->report().name, "dense inverse");
  const bool onHost = std::is_same_v<Device, HostDevice>;
  EXPECT_EQ(solverOf(CoarseSolverKind::automatic, middle)->report().name, onHost ? direct : "dense inverse");
  EXPECT_EQ(solverOf(CoarseSolverKind::cholesky, small)->report().name, direct);
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

}  // namespace
}  // namespace Chronos::Test
