// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_RowPlaces.hpp"

#include "Chronos_HostCopy.hpp"

#include <gtest/gtest.h>

namespace Chronos::Test {
namespace {

TEST(RowPlaces, LengthsAreSummed) {
  const auto lengths = toView<Device>("lengths", std::vector<LocalOrdinal>{3, 0, 2, 5});
  EXPECT_EQ(toVector(sumLengths(lengths)), (std::vector<Offset>{0, 3, 3, 5, 10}));
  EXPECT_EQ(toVector(sumLengths({})), std::vector<Offset>{0});
}

TEST(RowPlaces, SegmentsOfRowsBecomeSegmentsOfEntries) {
  const std::vector<Segment> inRows{{4, 0, 2}, {7, 2, 0}, {9, 2, 2}};
  // Counted from the first entry, whatever lies before it.
  for (const Offset first : {Offset(0), Offset(100)}) {
    const EntrySegments found = inEntries(
        inRows, toView<Device>("pointers", std::vector<Offset>{first, first + 3, first + 3, first + 5, first + 10}));
    EXPECT_EQ(found.numEntries, 10u);
    ASSERT_EQ(found.segments.size(), 3u);
    const std::vector<Segment> expected{{4, 0, 3}, {7, 3, 0}, {9, 3, 7}};
    for (std::size_t i = 0; i < expected.size(); ++i) {
      EXPECT_EQ(found.segments[i].rank, expected[i].rank);
      EXPECT_EQ(found.segments[i].begin, expected[i].begin);
      EXPECT_EQ(found.segments[i].size, expected[i].size);
    }
  }
}

// So many rows that the host sees borders alone.
TEST(RowPlaces, OfLongListsTheSame) {
  const std::size_t numRows = 50000;
  std::vector<Offset> rowPtr{7};
  for (std::size_t row = 0; row < numRows; ++row) rowPtr.push_back(rowPtr.back() + row % 5);
  const EntrySegments found = inEntries({{1, 0, 20000}, {3, 20000, 30000}}, toView<Device>("pointers", rowPtr));
  EXPECT_EQ(found.numEntries, 100000u);
  ASSERT_EQ(found.segments.size(), 2u);
  EXPECT_EQ(found.segments[0].begin, 0u);
  EXPECT_EQ(found.segments[0].size, 40000u);
  EXPECT_EQ(found.segments[1].begin, 40000u);
  EXPECT_EQ(found.segments[1].size, 60000u);
}

TEST(RowPlaces, NoRowsHaveNoSegments) {
  EXPECT_TRUE(inEntries({}, {}).segments.empty());
  EXPECT_EQ(inEntries({}, {}).numEntries, 0u);
}

}  // namespace
}  // namespace Chronos::Test
