// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_PositionMatrix.hpp"

#include "Chronos_WholeBlocks.hpp"
#include "NodeSystem.hpp"
#include "TestVectorsOf.hpp"

#include <gtest/gtest.h>

namespace Chronos::Test {
namespace {

// (e_axis x e_column)_row; in a plane, of the axis that stands on it.
double turn(int size, int axis, int row, int column) {
  if (size == 2) axis = 2;
  if (row == column || row == axis || column == axis) return 0;
  return (column - axis + 3) % 3 == 1 ? 1 : -1;
}

// Of a block, as if no unknown were lacking: the entry across its diagonal, or the mean of what is left of that.
double filledEntry(const NodeSystem& A, GlobalOrdinal row, GlobalOrdinal column) {
  if (!A.isLacking(row) && !A.isLacking(column)) return A.entry(row, column);
  const GlobalOrdinal size = A.rows, first = row - row % size, other = column - column % size;
  if (row % size != column % size) return A.entry(first + column % size, other + row % size);
  double sum = 0;
  int count = 0;
  for (int c = 0; c < size; ++c)
    if (!A.isLacking(first + c) && !A.isLacking(other + c)) sum += A.entry(first + c, other + c), ++count;
  return count > 0 ? sum / count : A.entry(row, column);
}

// sum_k J_k^T A J_k, entry by entry.
template <class Entry>
double expectedEntry(const Entry& A, int size, GlobalOrdinal row, GlobalOrdinal column) {
  const int a = static_cast<int>(row % size), b = static_cast<int>(column % size);
  double sum = 0;
  for (int axis = 0; axis < (size == 2 ? 1 : 3); ++axis)
    for (int c = 0; c < size; ++c)
      for (int d = 0; d < size; ++d)
        sum += turn(size, axis, c, a) * A(row - a + c, column - b + d) * turn(size, axis, d, b);
  return sum;
}

// Lacking unknowns of nodes that have another one.
int numBesideFree(const NodeSystem& A, int numNodes) {
  int count = 0;
  for (int node = 0; node < numNodes; ++node) {
    int numLacking = 0;
    for (int c = 0; c < A.rows; ++c) numLacking += A.isLacking(node * A.rows + c) ? 1 : 0;
    if (numLacking < A.rows) count += numLacking;
  }
  return count;
}

// The same, of diagonals that stand alone as large as the node's others where these are few, else none, but where
// nothing else is left. Of a node that lacks all they are what they are.
double givenEntry(const NodeSystem& A, bool areFew, GlobalOrdinal row, GlobalOrdinal column) {
  const GlobalOrdinal size = A.rows, first = row - row % size;
  bool isAlone = row == column;
  for (GlobalOrdinal other = first; other < first + size; ++other)
    if (other != row && !A.isLacking(other)) isAlone = false;
  if (isAlone) return static_cast<double>(size - 1) * A.entry(row, row);
  const auto entry = [&](GlobalOrdinal i, GlobalOrdinal j) { return i != j || !A.isLacking(i) ? A.entry(i, j) : 0; };
  const auto held = [&](GlobalOrdinal i, GlobalOrdinal j) { return i == j ? filledEntry(A, i, i) : A.entry(i, j); };
  const int width = static_cast<int>(size);
  return areFew ? expectedEntry(held, width, row, column) : expectedEntry(entry, width, row, column);
}

double entryOf(GlobalOrdinal row) {
  return globalUniform(3, static_cast<std::uint64_t>(row));
}

PositionMatrix positionMatrix(const NodeSystem& A, const Teuchos::RCP<const Map>& map) {
  const auto matrix = Teuchos::rcp(new DistMatrix<double>(distributed(A, map, map)));
  return {*withWholeBlocks(matrix, A.rows), A.rows};
}

TEST(MpiPositionMatrix, ItsBlocksAreThoseOfRotations) {
  const int numNodes = 25;
  const std::pair<int, int> kinds[] = {{0, 0}, {3, 0}, {0, 4}, {5, 5}, {0, 20}};
  for (int size : {2, 3})
    for (const auto& [missingOf, lackingOf] : kinds)
      for (bool leavesOut : {false, true}) {
        const NodeSystem A{numNodes, numNodes, size, size, missingOf, lackingOf};
        const auto map = mapOfNodes(numNodes, size, leavesOut);
        const PositionMatrix H = positionMatrix(A, map);
        const TestSpace x = vectorsOf(*map, 1, [](GlobalOrdinal row, int) { return entryOf(row); });
        const TestVectors Hx = allocateVectors("H x", x.extent(0), 1), without = allocateVectors("y", x.extent(0), 1);
        H.matrix()->apply(asBlock(column(x, 0)), asBlock(column(Hx, 0)));
        H.apply(column(x, 0), column(without, 0));
        const SmallMatrix product = wholeOf(*map, Hx), corrected = wholeOf(*map, without);
        const bool areFew = 10 * numBesideFree(A, numNodes) <= numNodes * size;
        const auto filled = [&](GlobalOrdinal row, GlobalOrdinal column) { return filledEntry(A, row, column); };
        for (int row = 0; row < numNodes * size; ++row) {
          double sum = 0, beside = 0;
          for (int column = 0; column < numNodes * size; ++column) {
            sum += givenEntry(A, areFew, row, column) * entryOf(column);
            beside += expectedEntry(filled, size, row, column) *
                      (entryOf(column) - entryOf(row - row % size + column % size));
          }
          EXPECT_NEAR(product(row, 0), sum, 1e-12);
          EXPECT_NEAR(corrected(row, 0), beside, 1e-12);
        }
      }
}

// Positions are sent to zero in all rows but those beside the support, constants in all.
TEST(MpiPositionMatrix, ABodysPositionsAreInItsKernel) {
  ProblemOptions options;
  options.nx = 6;
  options.ny = 5;
  options.nz = 4;
  const Problem problem = makeProblem("elasticity3d", options, world());
  const auto A = Teuchos::rcp(new DistMatrix<double>(fromTpetra(*problem.matrix)));
  const PositionMatrix H(*withWholeBlocks(A, 3), 3);
  const auto xyz = problem.coordinates->getLocalViewHost(Tpetra::Access::ReadOnly);
  const Map& nodes = *problem.coordinates->getMap();
  const TestSpace x = vectorsOf(*A->rowMap(), 1, [&](GlobalOrdinal row, int) {
    return xyz(nodes.getLocalElement(row / 3), static_cast<std::size_t>(row % 3));
  });
  const TestVectors y = allocateVectors("y", x.extent(0), 1);
  H.apply(column(x, 0), column(y, 0));
  const SmallMatrix forces = wholeOf(*A->rowMap(), y);
  const TestVectors ones = allocateVectors("1", x.extent(0), 1);
  Kokkos::deep_copy(ones, 1.0);
  A->apply(asBlock(ConstVector(column(ones, 0))), asBlock(column(y, 0)));
  const SmallMatrix sums = wholeOf(*A->rowMap(), y);
  H.apply(column(TestSpace(ones), 0), column(y, 0));
  const SmallMatrix ofConstants = wholeOf(*A->rowMap(), y);
  int numFree = 0;
  for (int node = 0; node < forces.numRows / 3; ++node) {
    double support = 0, force = 0;
    for (int row = 3 * node; row < 3 * node + 3; ++row) {
      support = std::max(support, std::abs(sums(row, 0)));
      force = std::max(force, std::abs(forces(row, 0)));
      EXPECT_NEAR(ofConstants(row, 0), 0, 1e-12);
    }
    if (support > 1e-12) continue;
    ++numFree;
    EXPECT_NEAR(force, 0, 1e-12);
  }
  EXPECT_GE(numFree, 60);
  const double beside = 1 - double(numFree) / double(forces.numRows / 3);
  EXPECT_LE(H.unbalancedShare(column(x, 0)), beside);
  EXPECT_EQ(H.unbalancedShare(column(TestSpace(ones), 0)), 0);
  const TestSpace noise = vectorsOf(*A->rowMap(), 1, [](GlobalOrdinal row, int) { return entryOf(row); });
  EXPECT_GT(H.unbalancedShare(column(noise, 0)), 0.9);
}

// Displacements across the plane y = 0 are not in the matrix. Forces of positions vanish beside it, but for nodes on
// the surface, whose blocks are not symmetric.
TEST(MpiPositionMatrix, PositionsBesideAPlaneOfSymmetryAreInItsKernel) {
  ProblemOptions options;
  options.nx = 6;
  options.ny = options.nz = 5;
  HostCsr<double> A = wholeProblem("elasticity3d", options);
  const auto place = [](GlobalOrdinal row, int direction) {
    const GlobalOrdinal node = row / 3;
    return direction == 0 ? node % 6 : direction == 1 ? node / 6 % 5 : node / 30;
  };
  const auto isGone = [&](GlobalOrdinal row) { return row % 3 == 1 && place(row, 1) == 0; };
  for (LocalOrdinal row = 0; row < A.numRows; ++row)
    for (Offset entry = A.rowPtr[row]; entry < A.rowPtr[row + 1]; ++entry)
      if (A.colInd[entry] != row && (isGone(row) || isGone(A.colInd[entry]))) A.values[entry] = 0;
  const auto map = mapOfNodes(A.numRows / 3, 3, false);
  const PositionMatrix H(*withWholeBlocks(Teuchos::rcp(new DistMatrix<double>(rowsOnMap(A, map, map))), 3), 3);
  const TestSpace x = vectorsOf(*map, 1, [&](GlobalOrdinal row, int) { return place(row, row % 3); });
  const TestVectors y = allocateVectors("y", x.extent(0), 1);
  H.apply(column(x, 0), column(y, 0));
  const SmallMatrix forces = wholeOf(*map, y);
  int numBeside = 0;
  for (int row = 0; row < forces.numRows; ++row) {
    const auto isInside = [&](int direction, int least, int most) {
      return place(row, direction) >= least && place(row, direction) <= most;
    };
    if (!isInside(0, 2, 4) || !isInside(1, 1, 1) || !isInside(2, 1, 3)) continue;
    ++numBeside;
    EXPECT_NEAR(forces(row, 0), 0, 1e-12);
  }
  EXPECT_EQ(numBeside, 27);
}

// A node without neighbours has no place.
TEST(MpiPositionMatrix, ConstantsLeaveOutNodesOnTheirOwn) {
  const GlobalOrdinal numNodes = 12;
  HostCsr<double> A;
  A.numRows = A.numCols = static_cast<LocalOrdinal>(2 * numNodes);
  A.rowPtr.assign(1, 0);
  for (GlobalOrdinal row = 0; row < 2 * numNodes; ++row) {
    const GlobalOrdinal node = row / 2;
    for (GlobalOrdinal other : {node - 1, node, node + 1}) {
      const bool isAlone = node % 4 == 3 || other % 4 == 3;
      if (other < 0 || other >= numNodes || (isAlone && other != node)) continue;
      A.colInd.push_back(static_cast<LocalOrdinal>(2 * other + row % 2));
      A.values.push_back(other == node ? 3 : -1);
    }
    A.rowPtr.push_back(A.colInd.size());
  }
  const auto map = mapOfNodes(numNodes, 2, false);
  const auto matrix = Teuchos::rcp(new DistMatrix<double>(rowsOnMap(A, map, map)));
  const SmallMatrix constants = wholeOf(*map, PositionMatrix(*withWholeBlocks(matrix, 2), 2).constants());
  for (int row = 0; row < constants.numRows; ++row)
    for (int column = 0; column < 2; ++column)
      EXPECT_EQ(constants(row, column), row % 2 == column && row / 2 % 4 != 3 ? 1 : 0);
}

}  // namespace
}  // namespace Chronos::Test
