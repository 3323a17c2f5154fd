// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_StrongBlocks.hpp"
#include "SmootherColumns.hpp"
#include "SmootherProblems.hpp"

#include <set>

namespace Chronos::Test {
namespace {

const std::string name = "additive schwarz";

const std::string solvings[] = {"factors", "inverses"};

Teuchos::ParameterList listOf(int numNodes, int overlap, const std::string& solving = "factors") {
  Teuchos::ParameterList list;
  list.sublist(name).set("nodes", numNodes).set("overlap", overlap).set("solve", solving);
  return list;
}

Teuchos::RCP<const Smoother> smootherOf(const HostCsr<double>& A, const Teuchos::RCP<const Map>& map, int numNodes,
                                        int overlap, const UnknownNodes& nodes = {},
                                        const std::string& solving = "factors") {
  return smootherOf(name, listOf(numNodes, overlap, solving), A, map, nodes);
}

// The inverse of the rows and columns of A that are listed, added where they belong.
void addInverse(const Dense& A, const std::vector<int>& rows, Dense& sum) {
  const int n = static_cast<int>(rows.size());
  Dense block(n), inverse(n);
  for (int i = 0; i < n; ++i) {
    inverse(i, i) = 1;
    for (int j = 0; j < n; ++j) block(i, j) = A(rows[i], rows[j]);
  }
  int info = 0;
  Teuchos::LAPACK<int, double>().POSV('L', n, n, block.entries.data(), n, inverse.entries.data(), n, &info);
  ASSERT_EQ(info, 0);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) sum(rows[i], rows[j]) += inverse(i, j);
}

// About each node its neighbours on its rank, and theirs.
Dense byPatches(const HostCsr<double>& sparse, const Map& map, const NodeOf& nodeOf, int overlap) {
  const Dense A = denseOf(sparse);
  const std::vector<double> rank = ranksOf(map);
  std::set<std::pair<double, GlobalOrdinal>> nodes;
  for (int row = 0; row < A.n; ++row) nodes.insert({rank[row], nodeOf(row)});
  Dense sum(A.n);
  for (const auto& [owner, centre] : nodes) {
    std::set<GlobalOrdinal> patch{centre};
    for (int layer = 0; layer < overlap; ++layer) {
      const std::set<GlobalOrdinal> before = patch;
      for (int row = 0; row < A.n; ++row)
        for (int col = 0; col < A.n; ++col)
          if (A(row, col) != 0 && rank[row] == owner && rank[col] == owner && before.count(nodeOf(row)) > 0)
            patch.insert(nodeOf(col));
    }
    std::vector<int> rows;
    for (int row = 0; row < A.n; ++row)
      if (rank[row] == owner && patch.count(nodeOf(row)) > 0) rows.push_back(row);
    addInverse(A, rows, sum);
  }
  return sum;
}

TEST(MpiAdditiveSchwarz, SumsTheInversesOfPatches) {
  const NodeOf inThrees = [](GlobalOrdinal g) { return g / 3; }, own = [](GlobalOrdinal g) { return 1000 - g; };
  for (const auto& [A, nodeOf] : std::vector<std::pair<HostCsr<double>, NodeOf>>{
           {bricksOfTwoKinds(), inThrees}, {bricksOfTwoKinds(), own}, {anisotropicGrid(6), own}})
    for (const auto& map : testMaps(A.numRows))
      for (int overlap : {0, 1, 2}) {
        SCOPED_TRACE(overlap);
        const auto smoother = smootherOf(A, map, 1, overlap, nodesOn(*map, nodeOf));
        const Dense found = denseOf(*smoother, *map);
        expectNear(found, byPatches(A, *map, nodeOf, overlap), 1e-12);
        expectSymmetric(found, 1e-13);
        EXPECT_TRUE(Reference::isPositiveDefinite(found));
        EXPECT_EQ(smoother->report().numJacobiRows, 0);
      }
}

std::vector<std::pair<Teuchos::RCP<const Map>, std::string>> mapsAndSolvings(GlobalOrdinal numRows) {
  std::vector<std::pair<Teuchos::RCP<const Map>, std::string>> result;
  for (const auto& map : testMaps(numRows))
    for (const std::string& solving : solvings) result.emplace_back(map, solving);
  return result;
}

// Without overlap M^{-1} itself shows which unknowns share a block: there it is the inverse of A's entries.
TEST(MpiAdditiveSchwarz, InvertsAggregates) {
  HostCsr<double> A = bricksOfTwoKinds();
  for (double& value : A.values)
    if (value == 0) value = 1e-4;  // or the inverse would have zeros inside blocks
  const Dense whole = denseOf(A);
  for (const auto& [map, solving] : mapsAndSolvings(A.numRows)) {
    SCOPED_TRACE(solving);
    const std::vector<double> rank = ranksOf(*map);
    const auto smoother = smootherOf(A, map, 4, 0, nodesOn(*map, [](GlobalOrdinal g) { return g / 3; }), solving);
    const Dense inverse = denseOf(*smoother, *map);
    Dense expected(A.numRows);
    int numBlocks = 0;
    for (int row = 0; row < A.numRows; ++row) {
      std::vector<int> block;
      std::set<int> nodes;
      for (int col = 0; col < A.numRows; ++col)
        if (inverse(row, col) != 0) {
          EXPECT_EQ(rank[row], rank[col]);
          block.push_back(col);
          nodes.insert(col / 3);
        }
      EXPECT_LE(nodes.size(), 4u);
      for (int other : {3 * (row / 3), 3 * (row / 3) + 1, 3 * (row / 3) + 2})
        EXPECT_EQ(inverse(row, other) != 0, rank[row] == rank[other]) << "a node in two blocks";
      if (block.front() != row) continue;
      addInverse(whole, block, expected);
      ++numBlocks;
    }
    expectNear(inverse, expected, 1e-12);
    EXPECT_LT(numBlocks, A.numRows / 3 + 1);
  }
}

RowsOnHost rowsOf(const HostCsr<double>& A) {
  const auto map = Teuchos::rcp(new Map(A.numRows, 0, Teuchos::rcp(new Teuchos::MpiComm<int>(MPI_COMM_SELF))));
  return RowsOnHost(distributeRows(A, map));
}

std::vector<int> own(int n) {
  std::vector<int> nodes(n);
  for (int i = 0; i < n; ++i) nodes[i] = i;
  return nodes;
}

// Strong along x: each block is a piece of a line, whatever the numbers of its nodes.
TEST(StrongBlocks, FollowStrongCouplings) {
  constexpr int n = 8;
  Dense A(n * n);
  for (int y = 0; y < n; ++y)
    for (int x = 0; x < n; ++x) {
      const int row = y * n + x;
      A(row, row) = 2.5;
      if (x > 0) A(row, row - 1) = A(row - 1, row) = -1;
      if (y > 0) A(row, row - n) = A(row - n, row) = -0.1;
    }
  const BlockLists blocks = strongBlocks(rowsOf(sparseOf(A)), own(n * n), 4, 0);
  ASSERT_EQ(blocks.count(), n * n / 4);
  for (int block = 0; block < blocks.count(); ++block)
    for (int i = 0; i < 4; ++i) EXPECT_EQ(blocks.rows[4 * block + i], 4 * block + i);
  // Strong along y, and of a couple of unknowns each.
  Dense B(2 * n * n);
  std::vector<int> nodes(2 * n * n);
  for (int y = 0; y < n; ++y)
    for (int x = 0; x < n; ++x)
      for (int k = 0; k < 2; ++k) {
        const int row = 2 * (y * n + x) + k;
        nodes[row] = row / 2;
        B(row, row) = 2.5;
        if (x > 0) B(row, row - 2) = B(row - 2, row) = -0.1;
        if (y > 0) B(row, row - 2 * n) = B(row - 2 * n, row) = -1;
      }
  const BlockLists lines = strongBlocks(rowsOf(sparseOf(B)), nodes, n, 0);
  ASSERT_EQ(lines.count(), n);
  for (int block = 0; block < n; ++block)
    for (int y = 0; y < n; ++y)
      for (int k = 0; k < 2; ++k)
        EXPECT_EQ(lines.rows[lines.first[block] + 2 * y + k], 2 * (y * n + block) + k) << block << ", " << y;
}

TEST(StrongBlocks, AreCompactWhereNothingIsStrong) {
  ProblemOptions options;
  options.nx = 12;
  const HostCsr<double> A = wholeProblem("laplace3d7", options);
  const BlockLists blocks = strongBlocks(rowsOf(A), own(A.numRows), 8, 0);
  // Cubes of two by two by two where growth is free to make them.
  int numCubes = 0;
  for (int block = 0; block < blocks.count(); ++block) {
    const int first = blocks.rows[blocks.first[block]];
    std::vector<int> cube;
    for (int z : {0, 144})
      for (int y : {0, 12})
        for (int x : {0, 1}) cube.push_back(first + x + y + z);
    numCubes += std::vector<int>(blocks.rows.begin() + blocks.first[block],
                                 blocks.rows.begin() + blocks.first[block + 1]) == cube;
  }
  EXPECT_GT(numCubes, A.numRows / 16);
  std::vector<int> times(A.numRows, 0);
  for (int row : blocks.rows) ++times[row];
  EXPECT_EQ(times, std::vector<int>(A.numRows, 1));
}

TEST(MpiAdditiveSchwarz, ColumnsComeOutAsAlone) {
  const HostCsr<double> A = bricksOfTwoKinds();
  const auto map = mapWithEmptyRank(A.numRows);
  const UnknownNodes nodes = nodesOn(*map, [](GlobalOrdinal g) { return g / 3; });
  for (int overlap : {0, 1}) expectColumnsAsAlone(*smootherOf(A, map, 3, overlap, nodes), *map, 1e-13);
  expectColumnsAsAlone(*smootherOf(A, map, 3, 0, nodes, "inverses"), *map, 1e-13);
}

// What a GPU takes by itself is refused where it cannot be had.
TEST(AdditiveSchwarz, InversesHaveNoOverlapAndABound) {
  const HostCsr<double> A = anisotropicGrid(6);
  const auto map = Teuchos::rcp(new Map(A.numRows, 0, Teuchos::rcp(new Teuchos::MpiComm<int>(MPI_COMM_SELF))));
  EXPECT_THROW(smootherOf(A, map, 4, 1, {}, "inverses"), InputError);
  EXPECT_THROW(smootherOf(A, map, 513, 0, {}, "inverses"), InputError);
  EXPECT_EQ(smootherOf(A, map, 512, 0, {}, "inverses")->report().longestRow, 36);
  EXPECT_EQ(smootherOf(A, map, 513, 0, {}, "automatic")->report().longestRow, 36);
}

TEST(MpiAdditiveSchwarz, BlocksThatAreNotPositiveDefiniteBecomeDiagonals) {
  const SpoiltPairs pairs = spoiltPairs();
  for (int overlap : {0, 1}) {
    // A patch about each of two nodes is the same one, and counts twice.
    const auto smoother = smootherOf(pairs.A, pairs.map, overlap > 0 ? 1 : 2, overlap);
    Dense once = denseOf(*smoother, *pairs.map);
    if (overlap > 0)
      for (double& entry : once.entries) entry /= 2;
    expectNear(once, pairs.inverse, 1e-14);
    EXPECT_EQ(smoother->report().numJacobiRows, (overlap + 1) * pairs.numSpoiltRows);
  }
  const auto inverses = smootherOf(pairs.A, pairs.map, 2, 0, {}, "inverses");
  expectNear(denseOf(*inverses, *pairs.map), pairs.inverse, 1e-14);
  EXPECT_EQ(inverses->report().numJacobiRows, pairs.numSpoiltRows);
}

// Bricks ten times as long as high: what couples most stands one above the other.
Problem flatBricks() {
  ProblemOptions options;
  options.nx = 10;
  options.stretch = 0.1;
  return makeProblem("elasticity3d", options, world());
}

// The larger the blocks, the fewer iterations; an overlap that counts twice need not help.
TEST(MpiAdditiveSchwarz, PreconditionsAlone) {
  const Problem problem = flatBricks();
  Teuchos::ParameterList list;
  list.set("type", "block jacobi");
  const int byNodes = iterationsOf(problem, list, 3);
  int last = byNodes;
  for (int numNodes : {4, 16}) {
    list = listOf(numNodes, 0);
    list.set("type", name);
    const int found = iterationsOf(problem, list, 3);
    EXPECT_LT(found, last) << numNodes;
    last = found;
  }
  list = listOf(16, 0, "inverses");
  list.set("type", name);
  EXPECT_LT(iterationsOf(problem, list, 3), 1.3 * last);
  list = listOf(4, 1);
  list.set("type", name);
  EXPECT_LT(iterationsOf(problem, list, 3), byNodes);
}

TEST(MpiAdditiveSchwarz, SmoothsAHierarchy) {
  const Problem problem = flatBricks();
  Teuchos::ParameterList list;
  list.set("preset", "mechanics");
  list.sublist("amg").set("coarse size", 50);
  list.sublist("amg").sublist("smoother").set("type", "block jacobi");
  const int byNodes = iterationsOf(problem, list, 3);
  for (const std::string& solving : solvings) {
    list.sublist("amg").sublist("smoother") = listOf(16, 0, solving);
    list.sublist("amg").sublist("smoother").set("type", name);
    EXPECT_LT(iterationsOf(problem, list, 3), 0.8 * byNodes) << solving;
  }
}

}  // namespace
}  // namespace Chronos::Test
