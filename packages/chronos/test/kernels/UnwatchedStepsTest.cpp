// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_UnwatchedSteps.hpp"

#include "Chronos_BlockSum.hpp"
#include "Chronos_BlockUpdates.hpp"
#include "RandomMatrix.hpp"

#include <gtest/gtest.h>

namespace Chronos::Test {
namespace {

Vector numbers(std::size_t n, int seed) {
  std::vector<double> x(n);
  for (std::size_t i = 0; i < n; ++i) x[i] = globalUniform(seed, i) - 0.5;
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

void expectNear(const Vector& found, const Vector& expected) {
  const std::vector<double> one = toVector(found), other = toVector(expected);
  ASSERT_EQ(one.size(), other.size());
  for (std::size_t i = 0; i < one.size(); ++i) ASSERT_NEAR(one[i], other[i], 1e-15) << i;
}

constexpr double numerator = 0.7, denominator = 0.3;
const std::size_t lengths[] = {0, 1, 33, 2048, 5000, 300000};

TEST(UnwatchedSteps, AreThoseWhoseNumbersTheHostKnows) {
  const Vector ratio = toView("ratio", std::vector<double>{numerator, denominator});
  const double *over = ratio.data(), *under = ratio.data() + 1;
  for (const std::size_t n : lengths) {
    const Vector x = numbers(n, 1), found = numbers(n, 2), expected = numbers(n, 2);
    addRatio(x, over, under, found);
    addMultiples(asBlockOf(x), columnOf(numerator / denominator), asBlockOf(expected));
    expectNear(found, expected);
    subtractRatio(x, over, under, found);
    combineColumns(columnOf(-(numerator / denominator)), asBlockOf(x), 1, asBlockOf(expected), asBlockOf(expected));
    expectNear(found, expected);
    const Vector fresh = toView("fresh", wrongValues<double>(n));
    addRatio(x, over, nullptr, fresh);
    EXPECT_EQ(toVector(fresh), toVector(x)) << n;
  }
}

TEST(UnwatchedSteps, ScalarProductsAreThoseOfColumnDots) {
  for (const std::size_t n : lengths) {
    const Vector x = numbers(n, 3), y = numbers(n, 4), found = toView("found", wrongValues<double>(1));
    const UnwatchedDot dot(n);
    dot(x, y, found);
    double expected = 0;
    ColumnDots<Device>(static_cast<std::int64_t>(n), 1).dot(Device::execution_space(), x, y, &expected);
    EXPECT_EQ(toVector(found).front(), expected) << n;
  }
}

}  // namespace
}  // namespace Chronos::Test
