// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SystemFacts.hpp"

#include "Chronos_Choice.hpp"
#include "Chronos_NodeCouplings.hpp"
#include "Chronos_NearKernelInput.hpp"
#include "Chronos_NodesOfUnknowns.hpp"
#include "Chronos_RowSigns.hpp"
#include "NeverFactored.hpp"
#include "NodeSystem.hpp"
#include "WholeMatrix.hpp"

#include <gtest/gtest.h>

namespace Chronos::Test {
namespace {

TEST(MpiSystemFacts, FactsOfGalleryProblems) {
  ProblemOptions options;
  options.nx = 8;
  const auto facts = [&](const char* name) {
    const Problem problem = makeProblem(name, options, world());
    NearKernel nothing;
    return examine(fromTpetra(*problem.matrix), nothing);
  };
  const SystemFacts laplacian = facts("laplace3d7");
  EXPECT_EQ(laplacian.numRows, 512);
  EXPECT_EQ(laplacian.numEntries, 7 * 512 - 6 * 64);
  EXPECT_EQ(laplacian.mostlyNegativeRows, 1);
  EXPECT_EQ(laplacian.zeroSumRows, 216 / 512.0);
  EXPECT_EQ(laplacian.evenRows, 1);
  EXPECT_EQ(laplacian.conditionBound, SystemFacts::unknown);
  EXPECT_EQ(laplacian.unknownsPerNode, 1);
  options.contrast = 1e3;
  EXPECT_LT(facts("jumps3d").evenRows, 0.9);
  options.contrast = 1;
  const SystemFacts body = facts("elasticity3d");
  EXPECT_LT(body.mostlyNegativeRows, 0.1);
  EXPECT_EQ(body.unknownsPerNode, 3);
  EXPECT_EQ(body.numNearKernel, 0);
  EXPECT_EQ(body.translations, 3);
}

SystemFacts factsOfBody(const char* name, const Teuchos::RCP<const Map>& map, const NearKernelInput& told = {}) {
  ProblemOptions options;
  options.nx = 16;
  const HostCsr<double> A = wholeProblem(name, options);
  const DistMatrix<double> rows = distributeRows(A, map);
  return examine(rows, makeNearKernel(told, map));
}

// Nodes that lie on two ranks are no nodes for aggregates.
TEST(MpiSystemFacts, TranslationsAreThoseOfNodesThatRowsShow) {
  const GlobalOrdinal n = 3 * 16 * 16 * 16;
  const auto whole = mapOfNodes(n / 3, 3, true);
  EXPECT_EQ(factsOfBody("elasticity3d", whole).translations, 3);
  NearKernelInput modes;
  modes.degreesOfFreedom = 6;
  EXPECT_EQ(factsOfBody("elasticity3d", mapOfNodes(n / 6, 6, false), modes).translations, 6) << "as told";
  const bool isOneRank = world()->getSize() == 1;
  const SystemFacts torn = factsOfBody("elasticity3d", cyclicMap(n));
  EXPECT_EQ(torn.translations, isOneRank ? 3 : 0);
  EXPECT_EQ(torn.tornNodes, isOneRank ? 0 : 3);
  EXPECT_EQ(factsOfBody("elasticity3d", cyclicMap(n, true)).tornNodes, 3) << "they do not follow each other";
}

// Two nodes of three unknowns, of which one rank has all, but the last one of each is missing: numbers go on.
TEST(MpiSystemFacts, NodesThatLackUnknownsAreNotWhole) {
  const bool isFirst = world()->getRank() == 0;
  const auto mapOf = [&](const std::vector<GlobalOrdinal>& numbers) {
    const auto mine = isFirst ? numbers : std::vector<GlobalOrdinal>();
    return Map(static_cast<GlobalOrdinal>(numbers.size()), Teuchos::arrayViewFromVector(mine), 0, world());
  };
  EXPECT_TRUE(nodesAreWhole(mapOf({0, 1, 2, 3, 4, 5}), 3));
  EXPECT_FALSE(nodesAreWhole(mapOf({0, 1, 3, 4, 6, 7}), 3));
  EXPECT_FALSE(nodesAreWhole(mapOf({0, 1, 2, 3, 4, 6}), 3));
}

// All but the entries above and below each other are weak, and these are an even number of rows away; a time step adds
// to the diagonal what does not hide it.
TEST(MpiSystemFacts, FlatCellsOfDiffusionShowNoNodes) {
  ProblemOptions options;
  options.nx = 24;
  options.angle = 90;
  for (double anisotropy : {1e-2, 1e-3, 1e-5, 1e-6})
    for (double ofDiagonal : {0.0, 1e-4, 5e-3}) {
      options.anisotropy = anisotropy;
      HostCsr<double> A = wholeProblem("anisotropic2d", options);
      for (LocalOrdinal row = 0; row < A.numRows; ++row)
        for (Offset entry = A.rowPtr[row]; entry < A.rowPtr[row + 1]; ++entry)
          if (A.colInd[entry] == row) A.values[entry] *= 1 + ofDiagonal;
      const SystemFacts facts = examine(distributeRows(A, evenMap(A.numRows)), NearKernel());
      EXPECT_GT(facts.zeroSumRows, RowThresholds::halfOfRows);
      EXPECT_EQ(facts.unknownsPerNode, 1) << anisotropy << ' ' << ofDiagonal;
    }
}

// Springs between the neighbours of a grid of the plane, diagonal ones among them, held at one side.
struct Springs {
  int n;
  double entry(GlobalOrdinal row, GlobalOrdinal col) const {
    const int from = static_cast<int>(row / 2), to = static_cast<int>(col / 2), a = static_cast<int>(row % 2),
              b = static_cast<int>(col % 2);
    const auto spring = [&](int dx, int dy) {
      return double((a == 0 ? dx : dy) * (b == 0 ? dx : dy)) / (dx * dx + dy * dy);
    };
    double sum = row == col && from % n == 0 ? 1 : 0;
    for (int dx = -1; dx <= 1; ++dx)
      for (int dy = -1; dy <= 1; ++dy) {
        const int x = from % n + dx, y = from / n + dy;
        if ((dx == 0 && dy == 0) || x < 0 || y < 0 || x >= n || y >= n) continue;
        if (from == to) sum += spring(dx, dy);
        else if (to == n * y + x) sum -= spring(dx, dy);
      }
    return sum;
  }
};

TEST(MpiSystemFacts, NodesOfTwoUnknownsAreFound) {
  const HostCsr<double> A = wholeMatrix(Springs{20}, 800, 800);
  SystemFacts facts = examine(distributeRows(A, mapOfNodes(20 * 20, 2, true)), NearKernel());
  EXPECT_EQ(facts.unknownsPerNode, 2);
  EXPECT_EQ(facts.translations, 2);
  facts = examine(distributeRows(A, cyclicMap(800, true)), NearKernel());
  EXPECT_EQ(facts.tornNodes, 2);
  facts.numRows = 100000;
  EXPECT_EQ(choose(facts, Parameters()).rungs.front().name, "flow") << "as without nodes";
}

// A mass matrix in each component.
TEST(MpiSystemFacts, TimeStepsOfBodiesShowTheirNodes) {
  HostCsr<double> A = wholeMatrix(Springs{20}, 800, 800);
  for (LocalOrdinal row = 0; row < A.numRows; ++row)
    for (Offset entry = A.rowPtr[row]; entry < A.rowPtr[row + 1]; ++entry)
      if (A.colInd[entry] == row) A.values[entry] *= 1 + 3e-3;
  EXPECT_EQ(examine(distributeRows(A, mapOfNodes(20 * 20, 2, true)), NearKernel()).unknownsPerNode, 2);
}

// Every second and third entry of a scalar problem is no component.
TEST(MpiSystemFacts, ScalarProblemsShowNoNodes) {
  ProblemOptions options;
  options.nx = 12;
  for (const char* name : {"laplace3d27", "laplace3d7", "anisotropic2d"}) {
    const HostCsr<double> A = wholeProblem(name, options);
    EXPECT_EQ(examine(distributeRows(A, evenMap(A.numRows)), NearKernel()).unknownsPerNode, 1) << name;
  }
}

// What boundary conditions cut off are rows with nothing but a diagonal entry, a quarter of them here.
TEST(MpiSystemFacts, RowsWithoutAConnectionTellNothing) {
  ProblemOptions options;
  options.nx = 8;
  options.order = 1;
  const Problem plate = makeProblem("lshape", options, world());
  const SystemFacts facts = examine(fromTpetra(*plate.matrix), NearKernel());
  ASSERT_EQ(facts.numRows, 225);
  // Of 161 rows inside, those without a neighbour on the boundary keep all of their entries.
  EXPECT_DOUBLE_EQ(facts.zeroSumRows, 105 / 161.0);
  EXPECT_EQ(facts.unknownsPerNode, 1);
}

double flatNodesOf(const ProblemOptions& options) {
  return nodeCouplings(fromTpetra(*makeProblem("elasticity3d", options, world()).matrix)).flat;
}

// On any ranks, some of them without a node, and to both ends of a column.
TEST(MpiSystemFacts, FlatNodesAreThoseOfFlatCells) {
  ProblemOptions options;
  options.nx = options.ny = 6;
  options.stretch = 0.24;
  for (int nz : {3, 4, 9}) {
    options.nz = nz;
    EXPECT_EQ(flatNodesOf(options), 1) << nz;
  }
  options.stretch = 0.28;
  EXPECT_EQ(flatNodesOf(options), 0);
  options.stretch = 1;
  EXPECT_EQ(flatNodesOf(options), 0);
  options.contrast = 1e4;
  EXPECT_LT(flatNodesOf(options), 0.2);
}

// Half of the cells are stiff at random: a node of soft cells alone is no flat one beside a stiff neighbour.
TEST(MpiSystemFacts, FlatNodesAmongOthersAreCounted) {
  ProblemOptions options;
  options.nx = options.ny = 8;
  options.nz = 10;
  options.stretch = 0.2;
  options.contrast = 1e4;
  const double share = flatNodesOf(options);
  EXPECT_GT(share, 0.6);
  EXPECT_LT(share, 1);
}

// Cubes of one material, and of two that differ by less, are even.
TEST(MpiSystemFacts, NodesAreUnevenWhereModuliJump) {
  ProblemOptions options;
  options.nx = options.ny = options.nz = 8;
  const auto uneven = [&](double contrast) {
    options.contrast = contrast;
    return nodeCouplings(fromTpetra(*makeProblem("elasticity3d", options, world()).matrix)).uneven;
  };
  EXPECT_EQ(uneven(1), 0);
  EXPECT_EQ(uneven(100), 0);
  EXPECT_GT(uneven(1e4), 0.7);
}

TEST(MpiSystemFacts, NodesOfOtherThanThreeUnknownsAreNotLookedAt) {
  ProblemOptions options;
  options.nx = 8;
  EXPECT_EQ(nodeCouplings(fromTpetra(*makeProblem("laplace3d27", options, world()).matrix)).flat, 0);
}

// Whoever gives a smoother is asked nothing; who gives a list `amg` is not probed unless cells are flat.
TEST(MpiSystemFacts, FlatCellsAreLookedForWhereTheyMatter) {
  ProblemOptions options;
  options.nx = options.ny = 12;
  options.nz = 4;
  const auto factsOfPlate = [&](double stretch, const Teuchos::ParameterList& list) {
    options.stretch = stretch;
    const Problem plate = makeProblem("elasticity3d", options, world());
    NearKernelInput input;
    input.vectors = plate.nearKernel;
    const DistMatrix<double> A = fromTpetra(*plate.matrix);
    return factsFor(A, makeNearKernel(input, A.rowMap()), readParameters(list));
  };
  Teuchos::ParameterList cycle, smoother;
  cycle.sublist("amg").set("cycle", "V");  // multigrid is wanted: nothing is factored at once
  smoother.sublist("amg").sublist("smoother").set("type", "jacobi");
  const SystemFacts flat = factsOfPlate(0.1, cycle), cubes = factsOfPlate(1, cycle),
                    given = factsOfPlate(0.1, smoother);
  EXPECT_EQ(flat.flatNodes, 1);
  EXPECT_GT(flat.probedResidual, 0.2);
  EXPECT_EQ(choose(flat, readParameters(cycle)).rungs.front().name, flat.onDevice ? "strong mechanics" : "flat cells");
  EXPECT_EQ(cubes.flatNodes, 0);
  EXPECT_EQ(cubes.probedResidual, 0);
  EXPECT_EQ(given.flatNodes, 0);
}

// A set-up of multigrid takes long where rows are; with short ones nobody asks whether one level would do.
TEST(MpiSystemFacts, DiffusionOfHighOrderIsProbed) {
  const auto factsOf = [](int order, int nx) {
    ProblemOptions options;
    options.order = order;
    options.nx = nx;
    return factsFor(fromTpetra(*makeProblem("lshape", options, world()).matrix), {}, neverFactored());
  };
  const SystemFacts high = factsOf(8, 3);
  EXPECT_EQ(high.probedResidual > 0, !high.onDevice);
  EXPECT_EQ(factsOf(2, 12).probedResidual, 0);
}

TEST(MpiSystemFacts, TimeStepsOfElementsAreProbed) {
  const auto factsOf = [](const char* name, double shift) {
    ProblemOptions options;
    options.nx = 10;
    HostCsr<double> A = wholeProblem(name, options);
    for (LocalOrdinal row = 0; row < A.numRows; ++row)
      for (Offset entry = A.rowPtr[row]; entry < A.rowPtr[row + 1]; ++entry)
        if (A.colInd[entry] == row) A.values[entry] *= 1 + shift;
    return factsFor(rowsOnMap(A, evenMap(A.numRows), evenMap(A.numRows)), {}, neverFactored());
  };
  const SystemFacts step = factsOf("laplace3d27", 0.002);
  EXPECT_GT(step.conditionBound, 400);
  EXPECT_LT(step.jacobiIterations, 100);
  EXPECT_EQ(choose(step, neverFactored(), ChoiceUse::solve).rungs.front().name, "jacobi");
  EXPECT_EQ(factsOf("laplace3d27", 0.0002).probedResidual, 0) << "nothing is known of the condition";
  EXPECT_EQ(factsOf("laplace3d7", 0.002).probedResidual, 0) << "a set-up of seven entries a row takes less";
}

TEST(MpiSystemFacts, TheProbeTellsEasyFromHard) {
  ProblemOptions options;
  options.nx = 20;
  options.ny = options.nz = 4;
  const Problem hard = makeProblem("elasticity3d", options, world());
  options.nx = options.ny = options.nz = 6;
  const Problem easy = makeProblem("laplace3d27", options, world());
  SystemFacts facts;
  probe(fromTpetra(*hard.matrix), facts);
  EXPECT_GT(facts.jacobiIterations, 220);
  probe(fromTpetra(*easy.matrix), facts);
  EXPECT_LT(facts.jacobiIterations, 60);
}

}  // namespace
}  // namespace Chronos::Test
