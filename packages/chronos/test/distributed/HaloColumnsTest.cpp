// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_HaloColumns.hpp"

#include "Chronos_HostCopy.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <utility>

namespace Chronos::Test {
namespace {

using Columns = std::vector<std::pair<int, GlobalOrdinal>>;  // owner, global index

Columns columnsOf(const HaloColumns& halo) {
  const std::vector<GlobalOrdinal> globals = toVector(halo.globals);
  Columns columns;
  for (const Segment& segment : halo.owners) {
    EXPECT_EQ(segment.begin, columns.size());
    EXPECT_GT(segment.size, 0u);
    for (std::size_t i = 0; i < segment.size; ++i) columns.emplace_back(segment.rank, globals[columns.size()]);
  }
  EXPECT_EQ(columns.size(), halo.size());
  return columns;
}

SortedColumns sorted(const Columns& columns) {
  std::vector<GlobalOrdinal> globals;
  std::vector<int> owners;
  for (const auto& [owner, global] : columns) {
    owners.push_back(owner);
    globals.push_back(global);
  }
  return sortColumns(toView("globals", globals), toView("owners", owners));
}

// \param changes whether some column has another place
void check(const Columns& columns, bool changes) {
  Columns expected = columns;
  std::sort(expected.begin(), expected.end());
  const SortedColumns found = sorted(columns);
  EXPECT_EQ(columnsOf(found.columns), expected);
  const std::vector<LocalOrdinal> places = toVector(found.places);
  EXPECT_EQ(!places.empty(), changes);
  for (std::size_t i = 0; i < places.size(); ++i) EXPECT_EQ(expected[places[i]], columns[i]);
}

// Different columns of three owners whose numbers do not ascend with their ranks.
Columns someColumns(std::size_t count) {
  std::mt19937 random(3);
  std::vector<GlobalOrdinal> numbers(5 * count);
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = GlobalOrdinal(7 * i) - 20;
  std::shuffle(numbers.begin(), numbers.end(), random);
  Columns columns;
  for (std::size_t i = 0; i < count; ++i) columns.emplace_back(static_cast<int>(numbers[i] % 3 + 3) * 2, numbers[i]);
  return columns;
}

TEST(HaloColumns, AreSortedByOwnerAndNumber) {
  check({}, false);
  for (const std::size_t count : {1, 2, 3, 40, 3000}) {
    const Columns columns = someColumns(count);
    Columns inOrder = columns;
    std::sort(inOrder.begin(), inOrder.end());
    check(inOrder, false);
    check(columns, columns != inOrder);
    // Two lists, one of which may be short, or all before the other.
    for (const std::size_t numFirst : {std::size_t(1), count / 2, count - 1}) {
      Columns lists = columns;
      std::sort(lists.begin(), lists.begin() + static_cast<std::ptrdiff_t>(numFirst));
      std::sort(lists.begin() + static_cast<std::ptrdiff_t>(numFirst), lists.end());
      check(lists, lists != inOrder);
      Columns rotated = inOrder;
      std::rotate(rotated.begin(), rotated.begin() + static_cast<std::ptrdiff_t>(numFirst), rotated.end());
      check(rotated, rotated != inOrder);
    }
  }
}

// On a GPU up to 16 lists are merged there, more are sorted on the host.
TEST(HaloColumns, ManyListsAreMerged) {
  for (const std::size_t numLists : {3, 7, 16, 17, 30}) {
    Columns columns = someColumns(50 * numLists);
    const auto begin = columns.begin();
    std::vector<HaloColumns> lists;
    for (std::size_t list = 0; list < numLists; ++list) {
      const auto first = begin + static_cast<std::ptrdiff_t>(50 * list), last = first + 50;
      std::sort(first, last);
      lists.push_back(sorted(Columns(first, last)).columns);
    }
    check(columns, true);
    EXPECT_EQ(columnsOf(sortColumns(lists).columns), columnsOf(sorted(columns).columns));
  }
  EXPECT_EQ(sortColumns(std::vector<HaloColumns>()).columns.size(), 0u);
}

TEST(HaloColumns, ComeFromListsOfAHost) {
  const HaloColumns halo = haloColumns({9, 4, 7, 1}, {2, 2, 5, 8});
  EXPECT_EQ(columnsOf(halo), (Columns{{2, 9}, {2, 4}, {5, 7}, {8, 1}}));
  EXPECT_EQ(toVector(ranksOf(halo.owners, halo.size())), (std::vector<int>{2, 2, 5, 8}));
  EXPECT_EQ(haloColumns({}, {}).size(), 0u);
}

}  // namespace
}  // namespace Chronos::Test
