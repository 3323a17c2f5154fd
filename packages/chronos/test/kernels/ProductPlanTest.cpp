// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_GroupProduct.hpp"
#include "Chronos_RunsOnHost.hpp"
#include "Chronos_SparseProduct.hpp"

#include "KernelCases.hpp"
#include "RandomMatrix.hpp"

#include <algorithm>

namespace Chronos::Test {
namespace {

template <class DeviceType>
struct PlanOfProduct : ::testing::Test {
  static std::vector<Offset> rowPtrOf(const std::vector<Offset>& lengths) {
    std::vector<Offset> rowPtr{0};
    for (Offset length : lengths) rowPtr.push_back(rowPtr.back() + length);
    return rowPtr;
  }

  static ProductPlan<DeviceType> planOf(const std::vector<Offset>& lengths, ProductKind kind) {
    return planProduct<DeviceType>(toView<DeviceType>("rowPtr", rowPtrOf(lengths)),
                                   static_cast<LocalOrdinal>(lengths.size()), kind);
  }

  // Chunks cover the rows in order, none by more than one row longer than its share, or 64 where they begin with
  // multiples of 64.
  static void checkChunks(const std::vector<Offset>& lengths) {
    const auto plan = planOf(lengths, ProductKind::chunks);
    const std::vector<LocalOrdinal> firstRow = toVector(plan.firstRow);
    const std::vector<Offset> rowPtr = rowPtrOf(lengths);
    const Offset longest = *std::max_element(lengths.begin(), lengths.end());
    ASSERT_GE(firstRow.size(), 2u);
    EXPECT_EQ(firstRow.front(), 0);
    EXPECT_EQ(firstRow.back(), static_cast<LocalOrdinal>(lengths.size()));
    const Offset share = rowPtr.back() / (firstRow.size() - 1) + 1,
                 grain = lengths.size() >= 4096 && rowPtr.back() <= 32 * lengths.size() ? 64 : 1;
    for (std::size_t chunk = 0; chunk + 1 < firstRow.size(); ++chunk) {
      ASSERT_LE(firstRow[chunk], firstRow[chunk + 1]);
      EXPECT_LE(rowPtr[firstRow[chunk + 1]] - rowPtr[firstRow[chunk]], share + grain * longest) << "chunk " << chunk;
      EXPECT_EQ(firstRow[chunk] % grain, 0) << "chunk " << chunk;
    }
    const std::vector<unsigned char> bytes = toVector(plan.lengths);
    ASSERT_EQ(bytes.size(), longest > 255 ? 0 : lengths.size());
    for (std::size_t row = 0; row < bytes.size(); ++row) EXPECT_EQ(bytes[row], lengths[row]);
    EXPECT_EQ(plan.numBytes(), firstRow.size() * sizeof(LocalOrdinal) + bytes.size());
  }

  // The long rows, and they alone, are cut, each into as many segments as it needs.
  static void checkGroups(const std::vector<Offset>& lengths) {
    const auto plan = planOf(lengths, ProductKind::groups);
    const double mean = double(rowPtrOf(lengths).back()) / double(lengths.size());
    int width = 1;
    while (width < 32 && 8 * width < mean) width *= 2;
    EXPECT_EQ(plan.groupWidth, runsOnHost<DeviceType> ? 1 : width);
    std::vector<LocalOrdinal> longRows, firstSegment{0}, segmentRow;
    for (std::size_t row = 0; row < lengths.size(); ++row) {
      if (lengths[row] <= plan.longestGroupRow) continue;
      for (Offset begin = 0; begin < lengths[row]; begin += segmentLength)
        segmentRow.push_back(static_cast<LocalOrdinal>(longRows.size()));
      longRows.push_back(static_cast<LocalOrdinal>(row));
      firstSegment.push_back(static_cast<LocalOrdinal>(segmentRow.size()));
    }
    EXPECT_GE(plan.longestGroupRow, Offset(plan.groupWidth));
    EXPECT_EQ(toVector(plan.longRows), longRows);
    EXPECT_EQ(toVector(plan.segmentRow), segmentRow);
    EXPECT_EQ(toVector(plan.firstSegment), longRows.empty() ? std::vector<LocalOrdinal>() : firstSegment);
  }
};
TYPED_TEST_SUITE(PlanOfProduct, KernelDevices, );

TYPED_TEST(PlanOfProduct, NoRows) {
  for (ProductKind kind : {ProductKind::chunks, ProductKind::groups}) {
    const auto plan = TestFixture::planOf({}, kind);
    EXPECT_EQ(plan.numBytes(), 0u);
    EXPECT_EQ(plan.kind, kind);
  }
}

TYPED_TEST(PlanOfProduct, CoversRowsOfAllLengths) {
  std::mt19937 random(3);
  for (std::size_t n : {1, 2, 15, 4000, 5000})
    for (Offset longest : {0, 1, 20, 255, 256, 700}) {
      std::vector<Offset> lengths(n);
      for (Offset& length : lengths) length = random() % (longest + 1);
      lengths[n / 2] = longest;
      TestFixture::checkChunks(lengths);
      TestFixture::checkGroups(lengths);
      lengths[n / 3] = 20000;
      TestFixture::checkChunks(lengths);
      TestFixture::checkGroups(lengths);
    }
}

TYPED_TEST(PlanOfProduct, CallsRowsRaggedThatDifferFromTheOneBefore) {
  std::vector<Offset> lengths(900, 7);
  EXPECT_EQ(TestFixture::planOf(lengths, ProductKind::chunks).kind, ProductKind::chunks);
  for (std::size_t row = 0; row < 900; row += 8) lengths[row] = 6;  // a quarter of the rows
  EXPECT_EQ(TestFixture::planOf(lengths, ProductKind::chunks).kind, ProductKind::chunks);
  for (std::size_t row = 0; row < 900; row += 4) lengths[row] = 6;  // half of them
  EXPECT_EQ(TestFixture::planOf(lengths, ProductKind::chunks).kind, ProductKind::raggedChunks);
}

TYPED_TEST(PlanOfProduct, KnowsOneEntryInEveryRow) {
  const auto kindOf = [](const std::vector<Offset>& lengths) {
    const std::vector<Offset> rowPtr = TestFixture::rowPtrOf(lengths);
    return planProduct<TypeParam>(toView<TypeParam>("rowPtr", rowPtr), static_cast<LocalOrdinal>(lengths.size()),
                                  rowPtr.back())
        .kind;
  };
  const ProductKind other = defaultProductKind<TypeParam>();
  EXPECT_EQ(kindOf({1, 1, 1, 1}), ProductKind::singles);
  EXPECT_EQ(kindOf({1}), ProductKind::singles);
  EXPECT_EQ(kindOf({}), other);
  EXPECT_EQ(kindOf({1, 1, 1, 0}), other);
  EXPECT_NE(kindOf({1, 2, 0, 1}), ProductKind::singles);
}

}  // namespace
}  // namespace Chronos::Test
