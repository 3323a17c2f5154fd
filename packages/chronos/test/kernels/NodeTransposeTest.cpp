// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_NodeTranspose.hpp"

#include "Chronos_LocalTranspose.hpp"
#include "KernelCases.hpp"
#include "NodeMatrix.hpp"

namespace Chronos::Test {
namespace {

template <class Case>
struct NodeTranspose : ::testing::Test {
  using Scalar = typename Case::Scalar;
  using DeviceType = typename Case::DeviceType;

  static void check(const HostCsr<Scalar>& A) {
    const typename DeviceType::execution_space space;
    const auto matrix = toDevice<DeviceType>(A);
    const auto nodes = findNodePattern<DeviceType>(matrix.rowPtr, matrix.colInd, A.numRows, A.numCols);
    ASSERT_TRUE(nodes.exists());
    const auto T = toHost(transposeNodes<Scalar, DeviceType>(space, matrix, nodes));
    const auto expected = toHost(transposeLocal<Scalar, DeviceType>(space, matrix));
    EXPECT_EQ(T.numRows, expected.numRows);
    EXPECT_EQ(T.numCols, expected.numCols);
    EXPECT_EQ(T.rowPtr, expected.rowPtr);
    EXPECT_EQ(T.colInd, expected.colInd);
    EXPECT_EQ(T.values, expected.values);
  }
};
TYPED_TEST_SUITE(NodeTranspose, KernelCases, );

TYPED_TEST(NodeTranspose, IsTheTranspose) {
  using Scalar = typename TypeParam::Scalar;
  const int widths[] = {3, 6};
  for (const int width : widths)
    for (LocalOrdinal numRows : {1, 40, 700})
      for (LocalOrdinal numCols : {1, 50, 300}) {
        auto nodes = raggedMatrix<Scalar>(numRows, numCols, std::min(numCols, 9), std::min(numCols, 5));
        TestFixture::check(expanded(nodes, 3, width));
        shuffleRows(nodes);
        TestFixture::check(expanded(nodes, 3, width));
      }
}

// Columns that are in most rows: hundreds of nodes in a row of the result.
TYPED_TEST(NodeTranspose, StandsLongRows) {
  TestFixture::check(expanded(raggedMatrix<typename TypeParam::Scalar>(1500, 5, 4, 5), 3, 6));
}

}  // namespace
}  // namespace Chronos::Test
