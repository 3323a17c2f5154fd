// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_NearKernelInput.hpp"
#include "Chronos_Numbering.hpp"
#include "Chronos_Preconditioner.hpp"
#include "Chronos_TpetraConversion.hpp"
#include "ComponentOrder.hpp"
#include "ReferenceDistributed.hpp"
#include "WholeMatrix.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace Chronos::Test {
namespace {

DistMatrix<double> numbered(const HostCsr<double>& A, const Renumbering& renumbered) {
  return distributeRows(renumberedWhole(A, renumbered), evenMap(A.numRows));
}

HostCsr<double> body(int size) {
  ProblemOptions options;
  options.nx = size;
  options.ny = options.nz = 6;
  return wholeProblem("elasticity3d", options);
}

DistMatrix<double> byComponents(const HostCsr<double>& A, int perNode) {
  return numbered(A, Test::byComponents(static_cast<GlobalOrdinal>(A.numRows), perNode));
}

DistMatrix<double> byNodes(const HostCsr<double>& A) {
  return numbered(A, [](LocalOrdinal g) { return g; });
}

HostCsr<double> withMass(HostCsr<double> A) {
  for (LocalOrdinal row = 0; row < A.numRows; ++row)
    for (Offset entry = A.rowPtr[row]; entry < A.rowPtr[row + 1]; ++entry)
      if (A.colInd[entry] == row) A.values[entry] *= 1.001;
  return A;
}

// A grid of 16 nodes along its fastest edge among them: every 16th row would lie on one side.
TEST(MpiNumbering, NodeByNodeIsTaken) {
  for (int size : {6, 16}) EXPECT_NO_THROW(checkNumbering(byNodes(body(size)), 3)) << size;
}

TEST(MpiNumbering, ComponentByComponentIsRefused) {
  for (int size : {6, 16}) EXPECT_THROW(checkNumbering(byComponents(body(size), 3), 3), InputError) << size;
  try {
    checkNumbering(byComponents(body(6), 3), 3);
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("3 i + c"), std::string::npos) << error.what();
  }
}

// Who errs there errs unseen.
TEST(MpiNumbering, NobodyIsRefusedWhereRowsTellNothing) {
  const HostCsr<double> whole = body(6);
  EXPECT_NO_THROW(checkNumbering(numbered(whole, [&](LocalOrdinal g) { return g * 5 % whole.numRows; }), 3));
  EXPECT_NO_THROW(checkNumbering(byComponents(whole, 3), 1));
  ProblemOptions options;
  options.nx = 6;
  EXPECT_NO_THROW(checkNumbering(byNodes(wholeProblem("laplace3d27", options)), 3));
}

TEST(MpiNumbering, ComponentsThatAreGivenTellThemselves) {
  const DistMatrix<double> A = byNodes(body(6));
  const Map& map = *A.rowMap();
  NearKernelInput told;
  EXPECT_EQ(unknownsNumberedPerNode(told, map), 0);
  told.coordinates = Teuchos::rcp(new TpetraMultiVector(evenMap(216), 3));
  EXPECT_EQ(unknownsNumberedPerNode(told, map), 3);
  told.coordinates = Teuchos::rcp(new TpetraMultiVector(A.rowMap(), 3));
  EXPECT_EQ(unknownsNumberedPerNode(told, map), 1);
  told.degreesOfFreedom = 3;
  EXPECT_EQ(unknownsNumberedPerNode(told, map), 3);
  told.components.assign(static_cast<std::size_t>(A.numRows()), 0);
  EXPECT_EQ(unknownsNumberedPerNode(told, map), 0);
}

TEST(MpiNumbering, MassesDoNotHideIt) {
  const HostCsr<double> whole = withMass(body(6));
  EXPECT_EQ(unknownsByComponents(byComponents(whole, 3)), 3);
  EXPECT_EQ(unknownsByComponents(byNodes(whole)), 0);
}

// Of a plate in its plane: x and y of the lowest nodes of a body, so that its size is a multiple of both 2 and 3.
HostCsr<double> plate() {
  struct Entries {
    double entry(GlobalOrdinal row, GlobalOrdinal column) const {
      const GlobalOrdinal from = row / 2, to = column / 2;
      const double dx = double(to % 12 - from % 12), dy = double(to / 12 - from / 12);
      if (from == to) return row == column ? sumOf(from, row % 2, row % 2) : sumOf(from, row % 2, column % 2);
      return std::abs(dx) <= 1 && std::abs(dy) <= 1 ? -spring(dx, dy, row % 2, column % 2) : 0.0;
    }
    // A spring along (dx, dy), and a weaker one across.
    static double spring(double dx, double dy, GlobalOrdinal a, GlobalOrdinal b) {
      const double along[2] = {dx, dy}, square = dx * dx + dy * dy;
      return along[a] * along[b] / square + (a == b ? 0.1 : 0.0);
    }
    static double sumOf(GlobalOrdinal node, GlobalOrdinal a, GlobalOrdinal b) {
      double sum = 0;
      for (int dx = -1; dx < 2; ++dx)
        for (int dy = -1; dy < 2; ++dy) {
          const GlobalOrdinal x = node % 12 + dx, y = node / 12 + dy;
          if ((dx != 0 || dy != 0) && x >= 0 && x < 12 && y >= 0 && y < 12) sum += spring(dx, dy, a, b);
        }
      return sum;
    }
  };
  return wholeMatrix(Entries(), 288, 288);
}

TEST(MpiNumbering, TellsHowManyUnknownsANodeHas) {
  EXPECT_EQ(unknownsByComponents(byComponents(body(6), 3)), 3);
  EXPECT_EQ(unknownsByComponents(byComponents(plate(), 2)), 2);
  EXPECT_EQ(unknownsByComponents(byNodes(plate())), 0);
  EXPECT_EQ(unknownsByComponents(byNodes(body(6))), 0);
}

TEST(MpiNumbering, TellsUnknownsThatAreNumberedNodeByNode) {
  EXPECT_TRUE(isNumberedByNodes(byNodes(body(6)), 3));
  EXPECT_TRUE(isNumberedByNodes(byNodes(plate()), 2));
  EXPECT_FALSE(isNumberedByNodes(byNodes(plate()), 3));
  EXPECT_FALSE(isNumberedByNodes(byComponents(body(6), 3), 3));
  EXPECT_FALSE(isNumberedByNodes(byComponents(plate(), 2), 2));
  ProblemOptions options;
  options.nx = 12;
  for (const char* problem : {"laplace3d7", "laplace3d27", "anisotropic2d"})
    for (const int perNode : {2, 3})
      EXPECT_FALSE(isNumberedByNodes(byNodes(wholeProblem(problem, options)), perNode)) << problem;
}

TEST(MpiNumbering, FindsNoNodesInGrids) {
  ProblemOptions options;
  options.nx = 12;
  for (const char* problem : {"laplace3d7", "laplace3d27", "anisotropic2d"})
    EXPECT_EQ(unknownsByComponents(byNodes(wholeProblem(problem, options))), 0) << problem;
}

TEST(MpiNumbering, EachRankMayHaveItsOwn) {
  const HostCsr<double> whole = body(8);
  for (const bool leavesOut : {false, true}) {
    const auto map = mapOfNodes(whole.numRows / 3, 3, leavesOut);
    const DistMatrix<double> A = rowsOnMap(renumberedWhole(whole, byComponentsOfRanks(*map, 3)), map, map);
    EXPECT_EQ(unknownsByComponentsOfRanks(A, 0), 3);
    EXPECT_EQ(unknownsByComponentsOfRanks(rowsOnMap(whole, map, map), 0), 0);
  }
}

// Rows of a node are told by their numbers there, of which some are left out.
TEST(MpiNumbering, NumbersMayHaveGaps) {
  const HostCsr<double> whole = body(6);
  const auto rows = evenMap(whole.numRows);
  std::vector<GlobalOrdinal> numbers;
  for (std::size_t i = 0; i < TrilinosVersion::numLocal(*rows); ++i)
    numbers.push_back(1000 + 7 * rows->getGlobalElement(static_cast<LocalOrdinal>(i)));
  const auto gaps =
      Teuchos::rcp(new Map(whole.numRows, numbers.data(), static_cast<LocalOrdinal>(numbers.size()), 0, world()));
  const DistMatrix<double> A = rowsOnMap(whole, rows, rows);
  const CsrMatrix<double, Device> local = A.local();
  std::vector<Offset> rowPtr{0};
  std::vector<GlobalOrdinal> columns;
  const HostCsr<double> host = toHost(local);
  for (LocalOrdinal row = 0; row < host.numRows; ++row) {
    for (Offset entry = host.rowPtr[row]; entry < host.rowPtr[row + 1]; ++entry)
      columns.push_back(1000 + 7 * globalColumn(A, host.colInd[entry]));
    rowPtr.push_back(columns.size());
  }
  const DistMatrix<double> withGaps(gaps, gaps, toView("rowPtr", rowPtr), toView("columns", columns),
                                    toView("values", host.values));
  EXPECT_FALSE(isNumberedByComponents(withGaps, 3));
  EXPECT_NO_THROW(checkNumbering(withGaps, 3));
}

// Nodes lie on several ranks then, by the number of unknowns of a node alone, which translations would follow.
TEST(MpiNumbering, APreconditionerRefusesNodesOnSeveralRanksUnlessNothingIsToBeChecked) {
  const auto A = toTpetra(byComponents(body(8), 3));
  Preconditioner<> M(A);
  Teuchos::ParameterList list;
  list.sublist("user data").set("number of equations", 3);
  M.setParameters(list);
  if (world()->getSize() > 1) EXPECT_THROW(M.compute(), InputError);
  else EXPECT_NO_THROW(M.compute());
  list.set("check matrix", false);
  M.setParameters(list);
  EXPECT_NO_THROW(M.compute());
}

}  // namespace
}  // namespace Chronos::Test
