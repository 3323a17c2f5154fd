// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_CgIteration.hpp"
#include "Chronos_Choice.hpp"
#include "Chronos_CompositeSetup.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_Parameters.hpp"
#include "Chronos_RandomVector.hpp"
#include "Chronos_RowSigns.hpp"
#include "Chronos_ScaledMatrix.hpp"
#include "Chronos_SmoothVector.hpp"
#include "Chronos_StoredMatrix.hpp"
#include "Chronos_SystemFacts.hpp"
#include "Chronos_VectorUpdate.hpp"
#include "DenseOperators.hpp"
#include "FsaiReference.hpp"
#include "NeverFactored.hpp"
#include "ReferenceDistributed.hpp"
#include "SmootherColumns.hpp"
#include "TestVectorsOf.hpp"
#include "WholeMatrix.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>

namespace Chronos::Test {
namespace {

using Matrix = Teuchos::RCP<const DistMatrix<double>>;

HostCsr<double> laplacian(int n) {
  ProblemOptions options;
  options.nx = n;
  return wholeProblem("laplace3d7", options);
}

// Three decades up and down, of each unknown its own.
std::vector<double> ownUnits(std::size_t n) {
  std::mt19937 random(5);
  std::vector<double> units(n);
  for (double& unit : units) unit = std::pow(10, std::uniform_real_distribution<double>(-3, 3)(random));
  return units;
}

std::vector<double> signs(std::size_t n) {
  std::vector<double> signs = ownUnits(n);
  for (double& sign : signs) sign = sign < 1 ? -1 : 1;
  return signs;
}

HostCsr<double> scaled(HostCsr<double> A, const std::vector<double>& w) {
  for (LocalOrdinal row = 0; row < A.numRows; ++row)
    for (Offset e = A.rowPtr[row]; e < A.rowPtr[row + 1]; ++e) A.values[e] *= w[row] * w[A.colInd[e]];
  return A;
}

HostCsr<double> plus(HostCsr<double> A, const std::function<double(GlobalOrdinal)>& reaction) {
  for (LocalOrdinal row = 0; row < A.numRows; ++row)
    for (Offset e = A.rowPtr[row]; e < A.rowPtr[row + 1]; ++e)
      if (A.colInd[e] == row) A.values[e] += reaction(row);
  return A;
}

Matrix onRanks(const HostCsr<double>& A) {
  const auto map = mapWithEmptyRank(A.numRows);
  return Teuchos::rcp(new DistMatrix<double>(rowsOnMap(A, map, map)));
}

Vector owned(const Map& map, const std::vector<double>& whole) {
  std::vector<double> mine(TrilinosVersion::numLocal(map));
  for (std::size_t i = 0; i < mine.size(); ++i) mine[i] = whole[map.getGlobalElement(static_cast<LocalOrdinal>(i))];
  return toView("owned", mine);
}

TestSpace oneVector(const Vector& w) {
  const TestVectors V = allocateVectors("V", w.extent(0), 1);
  Kokkos::deep_copy(column(V, 0), w);
  return V;
}

AmgParameters flow(ScalingKind kind = ScalingKind::automatic) {
  AmgParameters parameters = preset("flow").amg;
  parameters.coarseSize = 30;
  parameters.level.coarsening.ranks = RankCoupling::across;  // one hierarchy for all numbers of ranks
  parameters.scaling = kind;
  return parameters;
}

// Of conjugate gradients to 1e-8.
// With a random right-hand side, whose unknowns have other signs where `changes` is given.
int iterationsWith(const DistMatrix<double>& A, const Operator& M, const Vector& changes = {}) {
  const Block r = allocateBlock("r", A.numRows(), 1);
  fillRandom(*A.rowMap(), 3, asVector(r));
  if (changes.extent(0) > 0) multiplyRows(changes, r, r);
  const StoredMatrix<double> product(Teuchos::rcpFromRef(A));
  CgIteration cg(product, &M, Block(), r);
  const double first = cg.dot(r, r)[0];
  int iteration = 0;
  for (double square = first; square > 1e-16 * first && iteration < 500; ++iteration) {
    cg.prepare({true});
    square = cg.advance({true})[0];
  }
  return iteration;
}

TEST(MpiHierarchyScaling, MatrixIsScaledOnBothSides) {
  const HostCsr<double> A = spdMatrix(60, 4, 1);
  const std::vector<double> w = ownUnits(60);
  const HostCsr<double> expected = scaled(A, w);
  for (const DistMatrix<double>& rows : onTestMaps(A)) {
    const DistMatrix<double> found = scaledMatrix(rows, owned(*rows.rowMap(), w));
    EXPECT_EQ(globalEntriesOf(found), globalEntriesOf(rowsOnMap(expected, rows.rowMap(), rows.domainMap())));
  }
}

TEST(MpiHierarchyScaling, SmoothVectorIsPositiveAndKnowsTheUnits) {
  const HostCsr<double> A = laplacian(10);
  const std::vector<double> units = ownUnits(1000);
  const Matrix S = onRanks(scaled(A, units));
  const auto w = toVector(smoothVector(*S));
  double low = HUGE_VAL, high = 0;
  for (std::size_t i = 0; i < w.size(); ++i) {
    EXPECT_GT(w[i], 0);
    const double times = w[i] * units[S->rowMap()->getGlobalElement(static_cast<LocalOrdinal>(i))];
    low = std::min(low, times);
    high = std::max(high, times);
  }
  // A mode of the cube in six decades of units: from its corner to its middle.
  EXPECT_LT(high, 300 * low);
  const auto vector = toView("w", w);
  EXPECT_LT(relativeEnergy(*S, vector), 0.1);
  EXPECT_NEAR(relativeEnergy(*onRanks(A), owned(*S->rowMap(), std::vector<double>(1000, 1.0))), 600.0 / 6000, 1e-12);
}

HierarchyScaling found(const HostCsr<double>& A) {
  return makeScaling(*onRanks(A), ScalingKind::automatic, {});
}

TEST(MpiHierarchyScaling, FindsOutWhetherUnknownsAreScaled) {
  const HostCsr<double> A = laplacian(10);
  EXPECT_FALSE(found(A).exists());
  EXPECT_TRUE(found(scaled(A, ownUnits(1000))).exists());
  EXPECT_FALSE(makeScaling(*onRanks(scaled(A, ownUnits(1000))), ScalingKind::none, {}).exists());
}

// Rows do not sum to zero, and there is a vector of less energy than constants have on average: where it lives,
// constants have no more.
TEST(MpiHierarchyScaling, LeavesReactionsAndPenaltiesAlone) {
  const HostCsr<double> A = laplacian(10);
  const std::vector<std::function<double(GlobalOrdinal)>> reactions = {
      [](GlobalOrdinal) { return 3; }, [](GlobalOrdinal) { return 100; },
      [](GlobalOrdinal row) { return row < 500 ? 12.0 : 0.6; }, [](GlobalOrdinal row) { return row < 600 ? 2.0 : 0; },
      [](GlobalOrdinal row) { return row < 100 ? 1e10 : 0.5; }};
  for (const auto& reaction : reactions) EXPECT_FALSE(found(plus(A, reaction)).exists()) << reaction(0);
}

// Of four unknowns in a square, one coupling is positive: no M-matrix, but rows sum to zero once unknowns are scaled.
TEST(MpiHierarchyScaling, TakesFlatCellsToo) {
  ProblemOptions options;
  options.nx = 40;
  options.anisotropy = 1e-3;
  options.angle = 30;
  const HostCsr<double> A = wholeProblem("anisotropic2d", options);
  std::vector<double> units = ownUnits(A.numRows);
  for (double& unit : units) unit = std::cbrt(unit);
  const Matrix S = onRanks(scaled(A, units));
  const SystemFacts plain = examine(*onRanks(A), {});
  SystemFacts own = examine(*S, {});
  lookForUnits(*S, own);
  ASSERT_LT(plain.mostlyNegativeRows, RowThresholds::mostRows);
  EXPECT_LT(own.zeroSumRows, RowThresholds::halfOfRows);
  EXPECT_GE(own.zeroSumRowsScaled, RowThresholds::halfOfRows);
  EXPECT_EQ(own.unknownsPerNode, 1);
}

// 30 readings, which a system that the diagonal is enough for is spared.
TEST(MpiHierarchyScaling, UnitsAreLookedForBehindTheProbe) {
  const auto sharesOf = [&](int size, double anisotropy, bool looksAnyway) {
    ProblemOptions options;
    options.nx = size;
    options.anisotropy = anisotropy;
    options.angle = 30;
    const HostCsr<double> A = wholeProblem("anisotropic2d", options);
    const Matrix S = onRanks(scaled(A, ownUnits(A.numRows)));
    SystemFacts facts = factsFor(*S, {}, neverFactored());
    if (looksAnyway) lookForUnits(*S, facts);
    return facts.zeroSumRowsScaled;
  };
  EXPECT_GE(sharesOf(90, 1e-3, false), RowThresholds::halfOfRows);
  EXPECT_EQ(sharesOf(24, 0.2, false), 0);
  EXPECT_GE(sharesOf(24, 0.2, true), RowThresholds::halfOfRows);
}

TEST(MpiHierarchyScaling, MultigridDoesNotMindTheUnits) {
  const HostCsr<double> A = laplacian(12);
  const Matrix plain = onRanks(A), S = onRanks(scaled(A, ownUnits(A.numRows)));
  const int wanted = iterationsWith(*plain, *compositeHierarchies(plain, flow()));
  EXPECT_LE(iterationsWith(*S, *compositeHierarchies(S, flow())), wanted + wanted / 2);
  EXPECT_GT(iterationsWith(*S, *compositeHierarchies(S, flow(ScalingKind::none))), 2 * wanted);
}

TEST(MpiHierarchyScaling, GivenVectorGivesTheLevelsOfTheMatrixBehindIt) {
  const HostCsr<double> A = laplacian(12);
  const Matrix plain = onRanks(A), S = onRanks(scaled(A, signs(A.numRows)));
  const auto parameters = flow(ScalingKind::nearKernel);
  const NearKernel nearKernel{oneVector(owned(*S->rowMap(), signs(A.numRows))), {}};
  const auto B = compositeHierarchies(S, parameters, Teuchos::null, {}, nearKernel);
  EXPECT_EQ(iterationsWith(*S, *B, owned(*S->rowMap(), signs(A.numRows))),
            iterationsWith(*plain, *compositeHierarchies(plain, flow())));
  // With splittings or prolongations the scaling is kept.
  for (const Reuse reuse : {Reuse::pattern, Reuse::prolongation}) {
    auto reusing = parameters;
    reusing.reuse = reuse;
    const auto first = compositeHierarchies(S, reusing, Teuchos::null, {}, nearKernel);
    EXPECT_EQ(iterationsWith(*S, *compositeHierarchies(S, reusing, first)), iterationsWith(*S, *B));
  }
}

TEST(MpiHierarchyScaling, CycleIsSymmetricAndTakesFactors) {
  const HostCsr<double> A = scaled(laplacian(6), ownUnits(216));
  const Matrix S = onRanks(A);
  const auto B = compositeHierarchies(S, flow());
  ASSERT_TRUE(B->scaling().exists());
  EXPECT_FALSE(B->narrowSystem().exists());
  const Dense dense = denseOf(*B, *S->rowMap());
  for (int row = 0; row < dense.n; ++row)
    for (int col = 0; col < row; ++col)
      ASSERT_NEAR(dense(row, col), dense(col, row), 1e-12 * std::sqrt(dense(row, row) * dense(col, col)));
  EXPECT_TRUE(Reference::isPositiveDefinite(dense));
  expectColumnsAsAlone(*B, *S->rowMap(), 1e-11);
  const Vector r = owned(*S->rowMap(), signs(216));
  const auto z = toView("z", std::vector<double>(r.extent(0), 1.0)), plain = toView("z", toVector(z));
  B->apply(asBlock(ConstVector(r)), asBlock(plain));
  B->apply(asBlock(ConstVector(r)), asBlock(z), -2, 0.5);
  const auto found = toVector(z), product = toVector(plain);
  for (std::size_t i = 0; i < found.size(); ++i)
    EXPECT_NEAR(found[i], 0.5 - 2 * product[i], 1e-14 * (1 + std::abs(product[i])));
}

TEST(MpiHierarchyScaling, RefusesVectorsThatCannotScale) {
  const Matrix A = onRanks(laplacian(4));
  const auto refuses = [&](const TestSpace& V) {
    EXPECT_THROW(makeScaling(*A, ScalingKind::nearKernel, V), InputError);
  };
  refuses({});
  refuses(allocateVectors("two", static_cast<std::size_t>(A->numRows()), 2));
  for (const double small : {0.0, 1e-9}) {
    std::vector<double> withSmall(64, 1.0);
    withSmall[17] = small;
    refuses(oneVector(owned(*A->rowMap(), withSmall)));
  }
}

}  // namespace
}  // namespace Chronos::Test
