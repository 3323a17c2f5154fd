// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_RowSigns.hpp"
#include "KernelCases.hpp"
#include "RandomMatrix.hpp"

#include <algorithm>
#include <cmath>

namespace Chronos::Test {
namespace {

template <class DeviceType>
struct RowSignsOn : ::testing::Test {};
TYPED_TEST_SUITE(RowSignsOn, KernelDevices, );

template <class DeviceType>
RowSigns signsOf(const HostCsr<double>& A, double share, double sumShare, double evenness) {
  return rowSigns<DeviceType>(typename DeviceType::execution_space(), toDevice<DeviceType>(A), share, sumShare,
                              evenness);
}

// Short rows, and such as all lanes of a group take.
TYPED_TEST(RowSignsOn, EqualsTheDefinition) {
  for (int n : {0, 1, 50, 200, 300}) {
    const int longest = n == 200 ? 60 : 7;
    HostCsr<double> A;
    A.numCols = n + 2;
    std::mt19937 random(5);
    for (int row = 0; row < n; ++row) {
      std::set<LocalOrdinal> cols{row};
      for (int e = 0; e < row % longest; ++e) cols.insert(static_cast<LocalOrdinal>(random() % A.numCols));
      A.addRow(cols, random);
    }
    RowSigns expected;
    for (int row = 0; row < n; ++row) {
      double positive = 0, all = 0, sum = 0, diagonal = 0;
      std::vector<double> magnitudes;
      for (Offset e = A.rowPtr[row]; e < A.rowPtr[row + 1]; ++e) {
        if (A.colInd[e] == row) A.values[e] = row % 3 == 0 ? 3 : 0.25;
        else if (e % 11 == 0) A.values[e] = 0;
        else if (row % 2 == 0) A.values[e] = -std::abs(A.values[e]);
        const double value = A.values[e];
        sum += value;
        if (A.colInd[e] == row) diagonal = value;
        else {
          all += std::abs(value);
          positive += std::max(value, 0.0);
          if (value != 0) magnitudes.push_back(std::abs(value));
        }
      }
      expected.largestRatio = std::max(expected.largestRatio, all / diagonal);
      if (all == 0) continue;
      ++expected.numConnected;
      expected.numMostlyNegative += positive <= 0.3 * all ? 1 : 0;
      const auto [smallest, largest] = std::minmax_element(magnitudes.begin(), magnitudes.end());
      expected.numEven += *smallest >= 0.2 * *largest ? 1 : 0;
      expected.numZeroSum += std::abs(sum) <= 0.5 * diagonal ? 1 : 0;
    }
    const RowSigns found = signsOf<TypeParam>(A, 0.3, 0.5, 0.2);
    EXPECT_EQ(found.numConnected, expected.numConnected);
    EXPECT_EQ(found.numMostlyNegative, expected.numMostlyNegative);
    EXPECT_EQ(found.numZeroSum, expected.numZeroSum);
    EXPECT_EQ(found.numEven, expected.numEven);
    EXPECT_NEAR(found.largestRatio, expected.largestRatio, 1e-14 * expected.largestRatio);
    if (n == 300) {
      EXPECT_TRUE(found.numConnected > 200 && found.numConnected < 300);
      EXPECT_TRUE(found.numZeroSum > 10 && found.numMostlyNegative < 290 && found.numEven > 50 && found.numEven < 250);
    }
  }
}

}  // namespace
}  // namespace Chronos::Test
