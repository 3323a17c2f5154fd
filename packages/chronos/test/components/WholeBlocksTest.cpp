// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_WholeBlocks.hpp"

#include "NodeSystem.hpp"
#include "TestVectorsOf.hpp"

#include <gtest/gtest.h>

namespace Chronos::Test {
namespace {

SmallMatrix productOf(const DistMatrix<double>& A) {
  const TestSpace x = vectorsOf(*A.domainMap(), 1, [](GlobalOrdinal row, int) { return 1 + row % 17; });
  const TestVectors y = allocateVectors("y", static_cast<std::size_t>(A.numRows()), 1);
  A.apply(asBlock(column(x, 0)), asBlock(column(y, 0)));
  return wholeOf(*A.rowMap(), y);
}

// Of each row its global columns, node after node as the first row of its node has them.
void expectWholeBlocks(const DistMatrix<double>& A, int size) {
  const HostCsr<double> local = toHost(A.local());
  for (LocalOrdinal row = 0; row < local.numRows; ++row) {
    const Offset begin = local.rowPtr[row], first = local.rowPtr[row - row % size];
    ASSERT_EQ(local.rowPtr[row + 1] - begin, local.rowPtr[row - row % size + 1] - first);
    ASSERT_EQ((local.rowPtr[row + 1] - begin) % size, 0u);
    for (Offset k = 0; k < local.rowPtr[row + 1] - begin; ++k) {
      EXPECT_EQ(local.colInd[begin + k], local.colInd[first + k]);
      EXPECT_EQ(globalColumn(A, local.colInd[begin + k]) % size, static_cast<GlobalOrdinal>(k % size));
    }
  }
}

TEST(MpiWholeBlocks, MissingEntriesAreZerosInThePattern) {
  for (int size : {1, 2, 3, 6})
    for (bool leavesOut : {false, true}) {
      const auto map = mapOfNodes(40, size, leavesOut);
      const auto A = Teuchos::rcp(new DistMatrix<double>(distributed(NodeSystem{40, 40, size, size, 3}, map, map)));
      const auto whole = withWholeBlocks(A, size);
      EXPECT_EQ(whole == A, size == 1);
      expectWholeBlocks(*whole, size);
      const SmallMatrix expected = productOf(*A), found = productOf(*whole);
      for (int row = 0; row < expected.numRows; ++row) EXPECT_NEAR(found(row, 0), expected(row, 0), 1e-12);
    }
}

TEST(MpiWholeBlocks, AMatrixThatHasThemIsTaken) {
  for (int size : {2, 3}) {
    const auto map = mapOfNodes(30, size, true);
    const auto A = Teuchos::rcp(new DistMatrix<double>(distributed(NodeSystem{30, 30, size, size}, map, map)));
    EXPECT_EQ(withWholeBlocks(A, size), A);
  }
}

}  // namespace
}  // namespace Chronos::Test
