// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_TruncateRows.hpp"

#include "KernelCases.hpp"
#include "ReferenceLocal.hpp"

namespace Chronos::Test {
namespace {

template <class Case>
struct TruncateRows : ::testing::Test {
  using Scalar = typename Case::Scalar;
  using DeviceType = typename Case::DeviceType;

  static HostCsr<Scalar> truncated(const HostCsr<Scalar>& rows, const TruncationRule& rule) {
    std::vector<GlobalOrdinal> globals;
    for (LocalOrdinal col = 0; col < rows.numCols; ++col) globals.push_back(GlobalOrdinal(1000) - col);
    return toHost(truncateRows<Scalar, DeviceType>(typename DeviceType::execution_space(), toDevice<DeviceType>(rows),
                                                   rule, toView<DeviceType>("globals", globals)));
  }

  static HostCsr<Scalar> oneRow(const std::vector<double>& values) {
    HostCsr<Scalar> row;
    row.numRows = 1;
    row.numCols = static_cast<LocalOrdinal>(values.size());
    for (double value : values) {
      row.colInd.push_back(static_cast<LocalOrdinal>(row.colInd.size()));
      row.values.push_back(static_cast<Scalar>(value));
    }
    row.rowPtr.push_back(values.size());
    return row;
  }

  static void expectRow(const std::vector<double>& before, const TruncationRule& rule,
                        const std::map<LocalOrdinal, double>& after) {
    const HostCsr<Scalar> row = truncated(oneRow(before), rule);
    ASSERT_EQ(row.colInd.size(), after.size());
    for (std::size_t e = 0; e < row.colInd.size(); ++e) {
      ASSERT_EQ(after.count(row.colInd[e]), 1u) << "column " << row.colInd[e];
      EXPECT_NEAR(row.values[e], after.at(row.colInd[e]), 8 * std::numeric_limits<Scalar>::epsilon());
    }
  }
};
TYPED_TEST_SUITE(TruncateRows, KernelCases, );

TYPED_TEST(TruncateRows, ByHand) {
  TestFixture::expectRow({0.5, 0.1, 0.4}, {0.5, 0}, {{0, 0.5 / 0.9}, {2, 0.4 / 0.9}});
  TestFixture::expectRow({0.5, 0.1, 0.25}, {0.5, 0}, {{0, 0.85 / 0.75 * 0.5}, {2, 0.85 / 0.75 * 0.25}});
  TestFixture::expectRow({0.2, -0.5, 0.9, 0.1}, {0, 2}, {{1, 0.7 / 0.4 * -0.5}, {2, 0.7 / 0.4 * 0.9}});
  TestFixture::expectRow({0.2, 0.5, 0.9, 0.1}, {0.5, 3}, {{1, 1.7 / 1.4 * 0.5}, {2, 1.7 / 1.4 * 0.9}});
  TestFixture::expectRow({0.2, 0.5}, {0, 2}, {{0, 0.2}, {1, 0.5}});
}

// Global indices fall with the column here; rounding of the last bits does not choose.
TYPED_TEST(TruncateRows, TiesGoToTheSmallerGlobalIndex) {
  using Scalar = typename TypeParam::Scalar;
  const double almost = 0.25 * (1 + 2 * std::numeric_limits<Scalar>::epsilon());
  TestFixture::expectRow({almost, 0.25, almost, 0.25}, {0, 2}, {{2, 0.5}, {3, 0.5}});
  TestFixture::expectRow({0.5, almost, 0.25, 0.25}, {0, 2}, {{0, 1.25 / 0.75 * 0.5}, {3, 1.25 / 0.75 * 0.25}});
}

TYPED_TEST(TruncateRows, KeepsRowsWholeWhoseSumCancels) {
  TestFixture::expectRow({0.5, -0.5, 0.1}, {0, 2}, {{0, 0.5}, {1, -0.5}, {2, 0.1}});
  TestFixture::expectRow({0.5, -0.4, -0.3}, {0, 1}, {{0, 0.5}, {1, -0.4}, {2, -0.3}});
  TestFixture::expectRow({0.5, -0.25, -0.25}, {0, 1}, {{0, 0.5}, {1, -0.25}, {2, -0.25}});
  TestFixture::expectRow({0, 0, 0}, {0.5, 1}, {{0, 0}, {1, 0}, {2, 0}});
}

// Sums of 5/8192 and 5/1024 where the magnitudes sum to about one: 1e-3 lies between.
TYPED_TEST(TruncateRows, KeepsRowsWholeWhoseSumNearlyCancels) {
  const double small = 1.0 / 8192, large = 1.0 / 1024;
  TestFixture::expectRow({0.5, 4 * small - 0.5, small}, {0, 2}, {{0, 0.5}, {1, 4 * small - 0.5}, {2, small}});
  TestFixture::expectRow({0.5, 4 * large - 0.5, large}, {0, 2}, {{0, 1.25 * 0.5}, {1, 1.25 * (4 * large - 0.5)}});
}

TYPED_TEST(TruncateRows, KeepsTheLargestAndTheSumOfManyRows) {
  using Scalar = typename TypeParam::Scalar;
  for (LocalOrdinal numRows : {0, 1, 33, 500})
    for (int maxEntries : {0, 1, 4})
      for (double threshold : {0.0, 0.3}) {
        auto rows = raggedMatrix<Scalar>(numRows, 700, 20, numRows > 1 ? 600 : 0);
        for (Scalar& value : rows.values) value = std::abs(value) + Scalar(0.01);
        shuffleRows(rows);
        const HostCsr<Scalar> result = TestFixture::truncated(rows, {threshold, maxEntries});
        ASSERT_EQ(result.numRows, numRows);
        for (LocalOrdinal row = 0; row < numRows; ++row) {
          std::vector<double> values(rows.values.begin() + rows.rowPtr[row],
                                     rows.values.begin() + rows.rowPtr[row + 1]);
          std::sort(values.rbegin(), values.rend());
          std::size_t expected = 0;
          double kept = 0, sum = 0, resultSum = 0;
          for (double value : values) {
            sum += value;
            if (value < threshold * values[0] || (maxEntries > 0 && expected == std::size_t(maxEntries))) continue;
            kept += value;
            ++expected;
          }
          ASSERT_EQ(result.rowPtr[row + 1] - result.rowPtr[row], expected);
          for (Offset e = result.rowPtr[row]; e < result.rowPtr[row + 1]; ++e) {
            resultSum += result.values[e];
            EXPECT_GE(result.values[e] * kept / sum, 0.999 * values[expected - 1]);
          }
          EXPECT_NEAR(resultSum, sum, 2000 * std::numeric_limits<Scalar>::epsilon() * (1 + sum));
        }
      }
}

}  // namespace
}  // namespace Chronos::Test
