// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_LocalTranspose.hpp"

#include "KernelCases.hpp"
#include "ReferenceLocal.hpp"

namespace Chronos::Test {
namespace {

template <class Case>
struct LocalTranspose : ::testing::Test {
  using Scalar = typename Case::Scalar;
  using DeviceType = typename Case::DeviceType;

  static HostCsr<Scalar> transposed(const HostCsr<Scalar>& A) {
    return toHost(transposeLocal<Scalar, DeviceType>(typename DeviceType::execution_space(), toDevice<DeviceType>(A)));
  }

  static void check(const HostCsr<Scalar>& A) {
    const HostCsr<Scalar> T = transposed(A);
    ASSERT_EQ(T.numRows, A.numCols);
    ASSERT_EQ(T.numCols, A.numRows);
    ASSERT_EQ(T.rowPtr.size(), std::size_t(A.numCols) + 1);
    ASSERT_EQ(T.colInd.size(), A.colInd.size());
    EXPECT_TRUE(columnsAscend(T));
    auto expected = entriesOf(A);
    for (const auto& [place, value] : entriesOf(T)) {
      const auto found = expected.find({place.second, place.first});
      ASSERT_NE(found, expected.end()) << place.first << ", " << place.second;
      EXPECT_EQ(found->second, value);
    }
  }
};
TYPED_TEST_SUITE(LocalTranspose, KernelCases, );

TYPED_TEST(LocalTranspose, EveryEntryChangesPlaces) {
  using Scalar = typename TypeParam::Scalar;
  for (LocalOrdinal numRows : {0, 1, 33, 700})
    for (LocalOrdinal numCols : {0, 1, 40, 900}) {
      auto A = raggedMatrix<Scalar>(numRows, numCols, 30);
      TestFixture::check(A);
      shuffleRows(A);
      TestFixture::check(A);
    }
}

TYPED_TEST(LocalTranspose, StandsVeryLongRowsAndColumns) {
  using Scalar = typename TypeParam::Scalar;
  const auto wide = raggedMatrix<Scalar>(300, 8000, 5, 6000);
  TestFixture::check(wide);
  TestFixture::check(TestFixture::transposed(wide));
  TestFixture::check(raggedMatrix<Scalar>(9000, 1, 1));
}

TYPED_TEST(LocalTranspose, TwiceIsTheSortedMatrix) {
  using Scalar = typename TypeParam::Scalar;
  const auto sorted = raggedMatrix<Scalar>(500, 400, 90, 400);
  auto A = sorted;
  shuffleRows(A);
  const auto twice = TestFixture::transposed(TestFixture::transposed(A));
  EXPECT_EQ(twice.rowPtr, sorted.rowPtr);
  EXPECT_EQ(twice.colInd, sorted.colInd);
  EXPECT_EQ(twice.values, sorted.values);
}

}  // namespace
}  // namespace Chronos::Test
