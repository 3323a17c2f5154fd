// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_InjectTestSpace.hpp"
#include "Chronos_TestSpaceMethods.hpp"

#include "Chronos_Agglomeration.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_InnerProduct.hpp"
#include "Chronos_Jacobi.hpp"
#include "Chronos_Orthonormalise.hpp"
#include "Chronos_ScaledOperator.hpp"
#include "Chronos_SpectralEstimate.hpp"
#include "DenseOperators.hpp"
#include "FsaiReference.hpp"
#include "TestVectorsOf.hpp"

#include <functional>

namespace Chronos::Test {
namespace {

EntryOf randomEntries(std::uint64_t seed) {
  return [=](GlobalOrdinal row, int col) { return globalUniform(seed + static_cast<std::uint64_t>(col), row); };
}

void expectOrthonormal(const SmallMatrix& V, double tolerance) {
  const SmallMatrix G = transposedProduct(V, V);
  for (int i = 0; i < V.numCols; ++i)
    for (int j = 0; j < V.numCols; ++j) EXPECT_NEAR(G(i, j), i == j, tolerance) << i << ", " << j;
}

// The largest distance of a unit column of X from the span of the orthonormal columns of V.
double distance(SmallMatrix X, const SmallMatrix& V) {
  double largest = 0;
  const SmallMatrix projection = product(V, transposedProduct(V, X));
  for (int col = 0; col < X.numCols; ++col) {
    double norm = 0, rest = 0;
    for (int row = 0; row < X.numRows; ++row) {
      norm += X(row, col) * X(row, col);
      rest += std::pow(X(row, col) - projection(row, col), 2);
    }
    largest = std::max(largest, std::sqrt(rest / norm));
  }
  return largest;
}

ProblemOptions cells(int nx, int ny, int nz) {
  ProblemOptions options;
  options.nx = nx;
  options.ny = ny;
  options.nz = nz;
  return options;
}

// Columns 3 and 5 depend on the ones before; column 1 is zero; scales are far apart.
double dependentEntry(GlobalOrdinal row, int col) {
  const auto base = [&](int k) { return std::pow(10.0, 4 * k - 9) * globalUniform(100 + k, row); };
  switch (col) {
    case 0: return base(0);
    case 1: return 0;
    case 2: return base(2);
    case 3: return 1e3 * base(0) - base(2);
    case 4: return base(4);
    default: return base(4) + 1e-12 * base(5);
  }
}

TEST(MpiTestSpace, OrthonormalBasisDropsWhatDepends) {
  for (const auto& map : testMaps(40)) {
    const TestSpace V = vectorsOf(*map, 6, dependentEntry);
    const SmallMatrix basis = wholeOf(*map, orthonormalBasis(*world(), V));
    ASSERT_EQ(basis.numCols, 3);
    expectOrthonormal(basis, 1e-14);
    const SmallMatrix whole = wholeOf(*map, V);
    for (int col : {0, 2, 3, 4}) EXPECT_LE(distance(part(whole, 0, 40, col, 1), basis), 1e-13);
    EXPECT_LE(distance(part(whole, 0, 40, 5, 1), basis), 1e-4);
  }
}

// Columns at angles down to 1e-5: Cholesky QR once leaves them far from orthogonal.
TEST(MpiTestSpace, OrthonormalBasisOfNearlyDependentColumns) {
  for (const auto& map : testMaps(60)) {
    const TestSpace V = vectorsOf(
        *map, 8, [](GlobalOrdinal row, int col) { return globalUniform(1, row) + 1e-5 * globalUniform(2 + col, row); });
    const SmallMatrix basis = wholeOf(*map, orthonormalBasis(*world(), V));
    ASSERT_EQ(basis.numCols, 8);
    expectOrthonormal(basis, 1e-14);
  }
}

TEST(MpiTestSpace, OrthonormalBasisOfFewRows) {
  for (GlobalOrdinal n : {0, 1, 2, 3})
    for (const auto& map : testMaps(n)) {
      const SmallMatrix basis = wholeOf(*map, orthonormalBasis(*world(), vectorsOf(*map, 5, randomEntries(1))));
      EXPECT_EQ(basis.numCols, n);
      expectOrthonormal(basis, 1e-14);
      EXPECT_EQ(orthonormalBasis(*world(), vectorsOf(*map, 0, randomEntries(1))).extent(1), 0u);
    }
}

TEST(MpiTestSpace, OrthonormaliseAgainstAnotherBasis) {
  for (const auto& map : testMaps(50)) {
    const TestSpace Q = orthonormalBasis(*world(), vectorsOf(*map, 4, randomEntries(1)));
    const TestSpace given = vectorsOf(*map, 3, [](GlobalOrdinal row, int col) {
      return globalUniform(1 + col, row) + (col == 2 ? 0 : 1e-4 * globalUniform(20 + col, row));
    });
    TestVectors W = allocateVectors("W", given.extent(0), 3), scratch = allocateVectors("scratch", given.extent(0), 3);
    Kokkos::deep_copy(W, given);
    ASSERT_EQ(orthonormalise(*world(), Q, W, scratch, 0.5), 2);
    const SmallMatrix together = wholeOf(*map, columnsOf(W, 0, 2)), q = wholeOf(*map, Q);
    expectOrthonormal(together, 1e-14);
    for (double entry : transposedProduct(q, together).values) EXPECT_NEAR(entry, 0, 1e-14);
  }
}

TEST(MpiTestSpace, RandomVectorsDependOnTheGlobalIndexAlone) {
  const HostCsr<double> A = spdMatrix(30, 4, 1);
  TestSpaceParameters parameters;
  parameters.numVectors = 5;
  SmallMatrix first;
  for (const auto& map : testMaps(30)) {
    const SmallMatrix V = wholeOf(*map, startTestSpace(distributeRows(A, map), parameters, {}));
    ASSERT_EQ(V.numCols, 5);
    if (first.numCols == 0) first = V;
    EXPECT_EQ(V.values, first.values);
  }
  EXPECT_LT(std::abs(transposedProduct(first, first)(0, 1)), 0.7 * transposedProduct(first, first)(0, 0));
}

TEST(MpiTestSpace, ConstantVectorsAndGivenOnesWithRandomOnes) {
  for (const auto& map : testMaps(12)) {
    const DistMatrix<double> A = distributeRows(spdMatrix(12, 4, 1), map);
    TestSpaceParameters parameters;
    parameters.kind = TestSpaceKind::constant;
    parameters.degreesOfFreedom = 3;
    const SmallMatrix constants = wholeOf(*map, startTestSpace(A, parameters, {}));
    ASSERT_EQ(constants.numCols, 3);
    for (int row = 0; row < 12; ++row)
      for (int col = 0; col < 3; ++col) EXPECT_EQ(constants(row, col), row % 3 == col);
    parameters.kind = TestSpaceKind::automatic;
    parameters.numRandom = 2;
    const SmallMatrix V = wholeOf(*map, startTestSpace(A, parameters, {vectorsOf(*map, 2, randomEntries(7)), {}}));
    ASSERT_EQ(V.numCols, 4);
    for (int row = 0; row < 12; ++row) EXPECT_EQ(V(row, 1), globalUniform(8, row));
    EXPECT_NE(V(0, 2), V(0, 3));
  }
}

std::string messageOf(const std::function<void()>& action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(MpiTestSpace, GivenVectorsThatCannotBeUsedThrowOnAllRanks) {
  const auto map = mapWithEmptyRank(12);
  const DistMatrix<double> A = distributeRows(spdMatrix(12, 4, 1), map);
  TestSpaceParameters parameters;
  parameters.kind = TestSpaceKind::given;
  const auto start = [&](const TestSpace& V) { return messageOf([&] { startTestSpace(A, parameters, {V, {}}); }); };
  EXPECT_NE(start(TestSpace()).find("setNearKernel"), std::string::npos);
  EXPECT_NE(start(vectorsOf(*evenMap(36), 2, randomEntries(1))).find("rows"), std::string::npos);
  const int me = world()->getRank();
  if (world()->getSize() > 1) {
    EXPECT_NE(start(vectorsOf(*map, me == 0 ? 2 : 3, randomEntries(1))).find("same number"), std::string::npos);
  }
  for (double wrong : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
    EXPECT_NE(start(vectorsOf(*map, 2, [&](GlobalOrdinal row, int col) { return row == 3 && col == 1 ? wrong : 1.0; }))
                  .find("vector 1"),
              std::string::npos);
  EXPECT_NE(start(vectorsOf(*map, 2, [](GlobalOrdinal, int col) { return col == 1 ? 1.0 : 0.0; })).find("vector 0"),
            std::string::npos);
  EXPECT_EQ(start(vectorsOf(*map, 2, randomEntries(1))), "");
}

TEST(MpiTestSpace, SrqcgFindsTheLowestEigenvectors) {
  const HostCsr<double> A = wholeProblem("elasticity3d", cells(2, 4, 4));
  const int n = A.numRows;
  std::vector<double> exact;
  {
    Dense identity(n);
    for (int i = 0; i < n; ++i) identity(i, i) = 1;
    exact = eigenvaluesOfProduct(denseOf(A), identity);
  }
  for (const auto& map : testMaps(n)) {
    const DistMatrix<double> matrix = distributeRows(A, map);
    const Jacobi jacobi(matrix);
    const TestSpace V = vectorsOf(*map, 6, randomEntries(1));
    double before = std::numeric_limits<double>::infinity();
    for (int iterations : {0, 1, 2, 5, 60}) {
      const TestSpace X = improveBySrqcg(matrix, jacobi, V, iterations);
      ASSERT_EQ(X.extent(1), 6u);
      expectOrthonormal(wholeOf(*map, X), 1e-11);
      const auto quotients = rayleighQuotients(matrix, X);
      double sum = 0;
      for (int k = 0; k < 6; ++k) {
        EXPECT_GE(quotients[k], exact[k] * (1 - 1e-10));
        sum += quotients[k];
        if (k > 0) {
          EXPECT_GE(quotients[k], quotients[k - 1] * (1 - 1e-10));
        }
      }
      EXPECT_LT(sum, before);
      before = sum;
    }
    const auto quotients = rayleighQuotients(matrix, improveBySrqcg(matrix, jacobi, V, 60));
    for (int k = 0; k < 6; ++k) EXPECT_NEAR(quotients[k], exact[k], 1e-6 * exact[k]);
  }
}

// Scales of unknowns a thousand apart: relative to the diagonal the answer is that of the matrix scaled to a unit
// diagonal.
TEST(MpiTestSpace, SrqcgRelativeToTheDiagonal) {
  HostCsr<double> A = wholeProblem("elasticity3d", cells(2, 4, 4));
  const int n = A.numRows;
  const auto scale = [](int row) { return row % 3 == 2 ? 1e3 : 1.0; };
  for (int row = 0; row < n; ++row)
    for (Offset e = A.rowPtr[row]; e < A.rowPtr[row + 1]; ++e) A.values[e] *= scale(row) * scale(A.colInd[e]);
  const Dense dense = denseOf(A);
  Dense inverseDiagonal(n);
  for (int i = 0; i < n; ++i) inverseDiagonal(i, i) = 1 / dense(i, i);
  const auto exact = eigenvaluesOfProduct(dense, inverseDiagonal);
  for (const auto& map : testMaps(n)) {
    const DistMatrix<double> matrix = distributeRows(A, map);
    const Jacobi jacobi(matrix);
    const TestSpace X =
        improveBySrqcg(matrix, jacobi, vectorsOf(*map, 6, randomEntries(1)), 60, TestSpaceWeight::diagonal);
    const SmallMatrix V = wholeOf(*map, X);
    ASSERT_EQ(V.numCols, 6);
    expectOrthonormal(V, 1e-13);
    SmallMatrix AV(n, 6), DV(n, 6);
    for (int col = 0; col < 6; ++col)
      for (int row = 0; row < n; ++row) {
        for (int k = 0; k < n; ++k) AV(row, col) += dense(row, k) * V(k, col);
        DV(row, col) = dense(row, row) * V(row, col);
      }
    SmallMatrix a = transposedProduct(V, AV), d = transposedProduct(V, DV);
    std::vector<double> values(6), work(100);
    int info = 0;
    Teuchos::LAPACK<int, double>().SYGV(1, 'N', 'L', 6, a.values.data(), 6, d.values.data(), 6, values.data(),
                                        work.data(), 100, &info);
    ASSERT_EQ(info, 0);
    for (int k = 0; k < 6; ++k) EXPECT_NEAR(values[k], exact[k], 1e-6 * exact[k]);
  }
}

// More vectors than the matrix has directions; then a start that holds the answer already.
TEST(MpiTestSpace, SrqcgEndsWhereNothingIsLeftToFind) {
  for (const auto& map : testMaps(7)) {
    const DistMatrix<double> A = distributeRows(spdMatrix(7, 4, 1), map);
    const Jacobi jacobi(A);
    const SmallMatrix X = wholeOf(*map, improveBySrqcg(A, jacobi, vectorsOf(*map, 9, randomEntries(1)), 5));
    EXPECT_EQ(X.numCols, 7);
    expectOrthonormal(X, 1e-12);
    EXPECT_EQ(improveBySrqcg(A, jacobi, vectorsOf(*map, 0, randomEntries(1)), 5).extent(1), 0u);
  }
  for (const auto& map : testMaps(30)) {
    const DistMatrix<double> line = distributeRows(neumannLine(30), map);
    const Jacobi jacobi(line);
    const TestSpace ones = vectorsOf(*map, 1, [](GlobalOrdinal, int) { return 1.0; });
    const SmallMatrix X = wholeOf(*map, improveBySrqcg(line, jacobi, ones, 5));
    ASSERT_EQ(X.numCols, 1);
    for (int row = 1; row < 30; ++row) EXPECT_NEAR(X(row, 0), X(0, 0), 1e-13);
  }
}

TEST(MpiTestSpace, PowerDampsWhatTheSmootherDamps) {
  const HostCsr<double> A = wholeProblem("laplace3d7", cells(5, 5, 5));
  for (const auto& map : testMaps(A.numRows)) {
    const DistMatrix<double> matrix = distributeRows(A, map);
    const Jacobi jacobi(matrix);
    const ScaledOperator relaxed(relaxationFactor(matrix, jacobi, 1.5), jacobi);
    const TestSpace V = vectorsOf(*map, 3, randomEntries(1));
    double before = std::numeric_limits<double>::infinity();
    for (int iterations : {0, 2, 8}) {
      const TestSpace X = improveByPower(matrix, relaxed, V, iterations);
      expectOrthonormal(wholeOf(*map, X), 1e-13);
      const auto quotients = rayleighQuotients(matrix, X);
      const double largest = *std::max_element(quotients.begin(), quotients.end());
      EXPECT_LT(largest, 0.7 * before);
      before = largest;
    }
  }
}

// With A = I and M = A nothing is left after a sweep: the test space then stays what it was.
TEST(MpiTestSpace, ImprovementNeverEndsWithoutVectors) {
  Dense identity(9);
  for (int i = 0; i < 9; ++i) identity(i, i) = 1;
  for (const auto& map : testMaps(9)) {
    const DistMatrix<double> A = distributeRows(sparseOf(identity), map);
    const Jacobi jacobi(A);
    TestSpaceParameters parameters;
    for (auto improvement : {TestSpaceImprovement::none, TestSpaceImprovement::srqcg, TestSpaceImprovement::power}) {
      parameters.improvement = improvement;
      const TestSpace X = improveTestSpace(A, jacobi, vectorsOf(*map, 2, randomEntries(1)), parameters, 3);
      ASSERT_EQ(X.extent(1), 2u);
      expectOrthonormal(wholeOf(*map, X), 1e-13);
    }
  }
}

TEST(MpiTestSpace, InjectionTakesTheRowsOfCoarsePointsToTheirNewOwners) {
  const GlobalOrdinal n = 31;
  for (const auto& map : testMaps(n)) {
    const DistMatrix<double> A = distributeRows(neumannLine(static_cast<int>(n)), map);
    std::vector<char> types;
    for (int row = 0; row < A.numRows(); ++row)
      types.push_back(map->getGlobalElement(row) % 3 == 0   ? coarsePoint
                      : map->getGlobalElement(row) % 5 == 0 ? isolatedPoint
                                                            : finePoint);
    const Splitting splitting = numberCoarsePoints(A, toView("types", types));
    const TestSpace V = vectorsOf(*map, 3, randomEntries(1));
    const SmallMatrix whole = wholeOf(*map, V);
    // What each coarse number stands for, on every rank.
    SmallMatrix fine(static_cast<int>(splitting.coarseMap->getGlobalNumElements()), 1), fineOf = fine;
    const auto coarseIndex = toVector(splitting.coarseIndex);
    for (int row = 0; row < A.numRows(); ++row)
      if (coarseIndex[row] >= 0)
        fine(static_cast<int>(splitting.coarseMap->getGlobalElement(coarseIndex[row])), 0) =
            double(map->getGlobalElement(row));
    MPI_Allreduce(fine.values.data(), fineOf.values.data(), fine.numRows, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    const auto last = Teuchos::rcp(
        new Map(fine.numRows, world()->getRank() + 1 == world()->getSize() ? fine.numRows : 0, 0, world()));
    for (const auto& coarseMap : {splitting.coarseMap, Teuchos::RCP<const Map>(last)}) {
      const TestSpace injected = moveTestSpace(injectTestSpace(V, splitting), splitting.coarseMap, coarseMap);
      ASSERT_EQ(injected.extent(0), TrilinosVersion::numLocal(*coarseMap));
      const SmallMatrix coarse = wholeOf(*coarseMap, injected);
      for (int row = 0; row < coarse.numRows; ++row)
        for (int col = 0; col < 3; ++col) EXPECT_EQ(coarse(row, col), whole(static_cast<int>(fineOf(row, 0)), col));
    }
  }
}

}  // namespace
}  // namespace Chronos::Test
