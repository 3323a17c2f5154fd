// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Ending.hpp"

#include <gtest/gtest.h>

namespace Chronos::Test {
namespace {

const Obstacle curvature{-2, "p^T A p", notDefinite, true};

double unasked() {
  ADD_FAILURE() << "the share of a curvature was asked for";
  return 0;
}

TEST(Ending, AtRoundingTheToleranceIsToBlame) {
  const Ending ending = endingAt(curvature, 7, 1e-16, unasked);
  EXPECT_EQ(ending.status, SolveStatus::notConverged);
  EXPECT_NE(ending.message.find("raise the tolerance"), std::string::npos);
}

TEST(Ending, OverflowIsNotCalledIndefinite) {
  const Ending ending = endingAt({std::nan(""), "p^T A p", notDefinite, true}, 7, 1e-3, unasked);
  EXPECT_EQ(ending.status, SolveStatus::breakdown);
  EXPECT_NE(ending.message.find("p^T A p is not a number in iteration 7"), std::string::npos);
}

TEST(Ending, ACurvatureOfRoundingIsThatOfASingularMatrix) {
  const Ending singular = endingAt(curvature, 7, 1e-3, [] { return -1e-14; });
  EXPECT_NE(singular.message.find("zero to rounding in iteration 7"), std::string::npos);
  const Ending indefinite = endingAt(curvature, 7, 1e-3, [] { return -1e-2; });
  EXPECT_EQ(indefinite.message, std::string("p^T A p is not positive in iteration 7: ") + notDefinite + ".");
  EXPECT_EQ(indefinite.status, SolveStatus::breakdown);
}

TEST(Ending, OfThePreconditionerNoCurvatureIsAsked) {
  const Ending ending = endingAt({0, "r^T M^{-1} r", "the preconditioner is not positive definite"}, 1, 1, unasked);
  EXPECT_EQ(ending.message,
            "r^T M^{-1} r is not positive in iteration 1: the preconditioner is not positive definite.");
}

TEST(Ending, DivergenceSaysWhatToDo) {
  Obstacle growth{1e9, "||r||", "lower `relaxation`"};
  growth.isDivergence = true;
  const Ending ending = endingAt(growth, 12, 1e4, unasked);
  EXPECT_EQ(ending.status, SolveStatus::notConverged);
  EXPECT_EQ(ending.message,
            "The iteration diverges: ||r|| in iteration 12 is far beyond what it was at first; lower `relaxation`.");
}

}  // namespace
}  // namespace Chronos::Test
