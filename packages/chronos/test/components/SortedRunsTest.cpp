// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SortedRuns.hpp"

#include <gtest/gtest.h>

namespace Chronos {
namespace {

void expectSorted(std::vector<long long> numbers) {
  std::vector<long long> expected = numbers;
  std::sort(expected.begin(), expected.end());
  sortRuns(numbers);
  EXPECT_EQ(numbers, expected);
}

TEST(SortedRuns, AnyNumbersAreSorted) {
  expectSorted({});
  expectSorted({3});
  expectSorted({1, 2, 2, 5});
  expectSorted({4, 9, 1, 2, 30, 0, 5, 5, 40});
  expectSorted({5, 4, 3, 2, 1});
}

}  // namespace
}  // namespace Chronos
