// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
//
// No smoother may diverge, whatever the spectrum of M^{-1} A: the hard case is an eigenvalue alone above all others,
// of which a random start vector holds little.
#include "Chronos_GershgorinBound.hpp"
#include "Chronos_Parameters.hpp"
#include "Chronos_SmootherFactory.hpp"
#include "Chronos_SpectralEstimate.hpp"
#include "DenseOperators.hpp"
#include "LaunchCounter.hpp"

namespace Chronos::Test {
namespace {

constexpr int blockSize = 6;

enum class Scaling { none, wild };

// Diagonal blocks (1 - c) I + c 1 1^T with eigenvalues 1 - c and 1 + 5 c: those with c between -0.2 and 0 fill [0,
// 1.2], one with c = 0.12 adds 1.6. Rows of the others sum to 2 in magnitude, so Gershgorin does not tell.
HostCsr<double> outlierMatrix(int numBlocks, int outlier, Scaling scaling = Scaling::none) {
  HostCsr<double> A;
  A.numRows = A.numCols = numBlocks * blockSize;
  const auto scaleOf = [&](int row) {
    return scaling == Scaling::none ? 1.0 : std::pow(10.0, 4 * globalUniform(9, static_cast<std::uint64_t>(row)));
  };
  for (int row = 0; row < A.numRows; ++row) {
    const int block = row / blockSize;
    const double c = block == outlier ? 0.12 : -0.2 * (block + 0.5) / numBlocks;
    for (int col = block * blockSize; col < (block + 1) * blockSize; ++col) {
      A.colInd.push_back(col);
      A.values.push_back((row == col ? 1.0 : c) * scaleOf(row) * scaleOf(col));
    }
    A.rowPtr.push_back(A.colInd.size());
  }
  return A;
}

// Largest eigenvalue of omega M^{-1} A, both of diagonal blocks: one application for each column of all blocks.
double largestOfBlocks(const HostCsr<double>& A, const RelaxedSmoother& smoother, const Map& map) {
  std::vector<std::vector<double>> columns;
  for (int col = 0; col < blockSize; ++col) {
    std::vector<double> units(TrilinosVersion::numLocal(map), 0.0);
    for (std::size_t i = 0; i < units.size(); ++i)
      units[i] = map.getGlobalElement(static_cast<LocalOrdinal>(i)) % blockSize == col;
    const auto z = toView("z", wrongValues<double>(units.size()));
    smoother.M->apply(asBlock(toView("units", units)), asBlock(z), smoother.omega);
    columns.push_back(wholeVector(map, z));
  }
  double largest = 0;
  for (int begin = 0; begin < A.numRows; begin += blockSize) {
    Dense block(blockSize), inverse(blockSize);
    for (int row = 0; row < blockSize; ++row)
      for (int col = 0; col < blockSize; ++col) {
        block(row, col) = A.values[A.rowPtr[begin + row] + col];
        inverse(row, col) = columns[col][begin + row];
      }
    largest = std::max(largest, eigenvaluesOfProduct(block, inverse).back());
  }
  return largest;
}

// As in the presets, with factors that leave the blocks alone or nearly so.
std::vector<SmootherParameters> everyKind(const std::string& presetName) {
  std::vector<SmootherParameters> result;
  for (const SmootherMethod& method : smootherTable(SmootherUse::smoothing)) {
    SmootherParameters parameters = preset(presetName).amg.level.smoother;
    parameters.method.choose(method.name);
    parameters.method.of<StaticFsaiParameters>("static fsai").threshold = 0.25;
    parameters.method.of<AdaptiveFsaiParameters>("adaptive fsai").maxSteps = 1;
    parameters.method.of<ChebyshevParameters>("chebyshev").eigenvalueSteps = parameters.eigenvalueSteps;
    result.push_back(parameters);
  }
  return result;
}

TEST(MpiRelaxation, NoSmootherDivergesForAnEigenvalueAloneAboveAllOthers) {
  for (const auto& [numBlocks, outlier] : std::vector<std::pair<int, int>>{{400, 17}, {4000, 3999}}) {
    const HostCsr<double> A = outlierMatrix(numBlocks, outlier);
    const auto map = cyclicMap(A.numRows);
    const auto matrix = Teuchos::rcp(new DistMatrix<double>(distributeRows(A, map)));
    for (const char* name : {"flow", "shells"})
      for (const SmootherParameters& parameters : everyKind(name)) {
        const auto smoother = createSmoother(matrix, parameters);
        SCOPED_TRACE(std::string(name) + ", " + smoother.M->report().name + ", " + std::to_string(numBlocks) +
                     " blocks, outlier " + std::to_string(outlier));
        EXPECT_LT(largestOfBlocks(A, smoother, *map), 2);
      }
  }
}

// Units of the unknowns do not hide an eigenvalue.
TEST(MpiRelaxation, NoSmootherDivergesForRowsOfAllSizes) {
  for (int outlier : {777, 1999}) {
    const HostCsr<double> A = outlierMatrix(2000, outlier, Scaling::wild);
    const auto map = cyclicMap(A.numRows);
    const auto matrix = Teuchos::rcp(new DistMatrix<double>(distributeRows(A, map)));
    for (const SmootherParameters& parameters : everyKind("shells")) {
      const auto smoother = createSmoother(matrix, parameters);
      SCOPED_TRACE(smoother.M->report().name + ", outlier " + std::to_string(outlier));
      EXPECT_LT(largestOfBlocks(A, smoother, *map), 2);
    }
  }
}

// Its bound is known: no step of Lanczos, each of which would apply the smoother.
TEST(MpiRelaxation, L1JacobiTakesItsDampingWithoutAnEstimate) {
  const HostCsr<double> A = outlierMatrix(50, 7, Scaling::wild);
  const auto map = cyclicMap(A.numRows);
  const auto matrix = Teuchos::rcp(new DistMatrix<double>(distributeRows(A, map)));
  SmootherParameters parameters;
  parameters.method.choose("l1 jacobi");
  for (double damping : {0.5, 1.0, 1.7, 1.9}) {
    parameters.damping = damping;
    const LaunchCounter launches;
    const RelaxedSmoother smoother = createSmoother(matrix, parameters);
    EXPECT_EQ(launches.of("Chronos::multiplyRows"), 0);
    EXPECT_EQ(smoother.omega, damping);
    EXPECT_LE(largestOfBlocks(A, smoother, *map), damping * (1 + 1e-12));
  }
}

// Two rows of a diagonal and an entry beside it, among rows of the unit matrix.
HostCsr<double> pairMatrix(int n, double diagonal, double beside) {
  Dense A(n);
  for (int i = 0; i < n; ++i) A(i, i) = 1;
  A(0, 0) = diagonal;
  A(0, n - 1) = A(n - 1, 0) = beside;
  return sparseOf(A);
}

TEST(MpiGershgorinBound, IsTheLargestSumOfARowOverItsDiagonal) {
  for (const auto& map : testMaps(7)) {
    const auto boundOf = [&](double diagonal, double beside) {
      return gershgorinBound(distributeRows(pairMatrix(7, diagonal, beside), map));
    };
    EXPECT_DOUBLE_EQ(boundOf(1, 0), 1);
    EXPECT_DOUBLE_EQ(boundOf(2, -0.75), 1.75);
    EXPECT_DOUBLE_EQ(boundOf(0.5, -0.75), 2.5);
    for (double without : {0.0, -1.0, std::nan("")})
      EXPECT_EQ(boundOf(without, -0.75), std::numeric_limits<double>::infinity());
    EXPECT_EQ(boundOf(1, std::nan("")), std::numeric_limits<double>::infinity());
    EXPECT_EQ(gershgorinBound(distributeRows(sparseOf(Dense(7)), map)), std::numeric_limits<double>::infinity());
  }
  EXPECT_EQ(gershgorinBound(distributeRows(sparseOf(Dense(0)), evenMap(0))), 0);
}

// Jacobi of nearly dominant rows takes damping over 2, less where the bound asks for it, and no step of Lanczos.
TEST(MpiRelaxation, NearlyDominantRowsNeedNoEstimate) {
  SmootherParameters parameters;
  parameters.method.choose("jacobi");
  const auto check = [&](double beside, double damping, double expected) {
    SCOPED_TRACE("beside " + std::to_string(beside) + ", damping " + std::to_string(damping));
    const auto map = mapWithEmptyRank(7);
    const auto matrix = Teuchos::rcp(new DistMatrix<double>(distributeRows(pairMatrix(7, 1, beside), map)));
    parameters.damping = damping;
    const LaunchCounter launches;
    EXPECT_DOUBLE_EQ(createSmoother(matrix, parameters).omega, expected);
    EXPECT_EQ(launches.of("Chronos::fillRandom"), 0);
  };
  check(-0.25, 1.5, 1.5 / 1.25);
  check(-0.75, 1.5, 1.5 / 1.75);
  check(1.0, 1.5, 0.75);
  check(-1.5, 1.5, 0.75);
  check(-1.5, 1.9, 1.98 / 2.5);
  check(-1.5, 1.99, 1.99 / 2.5);
}

TEST(MpiRelaxation, OtherRowsAreEstimated) {
  const auto map = mapWithEmptyRank(7);
  Dense A(7);
  for (int i = 0; i < 7; ++i)
    for (int j = 0; j < 7; ++j) A(i, j) = i == j ? 1 : 0.3;  // bound 2.8, eigenvalues 2.8 and 0.7
  const auto matrix = Teuchos::rcp(new DistMatrix<double>(distributeRows(sparseOf(A), map)));
  SmootherParameters parameters;
  parameters.method.choose("jacobi");
  const LaunchCounter launches;
  EXPECT_NEAR(createSmoother(matrix, parameters).omega, parameters.damping / 2.8, 1e-3);
  EXPECT_EQ(launches.of("Chronos::fillRandom"), 1);
}

// M = I has no bound but that of the estimate.
TEST(MpiRelaxation, DiagonalMatricesWithAnEigenvalueAlone) {
  const int n = 20000;
  for (int outlier : {0, 4711, n - 1})
    for (double size : {1.3, 1.6, 2.5}) {
      HostCsr<double> A;
      A.numRows = A.numCols = n;
      for (int row = 0; row < n; ++row) {
        A.colInd.push_back(row);
        A.values.push_back(row == outlier ? size : 1.2 * (row + 0.5) / n);
        A.rowPtr.push_back(A.colInd.size());
      }
      const DistMatrix<double> matrix = distributeRows(A, mapWithEmptyRank(n));
      for (const auto& [target, steps] :
           std::vector<std::pair<double, int>>{{1.6, 5}, {1.4, 8}, {1.9, 8}, {1.999, 3}}) {
        SCOPED_TRACE("outlier " + std::to_string(outlier) + " of " + std::to_string(size));
        const double omega = relaxationFactor(matrix, Identity(matrix.rowMap()), target, steps);
        EXPECT_LT(omega * size, 2);
        EXPECT_GT(omega * size, 0.9 * target);
      }
    }
}

}  // namespace
}  // namespace Chronos::Test
