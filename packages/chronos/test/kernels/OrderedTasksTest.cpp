// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_OrderedTasks.hpp"

#include "Chronos_Triangle.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <vector>

namespace Chronos::Test {
namespace {

// Each result is made of earlier ones, near and far.
std::uint64_t resultOf(std::int64_t task, const std::vector<std::uint64_t>& results) {
  if (task == 0) return 1;
  return results[task - 1] * 3 + results[task / 2] + results[task / 7] + std::uint64_t(task);
}

TEST(OrderedTasks, ReadTheResultsOfEarlierOnes) {
  for (std::int64_t numTasks : {0, 1, 2, 3, 5, 1000, 3000}) {
    std::vector<std::uint64_t> expected(numTasks), found(numTasks);
    for (std::int64_t task = 0; task < numTasks; ++task) expected[task] = resultOf(task, expected);
    for (int attempt = 0; attempt < 5; ++attempt) {
      std::fill(found.begin(), found.end(), 0);
      OrderedTasks tasks(numTasks);
      tasks.run("test", [&](std::int64_t task) {
        if (task > 0)
          for (std::int64_t earlier : {task - 1, task / 2, task / 7}) tasks.waitFor(earlier);
        found[task] = resultOf(task, found);
      });
      EXPECT_EQ(found, expected);
    }
  }
}

TEST(OrderedTasks, AreDoneOnceEachWhereNoneWaits) {
  std::vector<std::atomic<int>> numCalls(3000);
  OrderedTasks tasks(3000);
  tasks.run("test", [&](std::int64_t task) { ++numCalls[task]; });
  for (const auto& calls : numCalls) EXPECT_EQ(calls, 1);
}

TEST(Triangle, NumbersPlacesRowByRow) {
  std::int64_t number = 0;
  for (std::int64_t row = 0; row < 40; ++row)
    for (std::int64_t col = 0; col <= row; ++col) {
      EXPECT_EQ(Triangle::numberOf(row, col), number);
      EXPECT_EQ(Triangle::rowAndCol(number), std::make_pair(row, col));
      ++number;
    }
  EXPECT_EQ(Triangle::size(40), number);
  for (std::int64_t row : {1000, 65536, 1000000007, 2000000000})
    for (std::int64_t col : {std::int64_t(0), row / 2, row})
      EXPECT_EQ(Triangle::rowAndCol(Triangle::numberOf(row, col)), std::make_pair(row, col));
}

}  // namespace
}  // namespace Chronos::Test
