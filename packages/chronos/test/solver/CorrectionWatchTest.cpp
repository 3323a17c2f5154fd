// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_CorrectionWatch.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace Chronos::Test {
namespace {

// A recursive residual that has lost this share of the true one.
double recursiveOf(double truth, double loss) {
  return truth * std::sqrt(1 - loss * loss);
}

TEST(CorrectionWatch, BeginsWithATenth) {
  CorrectionWatch watch;
  watch.start(1);
  EXPECT_FALSE(watch.wants(0.11));
  EXPECT_TRUE(watch.wants(0.09));
  EXPECT_TRUE(watch.helps(0.01, 0.49));
  EXPECT_FALSE(watch.helps(0.01, 0.51));
  EXPECT_FALSE(watch.helps(0.01, std::nan("")));
  // Slow, but it follows.
  EXPECT_TRUE(watch.helps(0.6, 0.61));
}

TEST(CorrectionWatch, WaitsLongerWhereLittleIsLost) {
  CorrectionWatch watch;
  watch.start(1);
  // A loss of 1e-4 at a tenth will be 0.005 at a five-hundredth.
  EXPECT_TRUE(watch.correct(recursiveOf(0.1, 1e-4), 0.1));
  EXPECT_FALSE(watch.wants(0.1 * 0.0021));
  EXPECT_TRUE(watch.wants(0.1 * 0.0019));
  EXPECT_TRUE(watch.helps(0.001, 0.049));
  EXPECT_FALSE(watch.helps(0.001, 0.051));
}

TEST(CorrectionWatch, NeverWaitsLongerThanFourDigitsNorLessThanOne) {
  CorrectionWatch watch;
  watch.start(1);
  EXPECT_TRUE(watch.correct(0.1, 0.1));
  EXPECT_FALSE(watch.wants(1.1e-5));
  EXPECT_TRUE(watch.wants(0.9e-5));
  // All of it lost, of a fall to a thousandth.
  EXPECT_TRUE(watch.correct(1e-6, 1e-4));
  EXPECT_FALSE(watch.wants(1.1e-5));
  EXPECT_TRUE(watch.wants(0.9e-5));
}

TEST(CorrectionWatch, SaysWhereVectorsLoseTooMuch) {
  for (double fall : {0.1, 0.05})
    for (double atATenth : {0.015, 0.025}) {
      CorrectionWatch watch;
      watch.start(2);
      const double truth = 2 * fall, loss = atATenth * 0.1 / fall;
      EXPECT_EQ(watch.correct(recursiveOf(truth, loss), truth), atATenth < 0.02);
    }
}

}  // namespace
}  // namespace Chronos::Test
