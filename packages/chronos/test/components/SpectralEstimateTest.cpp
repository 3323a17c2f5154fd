// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SpectralEstimate.hpp"

#include "Chronos_Error.hpp"
#include "Chronos_Fsai.hpp"
#include "Chronos_Jacobi.hpp"
#include "Chronos_L1Jacobi.hpp"
#include "Chronos_Lanczos.hpp"
#include "Chronos_ScaledOperator.hpp"
#include "DenseOperators.hpp"
#include "FsaiReference.hpp"

#include <numeric>

namespace Chronos::Test {
namespace {

Dense diagonalMatrix(const std::vector<double>& values) {
  Dense A(static_cast<int>(values.size()));
  for (int i = 0; i < A.n; ++i) A(i, i) = values[i];
  return A;
}

TEST(Lanczos, RitzValuesOfDefiniteAndIndefiniteMatrices) {
  // Second differences: 2 - 2 cos(pi k / (n + 1)).
  const std::vector<double> off(4, -1.0);
  for (double middle : {2.0, 0.5}) {
    const auto values = ritzValues(std::vector<double>(5, middle), off);
    ASSERT_EQ(values.size(), 5u);
    for (int k = 1; k <= 5; ++k) EXPECT_NEAR(values[k - 1], middle - 2 * std::cos(M_PI * k / 6), 1e-14);
  }
  EXPECT_TRUE(ritzValues({}, {}).empty());
  EXPECT_EQ(lanczosCondition(std::vector<double>{-1, 1}, std::vector<double>{0}), 0);
  EXPECT_NEAR(lanczosCondition(std::vector<double>{4, 1}, std::vector<double>{0}), 4, 1e-15);
}

// Vectors of Lanczos with all of them kept orthogonal, on a diagonal matrix: what they have of the last unit vector.
TEST(Lanczos, BoundsWhatTheStartVectorHasOfAnEigenvector) {
  const int n = 40, numSteps = 12;
  std::vector<double> eigenvalues, q;
  for (int i = 0; i < n; ++i) {
    eigenvalues.push_back(i + 1 < n ? i / double(n) : 1.4);
    q.push_back(globalUniform(3, i));
  }
  const auto dot = [](const std::vector<double>& a, const std::vector<double>& b) {
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
  };
  std::vector<std::vector<double>> vectors;
  std::vector<double> diagonal, offDiagonal;
  double norm = std::sqrt(dot(q, q)), squares = 0;
  for (int step = 0; step < numSteps; ++step) {
    for (double& value : q) value /= norm;
    vectors.push_back(q);
    squares += q.back() * q.back();
    for (int i = 0; i < n; ++i) q[i] *= eigenvalues[i];
    diagonal.push_back(dot(q, vectors.back()));
    for (int pass = 0; pass < 2; ++pass)
      for (const auto& vector : vectors) {
        const double part = dot(q, vector);
        for (int i = 0; i < n; ++i) q[i] -= part * vector[i];
      }
    norm = std::sqrt(dot(q, q));
    offDiagonal.push_back(norm);
    const double start = std::abs(vectors[0].back());
    const double all = start / std::sqrt(squares + q.back() * q.back() / (norm * norm));
    EXPECT_NEAR(lanczosComponentBound(diagonal, offDiagonal, 1.4), all, 1e-9 * all);
    EXPECT_LE(lanczosComponentBound(diagonal, offDiagonal, 1.5), all);
    const double withoutLast = start / std::sqrt(squares);
    const std::vector<double> shorter(offDiagonal.begin(), offDiagonal.end() - 1);
    EXPECT_NEAR(lanczosComponentBound(diagonal, shorter, 1.4), withoutLast, 1e-9 * withoutLast);
  }
  EXPECT_EQ(lanczosComponentBound({}, {}, 1), 1);
  EXPECT_EQ(lanczosComponentBound(std::vector<double>{1}, std::vector<double>{0}, 2), 0);
  EXPECT_EQ(lanczosComponentBound(std::vector<double>(400, 1.0), std::vector<double>(400, 1e-3), 2), 0);
}

double estimateAfter(const DistMatrix<double>& A, const Smoother& M, int numSteps) {
  EigenvalueSearch search;
  search.minSteps = search.maxSteps = numSteps;
  return largestEigenvalue(A, M, search).estimate;
}

TEST(MpiSpectralEstimate, IsALowerBoundAndExactAfterEnoughSteps) {
  for (int n : {1, 2, 3, 24}) {
    const HostCsr<double> A = spdMatrix(n, 4, 1);
    for (const auto& map : testMaps(n)) {
      const DistMatrix<double> matrix = distributeRows(A, map);
      const Jacobi jacobi(matrix);
      const double largest = eigenvaluesOfProduct(denseOf(A), denseOf(jacobi, *map)).back();
      double before = 0;
      for (int steps : {1, 2, 4, 8}) {
        const double estimate = estimateAfter(matrix, jacobi, steps);
        EXPECT_LE(estimate, largest * (1 + 1e-12));
        EXPECT_GE(estimate, before * (1 - 1e-12));
        before = estimate;
      }
      EXPECT_NEAR(estimateAfter(matrix, jacobi, 2 * n + 8), largest, 1e-9 * largest);
    }
  }
}

TEST(MpiSpectralEstimate, DoesNotDependOnTheDistribution) {
  const HostCsr<double> A = spdMatrix(40, 4, 1);
  double first = 0;
  for (const auto& map : testMaps(40)) {
    const DistMatrix<double> matrix = distributeRows(A, map);
    const double estimate = largestEigenvalue(matrix, Jacobi(matrix)).estimate;
    if (first == 0) first = estimate;
    EXPECT_NEAR(estimate, first, 1e-10 * first);
  }
}

TEST(MpiSpectralEstimate, StopsWhenConjugateGradientsAreDone) {
  // Few different eigenvalues, or a single one; then a kernel.
  for (const auto& map : testMaps(30)) {
    std::vector<double> values(30, 3.0);
    EXPECT_NEAR(estimateAfter(distributeRows(sparseOf(diagonalMatrix(values)), map), Identity(map), 20), 3, 1e-12);
    for (int i = 0; i < 15; ++i) values[i] = 7;
    EXPECT_NEAR(estimateAfter(distributeRows(sparseOf(diagonalMatrix(values)), map), Identity(map), 20), 7, 1e-12);
    for (int i = 0; i < 5; ++i) values[i] = 0;
    EXPECT_NEAR(estimateAfter(distributeRows(sparseOf(diagonalMatrix(values)), map), Identity(map), 20), 7, 1e-12);
    const DistMatrix<double> line = distributeRows(neumannLine(30), map);
    EXPECT_NEAR(estimateAfter(line, Identity(map), 60), 2 - 2 * std::cos(M_PI * 29 / 30), 1e-9);
  }
}

TEST(MpiSpectralEstimate, ZeroMatricesAndNoRows) {
  for (GlobalOrdinal n : {0, 1, 5})
    for (const auto& map : testMaps(n)) {
      const DistMatrix<double> zero = distributeRows(sparseOf(Dense(static_cast<int>(n))), map);
      const LargestEigenvalue found = largestEigenvalue(zero, Identity(map));
      EXPECT_EQ(found.estimate, 0);
      EXPECT_EQ(found.bound(), 0);
      EXPECT_EQ(relaxationFactor(zero, Identity(map), 1.5), 1.5);
    }
}

TEST(MpiSpectralEstimate, IndefiniteMatricesThrowOnAllRanks) {
  for (const auto& map : testMaps(6)) {
    const DistMatrix<double> A = distributeRows(sparseOf(diagonalMatrix({1, -2, 3, -4, 5, -60})), map);
    EXPECT_THROW(largestEigenvalue(A, Identity(map)), BreakdownError);
  }
}

// Bounds of every kind of smoother on both sides of the eigenvalue of the dense matrices, for every number of steps.
TEST(MpiSpectralEstimate, BoundsFromBothSides) {
  ProblemOptions elastic, anisotropic;
  elastic.nx = 2;
  elastic.ny = elastic.nz = 4;
  anisotropic.nx = 9;
  for (const HostCsr<double>& A :
       {wholeProblem("elasticity3d", elastic), wholeProblem("anisotropic2d", anisotropic), spdMatrix(60, 6, 1)}) {
    const auto map = mapWithEmptyRank(A.numRows);
    const auto matrix = Teuchos::rcp(new DistMatrix<double>(distributeRows(A, map)));
    Jacobi jacobi(*matrix);
    L1Jacobi l1Jacobi(*matrix);
    Fsai fsai(*matrix, AdaptiveFsaiParameters());
    for (Smoother* smoother : std::initializer_list<Smoother*>{&jacobi, &l1Jacobi, &fsai}) {
      SCOPED_TRACE(smoother->report().name);
      const double largest = eigenvaluesOfProduct(denseOf(A), denseOf(*smoother, *map)).back();
      for (int steps : {1, 2, 4, 8, 16, 40}) {
        EigenvalueSearch search;
        search.minSteps = search.maxSteps = steps;
        search.spread = 1.001;
        const LargestEigenvalue found = largestEigenvalue(*matrix, *smoother, search);
        EXPECT_LE(found.estimate, largest * (1 + 1e-12));
        EXPECT_GE(found.probable, largest * (1 - 1e-9));
        EXPECT_GE(found.certain, largest * (1 - 1e-12));
        EXPECT_LE(found.numSteps, steps);
      }
      EigenvalueSearch search;
      search.minSteps = 2;
      search.spread = 1.2;
      const LargestEigenvalue found = largestEigenvalue(*matrix, *smoother, search);
      EXPECT_LE(found.bound(), 1.2 * found.estimate * (1 + 1e-9));
      EXPECT_LT(found.numSteps, 40);
    }
    EXPECT_EQ(l1Jacobi.eigenvalueBound(7), 1);
    EXPECT_EQ(jacobi.eigenvalueBound(7), 7);
    EXPECT_EQ(fsai.eigenvalueBound(7), std::numeric_limits<double>::infinity());
  }
}

// Where Gershgorin says enough, and where 40 steps do not.
TEST(MpiSpectralEstimate, StepsAreTakenWhereTheyAreNeeded) {
  ProblemOptions options;
  options.nx = 30;
  options.ny = options.nz = 8;
  const HostCsr<double> A = wholeProblem("laplace3d7", options);
  const auto map = evenMap(A.numRows);
  const DistMatrix<double> matrix = distributeRows(A, map);
  AdaptiveFsaiParameters thin;
  thin.maxSteps = 1;
  Fsai fsai(matrix, thin);
  EigenvalueSearch search;
  search.minSteps = 5;
  search.spread = 1.2;
  EXPECT_EQ(largestEigenvalue(matrix, Jacobi(matrix), search).numSteps, 5);
  const int numMore = largestEigenvalue(matrix, fsai, search).numSteps;
  EXPECT_GT(numMore, 5);
  EXPECT_LT(numMore, 30);
  search.spread = 1;
  EXPECT_EQ(largestEigenvalue(matrix, fsai, search).numSteps, 40);
  search.minSteps = 45;
  EXPECT_EQ(largestEigenvalue(matrix, fsai, search).numSteps, 45);
  // A target that leaves no room: omega gives way.
  const double omega = relaxationFactor(matrix, fsai, 1.9999);
  EXPECT_LE(omega * largestEigenvalue(matrix, fsai, search).estimate, 1.9999);
  EXPECT_GT(omega * largestEigenvalue(matrix, fsai, search).estimate, 1.5);
}

// The spectral radius of I - omega M^{-1} A, from the dense matrices.
double convergenceFactor(const HostCsr<double>& A, const Smoother& M, double omega, const Map& map) {
  const auto values = eigenvaluesOfProduct(denseOf(A), denseOf(ScaledOperator(omega, M), map));
  return std::max(std::abs(1 - values.front()), std::abs(1 - values.back()));
}

TEST(MpiRelaxationFactor, MakesJacobiAndFsaiConverge) {
  ProblemOptions elastic, anisotropic, jumps;
  elastic.nx = 2;
  elastic.ny = elastic.nz = 4;
  anisotropic.nx = 9;
  jumps.nx = 5;
  jumps.contrast = 1e4;
  const std::vector<HostCsr<double>> problems = {wholeProblem("elasticity3d", elastic),
                                                 wholeProblem("anisotropic2d", anisotropic),
                                                 wholeProblem("jumps3d", jumps)};
  for (const auto& A : problems) {
    const auto map = mapWithEmptyRank(A.numRows);
    const DistMatrix<double> matrix = distributeRows(A, map);
    Jacobi jacobi(matrix);
    Fsai fsai(matrix, AdaptiveFsaiParameters()), staticFsai(matrix, StaticFsaiParameters());
    for (Smoother* smoother :
         {static_cast<Smoother*>(&jacobi), static_cast<Smoother*>(&fsai), static_cast<Smoother*>(&staticFsai)}) {
      SCOPED_TRACE(smoother->report().name);
      const double largest = eigenvaluesOfProduct(denseOf(A), denseOf(*smoother, *map)).back();
      for (double target : {1.0, 4.0 / 3, 1.8}) {
        const double omega = relaxationFactor(matrix, *smoother, target);
        EXPECT_NEAR(target / omega, 1.05 * largest, 0.1 * largest);
        EXPECT_LT(convergenceFactor(A, *smoother, omega, *map), 1);
      }
    }
  }
}

}  // namespace
}  // namespace Chronos::Test
