// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_DistMatrix.hpp"

#include "Chronos_Communicator.hpp"
#include "Chronos_SingleCopy.hpp"
#include "Chronos_VectorUpdate.hpp"
#include "HaloRequests.hpp"
#include "NodeRows.hpp"
#include "WideEntries.hpp"

#include <gtest/gtest.h>

namespace Chronos::Test {
namespace {

template <class MatrixScalar, class VectorScalar>
void checkApply(const DistMatrix<MatrixScalar>& A, const GlobalMatrix& M, VectorScalar alpha, VectorScalar beta) {
  const Map& rowMap = *A.rowMap();
  const auto y = beta == 0 ? wrongValues<VectorScalar>(A.numRows()) : ownedVector<VectorScalar>(rowMap, 8);
  const auto deviceY = toView("y", y);
  A.template apply<VectorScalar>(toView("x", ownedVector<VectorScalar>(*A.domainMap(), 7)), deviceY, alpha, beta);
  const std::vector<double> expected = referenceDistributedProduct(M, rowMap, 7, alpha, beta, y);
  const std::vector<VectorScalar> result = toVector(deviceY);
  const double tolerance =
      20 * std::max<double>(std::numeric_limits<MatrixScalar>::epsilon(), std::numeric_limits<VectorScalar>::epsilon());
  for (std::size_t i = 0; i < result.size(); ++i) EXPECT_NEAR(result[i], expected[i], tolerance);
}

template <class MatrixScalar, class VectorScalar>
void checkApply(const DistMatrix<MatrixScalar>& A, const GlobalMatrix& M) {
  checkApply<MatrixScalar, VectorScalar>(A, M, 1, 0);
  checkApply<MatrixScalar, VectorScalar>(A, M, -2, 0);
  checkApply<MatrixScalar, VectorScalar>(A, M, -1, 1);
  checkApply<MatrixScalar, VectorScalar>(A, M, 0.5, -0.25);
}

// x + omega d .* (b - A x), d and b any vectors.
template <class MatrixScalar, class VectorScalar>
void checkRelax(const DistMatrix<MatrixScalar>& A, const GlobalMatrix& M) {
  const Map& map = *A.rowMap();
  const VectorScalar omega = 0.75;
  const auto x = ownedVector<VectorScalar>(map, 7), b = ownedVector<VectorScalar>(map, 8),
             d = ownedVector<VectorScalar>(map, 9);
  const auto y = toView("y", wrongValues<VectorScalar>(A.numRows()));
  A.template relax<VectorScalar>(omega, toView("d", d), toView("b", b), toView("x", x), y);
  const std::vector<double> residual = referenceDistributedProduct(M, map, 7, VectorScalar(-1), VectorScalar(1), b);
  const std::vector<VectorScalar> result = toVector(y);
  const double tolerance =
      20 * std::max<double>(std::numeric_limits<MatrixScalar>::epsilon(), std::numeric_limits<VectorScalar>::epsilon());
  for (std::size_t i = 0; i < result.size(); ++i)
    EXPECT_NEAR(result[i], double(x[i]) + double(omega) * double(d[i]) * residual[i], tolerance);
}

std::vector<double> entriesOf(const Map& map, int width, std::uint64_t seed) {
  std::vector<double> entries;
  for (double entry : ownedVector<double>(map, seed))
    for (int c = 0; c < width; ++c) entries.push_back(entry + c);
  return entries;
}

void expectNear(const Block& found, const Block& expected) {
  const std::vector<double> ours = fromWide<Device>(found), theirs = fromWide<Device>(expected);
  ASSERT_EQ(ours.size(), theirs.size());
  for (std::size_t i = 0; i < ours.size(); ++i) ASSERT_NEAR(ours[i], theirs[i], 1e-12 * (1 + std::abs(theirs[i])));
}

// A sweep from zero with the residual behind it, and a correction onto what it left, are what their steps are one by
// one. Where rows are short these are other kernels, whose halo is formed where it is sent: of several columns, on GPUs
// of one as well.
void checkStart(const DistMatrix<double>& A, int width) {
  constexpr double omega = 0.75;
  const Map& map = *A.rowMap();
  const auto d = toView("d", ownedVector<double>(map, 9));
  const Block b = toWide<Device>(entriesOf(map, width, 7), width), e = toWide<Device>(entriesOf(map, width, 8), width);
  const auto wrong = [&] { return toWide<Device>(wrongValues<double>(b.size()), width); };
  const Block x = wrong(), r = wrong(), expectedX = wrong(), expectedR = wrong();
  A.startResidual(omega, d, b, x, r);
  multiplyRows(d, ConstBlock(b), expectedX, omega, 0);
  A.residual(b, expectedX, expectedR);
  expectNear(x, expectedX);
  expectNear(r, expectedR);
  // Ranks may differ, and all of them exchange here.
  if (minOverRanks(*map.getComm(), static_cast<long long>(A.formsStart(width))) > 0) {
    const Block same = wrong();
    A.startResidual(omega, d, b, Block(), same);
    expectNear(same, expectedR);
  }
  const Block y = wrong();
  A.applyOntoStart(e, omega, d, b, y);
  A.apply(e, expectedX, 1, 1);
  expectNear(y, expectedX);
}

TEST(MpiDistMatrix, StartsAsItsStepsDo) {
  for (GlobalOrdinal n : {1, 2, 3, 40, 101})
    for (const auto& map : testMaps(n))
      for (int width : {1, 2, 4, 8}) checkStart(distribute<double>(GlobalMatrix{n, n}, map), width);
  for (const auto& map : testMaps(101))
    for (int width : {1, 2, 4, 8}) {
      const auto A = distribute<double>(GlobalMatrix{101, 101, 40}, map);
      EXPECT_EQ(A.formsStart(width), width > 1) << "six entries a row";
      checkStart(A, width);
    }
}

TEST(MpiDistMatrix, RelaxationEqualsTheDenseOne) {
  for (GlobalOrdinal n : {1, 2, 3, 40, 101}) {
    const GlobalMatrix M{n, n};
    for (const auto& map : testMaps(n)) {
      checkRelax<double, double>(distribute<double>(M, map), M);
      checkRelax<float, float>(distribute<float>(M, map), M);
      checkRelax<float, double>(distribute<float>(M, map), M);
    }
  }
}

TEST(MpiDistMatrix, ProductEqualsTheDenseOne) {
  for (GlobalOrdinal n : {1, 2, 3, 40, 101}) {
    const GlobalMatrix M{n, n};
    for (const auto& map : testMaps(n)) {
      checkApply<double, double>(distribute<double>(M, map), M);
      checkApply<float, float>(distribute<float>(M, map), M);
      checkApply<float, double>(distribute<float>(M, map), M);
    }
  }
}

TEST(MpiDistMatrix, RectangularMatricesWithMixedMaps) {
  const GlobalMatrix M{60, 23};
  for (const auto& rowMap : testMaps(M.numRows))
    for (const auto& domainMap : testMaps(M.numCols))
      checkApply<double, double>(distribute<double>(M, rowMap, domainMap), M);
}

TEST(MpiDistMatrix, KeepsTheEntriesOwnedColumnsFirst) {
  const GlobalMatrix M{50, 50};
  for (const auto& map : testMaps(50)) {
    const auto A = distribute<double>(M, map);
    EXPECT_EQ(globalEntriesOf(A), expectedEntries<double>(M, *map, Orientation::asIs));
    const auto local = toHost(A.local());
    for (LocalOrdinal row = 0; row < local.numRows; ++row)
      EXPECT_TRUE(
          std::is_sorted(local.colInd.begin() + local.rowPtr[row], local.colInd.begin() + local.rowPtr[row + 1]));
    EXPECT_EQ(A.numOwnedCols(), static_cast<LocalOrdinal>(TrilinosVersion::numLocal(*map)));
    EXPECT_EQ(A.numGlobalEntries(), sumOverRanks(*world(), static_cast<long long>(local.colInd.size())));
  }
}

TEST(MpiDistMatrix, AMatrixWithoutEntriesGivesZero) {
  const auto map = mapWithEmptyRank(9);
  const LocalOrdinal numRows = static_cast<LocalOrdinal>(TrilinosVersion::numLocal(*map));
  const DistMatrix<double> A(map, map, toView("rowPtr", std::vector<Offset>(numRows + 1, 0)),
                             toView("colInd", std::vector<GlobalOrdinal>()), toView("values", std::vector<double>()));
  const auto y = toView("y", wrongValues<double>(numRows));
  A.apply<double>(toView("x", ownedVector<double>(*map, 7)), y);
  EXPECT_EQ(toVector(y), std::vector<double>(numRows, 0.0));
}

// Entries come from others that no row of the last rank reads: it has none to wait in.
TEST(MpiDistMatrix, AHaloThatNoRowReads) {
  constexpr GlobalOrdinal n = 24;
  const auto map = evenMap(n);
  const auto pattern = patternWith(map, n, 1);
  const auto numRows = static_cast<LocalOrdinal>(TrilinosVersion::numLocal(*map));
  const bool reads = world()->getRank() + 1 < world()->getSize() && pattern->numHalo() > 0;
  // A row has its own entry, and on ranks that read the first one of the halo, too.
  HostCsr<double> local;
  local.numRows = numRows;
  local.numCols = numRows + static_cast<LocalOrdinal>(pattern->numHalo());
  local.rowPtr.assign(1, 0);
  for (LocalOrdinal row = 0; row < numRows; ++row) {
    local.colInd.push_back(row);
    if (reads) local.colInd.push_back(numRows);
    local.rowPtr.push_back(local.colInd.size());
  }
  local.values.assign(local.colInd.size(), 1);
  const DistMatrix<double> A(map, pattern, toDevice<Device>(local));
  const auto mine = ownedVector<double>(*map, 7);
  std::vector<double> expected = mine;
  for (double& entry : expected) entry += reads ? globalUniform(7, pattern->haloGlobals().front()) : 0;
  for (int run = 0; run < 5; ++run) {
    const auto y = toView("y", wrongValues<double>(numRows));
    A.apply<double>(toView("x", mine), y);
    EXPECT_EQ(toVector(y), expected);
  }
}

// Blocks of three on the diagonal: rows too short for products by nodes, which know their nodes all the same.
DistMatrix<double> blocksOfThree(LocalOrdinal numNodes) {
  return rowsOfNodes(numNodes, [](GlobalOrdinal row, GlobalOrdinal) {
    const GlobalOrdinal first = row - row % 3;
    return std::vector<GlobalOrdinal>{first, first + 1, first + 2};
  });
}

TEST(MpiDistMatrix, NodesAreLookedForOnce) {
  const DistMatrix<double> A = blocksOfThree(5);
  EXPECT_FALSE(A.nodesOfLongRows().exists());
  const DistMatrix<double> others = A.withValues(A.local().values);
  const DistMatrix<float> single = singleCopy(A);
  ASSERT_TRUE(others.nodes().exists());
  EXPECT_EQ(toVector(others.nodes().firstColumn), (std::vector<LocalOrdinal>{0, 3, 6, 9, 12}));
  EXPECT_EQ(A.nodes().firstColumn.data(), others.nodes().firstColumn.data());
  EXPECT_EQ(single.nodes().firstColumn.data(), others.nodes().firstColumn.data());
  EXPECT_FALSE(distribute<double>(GlobalMatrix{50, 50}, evenMap(50)).nodes().exists());
}

// The rows of a node have most of their columns in common, on this rank and on the next: those that a GPU merges for
// products with several vectors.
DistMatrix<double> alikeRows(LocalOrdinal numNodes) {
  return rowsOfNodes(numNodes, [](GlobalOrdinal row, GlobalOrdinal numGlobal) {
    std::vector<GlobalOrdinal> columns;
    for (int k = 0; k < 30; ++k)
      if ((row + k) % 7 != 0) columns.push_back((row / 3 * 3 + 5 * k) % numGlobal);
    return columns;
  });
}

TEST(MpiDistMatrix, SeveralColumnsOfAlikeRowsAreThoseOfOne) {
  constexpr int width = 8;
  const DistMatrix<double> A = alikeRows(60 + world()->getRank());
  const auto columnOf = [&](int c) { return ownedVector<double>(*A.domainMap(), 7 + c); };
  std::vector<double> entries(width * A.numRows());
  for (int c = 0; c < width; ++c)
    for (LocalOrdinal row = 0; row < A.numRows(); ++row) entries[row * width + c] = columnOf(c)[row];
  const Block y = toWide<Device>(wrongValues<double>(entries.size()), width);
  A.apply(toWide<Device>(entries, width), y);
  const std::vector<double> found = fromWide<Device>(y);
  for (int c = 0; c < width; ++c) {
    const auto column = toView("y", wrongValues<double>(A.numRows()));
    A.apply<double>(toView("x", columnOf(c)), column);
    const std::vector<double> expected = toVector(column);
    for (LocalOrdinal row = 0; row < A.numRows(); ++row) EXPECT_NEAR(found[row * width + c], expected[row], 1e-13);
  }
}

// What a product made of the pattern is there for copies, made before or behind it.
TEST(MpiDistMatrix, CopiesShareWhatIsKnownOfThePattern) {
  const DistMatrix<double> A = alikeRows(60);
  const DistMatrix<double> before = A.withValues(A.local().values);
  const std::size_t unknown = before.memoryBytes();
  const auto ones = [&] { return toWide<Device>(std::vector<double>(2 * A.numRows(), 1.0), 2); };
  const Block x = ones(), y = ones();
  A.apply(x, y);
  const std::size_t known = before.memoryBytes();
  EXPECT_GT(known, unknown);
  const DistMatrix<double> behind = A.withValues(A.local().values);
  EXPECT_EQ(behind.memoryBytes() - behind.exchangeBytes(), known);
  before.apply(x, y);
  EXPECT_EQ(before.memoryBytes() - before.exchangeBytes(), A.memoryBytes() - A.exchangeBytes());
}

TEST(MpiDistMatrix, ProductsInARowDoNotMix) {
  const GlobalMatrix M{80, 80};
  const auto A = distribute<double>(M, cyclicMap(80));
  for (int run = 0; run < 50; ++run) checkApply<double, double>(A, M, 1, 0);
}

}  // namespace
}  // namespace Chronos::Test
