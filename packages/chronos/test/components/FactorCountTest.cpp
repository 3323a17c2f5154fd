// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_FactorWatch.hpp"

#include "Chronos_CoarseSolver.hpp"
#include "Chronos_HostCopy.hpp"
#include "WholeMatrix.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>

namespace Chronos::Test {
namespace {

using IsStored = std::function<bool(GlobalOrdinal, GlobalOrdinal)>;

CsrMatrix<double, Device> matrixOf(const IsStored& isStored, GlobalOrdinal n, GlobalOrdinal numCols = 0) {
  struct Pattern {
    const IsStored& isStored;
    double entry(GlobalOrdinal row, GlobalOrdinal column) const { return isStored(row, column) ? 1 : 0; }
  };
  const HostCsr<double> A = wholeMatrix(Pattern{isStored}, n, std::max(n, numCols));
  return {A.numRows, A.numCols, toView("rowPtr", A.rowPtr), toView("colInd", A.colInd), {}};
}

std::optional<FactorCount> countOf(const IsStored& isStored, GlobalOrdinal n, GlobalOrdinal numCols = 0) {
  const auto A = matrixOf(isStored, n, numCols);
  return countFactor(A, rowsOfNode(A));
}

bool isDiagonalOrBeside(GlobalOrdinal i, GlobalOrdinal j) {
  return std::abs(i - j) <= 1;
}

TEST(FactorCount, IsThatOfTheFactor) {
  if (!haveSparseCholesky()) GTEST_SKIP() << "without CHOLMOD nothing is counted";
  EXPECT_EQ(countOf(isDiagonalOrBeside, 200)->numEntries, 399);
  // A node that couples with all others comes last, so that nothing is filled.
  EXPECT_EQ(countOf([](GlobalOrdinal i, GlobalOrdinal j) { return i == j || i * j == 0; }, 200)->numEntries, 399);
  const auto full = countOf([](GlobalOrdinal, GlobalOrdinal) { return true; }, 61);
  EXPECT_EQ(full->numEntries, 61 * 62 / 2);
  EXPECT_NEAR(full->numOperations, 61.0 * 61 * 61 / 3, 0.1 * 61 * 61 * 61 / 3);
  EXPECT_EQ(countOf(isDiagonalOrBeside, 0)->numEntries, 0);
}

// Rows of a node have the same columns; a matrix that lacks an entry is ordered by single unknowns.
TEST(FactorCount, NodesAreCountedAsTheirUnknowns) {
  if (!haveSparseCholesky()) GTEST_SKIP() << "without CHOLMOD nothing is counted";
  for (const GlobalOrdinal perNode : {2, 3, 4, 6}) {
    const auto nodes = countOf([=](auto i, auto j) { return isDiagonalOrBeside(i / perNode, j / perNode); }, 60);
    const double numNodes = 60.0 / double(perNode), block = double(perNode * perNode);
    EXPECT_EQ(nodes->numEntries, (numNodes - 1) * block + numNodes * double(perNode * (perNode + 1)) / 2);
    const auto lacking = countOf(
        [=](auto i, auto j) { return isDiagonalOrBeside(i / perNode, j / perNode) && i + j != 2 * perNode + 1; }, 60);
    EXPECT_LE(lacking->numEntries, nodes->numEntries);
    EXPECT_NEAR(lacking->numOperations, nodes->numOperations, 0.5 * nodes->numOperations);
  }
}

TEST(FactorCount, ColumnsOfOtherRanksAreNotCounted) {
  EXPECT_FALSE(countOf(isDiagonalOrBeside, 20, 25).has_value());
}

// A line has a factor that costs next to nothing, a full matrix one that is known to be dear.
TEST(FactorWatch, WeighsTheFactorOnceEnoughIsSpentAndLeft) {
  if (!haveSparseCholesky()) GTEST_SKIP() << "without CHOLMOD nothing is counted";
  FactorWatch line(matrixOf(isDiagonalOrBeside, 3001), 3);
  EXPECT_FALSE(line.wants(50, 1e6));
  EXPECT_FALSE(line.wants(1e6, 300));
  EXPECT_FALSE(line.wants(900, 1e6)) << "the analysis takes longer than what has been spent";
  EXPECT_FALSE(line.wants(1100, 3200));
  EXPECT_TRUE(line.wants(1100, 5000));
  EXPECT_NE(line.reason().find("6e+03 entries"), std::string::npos) << line.reason();
  const auto couplesWithFirst = [](GlobalOrdinal i, GlobalOrdinal j) { return i == j || i * j == 0; };
  FactorWatch hub(matrixOf(couplesWithFirst, 600), 600), smallHub(matrixOf(couplesWithFirst, 400), 400);
  EXPECT_FALSE(hub.wants(1e6, 1e6)) << "nobody counts where rows are so uneven";
  EXPECT_TRUE(smallHub.wants(1e6, 1e6));
  FactorWatch full(matrixOf([](GlobalOrdinal, GlobalOrdinal) { return true; }, 4200), 4200);
  EXPECT_FALSE(full.wants(200, 450)) << "as long as 330 readings";
  EXPECT_TRUE(full.wants(200, 2000));
}

}  // namespace
}  // namespace Chronos::Test
