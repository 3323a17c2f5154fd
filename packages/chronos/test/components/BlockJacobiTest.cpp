// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "SmootherColumns.hpp"
#include "SmootherProblems.hpp"

namespace Chronos::Test {
namespace {

Teuchos::RCP<const Smoother> blockJacobi(const HostCsr<double>& A, const Teuchos::RCP<const Map>& map,
                                         const UnknownNodes& nodes) {
  return smootherOf("block jacobi", Teuchos::ParameterList(), A, map, nodes);
}

// Entries that couple unknowns of one node on one rank.
Dense blockDiagonal(const HostCsr<double>& A, const Map& map, const NodeOf& nodeOf) {
  const std::vector<double> owner = ranksOf(map);
  Dense blocks = denseOf(A);
  for (int row = 0; row < blocks.n; ++row)
    for (int col = 0; col < blocks.n; ++col)
      if (nodeOf(row) != nodeOf(col) || owner[row] != owner[col]) blocks(row, col) = 0;
  return blocks;
}

// M^{-1} B = I, and M^{-1} has no entry where B has no block.
void expectInverse(const Dense& inverse, const Dense& blocks) {
  for (int row = 0; row < blocks.n; ++row)
    for (int col = 0; col < blocks.n; ++col) {
      double product = 0, size = 0;
      for (int k = 0; k < blocks.n; ++k) {
        product += inverse(row, k) * blocks(k, col);
        size += std::abs(inverse(row, k) * blocks(k, col));
      }
      EXPECT_NEAR(product, row == col, 1e-13 * (1 + size)) << row << ", " << col;
    }
}

// Nodes one after the other, scattered over all unknowns, of very different sizes, and every unknown its own.
std::vector<NodeOf> everyNumbering(GlobalOrdinal n) {
  return {[](GlobalOrdinal g) { return g / 3; }, [=](GlobalOrdinal g) { return g % (n / 3); },
          [](GlobalOrdinal g) { return g < 40 ? GlobalOrdinal(7) : -g % 11; },
          [](GlobalOrdinal g) { return 1000 - g; }};
}

TEST(MpiBlockJacobi, InvertsTheBlocksOfNodes) {
  const HostCsr<double> A = bricksOfTwoKinds();
  for (const auto& map : testMaps(A.numRows))
    for (const NodeOf& nodeOf : everyNumbering(A.numRows)) {
      const auto smoother = blockJacobi(A, map, nodesOn(*map, nodeOf));
      const Dense inverse = denseOf(*smoother, *map);
      expectInverse(inverse, blockDiagonal(A, *map, nodeOf));
      EXPECT_EQ(smoother->report().numJacobiRows, 0);
      for (int row = 0; row < inverse.n; ++row)
        for (int col = 0; col < row; ++col) EXPECT_EQ(inverse(row, col), inverse(col, row));
      EXPECT_TRUE(Reference::isPositiveDefinite(inverse));
    }
}

TEST(MpiBlockJacobi, WithoutNodesItIsJacobi) {
  const HostCsr<double> A = spdMatrix(37, 4, 1);
  for (const auto& map : testMaps(A.numRows)) {
    const auto smoother = blockJacobi(A, map, {});
    EXPECT_EQ(smoother->report().longestRow, 1);
    expectInverse(denseOf(*smoother, *map), blockDiagonal(A, *map, [](GlobalOrdinal g) { return g; }));
  }
}

TEST(MpiBlockJacobi, ColumnsHaveTheSameBitsInAnyWidth) {
  const HostCsr<double> A = bricksOfTwoKinds();
  const auto map = mapWithEmptyRank(A.numRows);
  const auto smoother = blockJacobi(A, map, nodesOn(*map, [](GlobalOrdinal g) { return g / 3; }));
  expectColumnsAsAlone(*smoother, *map, 0);
}

TEST(MpiBlockJacobi, BlocksThatAreNotPositiveDefiniteBecomeDiagonals) {
  const SpoiltPairs pairs = spoiltPairs();
  const auto smoother = blockJacobi(pairs.A, pairs.map, nodesOn(*pairs.map, [](GlobalOrdinal g) { return g / 2; }));
  expectNear(denseOf(*smoother, *pairs.map), pairs.inverse, 1e-14);
  EXPECT_EQ(smoother->report().numJacobiRows, pairs.numSpoiltRows);
}

Problem elasticity(GlobalOrdinal nx) {
  ProblemOptions options;
  options.nx = nx;
  options.contrast = 1e3;
  return makeProblem("elasticity3d", options, world());
}

int iterationsOf(const Problem& problem, const Parameters& parameters, int degreesOfFreedom) {
  const auto M = Teuchos::rcp(new Preconditioner<>(problem.matrix));
  M->setParameters(parameters);
  M->setNearKernel(problem.nearKernel);
  M->setCoordinates(Teuchos::null, degreesOfFreedom);
  M->compute();
  const int iterations = iterationsWith(M, problem, parameters.solver);
  if (parameters.type != "amg") {
    EXPECT_EQ(M->report().longestRow, std::max(degreesOfFreedom, 1));
  } else if (parameters.amg.level.smoother.method.name() == "block jacobi") {
    EXPECT_EQ(M->hierarchy()->levels.at(0).smoother->report().longestRow, degreesOfFreedom);
    EXPECT_GT(M->hierarchy()->levels.at(1).smoother->report().longestRow, 1);
  }
  return iterations;
}

// A type: it takes the nodes that the preconditioner is told.
TEST(MpiBlockJacobi, PreconditionsAlone) {
  const Problem problem = elasticity(8);
  Parameters parameters;
  parameters.type = "block jacobi";
  const int withNodes = iterationsOf(problem, parameters, 3), without = iterationsOf(problem, parameters, 0);
  EXPECT_LT(withNodes, without);
}

// A smoother: nodes go down the levels, whatever is coarsened.
TEST(MpiBlockJacobi, SmoothsAHierarchy) {
  const Problem problem = elasticity(8);
  for (const CoarseningUnit unit : {CoarseningUnit::unknowns, CoarseningUnit::nodes}) {
    Parameters parameters = preset("mechanics");
    parameters.amg.level.coarsening.unit = unit;
    parameters.amg.coarseSize = 50;
    parameters.amg.level.smoother.method.choose("jacobi");
    const int byJacobi = iterationsOf(problem, parameters, 3);
    parameters.amg.level.smoother.method.choose("block jacobi");
    const int byBlocks = iterationsOf(problem, parameters, 3);
    EXPECT_LT(byBlocks, byJacobi);
    EXPECT_LE(byBlocks, 60);
  }
}

}  // namespace
}  // namespace Chronos::Test
