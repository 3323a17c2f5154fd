// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Chebyshev.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_Fsai.hpp"
#include "Chronos_Jacobi.hpp"
#include "Chronos_L1Jacobi.hpp"
#include "Chronos_SmootherFactory.hpp"
#include "DenseOperators.hpp"
#include "FsaiReference.hpp"

namespace Chronos::Test {
namespace {

using SmootherList = std::vector<Teuchos::RCP<const Smoother>>;

Teuchos::RCP<const DistMatrix<double>> distributed(const HostCsr<double>& A, const Teuchos::RCP<const Map>& map) {
  return Teuchos::rcp(new DistMatrix<double>(distributeRows(A, map)));
}

ChebyshevParameters chebyshevOf(int degree, ChebyshevBase base = ChebyshevBase::jacobi) {
  ChebyshevParameters parameters;
  parameters.degree = degree;
  parameters.base = base;
  return parameters;
}

SmootherList everySmoother(const Teuchos::RCP<const DistMatrix<double>>& A) {
  SmootherList list;
  for (const SmootherMethod& method : smootherTable(SmootherUse::preconditioning))
    list.push_back(SmootherChoice(smootherTable(SmootherUse::preconditioning), method.name).make(A, UnknownNodes()));
  for (int degree : {1, 3, 5}) list.push_back(Teuchos::rcp(new Chebyshev(A, chebyshevOf(degree))));
  list.push_back(Teuchos::rcp(new Chebyshev(A, chebyshevOf(4, ChebyshevBase::l1Jacobi))));
  return list;
}

HostCsr<double> anisotropicProblem(double nx) {
  ProblemOptions options;
  options.nx = static_cast<GlobalOrdinal>(nx);
  return wholeProblem("anisotropic2d", options);
}

HostCsr<double> elasticProblem() {
  ProblemOptions options;
  options.nx = 2;
  options.ny = options.nz = 3;
  return wholeProblem("elasticity3d", options);
}

// Of D^{-1}, the diagonal of A itself or its row norms.
std::vector<double> diagonalFor(const HostCsr<double>& A, ChebyshevBase base) {
  std::vector<double> diagonal(A.numRows, 0.0);
  for (LocalOrdinal row = 0; row < A.numRows; ++row)
    for (Offset e = A.rowPtr[row]; e < A.rowPtr[row + 1]; ++e) {
      if (base == ChebyshevBase::l1Jacobi) diagonal[row] += std::abs(A.values[e]);
      else if (A.colInd[e] == row) diagonal[row] = A.values[e];
    }
  return diagonal;
}

Dense inverseOf(const std::vector<double>& diagonal) {
  Dense inverse(static_cast<int>(diagonal.size()));
  for (int i = 0; i < inverse.n; ++i) inverse(i, i) = 1 / diagonal[i];
  return inverse;
}

TEST(MpiSmoother, JacobiAndL1JacobiInvertTheirDiagonals) {
  for (int n : {1, 2, 3, 50}) {
    const HostCsr<double> A = spdMatrix(n, 4, 1);
    for (const auto& map : testMaps(n)) {
      const auto matrix = distributed(A, map);
      expectNear(denseOf(Jacobi(*matrix), *map), inverseOf(diagonalFor(A, ChebyshevBase::jacobi)), 1e-14);
      expectNear(denseOf(L1Jacobi(*matrix), *map), inverseOf(diagonalFor(A, ChebyshevBase::l1Jacobi)), 1e-14);
    }
  }
}

TEST(MpiSmoother, L1JacobiNeedsNoEstimate) {
  for (const HostCsr<double>& A : {anisotropicProblem(8), elasticProblem(), spdMatrix(40, 6, 1)}) {
    const auto map = cyclicMap(A.numRows);
    const auto values = eigenvaluesOfProduct(denseOf(A), denseOf(L1Jacobi(*distributed(A, map)), *map));
    EXPECT_GT(values.front(), 0);
    EXPECT_LE(values.back(), 1 + 1e-12);
  }
}

// Without an estimate of the largest eigenvalue damping is omega itself.
TEST(MpiSmoother, DampingActsWithoutAnEstimate) {
  const auto A = distributed(anisotropicProblem(6), cyclicMap(36));
  SmootherParameters parameters;
  parameters.eigenvalueSteps = 0;
  parameters.damping = 0.7;
  for (const SmootherMethod& method : smootherTable(SmootherUse::smoothing)) {
    parameters.method.choose(method.name);
    const bool scalesItself = method.name.find("chebyshev") != std::string::npos;
    EXPECT_EQ(createSmoother(A, parameters).omega, scalesItself ? 1 : 0.7) << method.name;
  }
}

// Applied once more, with every output wrong before an overwrite.
TEST(MpiSmoother, AddsAndScales) {
  for (GlobalOrdinal n : {1, 3, 40}) {
    const HostCsr<double> A = spdMatrix(static_cast<LocalOrdinal>(n), 3, 1);
    for (const auto& map : testMaps(n))
      for (const auto& smoother : everySmoother(distributed(A, map))) {
        SCOPED_TRACE(smoother->report().name);
        const auto r = toView("r", ownedVector<double>(*map, 5));
        const auto before = ownedVector<double>(*map, 6);
        const auto plain = toView("plain", wrongValues<double>(before.size()));
        const auto scaled = toView("scaled", wrongValues<double>(before.size())), added = toView("added", before),
                   mixed = toView("mixed", before);
        smoother->apply(asBlock(r), asBlock(plain));
        smoother->apply(asBlock(r), asBlock(scaled), 0.375);
        smoother->apply(asBlock(r), asBlock(added), 0.375, 1);
        smoother->apply(asBlock(r), asBlock(mixed), 0.375, -2);
        const auto plainHost = toVector(plain), scaledHost = toVector(scaled), addedHost = toVector(added),
                   mixedHost = toVector(mixed);
        for (std::size_t i = 0; i < before.size(); ++i) {
          const double size = std::abs(plainHost[i]) + std::abs(before[i]);
          EXPECT_NEAR(scaledHost[i], 0.375 * plainHost[i], 1e-13 * size);
          EXPECT_NEAR(addedHost[i], before[i] + scaledHost[i], 1e-13 * size);
          EXPECT_NEAR(mixedHost[i], scaledHost[i] - 2 * before[i], 1e-13 * size);
        }
      }
  }
}

TEST(MpiSmoother, EverySmootherIsSymmetricPositiveDefinite) {
  const HostCsr<double> A = anisotropicProblem(6);
  for (const auto& map : testMaps(A.numRows))
    for (const auto& smoother : everySmoother(distributed(A, map))) {
      SCOPED_TRACE(smoother->report().name);
      const Dense inverse = denseOf(*smoother, *map);
      expectSymmetric(inverse, 1e-13);
      EXPECT_TRUE(Reference::isPositiveDefinite(inverse));
    }
}

TEST(MpiChebyshev, DegreeOneIsDampedJacobi) {
  const HostCsr<double> A = spdMatrix(30, 4, 1);
  const auto map = cyclicMap(30);
  const Chebyshev smoother(distributed(A, map), chebyshevOf(1));
  Dense expected = inverseOf(diagonalFor(A, ChebyshevBase::jacobi));
  for (double& entry : expected.entries) entry /= smoother.largestEigenvalue() * 1.1 / 2;
  expectNear(denseOf(smoother, *map), expected, 1e-13);
}

// T_k(x), also outside [-1, 1].
double chebyshevPolynomial(int degree, double x) {
  if (std::abs(x) <= 1) return std::cos(degree * std::acos(x));
  return std::pow(x < 0 ? -1.0 : 1.0, degree) * std::cosh(degree * std::acosh(std::abs(x)));
}

// 1 - t p(t) = T_k((theta - t) / delta) / T_k(theta / delta) at each eigenvalue t of D^{-1} A.
TEST(MpiChebyshev, DampsEigenvaluesAsThePolynomialSays) {
  for (const HostCsr<double>& A : {anisotropicProblem(7), elasticProblem()})
    for (ChebyshevBase base : {ChebyshevBase::jacobi, ChebyshevBase::l1Jacobi})
      for (int degree : {1, 2, 3, 4, 7}) {
        const auto map = cyclicMap(A.numRows, true);
        const Chebyshev smoother(distributed(A, map), chebyshevOf(degree, base));
        const double b = smoother.largestEigenvalue(), a = b / ChebyshevParameters().eigenvalueRatio;
        const auto spectrum = eigenvaluesOfProduct(denseOf(A), inverseOf(diagonalFor(A, base)));
        EXPECT_GE(b, spectrum.back());
        std::vector<double> expected;
        for (double t : spectrum)
          expected.push_back(1 - chebyshevPolynomial(degree, (b + a - 2 * t) / (b - a)) /
                                     chebyshevPolynomial(degree, (b + a) / (b - a)));
        std::sort(expected.begin(), expected.end());
        const auto found = eigenvaluesOfProduct(denseOf(A), denseOf(smoother, *map));
        for (std::size_t i = 0; i < found.size(); ++i) {
          EXPECT_NEAR(found[i], expected[i], 1e-10);
          EXPECT_LT(std::abs(1 - found[i]), 1);
        }
      }
}

TEST(MpiChebyshev, RefusesImpossibleParameters) {
  const auto A = distributed(spdMatrix(4, 2, 0), evenMap(4));
  EXPECT_THROW(Chebyshev(A, chebyshevOf(0)), InputError);
  ChebyshevParameters parameters;
  parameters.eigenvalueRatio = 1;
  EXPECT_THROW(Chebyshev(A, parameters), InputError);
}

}  // namespace
}  // namespace Chronos::Test
