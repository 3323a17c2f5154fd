// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_FoundModes.hpp"

#include "Chronos.hpp"
#include "NodeSystem.hpp"
#include "TestVectorsOf.hpp"

#include <gtest/gtest.h>

namespace Chronos::Test {
namespace {

Problem bar() {
  ProblemOptions options;
  options.nx = 40;
  options.ny = options.nz = 6;
  return makeProblem("elasticity3d", options, world());
}

SolveResult solved(const Problem& problem, Teuchos::ParameterList list) {
  list.sublist("amg").set("coarse minimum", 50);
  Preconditioner<> M(problem.matrix);
  M.setParameters(list);
  M.compute();
  TpetraMultiVector b(problem.matrix->getRowMap(), 1), x(problem.matrix->getRowMap(), 1);
  b.randomize();
  return solve(M, b, x);
}

Teuchos::ParameterList aggregation(const char* testSpace) {
  Teuchos::ParameterList list;
  list.set("preset", std::string("smoothed aggregation"));
  Teuchos::ParameterList& space = list.sublist("amg").sublist("test space");
  space.set("type", std::string(testSpace));
  if (std::string(testSpace) != "given") space.set("degrees of freedom", 3);
  return list;
}

// A body ten times as long as wide bends: translations alone are slow on it.
TEST(MpiFoundModes, IterationsAreNearlyThoseOfCoordinates) {
  const Problem problem = bar();
  Teuchos::ParameterList given = aggregation("given");
  given.sublist("user data").set("Coordinates", problem.coordinates);
  const SolveResult known = solved(problem, given), found = solved(problem, aggregation("rigid body modes")),
                    translations = solved(problem, aggregation("constant"));
  EXPECT_EQ(found.status, SolveStatus::converged);
  EXPECT_LE(found.iterations, known.iterations + 4);
  EXPECT_GE(translations.iterations, 2 * known.iterations);
}

AmgParameters parametersOf(int degreesOfFreedom) {
  AmgParameters parameters = preset("smoothed aggregation").amg;
  parameters.testSpace.kind = TestSpaceKind::rigidBodyModes;
  parameters.testSpace.degreesOfFreedom = degreesOfFreedom;
  parameters.coarseMinimum = 50;
  return parameters;
}

TEST(MpiFoundModes, ThereAreSixModesOfASolid) {
  const Problem problem = bar();
  const auto A = Teuchos::rcp(new DistMatrix<double>(fromTpetra(*problem.matrix)));
  const FoundModes found = foundRigidBodyModes(A, parametersOf(3));
  EXPECT_TRUE(found.hasRotations);
  EXPECT_EQ(found.modes.extent(1), 6u);
  EXPECT_EQ(found.modes.extent(0), static_cast<std::size_t>(A->numRows()));
  EXPECT_NE(found.note.find("positions"), std::string::npos);
}

// Three diffusions side by side: a cycle with constants misses nothing.
TEST(MpiFoundModes, WhatIsNoBodyKeepsItsTranslations) {
  ProblemOptions options;
  options.nx = 8;
  const HostCsr<double> L = wholeProblem("laplace3d7", options);
  HostCsr<double> A;
  A.numRows = A.numCols = 3 * L.numRows;
  A.rowPtr.assign(1, 0);
  for (LocalOrdinal row = 0; row < A.numRows; ++row) {
    for (Offset entry = L.rowPtr[row / 3]; entry < L.rowPtr[row / 3 + 1]; ++entry) {
      A.colInd.push_back(3 * L.colInd[entry] + row % 3);
      A.values.push_back(L.values[entry]);
    }
    A.rowPtr.push_back(A.colInd.size());
  }
  const auto map = mapOfNodes(L.numRows, 3, true);
  const auto matrix = Teuchos::rcp(new DistMatrix<double>(rowsOnMap(A, map, map)));
  const FoundModes found = foundRigidBodyModes(matrix, parametersOf(3));
  EXPECT_FALSE(found.hasRotations);
  EXPECT_EQ(found.modes.extent(1), 3u);
  EXPECT_GT(found.left, 0.1);
  EXPECT_NE(found.note.find("no rotations are missing"), std::string::npos) << found.note;
}

TEST(MpiFoundModes, OtherNodesAreRefused) {
  const Problem problem = bar();
  const auto A = Teuchos::rcp(new DistMatrix<double>(fromTpetra(*problem.matrix)));
  for (int degreesOfFreedom : {1, 4, 6})
    EXPECT_THROW(foundRigidBodyModes(A, parametersOf(degreesOfFreedom)), InputError);
  const HostCsr<double> whole = wholeProblem("elasticity3d", {});
  const auto map = cyclicMap(whole.numRows, true);
  const auto torn = Teuchos::rcp(new DistMatrix<double>(rowsOnMap(whole, map, map)));
  EXPECT_THROW(foundRigidBodyModes(torn, parametersOf(3)), InputError);
}

// Two numbers in place of a body, no rows at all.
TEST(MpiFoundModes, MatricesWithoutConnectionsKeepTheirTranslations) {
  for (int numNodes : {0, 5}) {
    HostCsr<double> A;
    A.numRows = A.numCols = 2 * numNodes;
    A.rowPtr.assign(1, 0);
    for (LocalOrdinal row = 0; row < A.numRows; ++row) {
      A.colInd.push_back(row);
      A.values.push_back(2);
      A.rowPtr.push_back(A.colInd.size());
    }
    const auto map = mapOfNodes(numNodes, 2, false);
    const auto matrix = Teuchos::rcp(new DistMatrix<double>(rowsOnMap(A, map, map)));
    const FoundModes found = foundRigidBodyModes(matrix, parametersOf(2));
    EXPECT_FALSE(found.hasRotations);
    EXPECT_EQ(found.modes.extent(1), 2u);
  }
}

// Prolongations are kept, so no position is sought again; the same iterations with the values of before.
TEST(MpiFoundModes, WhatIsKeptIsNotSoughtAgain) {
  const Problem problem = bar();
  Teuchos::ParameterList list = aggregation("rigid body modes");
  list.sublist("amg").set("reuse", std::string("prolongation"));
  Preconditioner<> M(problem.matrix);
  M.setParameters(list);
  M.compute();
  const auto seeks = [&] {
    const auto& notes = M.hierarchy()->report.notes;
    return std::any_of(notes.begin(), notes.end(),
                       [](const std::string& note) { return note.find("positions") != std::string::npos; });
  };
  EXPECT_TRUE(seeks());
  const int unknowns = static_cast<int>(M.hierarchy()->report.levels[1].rows);
  M.compute();
  EXPECT_FALSE(seeks());
  EXPECT_EQ(M.hierarchy()->report.levels[1].rows, unknowns);
}

}  // namespace
}  // namespace Chronos::Test
