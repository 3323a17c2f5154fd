// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Diagonal.hpp"

#include "Chronos_Communicator.hpp"
#include "NodeRows.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace Chronos::Test {
namespace {

// A node has a run for each of the nodes `offsets` behind it, in that order.
DistMatrix<double> nodesWith(LocalOrdinal numNodes, const std::vector<int>& offsets) {
  return rowsOfNodes(numNodes, [&](GlobalOrdinal row, GlobalOrdinal numGlobal) {
    std::vector<GlobalOrdinal> columns;
    for (int offset : offsets)
      for (int c = 0; c < 3; ++c) columns.push_back((row - row % 3 + 3 * offset + c) % numGlobal);
    return columns;
  });
}

std::vector<double> expectedDiagonal(const DistMatrix<double>& A) {
  std::vector<double> diagonal;
  for (LocalOrdinal row = 0; row < A.numRows(); ++row) {
    const GlobalOrdinal global = A.rowMap()->getGlobalElement(row);
    diagonal.push_back(globalUniform(global, global));
  }
  return diagonal;
}

// Runs of the node itself come first, last and in the middle.
TEST(MpiDiagonal, OfNodesIsFoundInAnyRun) {
  for (const std::vector<int>& offsets :
       {std::vector<int>{0}, std::vector<int>{0, 1, 5}, std::vector<int>{7, 2, 0}, std::vector<int>{1, 0, 4, 2}}) {
    const DistMatrix<double> A = nodesWith(20, offsets);
    ASSERT_TRUE(A.nodes().exists());
    EXPECT_EQ(toVector(diagonalOf(A)), expectedDiagonal(A));
  }
}

TEST(MpiDiagonal, IsZeroWhereANodeDoesNotKnowItself) {
  const DistMatrix<double> A = nodesWith(20, {1, 3});
  EXPECT_EQ(toVector(diagonalOf(A)), std::vector<double>(A.numRows(), 0.0));
}

// A run may begin at any column, so that the diagonals of a node are in two of them.
TEST(Diagonal, OfNodesWhoseRunsBeginElsewhere) {
  const std::vector<std::vector<int>> firstColumns{{0, 3}, {2, 5}, {6}};
  const auto map = Teuchos::rcp(new Map(9, 0, world()));
  std::vector<Offset> rowPtr{0};
  std::vector<GlobalOrdinal> colInd;
  for (int row = 0; row < 9; ++row) {
    for (int first : firstColumns[row / 3]) colInd.insert(colInd.end(), {first, first + 1, first + 2});
    rowPtr.push_back(colInd.size());
  }
  std::vector<double> values(colInd.size()), expected;
  std::iota(values.begin(), values.end(), 1.0);
  for (int row = 0; row < 9; ++row)
    for (Offset entry = rowPtr[row]; entry < rowPtr[row + 1]; ++entry)
      if (colInd[entry] == row) expected.push_back(values[entry]);
  const DistMatrix<double> A(map, map, toView("rowPtr", rowPtr), toView("colInd", colInd), toView("values", values));
  ASSERT_TRUE(A.nodes().exists());
  EXPECT_EQ(toVector(diagonalOf(A)), expected);
}

}  // namespace
}  // namespace Chronos::Test
