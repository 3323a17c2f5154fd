// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_MatrixProduct.hpp"

#include "KernelCases.hpp"
#include "MatrixProductReference.hpp"

namespace Chronos::Test {

template <class Case>
class MatrixProductTest : public ::testing::Test {
 public:
  using Scalar = typename Case::Scalar;
  using DeviceType = typename Case::DeviceType;
  using Execution = typename DeviceType::execution_space;

  static void check(HostCsr<Scalar> A, HostCsr<Scalar> B) {
    // A vector with a name: nvcc 11.8 loses its way in an initializer list of members of a template.
    const std::vector<LocalOrdinal> splits{B.numRows, B.numRows / 2, 0};
    for (LocalOrdinal numOwned : splits) {
      SCOPED_TRACE(numOwned);
      checkProduct(A, B, numOwned);
    }
  }

  // The same entries, bit by bit, and the same once more.
  static void checkAnyOrder(const CsrMatrix<Scalar, DeviceType>& A, const SegmentedRows<Scalar, DeviceType>& B,
                            const ProductNodes<DeviceType>& nodes, const HostCsr<Scalar>& sorted) {
    MatrixProductPlan<DeviceType> plan;
    const auto C = multiplyMatrices<Scalar, DeviceType>(Execution(), A, B, nodes, plan, ColumnOrder::any);
    const HostCsr<Scalar> found = withSortedRows(toHost(C));
    EXPECT_EQ(found.rowPtr, sorted.rowPtr);
    EXPECT_EQ(found.colInd, sorted.colInd);
    EXPECT_EQ(found.values, sorted.values);
    const auto again = multiplyAgain<Scalar, DeviceType>(Execution(), plan, A, B, nodes);
    EXPECT_EQ(toVector(again.values), toVector(C.values));
  }

  static void checkProduct(HostCsr<Scalar> A, HostCsr<Scalar> B, LocalOrdinal numOwned) {
    MatrixProductPlan<DeviceType> plan;
    const auto left = toDevice<DeviceType>(A);
    const auto right = segmented<DeviceType>(B, numOwned);
    const auto nodes = findProductNodes<Scalar, DeviceType>(left, right);
    const auto C = multiplyMatrices<Scalar, DeviceType>(Execution(), left, right, nodes, plan);
    expectProduct(toHost(C), A, B);
    const auto same = multiplyAgain<Scalar, DeviceType>(Execution(), plan, left, right, nodes);
    EXPECT_EQ(toVector(same.values), toVector(C.values));
    checkAnyOrder(left, right, nodes, toHost(C));
    changeValues(A);
    changeValues(B);
    const auto again = multiplyAgain<Scalar, DeviceType>(Execution(), plan, toDevice<DeviceType>(A),
                                                         segmented<DeviceType>(B, numOwned), nodes);
    EXPECT_EQ(again.rowPtr.data(), C.rowPtr.data());
    EXPECT_EQ(again.colInd.data(), C.colInd.data());
    expectProduct(toHost(again), A, B);
  }
};
TYPED_TEST_SUITE(MatrixProductTest, KernelCases);

TYPED_TEST(MatrixProductTest, EmptyMatrices) {
  using Scalar = typename TypeParam::Scalar;
  HostCsr<Scalar> none;
  this->check(none, none);
  this->check(raggedMatrix<Scalar>(0, 7, 3), raggedMatrix<Scalar>(7, 5, 3));
  this->check(raggedMatrix<Scalar>(4, 0, 3), raggedMatrix<Scalar>(0, 5, 3));
  this->check(raggedMatrix<Scalar>(4, 6, 0), raggedMatrix<Scalar>(6, 5, 3));
  this->check(raggedMatrix<Scalar>(4, 6, 3), raggedMatrix<Scalar>(6, 5, 0));
  this->check(raggedMatrix<Scalar>(4, 6, 3), raggedMatrix<Scalar>(6, 0, 0));
}

TYPED_TEST(MatrixProductTest, DefaultConstructedMatrix) {
  using Scalar = typename TypeParam::Scalar;
  using DeviceType = typename TypeParam::DeviceType;
  MatrixProductPlan<DeviceType> plan;
  const auto C = multiplyMatrices<Scalar, DeviceType>(typename DeviceType::execution_space(), {}, {}, {}, plan);
  EXPECT_EQ(C.numRows, 0);
  EXPECT_EQ(C.numEntries(), 0u);
  const auto again = multiplyAgain<Scalar, DeviceType>(typename DeviceType::execution_space(), plan, {}, {}, {});
  EXPECT_EQ(again.numEntries(), 0u);
}

TYPED_TEST(MatrixProductTest, OneEntry) {
  using Scalar = typename TypeParam::Scalar;
  this->check(raggedMatrix<Scalar>(1, 1, 0, 1), raggedMatrix<Scalar>(1, 1, 0, 1));
}

// A GPU leaves rows without entries out where they are at least half.
TYPED_TEST(MatrixProductTest, FewRowsThatAreNotEmpty) {
  using Scalar = typename TypeParam::Scalar;
  const auto some = raggedMatrix<Scalar>(20, 150, 7, 0, 3);
  ASSERT_LT(some.colInd.size(), 4u * 2 * 20);
  const auto B = raggedMatrix<Scalar>(150, 311, 12, 0, 4);
  const int distances[] = {2, 3, 40};
  for (const int distance : distances) {
    SCOPED_TRACE(distance);
    HostCsr<Scalar> A;
    A.numRows = some.numRows * distance;
    A.numCols = some.numCols;
    for (LocalOrdinal row = 0; row < A.numRows; ++row) A.rowPtr.push_back(some.rowPtr[(row + 1) / distance]);
    A.colInd = some.colInd;
    A.values = some.values;
    this->check(A, B);
  }
}

TYPED_TEST(MatrixProductTest, RaggedRowsInAnyOrder) {
  using Scalar = typename TypeParam::Scalar;
  auto A = raggedMatrix<Scalar>(203, 150, 9, 0, 3);
  auto B = raggedMatrix<Scalar>(150, 311, 12, 0, 4);
  shuffleRows(A);
  shuffleRows(B);
  this->check(A, B);
}

TYPED_TEST(MatrixProductTest, LongRows) {
  using Scalar = typename TypeParam::Scalar;
  auto A = raggedMatrix<Scalar>(41, 1500, 30, 1200, 5);
  auto B = raggedMatrix<Scalar>(1500, 20000, 4, 3000, 6);
  shuffleRows(A);
  shuffleRows(B);
  this->check(A, B);
}

TYPED_TEST(MatrixProductTest, RowThatOutgrowsSharedMemory) {
  using Scalar = typename TypeParam::Scalar;
  this->checkProduct(raggedMatrix<Scalar>(7, 600, 3, 600, 7), raggedMatrix<Scalar>(600, 60000, 60, 0, 8), 300);
}

TYPED_TEST(MatrixProductTest, CancelledEntriesStay) {
  using Scalar = typename TypeParam::Scalar;
  using DeviceType = typename TypeParam::DeviceType;
  const HostCsr<Scalar> A{1, 2, {0, 2}, {0, 1}, {1, -1}};
  const HostCsr<Scalar> B{2, 3, {0, 1, 3}, {2, 2, 0}, {5, 5, 7}};
  MatrixProductPlan<DeviceType> plan;
  const auto C = toHost(multiplyMatrices<Scalar, DeviceType>(
      typename DeviceType::execution_space(), toDevice<DeviceType>(A), ownedRows(toDevice<DeviceType>(B)), {}, plan));
  EXPECT_EQ(C.colInd, (std::vector<LocalOrdinal>{0, 2}));
  EXPECT_EQ(C.values, (std::vector<Scalar>{-7, 0}));
}

// Sums in another order would lose the small terms: 1e30 - 1e30 + 1 = 1, but 1e30 + 1 - 1e30 = 0.
TYPED_TEST(MatrixProductTest, SumsInTheOrderOfTheRow) {
  using Scalar = typename TypeParam::Scalar;
  using DeviceType = typename TypeParam::DeviceType;
  const HostCsr<Scalar> A{1, 3, {0, 3}, {2, 0, 1}, {Scalar(1e30), Scalar(-1e30), 1}};
  const HostCsr<Scalar> B{3, 1, {0, 1, 2, 3}, {0, 0, 0}, {1, 1, 1}};
  MatrixProductPlan<DeviceType> plan;
  const auto C = toHost(multiplyMatrices<Scalar, DeviceType>(
      typename DeviceType::execution_space(), toDevice<DeviceType>(A), ownedRows(toDevice<DeviceType>(B)), {}, plan));
  EXPECT_EQ(C.values, (std::vector<Scalar>{1}));
}

}  // namespace Chronos::Test
