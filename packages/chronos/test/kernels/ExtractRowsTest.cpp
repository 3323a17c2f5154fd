// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_ExtractRows.hpp"
#include "Chronos_JoinRows.hpp"

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

template <class Case>
struct JoinRows : ::testing::Test {};
TYPED_TEST_SUITE(JoinRows, KernelCases, );

// Even rows of the result come from one source, whose columns are turned round and every third dropped; odd rows from
// another, whose columns are final.
TYPED_TEST(JoinRows, RenumbersDropsAndSorts) {
  using Scalar = typename TypeParam::Scalar;
  using DeviceType = typename TypeParam::DeviceType;
  for (LocalOrdinal half : {0, 1, 50, 400}) {
    const LocalOrdinal n = 2 * half;
    const auto first = raggedMatrix<double>(half, n, 30);
    auto second = raggedMatrix<Scalar>(half, n, 30, 0, 9);
    shuffleRows(second);
    std::vector<LocalOrdinal> newCol(n), even, odd;
    for (LocalOrdinal col = 0; col < n; ++col) newCol[col] = col % 3 == 0 ? -1 : n - 1 - col;
    for (LocalOrdinal row = 0; row < half; ++row) {
      even.push_back(2 * (half - 1 - row));
      odd.push_back(2 * row + 1);
    }
    std::map<std::pair<LocalOrdinal, LocalOrdinal>, Scalar> expected;
    for (const auto& [place, value] : entriesOf(first))
      if (newCol[place.second] >= 0) expected[{even[place.first], newCol[place.second]}] = static_cast<Scalar>(value);
    for (const auto& [place, value] : entriesOf(second)) expected[{odd[place.first], place.second}] = value;

    const auto a = toDevice<DeviceType>(first);
    const auto b = toDevice<DeviceType>(second);
    const SourceRows<double, DeviceType> sourceA{a.rowPtr, a.colInd, a.values, toView<DeviceType>("newCol", newCol),
                                                 toView<DeviceType>("even", even)};
    const SourceRows<Scalar, DeviceType> sourceB{b.rowPtr, b.colInd, b.values, {}, toView<DeviceType>("odd", odd)};
    const auto joined =
        toHost(joinRows<double, Scalar, DeviceType>(typename DeviceType::execution_space(), n, sourceA, sourceB));
    EXPECT_EQ(joined.numRows, n);
    EXPECT_TRUE(columnsAscend(joined));
    EXPECT_EQ(joined.colInd.size(), expected.size());
    EXPECT_EQ(entriesOf(joined), expected);
  }
}

}  // namespace
}  // namespace Chronos::Test
