// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Escalation.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace Chronos::Test {
namespace {

// Iterations until the watch wants the stronger method, or until the tolerance is reached.
int iterationsUntilClimb(const EscalationWatch::Costs& costs, double factor, bool& climbs) {
  const double tolerance = 1e-8;
  EscalationWatch watch(costs, tolerance);
  double residual = 1;
  for (int iteration = 0; iteration < 100000; ++iteration, residual *= factor) {
    watch.note(iteration, residual);
    if (residual <= tolerance) return iteration;
    climbs = watch.wantsStronger();
    if (climbs) return iteration;
  }
  return 100000;
}

TEST(Escalation, AFastIterationIsLeftAlone) {
  bool climbs = false;
  EXPECT_LE(iterationsUntilClimb({5, 800, 8, 20}, 0.6, climbs), 40);
  EXPECT_FALSE(climbs);
}

TEST(Escalation, ASlowOneIsLeftOnceAShareOfTheSetUpIsSpent) {
  bool climbs = false;
  const int iteration = iterationsUntilClimb({5, 800, 8, 20}, 0.99, climbs);
  EXPECT_TRUE(climbs);
  EXPECT_GE(5 * iteration, 275);
  EXPECT_LE(5 * iteration, 300);
}

// What a wrong guess costs is the set-up, so a cheap one is not waited for as long as its many iterations would ask.
TEST(Escalation, ACheapSetUpIsTakenSoon) {
  bool climbs = false;
  EXPECT_LE(iterationsUntilClimb({8, 400, 8, 80}, 0.97, climbs), 21);
  EXPECT_TRUE(climbs);
  EXPECT_GE(iterationsUntilClimb({8, 400, 8, 80}, 0.86, climbs), 100);
  EXPECT_FALSE(climbs);
}

TEST(Escalation, WhoTookOverIsGivenMoreTime) {
  bool climbs = false;
  const int first = iterationsUntilClimb({7, 800, 8, 20}, 0.99, climbs);
  EXPECT_NEAR(iterationsUntilClimb({7, 800, 8, 20, 1.5}, 0.99, climbs), 1.5 * first, 2);
  EXPECT_TRUE(climbs);
}

// What is hard for one method is so for the next.
TEST(Escalation, AStrongerMethodIsExpectedToTakeAShareOfWhatIsLeft) {
  bool climbs = false;
  iterationsUntilClimb({5, 400, 8, 80, 1, 0.5}, 0.97, climbs);
  EXPECT_FALSE(climbs) << "half of 600 iterations, each by 1.6 as dear";
  iterationsUntilClimb({5, 400, 8, 80, 1, 0.2}, 0.97, climbs);
  EXPECT_TRUE(climbs);
}

TEST(Escalation, LargeLevelsMakeTheNextOnesDearer) {
  const CountedMethod next{"flat cells", countedMethod("flat cells", false).parameters, {400, 80, 8, 0.35}};
  const EscalationWatch::Costs usual = escalationCosts({6}, 1.2, next), large = escalationCosts({9}, 2.8, next);
  EXPECT_EQ(usual.iteration, 6);
  EXPECT_EQ(usual.strongerSetUp, 400);
  EXPECT_EQ(usual.strongerIterations, 80);
  EXPECT_EQ(usual.strongerShare, 0.35);
  EXPECT_DOUBLE_EQ(large.strongerSetUp, 800);
  EXPECT_DOUBLE_EQ(large.strongerIteration, 16);
  EXPECT_EQ(escalationCosts({9}, 2.8, countedMethod("light", false)).strongerSetUp, 80);
}

// A GPU launches its kernels however few entries they read.
TEST(Escalation, LaunchesOfBothMethodsCount) {
  const CountedMethod next{"flow", countedMethod("flow", true).parameters, {350, 25, 7, 0, 2000, 40}};
  const EscalationWatch::Costs costs = escalationCosts({3, 20}, 2.8, next, 0.5);
  EXPECT_DOUBLE_EQ(costs.iteration, 13);
  EXPECT_DOUBLE_EQ(costs.strongerSetUp, 1700) << "twice the readings, the same launches";
  EXPECT_DOUBLE_EQ(costs.strongerIteration, 34);
  EXPECT_EQ(readingsOfLaunch(1000000, 2, false), 0);
  EXPECT_GT(readingsOfLaunch(1000000, 1, true), 0);
  EXPECT_DOUBLE_EQ(readingsOfLaunch(1000000, 2, true), readingsOfLaunch(500000, 1, true));
}

// With the rate known, all that is spent stays below 1.3 times the better of both.
TEST(Escalation, TheTotalIsNearTheBetterOne) {
  for (double factor = 0.3; factor < 0.9999; factor = std::sqrt(factor))
    for (double setUp : {20.0, 100.0, 800.0, 6000.0}) {
      const EscalationWatch::Costs costs{5, setUp, 8, 20};
      bool climbs = false;
      const int iteration = iterationsUntilClimb(costs, factor, climbs);
      const double alone = 5 * std::ceil(std::log(1e-8) / std::log(factor)), stronger = setUp + 8 * 20;
      const double decades = 8 + iteration * std::log10(factor);
      const double spent = 5.0 * iteration + (climbs ? setUp + 8 * 20 * decades / 8 : 0);
      EXPECT_LE(spent, 1.3 * std::min(alone, stronger) + 5 * 20) << factor << ' ' << setUp;
    }
}

TEST(Escalation, AResidualThatDoesNotFallIsLeft) {
  EscalationWatch watch({5, 100, 8, 20}, 1e-8);
  for (int iteration = 0; iteration < 40; ++iteration) watch.note(iteration, 1);
  EXPECT_TRUE(std::isinf(watch.iterationsLeft()));
  EXPECT_TRUE(watch.wantsStronger());
}

// At such a rate a hundred thousand iterations were left; conjugate gradients took two hundred.
TEST(Escalation, NobodyExpectsMoreThanTenTimesWhatWasTaken) {
  EscalationWatch watch({1.5, 600, 2.5, 120, 1, 0.45}, 1e-8);
  for (int iteration = 0; iteration <= 150; ++iteration) {
    watch.note(iteration, std::pow(0.9999, iteration));
    EXPECT_FALSE(watch.wantsStronger()) << iteration;
  }
  EXPECT_GT(watch.iterationsLeft(), 1e5);
  EXPECT_EQ(watch.expectedLeft(), 1500);
}

// However many iterations a stronger method is expected to take, one that stands still is left.
TEST(Escalation, EveryMethodThatStandsStillIsLeft) {
  for (const char* name : {"adaptive fsai", "flat cells", "strong mechanics", "mechanics", "shells"})
    for (const bool onDevice : {false, true})
      for (const double share : {0.3, 1.0, 2.0}) {
        CountedMethod next = countedMethod(name, onDevice);
        next.cost.ofFormer = share;
        EscalationWatch watch(escalationCosts({4, 30}, 1, next, onDevice ? 0.1 : 0), 1e-8);
        int iteration = 0;
        for (; iteration < 5000 && !watch.wantsStronger(); ++iteration) watch.note(iteration, 1);
        EXPECT_LT(iteration, 5000) << name << ' ' << onDevice << ' ' << share;
      }
}

// The residual stays while small eigenvalues are found, and then falls again.
TEST(Escalation, APlateauOnTheWayIsWaitedFor) {
  EscalationWatch watch({8, 800, 8, 80}, 1e-8);
  double residual = 1;
  for (int iteration = 0; iteration < 60; ++iteration) {
    if (iteration < 30 || iteration > 42) residual *= 0.85;
    watch.note(iteration, residual);
    EXPECT_FALSE(watch.wantsStronger()) << iteration;
  }
}

// One that fell fast and stays is left before three times as many iterations are over.
TEST(Escalation, AStandstillIsLeft) {
  EscalationWatch watch({8, 400, 8, 80}, 1e-8);
  double residual = 1;
  int iteration = 0;
  for (; iteration < 40; ++iteration) watch.note(iteration, residual *= 0.8);
  for (; iteration < 200 && !watch.wantsStronger(); ++iteration) watch.note(iteration, residual);
  EXPECT_LE(iteration, 125);
}

// The recursive residual went ahead of the true one, from which the iteration goes on.
TEST(Escalation, AJumpOfTheResidualBeginsTheWatchAnew) {
  EscalationWatch watch({5, 100, 8, 20}, 1e-8);
  int iteration = 0;
  for (; iteration < 27; ++iteration) watch.note(iteration, std::pow(0.5, iteration));
  for (int behind = 0; behind < 15; ++behind, ++iteration) {
    watch.note(iteration, 3e-6 * std::pow(0.6, behind));
    EXPECT_FALSE(watch.wantsStronger()) << behind;
  }
  EXPECT_LT(watch.iterationsLeft(), 10);
}

// A long iteration that began anew stands still for a while, and ends soon.
TEST(Escalation, ALongIterationThatBeganAnewIsGivenTime) {
  EscalationWatch watch({5, 100, 8, 20}, 1e-8);
  int iteration = 0;
  for (; iteration < 150; ++iteration) watch.note(iteration, std::pow(0.89, iteration));
  for (int behind = 0; behind < 70; ++behind, ++iteration) {
    watch.note(iteration, behind < 40 ? 1e-5 : 1e-5 * std::pow(0.9, behind - 40));
    EXPECT_FALSE(watch.wantsStronger()) << behind;
  }
}

TEST(Escalation, WhatIsLeftIsToldFromTheFirstLookOn) {
  EscalationWatch watch({5}, 1e-8);
  for (int iteration = 0; iteration < 20; ++iteration) {
    watch.note(iteration, std::pow(0.9, iteration));
    EXPECT_EQ(watch.left(), 0) << iteration;
  }
  watch.note(20, std::pow(0.9, 20));
  EXPECT_EQ(watch.spent(), 100);
  EXPECT_NEAR(watch.left(), 5 * (std::log(1e-8) / std::log(0.9) - 20), 1e-6);
  watch.note(21, 1e-3 * std::pow(0.9, 20));
  watch.note(22, std::pow(0.9, 20));
  EXPECT_EQ(watch.left(), 0) << "it began anew";
  watch.note(23, 1e-9);
  EXPECT_EQ(watch.left(), 0);
}

// Right-hand sides beyond eight are solved after the first ones.
TEST(Escalation, AnotherSolveBeginsAtIterationZero) {
  EscalationWatch watch({5, 100, 8, 20}, 1e-8);
  for (int iteration = 0; iteration < 30; ++iteration) watch.note(iteration, std::pow(0.5, iteration));
  EXPECT_FALSE(watch.wantsStronger());
  watch.note(0, 1);
  for (int iteration = 1; iteration < 5; ++iteration) watch.note(iteration, 1);
  EXPECT_FALSE(watch.wantsStronger());
}

}  // namespace
}  // namespace Chronos::Test
