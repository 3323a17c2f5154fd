// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_UnwatchedCgSteps.hpp"

#include "Chronos_BlockSum.hpp"
#include "Chronos_BlockUpdates.hpp"
#include "Chronos_RunsOnHost.hpp"
#include "RandomMatrix.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <string>

namespace Chronos::Test {
namespace {

Vector numbers(std::size_t n, int seed) {
  std::vector<double> x(n);
  for (std::size_t i = 0; i < n; ++i) x[i] = globalUniform(seed, i) + 1.5;
  return toView("numbers", x);
}

Block asBlockOf(const Vector& x, int width) {
  return Block(x.data(), x.extent(0) / width, width);
}

ColumnScalars dots(const Vector& x, const Vector& y, int width) {
  ColumnScalars results{};
  ColumnDots<Device>(static_cast<std::int64_t>(x.extent(0)), width)
      .dot(Device::execution_space(), x, y, results.data());
  return results;
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

const std::size_t lengths[] = {0, 1, 33, 2048, 5000, 40000};
constexpr int numSteps = 3;

// Which columns take a step: the second stands still in the last one, and begins anew in it.
bool moves(int step, int column) {
  return step < 2 || column != 1;
}

// Three steps of any vectors, and the numbers of all of them when they have ended.
void checkSteps(std::size_t numRows, int width, bool isMeasured) {
  const std::size_t n = numRows * width;
  const GatheredDots<Device> none;
  UnwatchedCgSteps steps(n, width, SumOverRanks(), numSteps);
  const Vector p = toView("p", wrongValues<double>(n)), expectedP = toView("p", wrongValues<double>(n));
  const Vector x = numbers(n, 1), expectedX = numbers(n, 1), r = numbers(n, 2), expectedR = numbers(n, 2);
  std::array<ColumnScalars, numSteps> rho{}, curvature{}, squares{};
  for (int k = 0; k < numSteps; ++k) {
    const Vector z = numbers(n, 10 + k), q = numbers(n, 20 + k);
    UnwatchedCgSteps::Flags isFirst{}, isMoving{};
    ColumnScalars waiting{}, beta{}, alpha{};
    for (int c = 0; c < width; ++c) {
      isFirst[c] = k == 0 || !moves(k, c);
      isMoving[c] = moves(k, c);
      waiting[c] = k == 0 ? 0 : 0.25 * (c + 1);
    }
    steps.turn(none, r, z, isFirst, waiting, p, x);
    steps.measure(none, p, q, isMoving);
    if (isMeasured) steps.advance(q, r);
    else steps.advanceUnmeasured(q, r);
    rho[k] = dots(expectedR, z, width);
    for (int c = 0; c < width; ++c) beta[c] = isFirst[c] ? 0 : ratio(rho[k][c], rho[k - 1][c]);
    addStepAndTurn(asBlockOf(z, width), beta, asBlockOf(expectedP, width), waiting, asBlockOf(expectedX, width));
    curvature[k] = dots(expectedP, q, width);
    for (int c = 0; c < width; ++c) alpha[c] = isMoving[c] ? ratio(rho[k][c], curvature[k][c]) : 0;
    ColumnDots<Device>(static_cast<std::int64_t>(n), width)
        .advance(Device::execution_space(), alpha.data(), expectedP, q, Vector(), expectedR, squares[k].data());
  }
  Device::execution_space().fence();
  ASSERT_EQ(steps.numBegun(), numSteps);
  for (int k = 0; k < numSteps; ++k)
    for (int c = 0; c < width; ++c) {
      const auto found = steps.numbers(k, c);
      EXPECT_NEAR(found.rho, rho[k][c], rounding * std::abs(rho[k][c])) << k;
      EXPECT_NEAR(found.curvature, curvature[k][c], rounding * std::abs(curvature[k][c])) << k;
      if (isMeasured) {
        EXPECT_NEAR(found.squares, squares[k][c], rounding * squares[k][c]) << k;
      }
    }
  expectNear(p, expectedP);
  expectNear(x, expectedX);
  expectNear(r, expectedR);
}

TEST(UnwatchedCgSteps, AreThoseWhoseNumbersTheHostKnows) {
  for (const std::size_t numRows : lengths)
    for (int width : {1, 2, 4, 8}) {
      SCOPED_TRACE(std::to_string(numRows) + " rows, " + std::to_string(width) + " columns");
      checkSteps(numRows, width, true);
      checkSteps(numRows, width, false);
    }
}

TEST(UnwatchedCgSteps, GoOnFromARhoThatIsGiven) {
  constexpr std::size_t n = 200;
  constexpr int width = 2;
  const GatheredDots<Device> none;
  UnwatchedCgSteps steps(n, width, SumOverRanks());
  steps.resume({4, 0.5});
  const Vector p = numbers(n, 1), expectedP = numbers(n, 1), r = numbers(n, 2), z = numbers(n, 3);
  steps.turn(none, r, z, {}, {}, p, Vector());
  const ColumnScalars rho = dots(r, z, width);
  addMultiples(asBlockOf(z, width), {rho[0] / 4, rho[1] / 0.5}, asBlockOf(expectedP, width));
  expectNear(p, expectedP);
}

// What is not positive and finite makes coefficients of 0: nothing is spoiled.
TEST(UnwatchedCgSteps, ABreakdownSpoilsNothing) {
  constexpr std::size_t n = 100;
  const GatheredDots<Device> none;
  for (double wrong : {-1.0, 0.0, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()})
    for (bool isMeasured : {true, false}) {
      UnwatchedCgSteps steps(n, 1, SumOverRanks());
      const Vector p("p", n), x = numbers(n, 1), r = numbers(n, 2);
      const std::vector<double> before = toVector(r);
      steps.turn(none, r, numbers(n, 3), {true}, {}, p, x);
      const Vector q = toView("q", std::vector<double>(n, wrong));
      steps.measure(none, p, q, {true});
      if (isMeasured) steps.advance(q, r);
      else steps.advanceUnmeasured(q, r);
      EXPECT_EQ(toVector(r), before) << wrong;
      EXPECT_FALSE(steps.numbers(0).curvature > 0 && std::isfinite(steps.numbers(0).curvature));
      EXPECT_GT(steps.numbers(0).rho, 0);
    }
}

}  // namespace
}  // namespace Chronos::Test
