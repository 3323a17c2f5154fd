// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_RunsOnHost.hpp"
#include "GaussSeidelReference.hpp"
#include "SmootherColumns.hpp"
#include "SmootherProblems.hpp"

namespace Chronos::Test {
namespace {

const std::string name = "two-stage gauss-seidel";

Teuchos::ParameterList listOf(int innerSweeps) {
  Teuchos::ParameterList list;
  list.sublist(name).set("inner sweeps", innerSweeps);
  return list;
}

Teuchos::RCP<const Smoother> smootherOf(const HostCsr<double>& A, const Teuchos::RCP<const Map>& map, int innerSweeps) {
  return smootherOf(name, listOf(innerSweeps), A, map);
}

// T^T D T with T = sum_k (-D^{-1} L)^k D^{-1}, as it stands.
Dense bySeries(const Parts& parts, int innerSweeps) {
  const int n = parts.diagonal.n;
  Dense inverse(n), sum(n), term(n);
  for (int i = 0; i < n; ++i) sum(i, i) = term(i, i) = inverse(i, i) = 1 / parts.diagonal(i, i);
  for (int k = 1; k <= innerSweeps; ++k) {
    term = product(product(inverse, parts.lower), term);
    for (double& entry : term.entries) entry = -entry;
    for (std::size_t i = 0; i < sum.entries.size(); ++i) sum.entries[i] += term.entries[i];
  }
  return product(transposed(sum), product(parts.diagonal, sum));
}

TEST(MpiTwoStageGaussSeidel, IsTheSeriesThatItSays) {
  for (const HostCsr<double>& A : {anisotropicGrid(6), smallElasticProblem(), spdMatrix(1, 1, 1)})
    for (const auto& map : testMaps(A.numRows))
      for (int innerSweeps : {0, 1, 2, 3, 4, 7}) {
        const Dense expected = bySeries(partsOf(A, *map), innerSweeps);
        const Dense found = denseOf(*smootherOf(A, map, innerSweeps), *map);
        expectNear(found, expected, 1e-12);
        expectSymmetric(found, 1e-13);
        EXPECT_TRUE(Reference::isPositiveDefinite(found));
      }
}

TEST(MpiTwoStageGaussSeidel, ManySweepsAreSymmetricGaussSeidel) {
  const HostCsr<double> A = anisotropicGrid(5);
  for (const auto& map : testMaps(A.numRows)) {
    const Dense inverse = denseOf(*smootherOf(A, map, A.numRows), *map);
    const Dense unit = product(inverse, symmetricGaussSeidel(partsOf(A, *map)));
    for (int row = 0; row < unit.n; ++row)
      for (int col = 0; col < unit.n; ++col) EXPECT_NEAR(unit(row, col), row == col, 1e-12);
  }
}

// What T + T^T - T^T A T is not: couplings of one sign and more than the diagonal holds make series of few terms large.
TEST(MpiTwoStageGaussSeidel, IsPositiveDefiniteFarFromDiagonalDominance) {
  const int n = 24;
  Dense A(n);
  for (int row = 0; row < n; ++row)
    for (int col = 0; col < n; ++col) A(row, col) = row == col ? 1 : 0.95;
  const HostCsr<double> sparse = sparseOf(A);
  for (const auto& map : testMaps(n))
    for (int innerSweeps : {1, 2, 3}) {
      const Dense inverse = denseOf(*smootherOf(sparse, map, innerSweeps), *map);
      expectNear(inverse, bySeries(partsOf(sparse, *map), innerSweeps), 1e-11);
      EXPECT_GT(eigenvaluesOfProduct(A, inverse).front(), 0);
    }
}

// A GPU's compiler fuses products and sums as it likes, in each width another way.
TEST(MpiTwoStageGaussSeidel, ColumnsHaveTheSameBitsInAnyWidth) {
  const HostCsr<double> A = smallElasticProblem();
  const auto map = mapWithEmptyRank(A.numRows);
  for (int innerSweeps : {0, 1, 2, 4})
    expectColumnsAsAlone(*smootherOf(A, map, innerSweeps), *map, runsOnHost<Device> ? 0 : 1e-13);
}

Problem laplacian() {
  ProblemOptions options;
  options.nx = 20;
  return makeProblem("laplace3d7", options, world());
}

// Each inner sweep comes nearer to symmetric Gauss-Seidel, which takes fewer iterations than Jacobi.
TEST(MpiTwoStageGaussSeidel, PreconditionsAlone) {
  const Problem problem = laplacian();
  Teuchos::ParameterList jacobi;
  jacobi.set("type", std::string("jacobi"));
  const int byJacobi = iterationsOf(problem, jacobi);
  for (int innerSweeps : {1, 2, 4}) {
    Teuchos::ParameterList list = listOf(innerSweeps);
    list.set("type", name);
    EXPECT_LT(iterationsOf(problem, list), 0.75 * byJacobi) << innerSweeps;
  }
}

TEST(MpiTwoStageGaussSeidel, SmoothsAHierarchy) {
  const Problem problem = laplacian();
  for (int innerSweeps : {1, 2}) {
    Teuchos::ParameterList list;
    list.set("type", std::string("amg"));
    list.sublist("amg").set("coarse size", 50);
    list.sublist("amg").sublist("smoother") = listOf(innerSweeps);
    list.sublist("amg").sublist("smoother").set("type", name);
    EXPECT_LE(iterationsOf(problem, list), 10);
  }
}

}  // namespace
}  // namespace Chronos::Test
