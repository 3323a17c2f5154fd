// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_NodesOfUnknowns.hpp"
#include "Chronos_Preconditioner.hpp"
#include "Chronos_RightHandSide.hpp"
#include "Chronos_SmootherTable.hpp"
#include "DenseOperators.hpp"
#include "FsaiReference.hpp"
#include "SmootherColumns.hpp"

#include <functional>

namespace Chronos::Test {
namespace {

using NodeOf = std::function<GlobalOrdinal(GlobalOrdinal)>;

Teuchos::RCP<const Smoother> blockJacobi(const HostCsr<double>& A, const Teuchos::RCP<const Map>& map,
                                         const UnknownNodes& nodes) {
  const auto matrix = Teuchos::rcp(new DistMatrix<double>(distributeRows(A, map)));
  return SmootherChoice(smootherTable(SmootherUse::preconditioning), "block jacobi").make(matrix, nodes);
}

UnknownNodes nodesOn(const Map& map, const NodeOf& nodeOf) {
  std::vector<GlobalOrdinal> nodes;
  for (std::size_t i = 0; i < TrilinosVersion::numLocal(map); ++i)
    nodes.push_back(nodeOf(map.getGlobalElement(static_cast<LocalOrdinal>(i))));
  return toView("nodes", nodes);
}

HostCsr<double> elasticProblem() {
  ProblemOptions options;
  options.nx = 2;
  options.ny = options.nz = 3;
  options.contrast = 100;
  return wholeProblem("elasticity3d", options);
}

// Entries that couple unknowns of one node on one rank.
Dense blockDiagonal(const HostCsr<double>& A, const Map& map, const NodeOf& nodeOf) {
  const std::vector<double> rank(TrilinosVersion::numLocal(map), double(world()->getRank()));
  const auto owner = wholeVector(map, toView("rank", rank));
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
  const HostCsr<double> A = elasticProblem();
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
  const HostCsr<double> A = elasticProblem();
  const auto map = mapWithEmptyRank(A.numRows);
  const auto smoother = blockJacobi(A, map, nodesOn(*map, [](GlobalOrdinal g) { return g / 3; }));
  expectColumnsAsAlone(*smoother, *map, 0);
}

// Two blocks of every fifth are indefinite or singular: they become diagonals, and no other.
TEST(MpiBlockJacobi, BlocksThatAreNotPositiveDefiniteBecomeDiagonals) {
  const int numBlocks = 20;
  Dense A(2 * numBlocks), expected(A.n);
  const auto coupling = [](int block) { return block % 5 == 1 ? 5.0 : block % 5 == 3 ? 2.0 : 1.0; };
  for (int block = 0; block < numBlocks; ++block) {
    const int i = 2 * block, j = i + 1;
    const double c = coupling(block), determinant = 4 - c * c;
    A(i, i) = A(j, j) = 2;
    A(i, j) = A(j, i) = c;
    const bool isGood = determinant > 0;
    expected(i, i) = expected(j, j) = isGood ? 2 / determinant : 0.5;
    expected(i, j) = expected(j, i) = isGood ? -c / determinant : 0;
  }
  std::vector<GlobalOrdinal> mine;  // whole nodes, dealt out in turn
  for (GlobalOrdinal g = 0; g < A.n; ++g)
    if (g / 2 % world()->getSize() == world()->getRank()) mine.push_back(g);
  const auto map =
      Teuchos::rcp(new Map(A.n, Teuchos::ArrayView<const GlobalOrdinal>(mine.data(), mine.size()), 0, world()));
  const auto smoother = blockJacobi(sparseOf(A), map, nodesOn(*map, [](GlobalOrdinal g) { return g / 2; }));
  expectNear(denseOf(*smoother, *map), expected, 1e-14);
  EXPECT_EQ(smoother->report().numJacobiRows, 2 * 2 * numBlocks / 5);
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
  const auto b = makeRightHandSide("random", *problem.matrix, 0);
  TpetraMultiVector x(problem.matrix->getDomainMap(), 1);
  const SolveResult result = solve(Teuchos::rcp(new MatrixOperator(M->distMatrix())), M, *b, x, parameters.solver);
  EXPECT_EQ(result.status, SolveStatus::converged);
  if (parameters.type != "amg") {
    EXPECT_EQ(M->report().longestRow, std::max(degreesOfFreedom, 1));
  } else if (parameters.amg.level.smoother.method.name() == "block jacobi") {
    EXPECT_EQ(M->hierarchy()->levels.at(0).smoother->report().longestRow, degreesOfFreedom);
    EXPECT_GT(M->hierarchy()->levels.at(1).smoother->report().longestRow, 1);
  }
  return result.iterations;
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
