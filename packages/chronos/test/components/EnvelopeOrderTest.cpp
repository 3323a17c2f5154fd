// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_EnvelopeOrder.hpp"
#include "Chronos_GlobalHash.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace Chronos::Test {
namespace {

// A grid of points joined to their four neighbours, under shuffled numbers.
Adjacency shuffledGrid(int nx, int ny) {
  std::vector<int> number(nx * ny);
  std::iota(number.begin(), number.end(), 0);
  std::sort(number.begin(), number.end(), [](int a, int b) { return globalHash(a) < globalHash(b); });
  Adjacency adjacency(nx * ny);
  const auto join = [&](int a, int b) {
    adjacency[number[a]].push_back(number[b]);
    adjacency[number[b]].push_back(number[a]);
  };
  for (int y = 0; y < ny; ++y)
    for (int x = 0; x < nx; ++x) {
      if (x + 1 < nx) join(y * nx + x, y * nx + x + 1);
      if (y + 1 < ny) join(y * nx + x, y * nx + x + nx);
    }
  return adjacency;
}

int envelopeOf(const Adjacency& adjacency, const std::vector<int>& order) {
  const std::vector<int> first = firstColumns(adjacency, order);
  int size = 0;
  for (std::size_t row = 0; row < order.size(); ++row) size += static_cast<int>(row) + 1 - first[row];
  return size;
}

void expectPermutation(std::vector<int> order, int n) {
  std::sort(order.begin(), order.end());
  std::vector<int> all(n);
  std::iota(all.begin(), all.end(), 0);
  EXPECT_EQ(order, all);
}

TEST(EnvelopeOrder, MakesABandOfAGrid) {
  const Adjacency grid = shuffledGrid(40, 12);
  const std::vector<int> order = envelopeOrder(grid);
  expectPermutation(order, 480);
  // Diagonals of the grid, at most 12 long.
  EXPECT_LE(envelopeOf(grid, order), 480 * 13);
  EXPECT_GT(envelopeOf(grid, order), 480 * 8);
  const std::vector<int> first = firstColumns(grid, order);
  std::vector<int> place(480);
  for (int row = 0; row < 480; ++row) place[order[row]] = row;
  for (int row = 0; row < 480; ++row) {
    int expected = row;
    for (int other : grid[order[row]]) expected = std::min(expected, place[other]);
    EXPECT_EQ(first[row], expected);
  }
}

TEST(EnvelopeOrder, KeepsWhatIsGoodAlready) {
  Adjacency arrow(30);  // the last row full
  for (int i = 0; i < 29; ++i) {
    arrow[i].push_back(29);
    arrow[29].push_back(i);
  }
  EXPECT_EQ(envelopeOf(arrow, envelopeOrder(arrow)), 29 + 30);
}

TEST(EnvelopeOrder, TakesPiecesAndNothing) {
  EXPECT_TRUE(envelopeOrder({}).empty());
  expectPermutation(envelopeOrder(Adjacency(5)), 5);
  Adjacency two = shuffledGrid(6, 6);
  for (auto row : shuffledGrid(6, 6)) {
    for (int& other : row) other += 36;
    two.push_back(row);
  }
  const std::vector<int> order = envelopeOrder(two);
  expectPermutation(order, 72);
  EXPECT_LE(envelopeOf(two, order), 72 * 7);
}

}  // namespace
}  // namespace Chronos::Test
