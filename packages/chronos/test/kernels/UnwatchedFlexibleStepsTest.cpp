// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_UnwatchedFlexibleSteps.hpp"

#include "Chronos_BlockSum.hpp"
#include "Chronos_BlockUpdates.hpp"
#include "Chronos_ProductSums.hpp"
#include "Chronos_RunsOnHost.hpp"
#include "RandomMatrix.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <type_traits>

namespace Chronos::Test {
namespace {

std::vector<double> numbers(std::size_t n, int seed) {
  std::vector<double> x(n);
  for (std::size_t i = 0; i < n; ++i) x[i] = globalUniform(seed, i) + 1.5;
  return x;
}

template <class Scalar>
Kokkos::View<Scalar*, Device> vectorOf(std::size_t n, int seed) {
  const std::vector<double> x = numbers(n, seed);
  return toView("vector", std::vector<Scalar>(x.begin(), x.end()));
}

template <class Scalar>
std::vector<double> productsOf(const Kokkos::View<Scalar*, Device>& w, const Kokkos::View<Scalar*, Device>& r,
                               const Kokkos::View<Scalar*, Device>& v, const Kokkos::View<Scalar*, Device>& q) {
  const Vector products("products", ProductSums<Device>::resultLength(1));
  ProductSums<Device>(static_cast<std::int64_t>(w.extent(0)), 1).ofOne(Device::execution_space(), w, r, v, q, products);
  return toVector(products);
}

void advance(const Vector& w, const Vector& v, double factor, double length, const Vector& d, const Vector& q,
             const Vector& r, const Vector& x, double& squares) {
  ColumnScalars factors{}, lengths{};
  factors[0] = factor;
  lengths[0] = length;
  const auto block = [](const Vector& y) { return Block(y.data(), y.extent(0), 1); };
  advanceAlong(block(w), factors, block(d), lengths, block(x));
  ColumnDots<Device>(static_cast<std::int64_t>(w.extent(0)), 1)
      .advanceFlexible(Device::execution_space(), &factor, &length, v, q, r, &squares);
}

void advance(const Kokkos::View<float*, Device>& w, const Kokkos::View<float*, Device>& v, double factor, double length,
             const Kokkos::View<float*, Device>& d, const Kokkos::View<float*, Device>& q,
             const Kokkos::View<float*, Device>& r, const Vector& x, double& squares) {
  advanceAlong(w, factor, d, length, x);
  ColumnDots<Device>(static_cast<std::int64_t>(w.extent(0)), 1)
      .advanceFlexible(Device::execution_space(), factor, length, v, q, r, &squares);
}

// On a GPU a compiler may round once in place of twice here and not there.
template <class Scalar>
constexpr double rounding = runsOnHost<Device>              ? 0
                            : std::is_same_v<Scalar, float> ? 1e-6
                                                            : 1e-13;

template <class Scalar, class OfVector>
void expectNear(const Kokkos::View<OfVector*, Device>& found, const Kokkos::View<OfVector*, Device>& expected) {
  const auto one = toVector(found), other = toVector(expected);
  ASSERT_EQ(one.size(), other.size());
  for (std::size_t i = 0; i < one.size(); ++i)
    ASSERT_NEAR(one[i], other[i], rounding<Scalar> * (1 + std::abs(other[i]))) << i;
}

template <class Scalar>
class UnwatchedFlexibleStepsTest : public testing::Test {};
using Scalars = testing::Types<double, float>;
TYPED_TEST_SUITE(UnwatchedFlexibleStepsTest, Scalars);

TYPED_TEST(UnwatchedFlexibleStepsTest, AreThoseWhoseNumbersTheHostKnows) {
  using Scalar = TypeParam;
  for (const std::size_t n : {std::size_t(0), std::size_t(1), std::size_t(33), std::size_t(5000), std::size_t(300000)})
    for (const FlexibleFormer& former : {FlexibleFormer{}, FlexibleFormer{5.0 * n + 1, false, false}}) {
      SCOPED_TRACE(n);
      const auto w = vectorOf<Scalar>(n, 1), v = vectorOf<Scalar>(n, 2);
      const auto d = vectorOf<Scalar>(n, 3), q = vectorOf<Scalar>(n, 4), r = vectorOf<Scalar>(n, 5);
      const auto expectedD = vectorOf<Scalar>(n, 3), expectedQ = vectorOf<Scalar>(n, 4),
                 expectedR = vectorOf<Scalar>(n, 5);
      const Vector x = vectorOf<double>(n, 6), expectedX = vectorOf<double>(n, 6);
      const std::vector<double> products = productsOf(w, r, v, q);
      const UnwatchedFlexibleSteps steps(n, SumOverRanks());
      steps.take<Scalar>(w, v, former, d, q, r, x);
      Device::execution_space().fence();
      const auto [alpha, beta, gamma, squaresOfStep] = steps.numbers();
      EXPECT_EQ(alpha, products[0]);
      EXPECT_EQ(beta, products[1]);
      EXPECT_EQ(gamma, products[2]);
      const FlexibleStep step = flexibleStep(alpha, beta, gamma, former);
      double squares = 0;
      advance(w, v, step.factor, step.length, expectedD, expectedQ, expectedR, expectedX, squares);
      EXPECT_NEAR(squaresOfStep, squares, rounding<Scalar> * squares);
      expectNear<Scalar>(d, expectedD);
      expectNear<Scalar>(q, expectedQ);
      expectNear<Scalar>(r, expectedR);
      expectNear<Scalar>(x, expectedX);
    }
}

TEST(FlexibleStep, BeginsAnewOnceWhereNothingElseHelps) {
  const FlexibleStep first = flexibleStep(2, 4, 100, {});
  EXPECT_EQ(first.factor, 0);
  EXPECT_EQ(first.rho, 4);
  EXPECT_EQ(first.length, 0.5);
  const FlexibleStep second = flexibleStep(2, 4, 1, {4, false, false});
  EXPECT_EQ(second.factor, -0.25);
  EXPECT_EQ(second.rho, 3.75);
  EXPECT_FALSE(second.beginsAnew);
  const FlexibleStep anew = flexibleStep(-2, 4, 1, {4, false, false});
  EXPECT_TRUE(anew.beginsAnew);
  EXPECT_EQ(anew.factor, 0);
  EXPECT_EQ(anew.length, -0.5);
  EXPECT_EQ(flexibleStep(-2, 4, 1, {4, false, true}).length, 0) << "a second time";
  EXPECT_EQ(flexibleStep(2, -4, 0, {4, false, false}).length, 0);
  EXPECT_EQ(flexibleStep(std::numeric_limits<double>::quiet_NaN(), 4, 1, {4, false, false}).length, 0);
}

}  // namespace
}  // namespace Chronos::Test
