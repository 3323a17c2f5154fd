// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SortedRuns.hpp"

#include <gtest/gtest.h>

#include <random>
#include <utility>

namespace Chronos::Test {
namespace {

using Entries = std::vector<std::pair<int, int>>;

// Runs of any length, empty ones and equal entries among them; many short ones are no runs any more.
TEST(SortedRuns, EqualASort) {
  std::mt19937 random(5);
  for (const int numRuns : {0, 1, 2, 3, 4, 7, 64, 65, 400})
    for (const int longest : {1, 2, 50}) {
      Entries entries;
      for (int run = 0; run < numRuns; ++run) {
        Entries part(random() % static_cast<unsigned>(longest + 1));
        for (auto& entry : part) entry = {static_cast<int>(random() % 40), static_cast<int>(random() % 40)};
        std::sort(part.begin(), part.end());
        entries.insert(entries.end(), part.begin(), part.end());
      }
      Entries expected = entries;
      std::sort(expected.begin(), expected.end());
      sortRuns(entries);
      EXPECT_EQ(entries, expected) << numRuns << " runs of up to " << longest;
    }
}

}  // namespace
}  // namespace Chronos::Test
