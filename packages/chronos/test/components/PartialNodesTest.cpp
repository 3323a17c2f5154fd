// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_PartialNodes.hpp"

#include "Chronos.hpp"
#include "ComponentOrder.hpp"
#include "ReferenceDistributed.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace Chronos::Test {
namespace {

constexpr GlobalOrdinal edge = 8;

// Of a cube whose nodes all have three unknowns, those on the planes y = 0 and z = 0 held there.
bool isHeld(GlobalOrdinal number) {
  const GlobalOrdinal node = number / 3, component = number % 3, y = node / edge % edge, z = node / edge / edge;
  return (component == 1 && y == 0) || (component == 2 && z == 0);
}

HostCsr<double> cube() {
  ProblemOptions options;
  options.nx = options.ny = options.nz = edge;
  return wholeProblem("elasticity3d", options);
}

// Numbers without those that are held, which have -1.
std::vector<GlobalOrdinal> numbersLeft(GlobalOrdinal numRows) {
  std::vector<GlobalOrdinal> numbers;
  GlobalOrdinal left = 0;
  for (GlobalOrdinal row = 0; row < numRows; ++row) numbers.push_back(isHeld(row) ? -1 : left++);
  return numbers;
}

HostCsr<double> withoutHeld(const HostCsr<double>& A) {
  const std::vector<GlobalOrdinal> numbers = numbersLeft(A.numRows);
  HostCsr<double> result;
  for (LocalOrdinal row = 0; row < A.numRows; ++row) {
    if (numbers[row] < 0) continue;
    for (Offset entry = A.rowPtr[row]; entry < A.rowPtr[row + 1]; ++entry) {
      if (numbers[A.colInd[entry]] < 0) continue;
      result.colInd.push_back(static_cast<LocalOrdinal>(numbers[A.colInd[entry]]));
      result.values.push_back(A.values[entry]);
    }
    result.rowPtr.push_back(result.colInd.size());
    ++result.numRows;
  }
  result.numCols = result.numRows;
  return result;
}

// Rows of whole nodes on each rank.
Teuchos::RCP<const Map> rowsLeft(bool leavesOut) {
  const auto nodes = mapOfNodes(edge * edge * edge, 1, leavesOut);
  std::size_t mine = 0;
  for (std::size_t i = 0; i < TrilinosVersion::numLocal(*nodes); ++i)
    for (int component = 0; component < 3; ++component)
      if (!isHeld(3 * nodes->getGlobalElement(static_cast<LocalOrdinal>(i)) + component)) ++mine;
  const auto unknown = Teuchos::OrdinalTraits<Tpetra::global_size_t>::invalid();
  return Teuchos::rcp(new Map(unknown, mine, 0, world()));
}

TEST(MpiPartialNodes, EachUnknownHasThePlaceOfItsComponent) {
  const HostCsr<double> whole = cube();
  const std::vector<GlobalOrdinal> numbers = numbersLeft(whole.numRows);
  for (const bool leavesOut : {false, true}) {
    const auto rows = rowsLeft(leavesOut);
    const DistMatrix<double> A = rowsOnMap(withoutHeld(whole), rows, rows);
    const auto order = orderOfPartialNodes(A, 0);
    ASSERT_FALSE(order.is_null());
    EXPECT_EQ(order->unknownsPerNode(), 3);
    EXPECT_EQ(order->map()->getGlobalNumElements(), static_cast<std::size_t>(whole.numRows));
    EXPECT_EQ(order->numLacking(), whole.numRows - static_cast<GlobalOrdinal>(rows->getGlobalNumElements()));
    const DistMatrix<double> inOrder = *order->matrix(A);
    GlobalEntries<double> expected;
    for (const auto& [place, value] : globalEntriesOf(rowsOnMap(whole, order->map(), order->map())))
      if (!isHeld(place.first) && !isHeld(place.second)) expected[place] = value;
    GlobalEntries<double> found;
    for (const auto& [place, value] : globalEntriesOf(inOrder)) {
      if (isHeld(place.second) && place.first != place.second) {
        EXPECT_EQ(value, 0);
      } else if (isHeld(place.first) && value != 0) {
        EXPECT_EQ(place.first, place.second);
        EXPECT_GT(value, 0);
      } else if (!isHeld(place.first)) {
        found[place] = value;
      }
    }
    EXPECT_EQ(found, expected);
    EXPECT_EQ(inOrder.nodes().exists(), inOrder.numRows() > 0);
  }
}

TEST(MpiPartialNodes, WholeNodesAndSinglesHaveNone) {
  const HostCsr<double> whole = cube();
  const auto map = mapOfNodes(edge * edge * edge, 3, true);
  EXPECT_TRUE(orderOfPartialNodes(rowsOnMap(whole, map, map), 0).is_null());
  ProblemOptions options;
  options.nx = 9;
  for (const char* problem : {"laplace3d7", "laplace3d27"}) {
    const HostCsr<double> A = wholeProblem(problem, options);
    EXPECT_TRUE(orderOfPartialNodes(rowsOnMap(A, evenMap(A.numRows), evenMap(A.numRows)), 0).is_null()) << problem;
  }
}

int iterationsOf(const Teuchos::RCP<const TpetraCrsMatrix>& A, const Teuchos::ParameterList& list,
                 UnknownOrder expected) {
  Preconditioner<> M(A);
  M.setParameters(list);
  M.compute();
  EXPECT_EQ(M.facts().order, expected);
  TpetraMultiVector b(A->getRowMap(), 1), x(A->getRowMap(), 1);
  b.randomize();
  const SolveResult result = solve(M, b, x);
  EXPECT_EQ(result.status, SolveStatus::converged);
  TpetraMultiVector r(A->getRowMap(), 1);
  A->apply(x, r);
  r.update(1.0, b, -1.0);
  EXPECT_LE(r.getVector(0)->norm2(), 2e-8 * b.getVector(0)->norm2());
  return result.iterations;
}

TEST(MpiPartialNodes, AutoTakesTheBodyForOne) {
  const auto rows = rowsLeft(false);
  const auto A = toTpetra(rowsOnMap(withoutHeld(cube()), rows, rows));
  Teuchos::ParameterList list;
  list.sublist("amg").set("coarse minimum", 50);
  const int found = iterationsOf(A, list, UnknownOrder::lacking);
  ProblemOptions options;
  options.nx = options.ny = options.nz = edge;
  Teuchos::ParameterList withPositions = list;
  withPositions.sublist("user data")
      .set("Coordinates",
           Teuchos::RCP<const TpetraMultiVector>(makeProblem("elasticity3d", options, world()).coordinates));
  const int known = iterationsOf(A, withPositions, UnknownOrder::lacking);
  withPositions.sublist("user data").set("number of equations", 3);
  EXPECT_EQ(iterationsOf(A, withPositions, UnknownOrder::lacking), known);
  list.sublist("user data").set("numbering", std::string("nodes"));
  const int asGiven = iterationsOf(A, list, UnknownOrder::asGiven);
  EXPECT_LE(known, found);
  EXPECT_LE(3 * found, 2 * asGiven) << found << ' ' << asGiven;
}

// Nodes dealt out in turn, as by a partition of a graph: positions with a row a node find theirs.
TEST(MpiPartialNodes, PositionsFollowTheNumbersOfTheRows) {
  const HostCsr<double> whole = cube();
  const std::vector<GlobalOrdinal> numbers = numbersLeft(whole.numRows);
  const int rank = world()->getRank(), ranks = world()->getSize();
  std::vector<GlobalOrdinal> mine;
  for (GlobalOrdinal row = 0; row < whole.numRows; ++row)
    if (row / 3 % ranks == rank && numbers[row] >= 0) mine.push_back(numbers[row]);
  const HostCsr<double> left = withoutHeld(whole);
  const auto rows =
      Teuchos::rcp(new Map(left.numRows, mine.data(), static_cast<LocalOrdinal>(mine.size()), 0, world()));
  const auto order = orderOfPartialNodes(rowsOnMap(left, rows, rows), 0, WholeNodes::no);
  ASSERT_FALSE(order.is_null());
  NearKernelInput given;
  const auto coordinates = Teuchos::rcp(new TpetraMultiVector(evenMap(edge * edge * edge), 1));
  {
    const auto view = coordinates->getLocalViewHost(Tpetra::Access::OverwriteAll);
    for (std::size_t i = 0; i < view.extent(0); ++i)
      view(i, 0) = double(coordinates->getMap()->getGlobalElement(static_cast<LocalOrdinal>(i)));
  }
  given.coordinates = coordinates;
  const auto found = order->input(given).coordinates->getLocalViewHost(Tpetra::Access::ReadOnly);
  for (std::size_t i = 0; i < found.extent(0); ++i) EXPECT_EQ(found(i, 0), double(rank + i * ranks)) << i;
  given.coordinates = Teuchos::rcp(new TpetraMultiVector(evenMap(edge), 1));
  EXPECT_THROW(order->input(given), InputError);
}

// Told or not, and however many rows are left.
TEST(MpiPartialNodes, ToldUnknownsDoNotHideThem) {
  const auto rows = rowsLeft(false);
  const DistMatrix<double> A = rowsOnMap(withoutHeld(cube()), rows, rows);
  EXPECT_FALSE(orderOfPartialNodes(A, 3).is_null());
  EXPECT_TRUE(orderOfPartialNodes(A, 2).is_null());
  NearKernelInput input;
  EXPECT_EQ(wholeNodesByPositions(input, *rows, 3), WholeNodes::unknown);
  input.coordinates = Teuchos::rcp(new TpetraMultiVector(evenMap(edge * edge * edge), 3));
  EXPECT_EQ(wholeNodesByPositions(input, *rows, 3), WholeNodes::no);
  EXPECT_EQ(wholeNodesByPositions(input, *evenMap(3 * edge * edge * edge), 3), WholeNodes::yes);
}

// Rows of several species at a point, some of which are missing: nothing moves alike there.
TEST(MpiPartialNodes, SpeciesAreNoDisplacements) {
  struct Species {
    double entry(GlobalOrdinal row, GlobalOrdinal column) const {
      const GlobalOrdinal from = row / 3, to = column / 3;
      if (std::abs(double(from - to)) > 1) return 0;
      if (row == column) return 4 + double(row % 3);
      return from == to ? -0.5 : row % 3 == column % 3 ? -1.0 : -0.01;
    }
  };
  const HostCsr<double> whole = wholeMatrix(Species(), 3 * edge * edge * edge, 3 * edge * edge * edge);
  const auto rows = rowsLeft(false);
  EXPECT_TRUE(orderOfPartialNodes(rowsOnMap(withoutHeld(whole), rows, rows), 0).is_null());
}

}  // namespace
}  // namespace Chronos::Test
