// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_JoinRows.hpp"

#include "KernelCases.hpp"
#include "ReferenceLocal.hpp"

namespace Chronos::Test {
namespace {

template <class Case>
struct JoinRows : ::testing::Test {
  using Scalar = typename Case::Scalar;
  using DeviceType = typename Case::DeviceType;

  template <class SourceScalar>
  static SourceRows<SourceScalar, DeviceType> source(const HostCsr<SourceScalar>& A,
                                                     const std::vector<LocalOrdinal>& newCol,
                                                     const std::vector<LocalOrdinal>& targetRow) {
    const auto device = toDevice<DeviceType>(A);
    return {device.rowPtr, device.colInd, device.values, toView<DeviceType>("newCol", newCol),
            toView<DeviceType>("targetRow", targetRow)};
  }

  // Even rows come from the first source, last ones first, whose columns are renumbered backwards and one in four
  // dropped; odd rows come from the second as they are, or the other way round.
  static void check(LocalOrdinal n, bool renumberSecond) {
    HostCsr<double> first = raggedMatrix<double>((n + 1) / 2, n, 9, n, 4);
    HostCsr<Scalar> second = raggedMatrix<Scalar>(n / 2, n, 9, 0, 5);
    shuffleRows(first);
    shuffleRows(second);
    std::vector<LocalOrdinal> firstTarget, secondTarget, newCol(n);
    for (LocalOrdinal row = 0; row < first.numRows; ++row) firstTarget.push_back(2 * (first.numRows - 1 - row));
    for (LocalOrdinal row = 0; row < second.numRows; ++row) secondTarget.push_back(2 * row + 1);
    for (LocalOrdinal col = 0; col < n; ++col) newCol[col] = col % 4 == 1 ? -1 : n - 1 - col;
    std::map<std::pair<LocalOrdinal, LocalOrdinal>, Scalar> expected;
    const auto expectRows = [&](const auto& A, const std::vector<LocalOrdinal>& target, bool renumbers) {
      for (const auto& [place, value] : entriesOf(A)) {
        const LocalOrdinal col = renumbers ? newCol[place.second] : place.second;
        if (col >= 0) expected[{target[place.first], col}] = static_cast<Scalar>(value);
      }
    };
    expectRows(first, firstTarget, !renumberSecond);
    expectRows(second, secondTarget, renumberSecond);
    const std::vector<LocalOrdinal> none;
    const HostCsr<Scalar> joined = toHost(joinRows<double, Scalar, DeviceType>(
        typename DeviceType::execution_space(), n, source(first, renumberSecond ? none : newCol, firstTarget),
        source(second, renumberSecond ? newCol : none, secondTarget)));
    EXPECT_EQ(joined.numRows, n);
    EXPECT_EQ(joined.numCols, n);
    EXPECT_TRUE(columnsAscend(joined));
    EXPECT_EQ(joined.colInd.size(), expected.size());
    EXPECT_EQ(entriesOf(joined), expected);
  }
};
TYPED_TEST_SUITE(JoinRows, KernelCases, );

TYPED_TEST(JoinRows, SendsEachEntryToItsPlace) {
  for (LocalOrdinal n : {0, 1, 2, 3, 200})
    for (bool renumberSecond : {false, true}) TestFixture::check(n, renumberSecond);
}

}  // namespace
}  // namespace Chronos::Test
