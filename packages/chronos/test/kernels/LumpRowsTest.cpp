// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_LumpRows.hpp"
#include "KernelCases.hpp"
#include "ReferenceLocal.hpp"

namespace Chronos::Test {
namespace {

template <class Case>
struct LumpRows : ::testing::Test {};
TYPED_TEST_SUITE(LumpRows, KernelCases, );

TYPED_TEST(LumpRows, EqualsTheSums) {
  using Scalar = typename TypeParam::Scalar;
  using DeviceType = typename TypeParam::DeviceType;
  for (int n : {0, 1, 2, 40, 200}) {
    // Column n - 1 - row is the diagonal of a row; every row has it.
    HostCsr<Scalar> A;
    A.numCols = n + 3;
    std::mt19937 random(7);
    std::vector<LocalOrdinal> diagonal;
    for (int row = 0; row < n; ++row) {
      diagonal.push_back(n - 1 - row);
      std::set<LocalOrdinal> cols{diagonal.back()};
      for (int e = 0; e < (row == n / 2 ? n : row % 9); ++e)
        cols.insert(static_cast<LocalOrdinal>(random() % A.numCols));
      A.addRow(cols, random);
    }
    shuffleRows(A);
    std::vector<char> stays(A.colInd.size());
    for (std::size_t e = 0; e < stays.size(); ++e) stays[e] = e % 3 == 0;
    const HostCsr<Scalar> lumped = toHost(
        lumpRows<Scalar, DeviceType>(typename DeviceType::execution_space(), toDevice<DeviceType>(A),
                                     toView<DeviceType>("diagonal", diagonal), toView<DeviceType>("stays", stays)));
    ASSERT_EQ(lumped.numRows, n);
    for (int row = 0; row < n; ++row) {
      double sum = 0;
      std::vector<std::pair<LocalOrdinal, double>> expected;
      for (Offset e = A.rowPtr[row]; e < A.rowPtr[row + 1]; ++e) {
        if (stays[e] || A.colInd[e] == diagonal[row]) expected.emplace_back(A.colInd[e], A.values[e]);
        else sum += A.values[e];
      }
      ASSERT_EQ(lumped.rowPtr[row + 1] - lumped.rowPtr[row], expected.size());
      for (std::size_t i = 0; i < expected.size(); ++i) {
        const Offset e = lumped.rowPtr[row] + i;
        EXPECT_EQ(lumped.colInd[e], expected[i].first);
        const double value = expected[i].second + (expected[i].first == diagonal[row] ? sum : 0);
        EXPECT_NEAR(lumped.values[e], value, 200 * std::numeric_limits<Scalar>::epsilon());
      }
    }
  }
}

}  // namespace
}  // namespace Chronos::Test
