// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_StaticPattern.hpp"

#include "FsaiReference.hpp"
#include "KernelCases.hpp"

#include <numeric>

namespace Chronos::Test {
namespace {

template <class DeviceType>
struct StaticPattern : ::testing::Test {
  static void check(const HostCsr<double>& A, const std::vector<LocalOrdinal>& rows, double threshold, int power,
                    std::size_t workBytes) {
    SCOPED_TRACE(threshold);
    SCOPED_TRACE(power);
    const auto pattern = staticPattern<DeviceType>(toDevice<DeviceType>(A), toView<DeviceType>("rows", rows), threshold,
                                                   power, workBytes);
    const std::vector<Offset> rowPtr = toVector(pattern.rowPtr);
    const std::vector<LocalOrdinal> colInd = toVector(pattern.colInd);
    ASSERT_EQ(rowPtr.size(), rows.size() + 1);
    std::size_t longest = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const std::vector<LocalOrdinal> expected = referenceStaticPattern(A, rows[i], threshold, power);
      EXPECT_EQ(std::vector<LocalOrdinal>(colInd.begin() + rowPtr[i], colInd.begin() + rowPtr[i + 1]), expected)
          << "row " << rows[i];
      longest = std::max(longest, expected.size());
    }
    EXPECT_EQ(pattern.longestRow, static_cast<int>(longest));
  }
};
TYPED_TEST_SUITE(StaticPattern, KernelDevices, );

TYPED_TEST(StaticPattern, EqualsAWalkOverTheFilteredMatrix) {
  const HostCsr<double> A = spdMatrix(130, 3, 4);  // badly scaled: the filter is relative
  std::vector<LocalOrdinal> all, some;
  for (LocalOrdinal row = 0; row < A.numRows; ++row) {
    all.push_back(row);
    if (row % 3 == 1) some.push_back(row);
  }
  for (double threshold : {0.0, 0.2, 0.9})
    for (int power : {1, 2, 3})
      for (std::size_t workBytes : {std::size_t(1), std::size_t(3000), std::size_t(1) << 24}) {
        TestFixture::check(A, all, threshold, power, workBytes);
        TestFixture::check(A, some, threshold, power, workBytes);
      }
}

// Products of two diagonal entries leave the range of numbers here, and the pattern is the same.
TYPED_TEST(StaticPattern, DoesNotDependOnTheUnitOfTheMatrix) {
  const HostCsr<double> A = spdMatrix(60, 4, 0);
  std::vector<LocalOrdinal> rows(A.numRows);
  std::iota(rows.begin(), rows.end(), 0);
  const auto columnsOf = [&](const HostCsr<double>& matrix) {
    return toVector(staticPattern<TypeParam>(toDevice<TypeParam>(matrix), toView<TypeParam>("rows", rows), 0.2, 1,
                                             std::size_t(1) << 20)
                        .colInd);
  };
  const std::vector<LocalOrdinal> expected = columnsOf(A);
  for (int exponent : {-700, 600}) {
    HostCsr<double> scaled = A;
    for (double& value : scaled.values) value = std::ldexp(value, exponent);
    EXPECT_EQ(columnsOf(scaled), expected) << "2^" << exponent;
  }
}

TYPED_TEST(StaticPattern, NoRows) {
  TestFixture::check(spdMatrix(10, 2, 0), {}, 0.1, 2, 1000);
}

}  // namespace
}  // namespace Chronos::Test
