// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SingleVectors.hpp"

#include "RandomMatrix.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace Chronos::Test {
namespace {

using Floats = Kokkos::View<float*, Device>;

std::vector<double> entriesOf(std::size_t n, double scale) {
  std::vector<double> x(n);
  for (std::size_t i = 0; i < n; ++i) x[i] = scale * (globalUniform(3, i) - 0.5);
  return x;
}

double largestOf(const std::vector<double>& x) {
  double largest = 0;
  for (double entry : x) largest = std::max(largest, std::abs(entry));
  return largest;
}

double narrowed(const VectorNarrowing& narrowing, const Vector& x, int exponent, const Floats& to) {
  narrowing.start(x, exponent, to);
  Device::execution_space().fence();
  return narrowing.largest();
}

TEST(SingleVectors, AreTheNearestFloats) {
  for (std::size_t n : {0, 1, 33, 5000}) {
    const auto x = entriesOf(n, 3);
    const auto found = toVector(inSingle(toView("x", x)));
    ASSERT_EQ(found.size(), n);
    for (std::size_t i = 0; i < n; ++i) EXPECT_EQ(found[i], static_cast<float>(x[i]));
  }
}

TEST(SingleVectors, OfAnySizeComeBackScaled) {
  for (std::size_t n : {0, 1, 33, 5000, 100000})
    for (int exponent : {0, 7, -900, 900}) {
      const auto x = entriesOf(n, std::ldexp(1.0, -exponent));
      const Floats narrow = toView("narrow", wrongValues<float>(n));
      EXPECT_EQ(narrowed(VectorNarrowing(n), toView("x", x), exponent, narrow), largestOf(x));
      const Vector wide = toView("wide", wrongValues<double>(n));
      widenVector(narrow, -exponent, wide);
      const auto found = toVector(wide);
      for (std::size_t i = 0; i < n; ++i)
        EXPECT_EQ(found[i], std::ldexp(double(static_cast<float>(std::ldexp(x[i], exponent))), -exponent));
    }
}

TEST(SingleVectors, WhatIsNoNumberIsFound) {
  for (double wrong : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
    for (std::size_t place : {0, 500, 999}) {
      auto x = entriesOf(1000, 1);
      x[place] = wrong;
      const Floats narrow = toView("narrow", wrongValues<float>(1000));
      EXPECT_TRUE(std::isinf(narrowed(VectorNarrowing(1000), toView("x", x), 0, narrow)));
    }
  const Vector zero = toView("x", std::vector<double>(10, 0.0));
  EXPECT_EQ(narrowed(VectorNarrowing(10), zero, 5, toView("narrow", wrongValues<float>(10))), 0);
}

TEST(SingleVectors, TheLargestOfMillionsIsFoundWhereverItLies) {
  constexpr std::size_t n = 5000000;  // blocks of blocks of blocks
  const VectorNarrowing narrowing(n);
  const Floats narrow("narrow", n);
  for (std::size_t place : {std::size_t(0), n / 2, n - 1}) {
    auto x = entriesOf(n, 1);
    x[place] = -7;
    EXPECT_EQ(narrowed(narrowing, toView("x", x), 0, narrow), 7);
  }
}

}  // namespace
}  // namespace Chronos::Test
