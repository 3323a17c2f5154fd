// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SpectralEstimate.hpp"

#include "Chronos_Error.hpp"
#include "Chronos_Fsai.hpp"
#include "Chronos_Jacobi.hpp"
#include "Chronos_Lanczos.hpp"
#include "DenseOperators.hpp"
#include "FsaiReference.hpp"

namespace Chronos::Test {
namespace {

Dense diagonalMatrix(const std::vector<double>& values) {
  Dense A(static_cast<int>(values.size()));
  for (int i = 0; i < A.n; ++i) A(i, i) = values[i];
  return A;
}

// M = I: the matrix shows its own eigenvalues.
class Identity : public Smoother {
 public:
  void apply(const ConstVector& r, const Vector& z, Update) const override { Kokkos::deep_copy(z, r); }
};

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

TEST(MpiSpectralEstimate, IsALowerBoundAndExactAfterEnoughSteps) {
  for (int n : {1, 2, 3, 24}) {
    const HostCsr<double> A = spdMatrix(n, 4, 1);
    for (const auto& map : testMaps(n)) {
      const DistMatrix<double> matrix = distributeRows(A, map);
      const Jacobi jacobi(matrix);
      const double largest = eigenvaluesOfProduct(denseOf(A), denseOf(jacobi, *map)).back();
      double before = 0;
      for (int steps : {1, 2, 4, 8}) {
        const double estimate = largestEigenvalue(matrix, jacobi, steps);
        EXPECT_LE(estimate, largest * (1 + 1e-12));
        EXPECT_GE(estimate, before * (1 - 1e-12));
        before = estimate;
      }
      EXPECT_NEAR(largestEigenvalue(matrix, jacobi, 2 * n + 8), largest, 1e-9 * largest);
    }
  }
}

TEST(MpiSpectralEstimate, DoesNotDependOnTheDistributionOrTheRelaxation) {
  const HostCsr<double> A = spdMatrix(40, 4, 1);
  double first = 0;
  for (const auto& map : testMaps(40)) {
    const DistMatrix<double> matrix = distributeRows(A, map);
    Jacobi jacobi(matrix);
    const double estimate = largestEigenvalue(matrix, jacobi);
    if (first == 0) first = estimate;
    EXPECT_NEAR(estimate, first, 1e-10 * first);
    jacobi.setRelaxation(0.3);
    EXPECT_NEAR(largestEigenvalue(matrix, jacobi), first, 1e-10 * first);
  }
}

TEST(MpiSpectralEstimate, StopsWhenConjugateGradientsAreDone) {
  // Few different eigenvalues, or a single one; then a kernel.
  for (const auto& map : testMaps(30)) {
    std::vector<double> values(30, 3.0);
    EXPECT_NEAR(largestEigenvalue(distributeRows(sparseOf(diagonalMatrix(values)), map), Identity(), 20), 3, 1e-12);
    for (int i = 0; i < 15; ++i) values[i] = 7;
    EXPECT_NEAR(largestEigenvalue(distributeRows(sparseOf(diagonalMatrix(values)), map), Identity(), 20), 7, 1e-12);
    for (int i = 0; i < 5; ++i) values[i] = 0;
    EXPECT_NEAR(largestEigenvalue(distributeRows(sparseOf(diagonalMatrix(values)), map), Identity(), 20), 7, 1e-12);
    const DistMatrix<double> line = distributeRows(neumannLine(30), map);
    EXPECT_NEAR(largestEigenvalue(line, Identity(), 60), 2 - 2 * std::cos(M_PI * 29 / 30), 1e-9);
  }
}

TEST(MpiSpectralEstimate, ZeroMatricesAndNoRows) {
  for (GlobalOrdinal n : {0, 1, 5})
    for (const auto& map : testMaps(n)) {
      const DistMatrix<double> zero = distributeRows(sparseOf(Dense(static_cast<int>(n))), map);
      EXPECT_EQ(largestEigenvalue(zero, Identity()), 0);
      Identity identity;
      EXPECT_EQ(relax(zero, identity, 1.5), 0);
      EXPECT_EQ(identity.relaxation(), 1.5);
    }
}

TEST(MpiSpectralEstimate, IndefiniteMatricesThrowOnAllRanks) {
  for (const auto& map : testMaps(6)) {
    const DistMatrix<double> A = distributeRows(sparseOf(diagonalMatrix({1, -2, 3, -4, 5, -60})), map);
    EXPECT_THROW(largestEigenvalue(A, Identity()), BreakdownError);
  }
}

// The spectral radius of I - omega M^{-1} A, from the dense matrices.
double convergenceFactor(const HostCsr<double>& A, const Smoother& M, const Map& map) {
  const auto values = eigenvaluesOfProduct(denseOf(A), denseOf(M, map));
  return std::max(std::abs(1 - values.front()), std::abs(1 - values.back()));
}

TEST(MpiRelax, MakesJacobiAndFsaiConverge) {
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
        const double estimate = relax(matrix, *smoother, target);
        EXPECT_NEAR(smoother->relaxation(), target / estimate, 1e-14);
        EXPECT_NEAR(estimate, 1.05 * largest, 0.1 * largest);
        EXPECT_LT(convergenceFactor(A, *smoother, *map), 1);
      }
    }
  }
}

}  // namespace
}  // namespace Chronos::Test
