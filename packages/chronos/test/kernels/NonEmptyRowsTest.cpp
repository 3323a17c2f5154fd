// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_NonEmptyRows.hpp"

#include "KernelCases.hpp"
#include "RandomMatrix.hpp"

namespace Chronos::Test {
namespace {

template <class Case>
struct NonEmptyRowsOfMatrix : ::testing::Test {
  using Scalar = typename Case::Scalar;
  using DeviceType = typename Case::DeviceType;

  static void check(const HostCsr<Scalar>& A) {
    const typename DeviceType::execution_space space;
    const auto matrix = toDevice<DeviceType>(A);
    const auto found = nonEmptyRows<Scalar, DeviceType>(space, matrix);
    std::vector<LocalOrdinal> numBefore{0};
    std::vector<Offset> rowPtr{0};
    for (LocalOrdinal row = 0; row < A.numRows; ++row) {
      const bool isEmpty = A.rowPtr[row] == A.rowPtr[row + 1];
      numBefore.push_back(numBefore.back() + (isEmpty ? 0 : 1));
      if (!isEmpty) rowPtr.push_back(A.rowPtr[row + 1]);
    }
    EXPECT_EQ(found.rows.numRows, numBefore.back());
    EXPECT_EQ(found.rows.numCols, A.numCols);
    EXPECT_EQ(toVector(found.rows.rowPtr), rowPtr);
    EXPECT_EQ(found.rows.colInd.data(), matrix.colInd.data());
    EXPECT_EQ(found.rows.values.data(), matrix.values.data());
    EXPECT_EQ(toVector(found.numBefore), numBefore);
    EXPECT_EQ(toVector(rowPtrOfAll<DeviceType>(space, found.numBefore, found.rows.rowPtr)), A.rowPtr);
  }
};
TYPED_TEST_SUITE(NonEmptyRowsOfMatrix, KernelCases, );

TYPED_TEST(NonEmptyRowsOfMatrix, LieOneBehindTheOther) {
  using Scalar = typename TypeParam::Scalar;
  this->check(raggedMatrix<Scalar>(300, 200, 4));
  this->check(raggedMatrix<Scalar>(4, 9, 3));
  this->check(raggedMatrix<Scalar>(5, 9, 3));
}

TYPED_TEST(NonEmptyRowsOfMatrix, MayBeNoneOrAll) {
  using Scalar = typename TypeParam::Scalar;
  this->check(HostCsr<Scalar>());
  this->check(raggedMatrix<Scalar>(70, 9, 0));
  this->check(raggedMatrix<Scalar>(1, 9, 0, 3));
  HostCsr<Scalar> full;
  full.numCols = 4;
  std::mt19937 random(1);
  for (int row = 0; row < 40; ++row) full.addRow({row % 4}, random);
  this->check(full);
}

}  // namespace
}  // namespace Chronos::Test
