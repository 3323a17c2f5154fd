// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_TileShare.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace Chronos::Test {
namespace {

// Whole numbers, so that sums are the same in any order.
double numberAt(int place) {
  return (place * 7) % 11 - 5;
}

// On the host, where a GPU's share takes its products one by one.
template <bool onHost>
void checkShare() {
  using Share = TileShare<onHost>;
  constexpr int numPivots = 8;
  std::vector<double> tile(entriesOfTile), factors(numPivots * Share::stride), panel(numPivots * Share::stride);
  std::vector<int> numOwners(entriesOfTile);
  for (int i = 0; i < tileSize; ++i)
    for (int j = 0; j < tileSize; ++j) tile[Share::placeOf(i, j)] = numberAt(i * tileSize + j);
  for (std::size_t place = 0; place < panel.size(); ++place) {
    factors[place] = numberAt(3 * static_cast<int>(place) + 1);
    panel[place] = numberAt(5 * static_cast<int>(place) + 2);
  }
  for (int thread = 0; thread < threadsOfTile; ++thread) {
    const Share share(thread);
    TileEntries entries = share.load(tile.data());
    for (int r = 0; r < entriesOfThread; ++r)
      for (int c = 0; c < entriesOfThread; ++c) {
        EXPECT_EQ(entries.at[r][c], numberAt(share.row(r) * tileSize + share.column(c)));
        ++numOwners[share.row(r) * tileSize + share.column(c)];
      }
    share.subtract(entries, numPivots, factors.data(), panel.data());
    share.store(entries, tile.data());
  }
  EXPECT_EQ(numOwners, std::vector<int>(entriesOfTile, 1));
  for (int i = 0; i < tileSize; ++i)
    for (int j = 0; j < tileSize; ++j) {
      double expected = numberAt(i * tileSize + j);
      for (int k = 0; k < numPivots; ++k) expected -= factors[k * Share::stride + i] * panel[k * Share::stride + j];
      EXPECT_EQ(tile[Share::placeOf(i, j)], expected) << i << ", " << j;
    }
}

TEST(TileShare, ThreadsHaveATileBetweenThem) {
  checkShare<true>();
  checkShare<false>();
}

}  // namespace
}  // namespace Chronos::Test
