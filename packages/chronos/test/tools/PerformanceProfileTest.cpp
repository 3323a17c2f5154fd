// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_PerformanceProfile.hpp"
#include "Chronos_RatioSummary.hpp"

#include <gtest/gtest.h>

namespace Chronos::Command {
namespace {

const SolveTime never;

// Three solvers on five systems: a tie, a failure, a system of a single solver, one of none.
const std::vector<std::vector<SolveTime>> fiveSystems = {
    {2.0, 2.0, 6.0}, {1.0, 4.0, never}, {10.0, 5.0, 5.5}, {never, 7.0, never}, {never, never, never}};

TEST(PerformanceProfile, RatiosOfAHandMadeCase) {
  const PerformanceProfile profile(fiveSystems);
  EXPECT_EQ(5u, profile.numSystems());
  ASSERT_EQ(3u, profile.numSolvers());
  EXPECT_EQ((std::vector<double>{1, 1, 2}), profile.ratios(0));
  EXPECT_EQ((std::vector<double>{1, 1, 1, 4}), profile.ratios(1));
  EXPECT_EQ((std::vector<double>{1.1, 3}), profile.ratios(2));
  EXPECT_EQ(4, profile.largestRatio());
}

TEST(PerformanceProfile, SharesCountTiesTwiceAndFailuresNever) {
  const PerformanceProfile profile(fiveSystems);
  EXPECT_EQ(0, profile.share(0, 0.999));
  EXPECT_EQ(0.4, profile.share(0, 1));
  EXPECT_EQ(0.6, profile.share(1, 1));
  EXPECT_EQ(0, profile.share(2, 1));
  EXPECT_EQ(0.4, profile.share(0, 1.999));
  EXPECT_EQ(0.6, profile.share(0, 2));
  EXPECT_EQ(0.6, profile.share(0, 1e300));
  EXPECT_EQ(0.8, profile.share(1, 4));
  EXPECT_EQ(0.4, profile.share(2, 3));
}

TEST(PerformanceProfile, NothingSolved) {
  const PerformanceProfile profile({{never, never}});
  EXPECT_EQ(0, profile.share(1, 100));
  EXPECT_EQ(1, profile.largestRatio());
  EXPECT_EQ(0u, PerformanceProfile({}).numSolvers());
}

TEST(RatioSummary, FailuresDoNotEnterTheMean) {
  const RatioSummary summary =
      summarizeRatios({{1.0, 4.0}, {6.0, 3.0}, {5.0, 5.0}, {1.0, never}, {never, 1.0}, {never, 2.0}, {never, never}});
  EXPECT_EQ(3u, summary.numRatios);
  EXPECT_EQ(1u, summary.numFirstFaster);
  EXPECT_EQ(1u, summary.numSecondFaster);
  EXPECT_EQ(1u, summary.numOnlyFirst);
  EXPECT_EQ(2u, summary.numOnlySecond);
  EXPECT_EQ(1u, summary.numNeither);
  ASSERT_TRUE(summary.geometricMean);
  EXPECT_NEAR(0.79370052598409973737, *summary.geometricMean, 1e-15);  // the cube root of 1/4 * 2 * 1
  EXPECT_EQ(0.25, *summary.least);
  EXPECT_EQ(2, *summary.greatest);
}

TEST(RatioSummary, WithoutRatiosThereIsNoMean) {
  EXPECT_FALSE(summarizeRatios({{1.0, never}}).geometricMean);
  EXPECT_FALSE(summarizeRatios({}).greatest);
}

}  // namespace
}  // namespace Chronos::Command
