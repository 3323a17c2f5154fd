// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_ExtractRows.hpp"

#include "KernelCases.hpp"
#include "ReferenceLocal.hpp"

#include <numeric>

namespace Chronos::Test {
namespace {

template <class Case>
struct ExtractRows : ::testing::Test {
  using Scalar = typename Case::Scalar;
  using DeviceType = typename Case::DeviceType;

  static void check(const HostCsr<Scalar>& A, const std::vector<LocalOrdinal>& rows) {
    const HostCsr<Scalar> E = toHost(extractRows<Scalar, DeviceType>(
        typename DeviceType::execution_space(), toDevice<DeviceType>(A), toView<DeviceType>("rows", rows)));
    HostCsr<Scalar> expected;
    for (LocalOrdinal row : rows) {
      expected.colInd.insert(expected.colInd.end(), A.colInd.begin() + A.rowPtr[row],
                             A.colInd.begin() + A.rowPtr[row + 1]);
      expected.values.insert(expected.values.end(), A.values.begin() + A.rowPtr[row],
                             A.values.begin() + A.rowPtr[row + 1]);
      expected.rowPtr.push_back(expected.colInd.size());
    }
    EXPECT_EQ(E.numRows, static_cast<LocalOrdinal>(rows.size()));
    EXPECT_EQ(E.numCols, A.numCols);
    EXPECT_EQ(E.rowPtr, expected.rowPtr);
    EXPECT_EQ(E.colInd, expected.colInd);
    EXPECT_EQ(E.values, expected.values);
  }
};
TYPED_TEST_SUITE(ExtractRows, KernelCases, );

TYPED_TEST(ExtractRows, AnyRowsInAnyOrder) {
  using Scalar = typename TypeParam::Scalar;
  for (LocalOrdinal numRows : {0, 1, 33, 2000}) {
    auto A = raggedMatrix<Scalar>(numRows, 6000, 40, numRows > 1 ? 5500 : 0);
    shuffleRows(A);
    std::vector<LocalOrdinal> all(numRows), some, repeated, emptyOnes;
    std::iota(all.begin(), all.end(), 0);
    for (LocalOrdinal row = numRows; row-- > 0;) {
      if (row % 3 == 0) some.push_back(row);
      if (row % 5 == 4) emptyOnes.push_back(row);
      if (row % 2 == 0) repeated.insert(repeated.end(), 2, row);
    }
    TestFixture::check(A, all);
    TestFixture::check(A, {});
    TestFixture::check(A, some);
    TestFixture::check(A, emptyOnes);
    TestFixture::check(A, repeated);
  }
}

}  // namespace
}  // namespace Chronos::Test
