// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_MatrixProductHost.hpp"

#include "Chronos_MatrixProductNodes.hpp"
#include "MatrixProductReference.hpp"
#include "NodeMatrix.hpp"

namespace Chronos::Test {
namespace {

// By nodes where there are any.
template <class Scalar>
CsrMatrix<Scalar, HostDevice> multiplied(const HostCsr<Scalar>& A, const HostCsr<Scalar>& B, LocalOrdinal numOwned,
                                         MatrixProductPlan<HostDevice>& plan) {
  const auto left = toDevice<HostDevice>(A);
  const auto right = segmented<HostDevice>(B, numOwned);
  return multiplyOnHost<Scalar, HostDevice>({}, left, right, findProductNodes<Scalar, HostDevice>(left, right), plan);
}

template <class Scalar>
struct MatrixProductHost : ::testing::Test {
  static void check(HostCsr<Scalar> A, HostCsr<Scalar> B) {
    const std::vector<LocalOrdinal> shares = {B.numRows, B.numRows / 3};
    for (LocalOrdinal numOwned : shares) {
      MatrixProductPlan<HostDevice> plan;
      const auto C = multiplied(A, B, numOwned, plan);
      expectProduct(toHost(C), A, B);
      EXPECT_EQ(toVector(plan.rowPtr), toVector(C.rowPtr));
      EXPECT_EQ(toVector(plan.colInd), toVector(C.colInd));
      changeValues(A);
      changeValues(B);
      const auto left = toDevice<HostDevice>(A);
      const auto right = segmented<HostDevice>(B, numOwned);
      const auto again = multiplyAgainOnHost<Scalar, HostDevice>({}, plan, left, right,
                                                                 findProductNodes<Scalar, HostDevice>(left, right));
      expectProduct(toHost(again), A, B);
    }
  }
};
using Precisions = ::testing::Types<double, float>;
TYPED_TEST_SUITE(MatrixProductHost, Precisions, );

TYPED_TEST(MatrixProductHost, EqualsTheSumsOfProducts) {
  for (LocalOrdinal n : {0, 1, 2, 150}) {
    auto A = raggedMatrix<TypeParam>(n + 20, n, 9, n, 3), B = raggedMatrix<TypeParam>(n, 2 * n + 1, 12, n, 4);
    shuffleRows(A);
    shuffleRows(B);
    TestFixture::check(A, B);
  }
}

// Far more columns than entries: the dense sums are cleared between rows.
TYPED_TEST(MatrixProductHost, StandsWideMatrices) {
  TestFixture::check(raggedMatrix<TypeParam>(300, 40, 6, 40, 5), raggedMatrix<TypeParam>(40, 200000, 9, 5000, 6));
}

TYPED_TEST(MatrixProductHost, InAnyOrderLeavesColumnsAsTheyAreMet) {
  const HostCsr<TypeParam> A{3, 3, {0, 2, 3, 5}, {1, 0, 2, 0, 2}, {2, 3, 5, 1, 1}};
  const HostCsr<TypeParam> B{3, 8, {0, 2, 4, 6}, {7, 1, 4, 7, 6, 0}, {1, 10, 100, 1000, 2, 20}};
  MatrixProductPlan<HostDevice> plan;
  const auto C = toHost(multiplyOnHost<TypeParam, HostDevice>(
      {}, toDevice<HostDevice>(A), ownedRows(toDevice<HostDevice>(B)), {}, plan, ColumnOrder::any));
  EXPECT_EQ(C.rowPtr, (std::vector<Offset>{0, 3, 5, 9}));
  EXPECT_EQ(C.colInd, (std::vector<LocalOrdinal>{4, 7, 1, 6, 0, 7, 1, 6, 0}));
  EXPECT_EQ(C.values, (std::vector<TypeParam>{200, 2003, 30, 10, 100, 1, 10, 2, 20}));
}

// With another row of B, and a column of A for it: no nodes any more, and the same product.
template <class Scalar>
HostCsr<Scalar> productByRows(HostCsr<Scalar> A, HostCsr<Scalar> B) {
  A.numCols++;
  B.numRows++;
  B.rowPtr.push_back(B.colInd.size());
  MatrixProductPlan<HostDevice> plan;
  return toHost(multiplied(A, B, B.numRows, plan));
}

TYPED_TEST(MatrixProductHost, ByNodesHasTheBitsOfRows) {
  const int widths[] = {3, 6};
  const std::pair<LocalOrdinal, LocalOrdinal> shapes[] = {{1, 1}, {40, 25}, {25, 130}};
  for (const int width : widths)
    for (const auto& shape : shapes) {
      const LocalOrdinal n = shape.first, m = shape.second;
      auto nodesOfA = raggedMatrix<TypeParam>(n + 5, n, std::min(n, 9), n, 3);
      auto nodesOfB = raggedMatrix<TypeParam>(n, m, std::min(m, 7), m, 4);
      shuffleRows(nodesOfA);
      shuffleRows(nodesOfB);
      auto A = expanded(nodesOfA, 3, 3), B = expanded(nodesOfB, 3, width);
      TestFixture::check(A, B);
      ASSERT_TRUE(
          (findProductNodes<TypeParam, HostDevice>(toDevice<HostDevice>(A), segmented<HostDevice>(B, B.numRows / 9 * 3))
               .exist));
      const HostCsr<TypeParam> byRows = productByRows(A, B);
      MatrixProductPlan<HostDevice> plan;
      const auto byNodes = multiplied(A, B, B.numRows, plan);
      EXPECT_EQ(toVector(byNodes.rowPtr), byRows.rowPtr);
      EXPECT_EQ(toVector(byNodes.colInd), byRows.colInd);
      EXPECT_EQ(toVector(byNodes.values), byRows.values);
    }
}

// Columns in threes that do not begin at a multiple of three, and an operand without threes.
TYPED_TEST(MatrixProductHost, ShiftedNodesAreNone) {
  auto A = expanded(raggedMatrix<TypeParam>(20, 30, 5, 0, 3), 3, 3);
  auto B = expanded(raggedMatrix<TypeParam>(30, 40, 5, 0, 4), 3, 3);
  const auto found = [](const HostCsr<TypeParam>& A, const HostCsr<TypeParam>& B) {
    return findProductNodes<TypeParam, HostDevice>(toDevice<HostDevice>(A), segmented<HostDevice>(B, B.numRows)).exist;
  };
  EXPECT_TRUE(found(A, B));
  auto shifted = B;
  shifted.numCols++;
  for (LocalOrdinal& col : shifted.colInd) ++col;
  EXPECT_FALSE(found(A, shifted));
  TestFixture::check(A, shifted);
  const auto ragged = raggedMatrix<TypeParam>(90, 120, 5, 0, 4);
  EXPECT_FALSE(found(A, ragged));
  TestFixture::check(A, ragged);
}

}  // namespace
}  // namespace Chronos::Test
