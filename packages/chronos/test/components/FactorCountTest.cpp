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

// Nodes of a cube, each coupled with those around it.
CsrMatrix<double, Device> bricks(LocalOrdinal edge, LocalOrdinal perNode) {
  std::vector<Offset> rowPtr{0};
  std::vector<LocalOrdinal> colInd;
  const auto around = [&](LocalOrdinal place) {
    return std::pair{std::max(0, place - 1), std::min(edge - 1, place + 1)};
  };
  const auto addRow = [&](LocalOrdinal x, LocalOrdinal y, LocalOrdinal z) {
    const auto [x0, x1] = around(x);
    const auto [y0, y1] = around(y);
    const auto [z0, z1] = around(z);
    for (LocalOrdinal k = z0; k <= z1; ++k)
      for (LocalOrdinal j = y0; j <= y1; ++j)
        for (LocalOrdinal col = (x0 + edge * (j + edge * k)) * perNode;
             col < (x1 + 1 + edge * (j + edge * k)) * perNode; ++col)
          colInd.push_back(col);
    rowPtr.push_back(colInd.size());
  };
  for (LocalOrdinal node = 0; node < edge * edge * edge; ++node)
    for (LocalOrdinal own = 0; own < perNode; ++own) addRow(node % edge, node / edge % edge, node / edge / edge);
  const auto n = static_cast<LocalOrdinal>(rowPtr.size() - 1);
  return {n, n, toView("rowPtr", rowPtr), toView("colInd", colInd), {}};
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
  FactorWatch cube(bricks(12, 1), 27);
  EXPECT_FALSE(cube.wants(200, 650)) << "as long as 510 readings";
  EXPECT_TRUE(cube.wants(200, 900));
}

TEST(FactorWatch, LooksForAnotherOrderingWhereTheFirstOneFillsMuch) {
  const auto A = bricks(20, 3);
  const auto byDissection = countFactor(A, 3, FactorOrdering::nestedDissection);
  if (!byDissection) GTEST_SKIP() << "CHOLMOD has no METIS, or there is no CHOLMOD";
  const auto byDegree = countFactor(A, 3);
  EXPECT_LT(byDissection->numOperations, byDegree->numOperations / 2);
  const auto entriesOf = [](const FactorCount& count) {
    char text[30];
    std::snprintf(text, sizeof text, "of %.3g entries", count.numEntries);
    return std::string(text);
  };
  FactorWatch cube(A, 81);
  EXPECT_FALSE(cube.wants(1000, 1250)) << "as long as 950 readings, by minimum degree 1800";
  EXPECT_TRUE(cube.wants(1000, 1900));
  EXPECT_NE(cube.reason().find(entriesOf(*byDissection)), std::string::npos) << cube.reason();
  EXPECT_TRUE(cube.wants(1000, 3000));
  EXPECT_NE(cube.reason().find(entriesOf(*byDegree)), std::string::npos) << cube.reason();
}

}  // namespace
}  // namespace Chronos::Test
