// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_BestIterates.hpp"
#include "Chronos_HostCopy.hpp"

#include <gtest/gtest.h>

namespace Chronos::Test {
namespace {

constexpr int numRows = 3, width = 4;

Block filled(double value) {
  const Block x = allocateBlock("x", numRows, width);
  Kokkos::deep_copy(x, value);
  return x;
}

// Of the first row; packed row by row.
std::vector<double> columnsOf(const Block& x) {
  const auto values = toVector(asVector(x));
  return {values.begin(), values.begin() + x.extent(1)};
}

TEST(BestIterates, TheInitialGuessIsTheBestUntilOneIsKept) {
  BestIterates fromZero, fromGuess;
  fromGuess.start(filled(5));
  for (BestIterates* best : {&fromZero, &fromGuess}) best->keep(filled(7), {false, true});
  EXPECT_TRUE(fromZero.isStored(1));
  EXPECT_FALSE(fromZero.isStored(0));
  // Column 3 is not asked for.
  const Block x = filled(9), y = filled(9);
  fromZero.restore({true, true, true, false}, x);
  fromGuess.restore({true, true, true, false}, y);
  EXPECT_EQ(columnsOf(x), (std::vector<double>{0, 7, 0, 9}));
  EXPECT_EQ(columnsOf(y), (std::vector<double>{5, 7, 5, 9}));
}

TEST(BestIterates, ColumnsThatGoOnKeepTheirs) {
  BestIterates best;
  best.start(filled(5));
  best.keep(filled(7), {true, false, false, true});
  best.narrow({1, 3}, 2);
  EXPECT_FALSE(best.isStored(0));
  EXPECT_TRUE(best.isStored(1));
  const Block x = allocateBlock("x", numRows, 2);
  best.restore({true, true}, x);
  EXPECT_EQ(columnsOf(x), (std::vector<double>{5, 7}));
}

}  // namespace
}  // namespace Chronos::Test
