// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "BeamFrames.hpp"
#include "Chronos.hpp"
#include "Chronos_FoundFrameModes.hpp"
#include "Chronos_FoundModes.hpp"
#include "Chronos_FrameMatrix.hpp"
#include "Chronos_PositionMatrix.hpp"
#include "Chronos_WholeBlocks.hpp"
#include "Chronos_ZeroSumNodes.hpp"
#include "NodeSystem.hpp"
#include "TestVectorsOf.hpp"

#include <gtest/gtest.h>

namespace Chronos::Test {
namespace {

using Matrix = Teuchos::RCP<const DistMatrix<double>>;

Matrix distributed(const HostCsr<double>& A, bool leavesOut) {
  const auto map = mapOfNodes(A.numRows / 6, 6, leavesOut);
  return withWholeBlocks(Teuchos::rcp(new DistMatrix<double>(rowsOnMap(A, map, map))), 6);
}

TestSpace positionsOf(const BeamFrame& frame, const Map& displacements, double factor = 1) {
  return vectorsOf(displacements, 1, [&](GlobalOrdinal row, int) {
    return factor * frame.point(row / 3)[static_cast<std::size_t>(row % 3)];
  });
}

TEST(MpiFrameMatrix, DisplacementsKeepTheirEntries) {
  const HostCsr<double> A = BeamFrame(4, 3, 4, true).matrix();
  for (bool leavesOut : {false, true}) {
    const Matrix U = FrameMatrix(distributed(A, leavesOut)).displacements();
    const TestSpace x = vectorsOf(*U->rowMap(), 1, [](GlobalOrdinal row, int) { return globalUniform(3, row); });
    const TestVectors y = allocateVectors("y", x.extent(0), 1);
    U->apply(asBlock(column(x, 0)), asBlock(column(y, 0)));
    const SmallMatrix product = wholeOf(*U->rowMap(), y);
    ASSERT_EQ(product.numRows, A.numRows / 2);
    for (int row = 0; row < product.numRows; ++row) {
      const LocalOrdinal of = row / 3 * 6 + row % 3;
      double sum = 0;
      for (Offset entry = A.rowPtr[of]; entry < A.rowPtr[of + 1]; ++entry) {
        const LocalOrdinal other = A.colInd[entry];
        if (other % 6 < 3) sum += A.values[entry] * globalUniform(3, other / 6 * 3 + other % 6);
      }
      EXPECT_NEAR(product(row, 0), sum, 1e-10);
    }
  }
}

TEST(MpiFrameMatrix, PositionsOfAFreeFrameSolveTheSystem) {
  const BeamFrame frame(4, 3, 4, false);
  const FrameMatrix F(distributed(frame.matrix(), true));
  const Matrix U = F.displacements();
  const PositionMatrix H(*U, 3);
  const TestSpace x = positionsOf(frame, *U->rowMap());
  const TestVectors Hx = allocateVectors("H x", x.extent(0), 1), f = allocateVectors("f", x.extent(0), 1);
  H.apply(column(x, 0), column(Hx, 0));
  Kokkos::deep_copy(column(f, 0), F.forces());
  const SmallMatrix left = wholeOf(*U->rowMap(), Hx), right = wholeOf(*U->rowMap(), f);
  double largest = 0;
  for (int row = 0; row < left.numRows; ++row) {
    EXPECT_NEAR(left(row, 0), right(row, 0), 1e-10);
    largest = std::max(largest, std::abs(right(row, 0)));
  }
  EXPECT_GT(largest, 1);
}

TEST(MpiFrameMatrix, MomentsTellTheFactor) {
  for (bool isClamped : {false, true}) {
    const BeamFrame frame(4, 3, 4, isClamped);
    const FrameMatrix F(distributed(frame.matrix(), true));
    const Matrix U = F.displacements();
    const FrameMatrix::Factor half = F.factorOf(column(positionsOf(frame, *U->rowMap(), 2), 0));
    EXPECT_NEAR(half.value, 0.5, 1e-12);
    EXPECT_NEAR(half.left, 0, 1e-6);
    const TestSpace noise = vectorsOf(*U->rowMap(), 1, [](GlobalOrdinal row, int) { return globalUniform(9, row); });
    EXPECT_GT(F.factorOf(column(noise, 0)).left, 0.6);
    const TestSpace alike = vectorsOf(*U->rowMap(), 1, [](GlobalOrdinal, int) { return 1.0; });
    EXPECT_EQ(F.factorOf(column(alike, 0)).value, 0);
  }
}

// Rows of the first layer of nodes have their diagonal alone.
HostCsr<double> clampedByIdentity(HostCsr<double> A, int numClamped) {
  for (LocalOrdinal row = 0; row < A.numRows; ++row)
    for (Offset entry = A.rowPtr[row]; entry < A.rowPtr[row + 1]; ++entry)
      if (row < 6 * numClamped || A.colInd[entry] < 6 * numClamped) A.values[entry] = A.colInd[entry] == row ? 1 : 0;
  return A;
}

// The second half of each node's unknowns before the first one.
HostCsr<double> rotationsFirst(const HostCsr<double>& A) {
  const auto other = [](LocalOrdinal row) { return row / 6 * 6 + (row + 3) % 6; };
  HostCsr<double> B;
  B.numRows = B.numCols = A.numRows;
  B.rowPtr.assign(1, 0);
  for (LocalOrdinal row = 0; row < A.numRows; ++row) {
    for (Offset entry = A.rowPtr[other(row)]; entry < A.rowPtr[other(row) + 1]; ++entry) {
      B.colInd.push_back(other(A.colInd[entry]));
      B.values.push_back(A.values[entry]);
    }
    B.rowPtr.push_back(B.colInd.size());
  }
  return B;
}

// On straight lines every third or second entry of most rows sums to zero, too.
TEST(MpiShowsFrames, ByRowsThatDisplacementsAloneSendToZero) {
  for (double beside : {0.0, 0.2}) {
    const HostCsr<double> frame = BeamFrame(4, 3, 6, true, beside).matrix();
    EXPECT_TRUE(showsFrames(*distributed(frame, true), frame.numRows)) << beside;
    const SystemFacts facts = examine(*distributed(frame, false), {});
    EXPECT_TRUE(facts.hasFrames) << beside;
    EXPECT_EQ(facts.translations, 6);
    EXPECT_FALSE(showsFrames(*distributed(rotationsFirst(frame), true), frame.numRows)) << beside;
    const HostCsr<double> byIdentity = clampedByIdentity(BeamFrame(4, 3, 7, false, beside).matrix(), 12);
    EXPECT_TRUE(showsFrames(*distributed(byIdentity, true), byIdentity.numRows - 72)) << beside;
  }
  ProblemOptions options;
  options.nx = options.ny = options.nz = 6;
  for (const char* name : {"elasticity3d", "laplace3d7"}) {
    const HostCsr<double> other = wholeProblem(name, options);
    EXPECT_FALSE(showsFrames(*distributed(other, true), other.numRows)) << name;
  }
}

AmgParameters parametersOfFrames() {
  AmgParameters parameters = preset("smoothed aggregation").amg;
  parameters.testSpace.kind = TestSpaceKind::rigidBodyModes;
  parameters.testSpace.degreesOfFreedom = 6;
  parameters.coarseMinimum = 50;
  return parameters;
}

// Modes of a body, from any six that span them, cost it no energy but at its supports.
TEST(MpiFrameModes, ThereAreSixThatCostNothing) {
  const BeamFrame frame(5, 4, 12, true);
  const Matrix A = distributed(frame.matrix(), true);
  const FoundModes found = foundRigidBodyModes(A, parametersOfFrames());
  ASSERT_TRUE(found.hasRotations) << found.note;
  ASSERT_EQ(found.modes.extent(1), 6u);
  EXPECT_FALSE(missesFrames(parametersOfFrames(), found));
  EXPECT_NE(found.note.find("positions of nodes were found"), std::string::npos);
  const TestVectors y = allocateVectors("y", found.modes.extent(0), 1);
  for (int mode = 3; mode < 6; ++mode) {
    A->apply(asBlock(column(found.modes, mode)), asBlock(column(y, 0)));
    const SmallMatrix v = wholeOf(*A->rowMap(), found.modes), Av = wholeOf(*A->rowMap(), y);
    double energy = 0, whole = 0;
    for (int row = 20 * 6 * 2; row < v.numRows; ++row) energy += std::abs(v(row, mode) * Av(row, 0));  // above supports
    for (int row = 0; row < v.numRows; ++row) whole += v(row, mode) * v(row, mode) * 100;
    EXPECT_LT(energy, 0.01 * whole) << mode;
  }
}

// A third of the nodes are clamped by rows that have their diagonal alone: they tell nothing of moments.
TEST(MpiFrameModes, ClampedRowsMayStay) {
  const HostCsr<double> A = clampedByIdentity(BeamFrame(8, 8, 3, false).matrix(), 64);
  const FoundModes found = foundRigidBodyModes(distributed(A, true), parametersOfFrames());
  EXPECT_TRUE(found.hasRotations) << found.note;
}

// Solids in pairs of nodes have the same numbers, and no moments.
TEST(MpiFrameModes, WhatIsNoFrameHasNone) {
  ProblemOptions options;
  options.nx = options.ny = options.nz = 6;
  const Matrix A = distributed(wholeProblem("elasticity3d", options), false);
  const FoundModes found = foundRigidBodyModes(A, parametersOfFrames());
  EXPECT_FALSE(found.hasRotations);
  EXPECT_TRUE(missesFrames(parametersOfFrames(), found));
  EXPECT_EQ(found.modes.extent(1), 6u);
  EXPECT_NE(found.note.find("no positions"), std::string::npos) << found.note;
}

SolveResult solved(const Matrix& A, const Teuchos::ParameterList& list,
                   const Teuchos::RCP<TpetraMultiVector>& coordinates) {
  const auto matrix = toTpetra(*A);
  Preconditioner<> M(matrix);
  if (!coordinates.is_null()) M.setCoordinates(coordinates, 6);
  M.setParameters(list);
  M.compute();
  EXPECT_EQ(M.report().name, "amg");
  TpetraMultiVector b(matrix->getRowMap(), 1), x(matrix->getRowMap(), 1);
  b.randomize();
  return solve(M, b, x);
}

// `auto` sees a frame, whose iterations are nearly those with coordinates.
TEST(MpiFrameModes, AFrameAloneTakesTheIterationsOfCoordinates) {
  const BeamFrame frame(12, 12, 16, true);
  const Matrix A = distributed(frame.matrix(), false);
  const auto nodes = Teuchos::rcp(new Map(frame.numNodes(), A->numRows() / 6, 0, world()));
  const auto coordinates = Teuchos::rcp(new TpetraMultiVector(nodes, 3));
  for (int d = 0; d < 3; ++d)
    for (LocalOrdinal node = 0; node < A->numRows() / 6; ++node)
      coordinates->replaceLocalValue(node, d, frame.point(nodes->getGlobalElement(node))[static_cast<std::size_t>(d)]);
  Teuchos::ParameterList list;
  list.sublist("amg").set("coarse minimum", 50);
  const SolveResult found = solved(A, list, Teuchos::null), known = solved(A, list, coordinates);
  EXPECT_EQ(found.status, SolveStatus::converged);
  EXPECT_LE(found.iterations, known.iterations + 3);
}

// Six diffusions, three of which react, coupled by diffusion: sums as those of frames, and no moments.
HostCsr<double> sixFields() {
  ProblemOptions options;
  options.nx = options.ny = options.nz = 14;
  const HostCsr<double> L = wholeProblem("laplace3d7", options);
  HostCsr<double> A;
  A.numRows = A.numCols = 6 * L.numRows;
  A.rowPtr.assign(1, 0);
  for (LocalOrdinal row = 0; row < A.numRows; ++row) {
    for (Offset entry = L.rowPtr[row / 6]; entry < L.rowPtr[row / 6 + 1]; ++entry)
      for (int field : {row % 3, row % 3 + 3}) {
        const bool isSame = field == row % 6, reacts = isSame && field >= 3 && L.colInd[entry] == row / 6;
        A.colInd.push_back(6 * L.colInd[entry] + field);
        A.values.push_back((isSame ? 1 : -0.4) * L.values[entry] + (reacts ? 1 : 0));
      }
    A.rowPtr.push_back(A.colInd.size());
  }
  return A;
}

TEST(MpiFrameModes, WhereNoneAreFoundAnotherMethodTakesOver) {
  const auto matrix = toTpetra(*distributed(sixFields(), false));
  Preconditioner<> M(matrix);
  M.compute();  // an easy system: not the first rung
  const std::vector<CountedMethod>& rungs = M.choice()->rungs;
  int rung = 0;
  while (rungs[static_cast<std::size_t>(rung)].name != "smoothed aggregation") ++rung;
  M.takeRung(rung);
  M.compute();
  EXPECT_NE(M.report().name, "amg");
  ASSERT_EQ(M.passedOver().size(), 1u);
  EXPECT_NE(M.passedOver()[0].find("no positions"), std::string::npos) << M.passedOver()[0];
  Teuchos::ParameterList list;
  list.set("preset", std::string("smoothed aggregation"));
  list.sublist("amg").sublist("test space").set("type", std::string("rigid body modes"));
  list.sublist("amg").sublist("test space").set("degrees of freedom", 6);
  M.setParameters(list);
  M.compute();
  EXPECT_EQ(M.report().name, "amg") << "who asks for it gets constants, and a note";
}

TEST(FrameChoice, PositionsAreSoughtAtOnce) {
  SystemFacts facts;
  facts.numRows = 100000;
  facts.numEntries = 3000000;
  facts.mostlyNegativeRows = 0;
  facts.zeroSumRows = 0.4;
  facts.hasFrames = true;
  facts.unknownsPerNode = facts.translations = 6;
  for (const ChoiceUse use : {ChoiceUse::preconditioner, ChoiceUse::solve}) {
    const Choice choice = choose(facts, {}, use);
    ASSERT_EQ(choice.rungs.size(), 4u);
    EXPECT_EQ(choice.rungs[0].name, "smoothed aggregation");
    EXPECT_EQ(choice.rungs[0].parameters.amg.testSpace.kind, TestSpaceKind::rigidBodyModes);
    EXPECT_EQ(choice.rungs[0].parameters.amg.testSpace.degreesOfFreedom, 6);
    EXPECT_EQ(choice.rungs[1].name, "light");
    EXPECT_TRUE(choice.rungs[1].standsBy) << "where no positions are found";
    EXPECT_EQ(choice.rungs[2].name, "adaptive fsai");
    EXPECT_EQ(choice.rungs[3].name, "shells");
    EXPECT_NE(choice.rungs[3].parameters.amg.testSpace.kind, TestSpaceKind::rigidBodyModes);
    EXPECT_FALSE(choice.rungs[2].standsBy || choice.rungs[3].standsBy);
  }
  Teuchos::ParameterList list;
  list.sublist("amg").sublist("test space").set("type", std::string("constant"));
  EXPECT_EQ(choose(facts, readParameters(list)).rungs[0].parameters.amg.testSpace.kind, TestSpaceKind::constant);
}

}  // namespace
}  // namespace Chronos::Test
