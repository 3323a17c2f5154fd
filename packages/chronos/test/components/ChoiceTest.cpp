// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Choice.hpp"

#include "Chronos_AdditiveSchwarz.hpp"
#include "Chronos_BlockChebyshevParameters.hpp"
#include "Chronos_CoarseSolver.hpp"

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
  const Parameters wanted{};
  body.unknownsPerNode = body.translations = 6;
  const Choice frame = choose(body, wanted);
  EXPECT_EQ(namesOf(frame), (Names{"smoothed aggregation", "mechanics", "adaptive fsai"}));
  body.unknownsPerNode = body.translations = 2;
  const Choice choice = choose(body, wanted);
  EXPECT_EQ(namesOf(choice), (Names{"smoothed aggregation", "flat cells", "strong mechanics", "adaptive fsai"}));
  for (int rung : {0, 1}) {
    const TestSpaceParameters& ofFrame = frame.rungs[rung].parameters.amg.testSpace;
    EXPECT_EQ(ofFrame.kind, TestSpaceKind::constant);
    EXPECT_EQ(ofFrame.degreesOfFreedom, 6);
    const TestSpaceParameters& testSpace = choice.rungs[rung].parameters.amg.testSpace;
    EXPECT_EQ(testSpace.kind, TestSpaceKind::rigidBodyModes)
        << "rotations are found where nodes have none of their own";
    EXPECT_EQ(testSpace.degreesOfFreedom, 2);
  }
  const Choice climbing = choose(body, wanted, ChoiceUse::solve);
  EXPECT_EQ(namesOf(climbing), (Names{"smoothed aggregation", "smoothed aggregation, rotations found", "flat cells",
                                      "strong mechanics", "adaptive fsai"}));
  EXPECT_EQ(climbing.rungs[0].parameters.amg.testSpace.kind, TestSpaceKind::constant);
  for (int rung : {1, 2, 3})
    EXPECT_EQ(climbing.rungs[rung].parameters.amg.testSpace.kind, TestSpaceKind::rigidBodyModes);
  EXPECT_GT(climbing.rungs[1].cost.setUp, choice.rungs[0].cost.setUp);
  body.onDevice = true;
  EXPECT_EQ(choose(body, wanted, ChoiceUse::solve).rungs[0].parameters.amg.testSpace.kind,
            TestSpaceKind::rigidBodyModes);
  body.onDevice = false;
  Teuchos::ParameterList list;
  list.sublist("amg").sublist("test space").set("position steps", 30);
  const Choice tuned = choose(body, readParameters(list));
  EXPECT_EQ(tuned.rungs[0].parameters.amg.testSpace.kind, TestSpaceKind::rigidBodyModes);
  EXPECT_EQ(tuned.rungs[0].parameters.amg.testSpace.positionSteps, 30);
  list.sublist("amg").sublist("test space").set("degrees of freedom", 6);
  EXPECT_EQ(choose(body, readParameters(list)).rungs[0].parameters.amg.testSpace.kind, TestSpaceKind::constant);
  list.sublist("amg").sublist("test space").set("degrees of freedom", 2);
  EXPECT_EQ(choose(body, readParameters(list)).rungs[0].parameters.amg.testSpace.kind, TestSpaceKind::rigidBodyModes);
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
  EXPECT_FALSE(climbsTo(onDevice, 1)) << "blocks stand by for a set-up that breaks down";
  body.onDevice = false;
  const Choice onHost = choose(body, wanted);
  EXPECT_TRUE(climbsTo(onHost, 1));
  EXPECT_FALSE(climbsTo(onHost, 2)) << "no such rung";

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

TEST(Choice, ASolveOnAHostMayTurnToAFactor) {
  if (!haveSparseCholesky()) GTEST_SKIP() << "without CHOLMOD nothing is factored";
  SystemFacts diffusion = factsOf(100000);
  ASSERT_TRUE(choose(diffusion, Parameters(), ChoiceUse::solve).direct.has_value());
  EXPECT_EQ(choose(diffusion, Parameters(), ChoiceUse::solve).direct->parameters.amg.maxLevels, 1);
  EXPECT_FALSE(choose(diffusion, Parameters()).direct.has_value()) << "a preconditioner does not climb";
  EXPECT_FALSE(choose(factsOf(100), Parameters(), ChoiceUse::solve).direct.has_value()) << "what is factored at once";
  Teuchos::ParameterList list;
  list.sublist("amg").set("cycle", "W");
  EXPECT_FALSE(choose(diffusion, readParameters(list), ChoiceUse::solve).direct.has_value()) << "multigrid is wanted";
  diffusion.onDevice = true;
  EXPECT_FALSE(choose(diffusion, Parameters(), ChoiceUse::solve).direct.has_value());
}

TEST(Choice, AThirdStepWhereModuliJump) {
  SystemFacts body = factsOf(2500000);
  body.mostlyNegativeRows = 0;
  body.numNearKernel = 6;
  const auto degree = [&](double unevenNodes, const Teuchos::ParameterList& list) {
    body.unevenNodes = unevenNodes;
    const Choice choice = choose(body, readParameters(list));
    EXPECT_EQ(choice.rungs.front().name, "smoothed aggregation");
    return choice.rungs.front()
        .parameters.amg.level.smoother.method.of<BlockChebyshevParameters>("block chebyshev")
        .degree;
  };
  Teuchos::ParameterList given;
  given.sublist("amg").sublist("smoother").sublist("block chebyshev").set("degree", 1);
  given.sublist("amg").sublist("smoother").set("type", "block chebyshev");
  EXPECT_EQ(degree(0.1, {}), 2);
  EXPECT_EQ(degree(0.9, {}), 3);
  EXPECT_EQ(degree(0.9, given), 1);
  EXPECT_NE(choose(body, Parameters()).because.back().find("90 %"), std::string::npos);
  body.numRows = 2499999;
  EXPECT_EQ(degree(0.9, {}), 2) << "which takes less there";
  body.numRows = 2500000;
  body.numNearKernel = 0;
  body.unknownsPerNode = body.translations = 3;
  EXPECT_EQ(degree(0.9, {}), 2) << "not where translations alone are known";
}

TEST(Choice, EachRungReadsMoreToSetUp) {
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

}  // namespace
}  // namespace Chronos::Test
