// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_MatrixProductHost.hpp"

#include "MatrixProductReference.hpp"

namespace Chronos::Test {
namespace {

template <class Scalar>
struct MatrixProductHost : ::testing::Test {
  static void check(HostCsr<Scalar> A, HostCsr<Scalar> B) {
    const std::vector<LocalOrdinal> shares = {B.numRows, B.numRows / 3};
    for (LocalOrdinal numOwned : shares) {
      MatrixProductPlan<HostDevice> plan;
      const auto C =
          multiplyOnHost<Scalar, HostDevice>({}, toDevice<HostDevice>(A), segmented<HostDevice>(B, numOwned), plan);
      expectProduct(toHost(C), A, B);
      EXPECT_EQ(toVector(plan.rowPtr), toVector(C.rowPtr));
      EXPECT_EQ(toVector(plan.colInd), toVector(C.colInd));
      changeValues(A);
      changeValues(B);
      const auto again = multiplyAgainOnHost<Scalar, HostDevice>({}, plan, toDevice<HostDevice>(A),
                                                                 segmented<HostDevice>(B, numOwned));
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

}  // namespace
}  // namespace Chronos::Test
