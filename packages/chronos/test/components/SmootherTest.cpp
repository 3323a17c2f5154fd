// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_BaseChebyshev.hpp"
#include "Chronos_Chebyshev.hpp"
#include "Chronos_ChebyshevWeights.hpp"
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

const ChebyshevKind everyKind[] = {ChebyshevKind::first, ChebyshevKind::fourth, ChebyshevKind::optimalFourth};

ChebyshevParameters chebyshevOf(int degree, ChebyshevBase base = ChebyshevBase::jacobi,
                                ChebyshevKind kind = ChebyshevKind::first) {
  ChebyshevParameters parameters;
  parameters.kind = kind;
  parameters.degree = degree;
  parameters.base = base;
  return parameters;
}

// The row of the table over adaptive FSAI.
Teuchos::RCP<const Smoother> overFsai(const Teuchos::RCP<const DistMatrix<double>>& A,
                                      const ChebyshevParameters& parameters) {
  SmootherChoice choice(smootherTable(SmootherUse::smoothing), "chebyshev");
  choice.of<ChebyshevParameters>("chebyshev") = parameters;
  return choice.make(A, UnknownNodes());
}

SmootherList everySmoother(const Teuchos::RCP<const DistMatrix<double>>& A) {
  SmootherList list;
  for (const SmootherMethod& method : smootherTable(SmootherUse::preconditioning))
    list.push_back(SmootherChoice(smootherTable(SmootherUse::preconditioning), method.name).make(A, UnknownNodes()));
  for (int degree : {1, 3, 5}) list.push_back(Teuchos::rcp(new Chebyshev(A, chebyshevOf(degree))));
  list.push_back(Teuchos::rcp(new Chebyshev(A, chebyshevOf(4, ChebyshevBase::l1Jacobi))));
  for (ChebyshevKind kind : everyKind) {
    list.push_back(Teuchos::rcp(new Chebyshev(A, chebyshevOf(3, ChebyshevBase::jacobi, kind))));
    list.push_back(overFsai(A, chebyshevOf(2, ChebyshevBase::adaptiveFsai, kind)));
  }
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
    const bool isOne = method.name == "gauss-seidel" || method.name.find("chebyshev") != std::string::npos;
    EXPECT_EQ(createSmoother(A, parameters).omega, isOne ? 1 : 0.7) << method.name;
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

// W_k(x) / W_k(1), x in [-1, 1], W_k(cos t) = sin((k + 1/2) t) / sin(t / 2).
double fourthKind(int degree, double x) {
  const double t = std::acos(x);
  return t == 0 ? 1 : std::sin((degree + 0.5) * t) / std::sin(t / 2) / (2 * degree + 1);
}

// The polynomial at lambda over the right end of the interval, by its closed form.
double closedForm(const ChebyshevPolynomial& p, double lambda) {
  const double a = 1 / p.eigenvalueRatio, x = 1 - 2 * lambda;
  if (p.kind == ChebyshevKind::first)
    return chebyshevPolynomial(p.degree, (1 + a - 2 * lambda) / (1 - a)) /
           chebyshevPolynomial(p.degree, (1 + a) / (1 - a));
  if (p.kind == ChebyshevKind::fourth) return fourthKind(p.degree, x);
  double value = 1;
  for (int i = 1; i <= p.degree; ++i)
    value -= chebyshevWeights(p.degree)[i - 1] * (fourthKind(i - 1, x) - fourthKind(i, x));
  return value;
}

TEST(Chebyshev, StepsAreThoseOfTheClosedForm) {
  for (ChebyshevKind kind : everyKind)
    for (int degree : {1, 2, 3, 8, 16})
      for (int i = 1; i <= 20; ++i) {
        const ChebyshevPolynomial p = chebyshevOf(degree, ChebyshevBase::jacobi, kind);
        EXPECT_NEAR(chebyshevDamping(p, 0.05 * i), closedForm(p, 0.05 * i), 1e-12);
      }
}

// 1 - t p(t) at each eigenvalue t of B^{-1} A.
void expectDamping(const Dense& A, const Dense& base, const Dense& smoother, double end, const ChebyshevPolynomial& p) {
  const auto spectrum = eigenvaluesOfProduct(A, base);
  EXPECT_GE(end, spectrum.back());
  std::vector<double> expected;
  for (double t : spectrum) expected.push_back(1 - closedForm(p, t / end));
  std::sort(expected.begin(), expected.end());
  const auto found = eigenvaluesOfProduct(A, smoother);
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_NEAR(found[i], expected[i], 1e-10);
    EXPECT_LT(std::abs(1 - found[i]), 1);
  }
}

TEST(MpiChebyshev, DampsEigenvaluesAsThePolynomialSays) {
  for (const HostCsr<double>& A : {anisotropicProblem(7), elasticProblem()})
    for (ChebyshevBase base : {ChebyshevBase::jacobi, ChebyshevBase::l1Jacobi})
      for (ChebyshevKind kind : everyKind)
        for (int degree : {1, 2, 3, 4, 7}) {
          const auto map = cyclicMap(A.numRows, true);
          const Chebyshev smoother(distributed(A, map), chebyshevOf(degree, base, kind));
          expectDamping(denseOf(A), inverseOf(diagonalFor(A, base)), denseOf(smoother, *map),
                        smoother.largestEigenvalue(), chebyshevOf(degree, base, kind));
        }
}

TEST(Chebyshev, DampsWithinItsRoom) {
  for (ChebyshevKind kind : everyKind)
    for (int degree : {1, 2, 3, 4, 7}) {
      const ChebyshevParameters p = chebyshevOf(degree, ChebyshevBase::jacobi, kind);
      EXPECT_GT(chebyshevRoom(p), 1);
      EXPECT_LT(std::abs(chebyshevDamping(p, chebyshevRoom(p))), 1);
    }
}

// Others, who divide by it, are told of an end that the largest eigenvalue does not exceed by more than tightRoom.
TEST(MpiChebyshev, TellsOfEndsThatAreCloseToTheLargestEigenvalue) {
  const HostCsr<double> A = elasticProblem();
  const auto matrix = distributed(A, evenMap(A.numRows));
  const auto told = [&](ChebyshevKind kind, double ratio, BaseChebyshev::Blocks blocks) {
    ChebyshevPolynomial p = chebyshevOf(2, ChebyshevBase::jacobi, kind);
    p.eigenvalueRatio = ratio;
    const auto makeBase = [&] { return Teuchos::rcp(new Jacobi(*matrix)); };
    const BaseChebyshev smoother(matrix, p, "of blocks", "blocks", makeBase, blocks);
    EXPECT_GT(smoother.largestEigenvalue(), 0);
    return smoother.blockEigenvalue() == smoother.largestEigenvalue();
  };
  EXPECT_TRUE(told(ChebyshevKind::first, 20, BaseChebyshev::Blocks::ofNodes));
  EXPECT_FALSE(told(ChebyshevKind::first, 20, BaseChebyshev::Blocks::unknown));
  EXPECT_FALSE(told(ChebyshevKind::first, 10, BaseChebyshev::Blocks::ofNodes));
  EXPECT_FALSE(told(ChebyshevKind::fourth, 20, BaseChebyshev::Blocks::ofNodes));
}

TEST(MpiChebyshev, DampsEigenvaluesOverFsai) {
  for (const HostCsr<double>& A : {anisotropicProblem(7), elasticProblem()})
    for (ChebyshevKind kind : everyKind)
      for (int degree : {1, 3, 4}) {
        const auto map = evenMap(A.numRows);
        const auto p = chebyshevOf(degree, ChebyshevBase::adaptiveFsai, kind);
        const auto smoother = Teuchos::rcp_dynamic_cast<const BaseChebyshev>(overFsai(distributed(A, map), p), true);
        expectDamping(denseOf(A), denseOf(smoother->base(), *map), denseOf(*smoother, *map),
                      smoother->largestEigenvalue(), p);
      }
}

// What makes the weights optimal: of all polynomials of the degree that are 1 at 0, the one whose degree + 1 maxima of
// lambda e^2 / (1 - e^2) on [0, 1] are equal has the least of them (Lottes 2023).
TEST(Chebyshev, WeightsMakeAllMaximaEqual) {
  for (int degree = 1; degree <= greatestWeightedDegree; ++degree) {
    SCOPED_TRACE(degree);
    const auto bound = [&](ChebyshevKind kind, double lambda) {
      const double e = chebyshevDamping(chebyshevOf(degree, ChebyshevBase::jacobi, kind), lambda);
      return lambda * e * e / (1 - e * e);
    };
    const double atZero = bound(ChebyshevKind::optimalFourth, 1e-8);
    constexpr int numSamples = 20000;
    std::vector<double> maxima;
    double before = 0, here = atZero, worstUnweighted = bound(ChebyshevKind::fourth, 1e-8);
    for (int i = 1; i <= numSamples + 1; ++i) {
      const double lambda = (1 - std::cos(std::acos(-1.0) * i / numSamples)) / 2;
      const double next = i > numSamples ? 0 : bound(ChebyshevKind::optimalFourth, lambda);
      if (i <= numSamples) worstUnweighted = std::max(worstUnweighted, bound(ChebyshevKind::fourth, lambda));
      if (i > 3 && here >= before && here > next) maxima.push_back(here);
      before = here;
      here = next;
    }
    EXPECT_EQ(static_cast<int>(maxima.size()), degree);
    for (double maximum : maxima) EXPECT_NEAR(maximum, atZero, 3e-6 * atZero);
    EXPECT_LT(atZero, worstUnweighted);
  }
}

TEST(MpiChebyshev, RefusesImpossibleParameters) {
  const auto A = distributed(spdMatrix(4, 2, 0), evenMap(4));
  EXPECT_THROW(Chebyshev(A, chebyshevOf(0)), InputError);
  ChebyshevParameters parameters;
  parameters.eigenvalueRatio = 1;
  EXPECT_THROW(Chebyshev(A, parameters), InputError);
  const int tooHigh = greatestWeightedDegree + 1;
  EXPECT_THROW(Chebyshev(A, chebyshevOf(tooHigh, ChebyshevBase::jacobi, ChebyshevKind::optimalFourth)), InputError);
  EXPECT_THROW(overFsai(A, chebyshevOf(0, ChebyshevBase::adaptiveFsai)), InputError);
}

}  // namespace
}  // namespace Chronos::Test
