// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_FoundModes.hpp"

#include "Chronos.hpp"
#include "GalleryRows.hpp"
#include "NodeSystem.hpp"
#include "TestVectorsOf.hpp"

#include <gtest/gtest.h>

namespace Chronos::Test {
namespace {

Problem bar() {
  return makeProblem("elasticity3d", sized(40, 6, 6), world());
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

// What stands on the diagonal of rows that supports took is anybody's choice.
TEST(MpiFoundModes, RowsOfSupportsMayHaveAnySize) {
  ProblemOptions options;
  options.nx = 20;
  options.ny = options.nz = 5;
  const HostCsr<double> whole = wholeProblem("elasticity3d", options);
  const auto isGone = [](GlobalOrdinal row) {
    const GlobalOrdinal node = row / 3;
    return (row % 3 == 1 && node / 20 % 5 == 0) || (row % 3 == 2 && node / 100 == 0);
  };
  std::vector<double> left;
  for (double size : {1e-8, 1.0, 1e8}) {
    HostCsr<double> A = whole;
    for (LocalOrdinal row = 0; row < A.numRows; ++row)
      for (Offset entry = A.rowPtr[row]; entry < A.rowPtr[row + 1]; ++entry)
        if (isGone(row) || isGone(A.colInd[entry])) A.values[entry] = A.colInd[entry] == row ? size : 0;
    const auto map = mapOfNodes(A.numRows / 3, 3, true);
    const FoundModes found =
        foundRigidBodyModes(Teuchos::rcp(new DistMatrix<double>(rowsOnMap(A, map, map))), parametersOf(3));
    EXPECT_TRUE(found.hasRotations) << size << ": " << found.note;
    left.push_back(found.left);
  }
  EXPECT_NEAR(left[0], left[1], 1e-3 * left[1]);
  EXPECT_NEAR(left[2], left[1], 1e-3 * left[1]);
}

// Constants of each body are reduced as little as its positions, and may hide them.
TEST(MpiFoundModes, SeveralBodiesTakeNoMoreThanWithTranslations) {
  ProblemOptions options;
  options.nx = 12;
  options.ny = options.nz = 4;
  HostCsr<double> bar = wholeProblem("elasticity3d", options), A;
  const LocalOrdinal size = bar.numRows, numBodies = 4;
  A.numRows = A.numCols = numBodies * size;
  A.rowPtr.assign(1, 0);
  for (LocalOrdinal row = 0; row < A.numRows; ++row) {
    const LocalOrdinal first = row / size * size;
    for (Offset entry = bar.rowPtr[row - first]; entry < bar.rowPtr[row - first + 1]; ++entry) {
      A.colInd.push_back(first + bar.colInd[entry]);
      A.values.push_back(bar.values[entry]);
    }
    A.rowPtr.push_back(A.colInd.size());
  }
  const auto map = mapOfNodes(A.numRows / 3, 3, true);
  const auto matrix = toTpetra(rowsOnMap(A, map, map));
  const auto iterations = [&](const char* testSpace) {
    Problem problem;
    problem.matrix = matrix;
    return solved(problem, aggregation(testSpace)).iterations;
  };
  EXPECT_LE(iterations("rigid body modes"), iterations("constant"));
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
  EXPECT_NE(found.note.find("no positions"), std::string::npos) << found.note;
}

TEST(MpiFoundModes, OtherNodesAreRefused) {
  const Problem problem = bar();
  const auto A = Teuchos::rcp(new DistMatrix<double>(fromTpetra(*problem.matrix)));
  for (int degreesOfFreedom : {1, 4, 5})
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

const std::vector<std::string>& notesOf(const Preconditioner<>& M) {
  return M.hierarchy()->report.notes;
}

bool seeks(const Preconditioner<>& M) {
  return std::any_of(notesOf(M).begin(), notesOf(M).end(),
                     [](const std::string& note) { return note.find("positions") != std::string::npos; });
}

// Prolongations are kept, so no position is sought again.
TEST(MpiFoundModes, WhatIsKeptIsNotSoughtAgain) {
  const Problem problem = bar();
  Teuchos::ParameterList list = aggregation("rigid body modes");
  list.sublist("amg").set("reuse", std::string("prolongation"));
  Preconditioner<> M(problem.matrix);
  M.setParameters(list);
  M.compute();
  EXPECT_TRUE(seeks(M));
  TpetraMultiVector b(problem.matrix->getRowMap(), 1), x(problem.matrix->getRowMap(), 1);
  b.randomize();
  const int iterations = solve(M, b, x).iterations;
  M.compute();
  EXPECT_FALSE(seeks(M));
  x.putScalar(0);
  EXPECT_EQ(solve(M, b, x).iterations, iterations);
}

// The set-up before had no level to keep.
TEST(MpiFoundModes, WhatWasNeverFoundIsSought) {
  const Problem problem = bar();
  Teuchos::ParameterList list = aggregation("rigid body modes");
  list.sublist("amg").set("reuse", std::string("prolongation")).set("one level iterations", 25);
  const auto setMass = [&](double mass) {
    problem.matrix->resumeFill();
    for (std::size_t row = 0; row < TrilinosVersion::numLocal(*problem.matrix->getRowMap()); ++row) {
      const auto global = problem.matrix->getRowMap()->getGlobalElement(static_cast<LocalOrdinal>(row));
      problem.matrix->sumIntoGlobalValues(global, Teuchos::tuple<GlobalOrdinal>(global), Teuchos::tuple<double>(mass));
    }
    problem.matrix->fillComplete();
  };
  setMass(100);
  Preconditioner<> M(problem.matrix);
  M.setParameters(list);
  M.compute();
  EXPECT_EQ(M.hierarchy()->report.levels.size(), 1u);
  setMass(-100);
  M.compute();
  EXPECT_GT(M.hierarchy()->report.levels.size(), 1u);
  EXPECT_TRUE(seeks(M));
}

TEST(MpiFoundModes, NothingIsSoughtWhereNothingIsCoarsened) {
  const Problem problem = bar();
  Teuchos::ParameterList list = aggregation("rigid body modes");
  list.sublist("amg").set("maximum levels", 1);
  Preconditioner<> M(problem.matrix);
  M.setParameters(list);
  M.compute();
  EXPECT_FALSE(seeks(M));
  list.sublist("amg").set("maximum levels", 25).set("coarse size", 100000);
  M.setParameters(list);
  M.compute();
  EXPECT_FALSE(seeks(M));
}

TEST(MpiFoundModes, CoordinatesBesideTheSearchAreNoticed) {
  const Problem problem = bar();
  Teuchos::ParameterList list = aggregation("rigid body modes");
  list.sublist("user data").set("Coordinates", problem.coordinates);
  Preconditioner<> M(problem.matrix);
  M.setParameters(list);
  M.compute();
  const std::vector<std::string> notices = M.notices();
  EXPECT_TRUE(std::any_of(notices.begin(), notices.end(),
                          [](const std::string& line) { return line.find("rigid body modes") != std::string::npos; }));
}

// A second round, from what four steps of the first one found.
TEST(MpiFoundModes, ALaterRoundImprovesWhatIsThere) {
  ProblemOptions options;
  options.nx = 80;
  options.ny = options.nz = 5;
  const Problem problem = makeProblem("elasticity3d", options, world());
  const auto iterations = [&](int rounds) {
    Teuchos::ParameterList list = aggregation("rigid body modes");
    list.sublist("amg").sublist("test space").set("position steps", 4).set("position rounds", rounds);
    return solved(problem, list).iterations;
  };
  EXPECT_LT(iterations(3), iterations(1));
}

}  // namespace
}  // namespace Chronos::Test
