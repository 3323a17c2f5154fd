// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Choice.hpp"

#include "Chronos_AdditiveSchwarz.hpp"
#include "Chronos_FlatNodes.hpp"
#include "Chronos_Gallery.hpp"
#include "Chronos_NearKernelInput.hpp"
#include "Chronos_TpetraConversion.hpp"
#include "NodeSystem.hpp"
#include "TestComm.hpp"
#include "WholeMatrix.hpp"

#include <gtest/gtest.h>

namespace Chronos::Test {
namespace {

SystemFacts factsOf(long long numRows) {
  SystemFacts facts;
  facts.numRows = numRows;
  facts.numEntries = 20 * numRows;
  return facts;
}

std::vector<std::string> namesOf(const Choice& choice) {
  std::vector<std::string> names;
  for (const CountedMethod& method : choice.rungs) names.push_back(method.name);
  EXPECT_FALSE(choice.because.empty());
  return names;
}

std::string smootherOf(const Choice& choice) {
  return choice.rungs.front().parameters.amg.level.smoother.method.name();
}

using Names = std::vector<std::string>;

TEST(Choice, EveryRuleTakesItsMethod) {
  const Parameters wanted{};
  SystemFacts diffusion = factsOf(100000);
  EXPECT_EQ(namesOf(choose(diffusion, wanted)), (Names{"flow", "adaptive fsai"}));
  diffusion.evenRows = 0.95;
  EXPECT_EQ(namesOf(choose(diffusion, wanted)).front(), "flow");
  EXPECT_EQ(namesOf(choose(diffusion, wanted, ChoiceUse::solve)), (Names{"aggregation", "flow", "adaptive fsai"}));
  diffusion.onDevice = true;  // where 20 entries a row are too many
  EXPECT_EQ(namesOf(choose(diffusion, wanted, ChoiceUse::solve)).front(), "flow");
  diffusion.onDevice = false;
  Parameters plain;
  for (KrylovMethod method : {KrylovMethod::cg, KrylovMethod::singleReductionCg}) {
    plain.solver.method = method;
    EXPECT_EQ(namesOf(choose(diffusion, plain, ChoiceUse::solve)).front(), "flow");
  }
  diffusion.evenRows = 0.5;
  EXPECT_EQ(namesOf(choose(diffusion, wanted, ChoiceUse::solve)).front(), "flow");
  diffusion.conditionBound = 50;
  EXPECT_EQ(namesOf(choose(diffusion, wanted)), (Names{"jacobi", "flow", "adaptive fsai"}));

  SystemFacts flatCells = factsOf(100000);
  flatCells.mostlyNegativeRows = 0;
  EXPECT_EQ(namesOf(choose(flatCells, wanted)).front(), "flow");
  EXPECT_EQ(smootherOf(choose(flatCells, wanted)), "gauss-seidel");
  EXPECT_EQ(smootherOf(choose(factsOf(100000), wanted)), "jacobi");
  flatCells.onDevice = true;
  EXPECT_EQ(smootherOf(choose(flatCells, wanted)), "jacobi");
  flatCells.onDevice = false;
  flatCells.numEntries = 7 * flatCells.numRows;
  EXPECT_EQ(smootherOf(choose(flatCells, wanted)), "jacobi");
  flatCells.numEntries = 20 * flatCells.numRows;
  Teuchos::ParameterList list;
  list.sublist("amg").sublist("smoother").set("type", std::string("l1 jacobi"));
  EXPECT_EQ(smootherOf(choose(flatCells, readParameters(list))), "l1 jacobi");
  list.sublist("amg").sublist("smoother") = Teuchos::ParameterList();
  list.sublist("amg").sublist("smoother").set("damping", 1.2);
  EXPECT_EQ(smootherOf(choose(flatCells, readParameters(list))), "jacobi");
  flatCells.zeroSumRows = 0.1;
  EXPECT_EQ(namesOf(choose(flatCells, wanted)).front(), "light");
  flatCells.zeroSumRowsScaled = 0.9;
  EXPECT_EQ(namesOf(choose(flatCells, wanted)).front(), "flow");

  SystemFacts body = factsOf(100000);
  body.mostlyNegativeRows = 0;
  body.unknownsPerNode = 3;
  EXPECT_EQ(namesOf(choose(body, wanted)), (Names{"light", "adaptive fsai", "shells"}));
  body.jacobiIterations = 80;
  EXPECT_EQ(namesOf(choose(body, wanted)), (Names{"jacobi", "light", "adaptive fsai", "shells"}));
  body.jacobiIterations = 200;
  EXPECT_EQ(namesOf(choose(body, wanted)), (Names{"light", "adaptive fsai", "shells"}));
  body.jacobiIterations = SystemFacts::unknown;
  body.numNearKernel = 6;
  EXPECT_EQ(namesOf(choose(body, wanted)), (Names{"smoothed aggregation", "flat cells", "strong mechanics"}));
  body.jacobiIterations = 80;
  EXPECT_EQ(namesOf(choose(body, wanted)), (Names{"jacobi", "smoothed aggregation", "flat cells", "strong mechanics"}));
  body.jacobiIterations = 200;
  EXPECT_EQ(namesOf(choose(body, wanted)), (Names{"light", "smoothed aggregation", "flat cells", "strong mechanics"}));
  body.onDevice = true;
  EXPECT_EQ(namesOf(choose(body, wanted)), (Names{"light", "smoothed aggregation", "flat cells", "strong mechanics"}));

  SystemFacts shell = factsOf(3000);
  shell.mostlyNegativeRows = shell.zeroSumRows = 0.2;
  EXPECT_EQ(namesOf(choose(shell, wanted)),
            haveSparseCholesky() ? Names{"direct"} : (Names{"light", "adaptive fsai", "shells"}));
}

TEST(Choice, TranslationsStandForANearKernelThatNobodyGave) {
  SystemFacts body = factsOf(100000);
  body.mostlyNegativeRows = 0;
  body.unknownsPerNode = body.translations = 2;
  const Parameters wanted{};
  const Choice choice = choose(body, wanted);
  EXPECT_EQ(namesOf(choice), (Names{"smoothed aggregation", "mechanics", "adaptive fsai"}));
  for (int rung : {0, 1}) {
    const TestSpaceParameters& testSpace = choice.rungs[rung].parameters.amg.testSpace;
    EXPECT_EQ(testSpace.kind, TestSpaceKind::constant);
    EXPECT_EQ(testSpace.degreesOfFreedom, 2);
  }
  Teuchos::ParameterList list;
  list.sublist("amg").sublist("test space").set("type", std::string("random"));
  const Choice given = choose(body, readParameters(list));
  EXPECT_EQ(given.rungs[0].parameters.amg.testSpace.kind, TestSpaceKind::random);
  EXPECT_EQ(given.because[0].find("translations"), std::string::npos);
  EXPECT_NE(choice.because[0].find("translations"), std::string::npos);
  body.unknownsPerNode = body.translations = 3;
  body.flatNodes = 1;
  body.probedResidual = 0.5;
  EXPECT_EQ(namesOf(choose(body, wanted)).front(), "flat cells");
}

TEST(Choice, BodiesOfFlatCellsThatBendAskForMore) {
  const Parameters wanted{};
  const Names usual{"smoothed aggregation", "flat cells", "strong mechanics"};
  SystemFacts body = factsOf(100000);
  body.mostlyNegativeRows = 0;
  body.unknownsPerNode = 3;
  body.numNearKernel = 6;
  const auto chosen = [&](double flatNodes, double residual, bool onDevice) {
    body.flatNodes = flatNodes;
    body.probedResidual = residual;
    body.onDevice = onDevice;
    return namesOf(choose(body, wanted));
  };
  for (bool onDevice : {false, true}) {
    EXPECT_EQ(chosen(0.4, 0.6, onDevice), usual);
    EXPECT_EQ(chosen(0.9, 0.15, onDevice), usual);
  }
  EXPECT_EQ(chosen(0.9, 0.25, false), (Names{"flat cells", "strong mechanics"}));
  EXPECT_EQ(chosen(0.9, 0.25, true), usual);
  EXPECT_EQ(chosen(0.9, 0.4, true), (Names{"strong mechanics", "flat cells"}));

  const Choice onDevice = choose(body, wanted);
  EXPECT_FALSE(climbsTo(onDevice, 0, 1)) << "blocks stand by for a set-up that breaks down";
  body.onDevice = false;
  const Choice onHost = choose(body, wanted);
  EXPECT_TRUE(climbsTo(onHost, 0, 1));
  EXPECT_FALSE(climbsTo(onHost, 1, 2)) << "no such rung";

  Teuchos::ParameterList list;
  list.sublist("amg").sublist("smoother").set("type", "jacobi");
  EXPECT_EQ(namesOf(choose(body, readParameters(list))), (Names{"smoothed aggregation", "strong mechanics"}));
}

TEST(Choice, ParametersOfMultigridMeanMultigrid) {
  Teuchos::ParameterList list;
  list.sublist("amg").set("maximum levels", 7);
  const Parameters wanted = readParameters(list);
  SystemFacts small = factsOf(100);
  small.conditionBound = 10;
  for (int numNearKernel : {0, 6}) {
    small.numNearKernel = numNearKernel;
    for (const CountedMethod& method : choose(small, wanted).rungs) {
      EXPECT_EQ(method.parameters.type, "amg") << method.name;
      EXPECT_EQ(method.parameters.amg.maxLevels, 7) << method.name;
    }
  }
}

// Two rungs that differ by the smoother alone would be one method twice.
TEST(Choice, ASmootherThatIsGivenLeavesOutTheRungOfAnother) {
  Teuchos::ParameterList list;
  list.sublist("amg").sublist("smoother").set("type", std::string("jacobi"));
  SystemFacts body = factsOf(100000);
  body.numNearKernel = 6;
  EXPECT_EQ(namesOf(choose(body, readParameters(list))), (Names{"smoothed aggregation", "strong mechanics"}));
  Teuchos::ParameterList degree;
  degree.sublist("amg").sublist("smoother").sublist("block chebyshev").set("degree", 3);
  EXPECT_EQ(namesOf(choose(body, readParameters(degree))), (Names{"smoothed aggregation", "strong mechanics"}));
  Teuchos::ParameterList sweeps;
  sweeps.sublist("amg").sublist("smoother").set("sweeps before", 2);
  const Choice choice = choose(body, readParameters(sweeps));
  EXPECT_EQ(namesOf(choice), (Names{"smoothed aggregation", "flat cells", "strong mechanics"}));
  EXPECT_EQ(choice.rungs[1].parameters.amg.level.smoother.method.name(), "additive schwarz");
  EXPECT_EQ(choice.rungs[1].parameters.amg.level.smoother.sweepsBefore, 2);
}

TEST(Choice, WhatIsKeptForNewValuesAsksForNoMultigrid) {
  SystemFacts facts = factsOf(100000);
  facts.mostlyNegativeRows = facts.zeroSumRows = 0.2;
  const auto chosen = [&](const Teuchos::ParameterList& list) { return choose(facts, readParameters(list)); };
  Teuchos::ParameterList list;
  list.sublist("amg").set("reuse", "prolongation").set("fingerprints", true);
  EXPECT_EQ(namesOf(chosen(list)), (Names{"light", "adaptive fsai", "shells"}));
  EXPECT_EQ(chosen(list).rungs.back().parameters.amg.reuse, readParameters(list).amg.reuse);
  EXPECT_NE(chosen(list).because.front().find("adaptive FSAI"), std::string::npos);
  list.sublist("amg").set("cycle", "W");
  EXPECT_EQ(namesOf(chosen(list)), Names{"shells"});
  EXPECT_NE(chosen(list).because.front().find("asks for multigrid"), std::string::npos);
}

TEST(Choice, AnExactMethodDoesNotBeginFromItsOwnSolution) {
  Parameters wanted;
  wanted.solver.initialGuess = InitialGuess::preconditioned;
  wanted.solver.residualScaling = ResidualScaling::initial;
  EXPECT_NE(choose(factsOf(100), wanted).rungs.front().name, "direct");
}

TEST(Choice, EachRungIsDearerToSetUp) {
  for (bool onDevice : {false, true})
    for (const Names& ladder :
         {Names{"jacobi", "light", "smoothed aggregation", "flat cells", "strong mechanics"},
          Names{"light", "adaptive fsai", "shells"}, Names{"jacobi", "aggregation", "flow", "adaptive fsai"}})
      for (std::size_t rung = 1; rung < ladder.size(); ++rung)
        EXPECT_LT(countedMethod(ladder[rung - 1], onDevice).cost.setUp,
                  countedMethod(ladder[rung], onDevice).cost.setUp);
  EXPECT_THROW(countedMethod("magic", false), InputError);
}

TEST(Choice, BlocksOfNodesAreSmallerOnADevice) {
  const auto numNodes = [](bool onDevice) {
    const Parameters p = countedMethod("flat cells", onDevice).parameters;
    return p.amg.level.smoother.method.of<AdditiveSchwarzParameters>("additive schwarz").numNodes;
  };
  EXPECT_EQ(numNodes(false), 64);
  EXPECT_EQ(numNodes(true), 32);
}

TEST(MpiChoice, FactsOfGalleryProblems) {
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
TEST(MpiChoice, TranslationsAreThoseOfNodesThatRowsShow) {
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

TEST(MpiChoice, NodesOfTwoUnknownsAreFound) {
  const HostCsr<double> A = wholeMatrix(Springs{20}, 800, 800);
  SystemFacts facts = examine(distributeRows(A, mapOfNodes(20 * 20, 2, true)), NearKernel());
  EXPECT_EQ(facts.unknownsPerNode, 2);
  EXPECT_EQ(facts.translations, 2);
  facts = examine(distributeRows(A, cyclicMap(800, true)), NearKernel());
  EXPECT_EQ(facts.tornNodes, 2);
  facts.numRows = 100000;
  EXPECT_EQ(namesOf(choose(facts, Parameters())).front(), "flow") << "as without nodes";
}

// Every second and third entry of a scalar problem is no component.
TEST(MpiChoice, ScalarProblemsShowNoNodes) {
  ProblemOptions options;
  options.nx = 12;
  for (const char* name : {"laplace3d27", "laplace3d7", "anisotropic2d"}) {
    const HostCsr<double> A = wholeProblem(name, options);
    EXPECT_EQ(examine(distributeRows(A, evenMap(A.numRows)), NearKernel()).unknownsPerNode, 1) << name;
  }
}

// What boundary conditions cut off are rows with nothing but a diagonal entry, a quarter of them here.
TEST(MpiChoice, RowsWithoutAConnectionTellNothing) {
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
  return shareOfFlatNodes(fromTpetra(*makeProblem("elasticity3d", options, world()).matrix));
}

// On any ranks, some of them without a node, and to both ends of a column.
TEST(MpiChoice, FlatNodesAreThoseOfFlatCells) {
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
TEST(MpiChoice, FlatNodesAmongOthersAreCounted) {
  ProblemOptions options;
  options.nx = options.ny = 8;
  options.nz = 10;
  options.stretch = 0.2;
  options.contrast = 1e4;
  const double share = flatNodesOf(options);
  EXPECT_GT(share, 0.6);
  EXPECT_LT(share, 1);
}

TEST(MpiChoice, NodesOfOtherThanThreeUnknownsAreNotLookedAt) {
  ProblemOptions options;
  options.nx = 8;
  EXPECT_EQ(shareOfFlatNodes(fromTpetra(*makeProblem("laplace3d27", options, world()).matrix)), 0);
}

// Whoever gives a smoother is asked nothing; who gives a list `amg` is not probed unless cells are flat.
TEST(MpiChoice, FlatCellsAreLookedForWhereTheyMatter) {
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
  EXPECT_EQ(namesOf(choose(flat, readParameters(cycle))).front(), flat.onDevice ? "strong mechanics" : "flat cells");
  EXPECT_EQ(cubes.flatNodes, 0);
  EXPECT_EQ(cubes.probedResidual, 0);
  EXPECT_EQ(given.flatNodes, 0);
}

TEST(MpiChoice, TheProbeTellsEasyFromHard) {
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
