// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_UnwatchedCgSteps.hpp"

#include "Chronos_BlockSum.hpp"
#include "Chronos_BlockUpdates.hpp"
#include "Chronos_RunsOnHost.hpp"
#include "RandomMatrix.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace Chronos::Test {
namespace {

Vector numbers(std::size_t n, int seed) {
  std::vector<double> x(n);
  for (std::size_t i = 0; i < n; ++i) x[i] = globalUniform(seed, i) + 1.5;
  return toView("numbers", x);
}

Block asBlockOf(const Vector& x) {
  return Block(x.data(), x.extent(0), 1);
}

ColumnScalars columnOf(double value) {
  ColumnScalars scalars{};
  scalars[0] = value;
  return scalars;
}

double dot(const Vector& x, const Vector& y) {
  double result = 0;
  ColumnDots<Device>(static_cast<std::int64_t>(x.extent(0)), 1).dot(Device::execution_space(), x, y, &result);
  return result;
}

// On a GPU a compiler may round once in place of twice here and not there.
constexpr double rounding = runsOnHost<Device> ? 0 : 1e-13;

void expectNear(const Vector& found, const Vector& expected) {
  const std::vector<double> one = toVector(found), other = toVector(expected);
  ASSERT_EQ(one.size(), other.size());
  for (std::size_t i = 0; i < one.size(); ++i) ASSERT_NEAR(one[i], other[i], rounding * (1 + std::abs(other[i]))) << i;
}

// What is not positive makes coefficients of 0.
double ratio(double numerator, double denominator) {
  return numerator > 0 && denominator > 0 ? numerator / denominator : 0;
}

const std::size_t lengths[] = {0, 1, 33, 2048, 5000, 300000};
constexpr int numSteps = 3;

// Three steps of any vectors, and the numbers of all of them when they have ended.
TEST(UnwatchedCgSteps, AreThoseWhoseNumbersTheHostKnows) {
  for (const std::size_t n : lengths) {
    SCOPED_TRACE(n);
    const GatheredDots<Device> none;
    UnwatchedCgSteps steps(n, SumOverRanks(), numSteps);
    const Vector p = toView("p", wrongValues<double>(n)), expectedP = toView("p", wrongValues<double>(n));
    const Vector x = numbers(n, 1), expectedX = numbers(n, 1), r = numbers(n, 2), expectedR = numbers(n, 2);
    std::vector<UnwatchedCgSteps::Numbers> expected;
    for (int k = 0; k < numSteps; ++k) {
      const Vector z = numbers(n, 10 + k), q = numbers(n, 20 + k);
      const double waiting = k == 0 ? 0 : 0.25;
      steps.turn(none, r, z, k == 0, waiting, p, x);
      steps.measure(none, p, q);
      steps.advance(q, r);
      const double rho = dot(expectedR, z), beta = k == 0 ? 0 : ratio(rho, expected.back().rho);
      addStepAndTurn(asBlockOf(z), columnOf(beta), asBlockOf(expectedP), columnOf(waiting), asBlockOf(expectedX));
      const double curvature = dot(expectedP, q), alpha = ratio(rho, curvature);
      double squares = 0;
      ColumnDots<Device>(static_cast<std::int64_t>(n), 1)
          .advance(Device::execution_space(), &alpha, expectedP, q, Vector(), expectedR, &squares);
      expected.push_back({rho, curvature, squares});
    }
    Device::execution_space().fence();
    ASSERT_EQ(steps.numBegun(), numSteps);
    for (int k = 0; k < numSteps; ++k) {
      const auto [rho, curvature, squares] = steps.numbers(k);
      EXPECT_NEAR(rho, expected[k].rho, rounding * std::abs(expected[k].rho)) << k;
      EXPECT_NEAR(curvature, expected[k].curvature, rounding * std::abs(expected[k].curvature)) << k;
      EXPECT_NEAR(squares, expected[k].squares, rounding * expected[k].squares) << k;
    }
    expectNear(p, expectedP);
    expectNear(x, expectedX);
    expectNear(r, expectedR);
  }
}

// What is not positive and finite makes coefficients of 0: nothing is spoiled.
TEST(UnwatchedCgSteps, ABreakdownSpoilsNothing) {
  constexpr std::size_t n = 100;
  const GatheredDots<Device> none;
  for (double wrong : {-1.0, 0.0, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    UnwatchedCgSteps steps(n, SumOverRanks());
    const Vector p("p", n), x = numbers(n, 1), r = numbers(n, 2);
    const std::vector<double> before = toVector(r);
    steps.turn(none, r, numbers(n, 3), true, 0, p, x);
    const Vector q = toView("q", std::vector<double>(n, wrong));
    steps.measure(none, p, q);
    steps.advance(q, r);
    EXPECT_EQ(toVector(r), before) << wrong;
    EXPECT_FALSE(steps.numbers(0).curvature > 0 && std::isfinite(steps.numbers(0).curvature));
    EXPECT_GT(steps.numbers(0).rho, 0);
  }
}

}  // namespace
}  // namespace Chronos::Test
