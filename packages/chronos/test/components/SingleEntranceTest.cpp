// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SingleEntrance.hpp"

#include "FsaiReference.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace Chronos::Test {
namespace {

using Outcome = SingleEntrance::Outcome;

// Rank 0 has the entry, the others zeros.
class Visitor {
 public:
  Outcome enter(double entry) {
    if (world()->getRank() == 0) x_[7] = entry;
    entrance_.start(toView("x", x_), narrow_);
    const Outcome outcome = entrance_.finish(*world());
    if (outcome == Outcome::fits && world()->getRank() == 0) {
      EXPECT_EQ(toVector(narrow_)[7], static_cast<float>(std::ldexp(entry, entrance_.exponent())));
    }
    return outcome;
  }
  int exponent() const { return entrance_.exponent(); }

 private:
  static constexpr std::size_t n = 100;
  std::vector<double> x_ = std::vector<double>(n, 0);
  Kokkos::View<float*, Device> narrow_{"narrow", n};
  SingleEntrance entrance_{n};
};

TEST(MpiSingleEntrance, WhatIsFarFromTheLastSizeEntersAgain) {
  for (double size : {1e-200, 1e-40, 1e30, 1e200}) {
    Visitor visitor;
    EXPECT_EQ(visitor.enter(size), Outcome::again);
    EXPECT_EQ(visitor.enter(size), Outcome::fits);
    EXPECT_LT(std::abs(std::log2(size) + visitor.exponent()), 17);
  }
}

TEST(MpiSingleEntrance, ShrinkingVectorsEnterAtOnce) {
  Visitor visitor;
  for (double size = 1; size > 1e-60; size *= 1e-3) EXPECT_EQ(visitor.enter(size), Outcome::fits) << size;
  EXPECT_GT(visitor.exponent(), 150);
}

TEST(MpiSingleEntrance, TheNextSolveEntersAtOnce) {
  Visitor visitor;
  for (double size = 1; size > 1e-12; size *= 0.01) EXPECT_EQ(visitor.enter(size), Outcome::fits);
  EXPECT_EQ(visitor.enter(1), Outcome::fits);
}

TEST(MpiSingleEntrance, ZerosAndWhatIsNoNumberAreToldByAllRanks) {
  Visitor visitor;
  EXPECT_EQ(visitor.enter(0), Outcome::zero);
  EXPECT_EQ(visitor.enter(std::numeric_limits<double>::infinity()), Outcome::noPlace);
  EXPECT_EQ(visitor.enter(std::numeric_limits<double>::quiet_NaN()), Outcome::noPlace);
  EXPECT_EQ(visitor.enter(1), Outcome::fits);
}

TEST(SingleEntrance, NoRowsAreZero) {
  SingleEntrance entrance(0);
  entrance.start(Vector(), Kokkos::View<float*, Device>());
  EXPECT_EQ(entrance.finish(*world()), Outcome::zero);
}

}  // namespace
}  // namespace Chronos::Test
