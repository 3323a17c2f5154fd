// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_RowBins.hpp"

#include "KernelCases.hpp"
#include "RandomMatrix.hpp"

namespace Chronos::Test {
namespace {

// Slots that a table of so many entries needs at least; none for none. The smallest tables have 32.
double slotsFor(LocalOrdinal size, double fill) {
  if (size == 0) return 0;
  double slots = 32;
  while (slots * fill < size) slots *= 2;
  return slots;
}

template <class DeviceType>
struct RowBins : ::testing::Test {
  static void check(const std::vector<LocalOrdinal>& sizes, double fill) {
    const auto bins =
        binRows<DeviceType>(typename DeviceType::execution_space(), toView<DeviceType>("sizes", sizes), fill);
    double least = 0;
    std::size_t numWanted = 0;
    for (LocalOrdinal size : sizes) {
      least += slotsFor(size, fill);
      numWanted += size > 0;
    }
    ASSERT_EQ(bins.empty(), numWanted == 0);
    if (bins.empty()) return;
    const bool inOneBin = bins[0].rows.extent(0) == 0;
    const double ofAll = double(sizes.size()) * std::exp2(bins.back().logSize);
    EXPECT_EQ(inOneBin, ofAll <= 2 * least);
    if (inOneBin) {
      ASSERT_EQ(bins.size(), 1u);
      EXPECT_EQ(bins[0].numRows, static_cast<LocalOrdinal>(sizes.size()));
      EXPECT_EQ(bins[0].row(bins[0].numRows - 1), bins[0].numRows - 1);
      for (LocalOrdinal size : sizes) EXPECT_LE(size, fill * std::exp2(bins[0].logSize));
      return;
    }
    std::size_t numRows = 0;
    int before = -1;
    for (const RowBin<DeviceType>& bin : bins) {
      std::vector<LocalOrdinal> rows = toVector(bin.rows);
      std::sort(rows.begin(), rows.end());
      ASSERT_EQ(rows.size(), static_cast<std::size_t>(bin.numRows));
      EXPECT_GT(bin.logSize, before);
      before = bin.logSize;
      for (std::size_t i = 0; i < rows.size(); ++i) {
        EXPECT_TRUE(i == 0 || rows[i - 1] < rows[i]);
        EXPECT_EQ(std::exp2(bin.logSize), slotsFor(sizes.at(rows[i]), fill)) << "row " << rows[i];
      }
      numRows += rows.size();
    }
    EXPECT_EQ(numRows, numWanted);  // each in the only bin of its table, so none twice
  }
};
TYPED_TEST_SUITE(RowBins, KernelDevices, );

TYPED_TEST(RowBins, EachRowHasTheTableItNeeds) {
  for (double fill : {0.5, 0.7, 1.0}) {
    TestFixture::check({}, fill);
    TestFixture::check({0, 0}, fill);
    TestFixture::check({1}, fill);
    TestFixture::check({0, 31, 32, 33, 16, 17, 3000}, fill);
    TestFixture::check(std::vector<LocalOrdinal>(500, 40), fill);
    std::mt19937 random(9);
    for (int largest : {20, 100, 5000}) {
      std::vector<LocalOrdinal> sizes(700);
      for (LocalOrdinal& size : sizes) {
        const int range = 1 + static_cast<int>(random() % largest);
        size = static_cast<LocalOrdinal>(random() % range);
      }
      TestFixture::check(sizes, fill);
    }
  }
}

}  // namespace
}  // namespace Chronos::Test
