// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_VectorUpdate.hpp"

#include "RandomMatrix.hpp"

#include <gtest/gtest.h>

namespace Chronos::Test {
namespace {

std::vector<double> randomVector(std::size_t n, std::uint64_t seed) {
  std::vector<double> x(n);
  for (std::size_t i = 0; i < n; ++i) x[i] = globalUniform(seed, i);
  return x;
}

void expectCombined(const Vector& result, double alpha, const std::vector<double>& a, double beta,
                    const std::vector<double>& b) {
  const std::vector<double> found = toVector(result);
  ASSERT_EQ(found.size(), a.size());
  for (std::size_t i = 0; i < a.size(); ++i)
    EXPECT_NEAR(found[i], alpha * a[i] + (beta == 0 ? 0 : beta * b[i]), 1e-15) << i;
}

TEST(VectorUpdate, CombinesVectors) {
  for (std::size_t n : {0, 1, 33, 5000})
    for (double alpha : {0.0, 1.0, -0.75})
      for (double beta : {1.0, 0.5}) {
        const auto a = randomVector(n, 1), b = randomVector(n, 2);
        const Vector deviceA = toView("a", a), deviceB = toView("b", b);
        const Vector result = toView("result", wrongValues<double>(n));
        combineVectors(alpha, deviceA, beta, deviceB, result);
        expectCombined(result, alpha, a, beta, b);
        EXPECT_EQ(toVector(deviceA), a);
        combineVectors(alpha, deviceA, beta, deviceB, deviceB);
        expectCombined(deviceB, alpha, a, beta, b);
        combineVectors(alpha, deviceA, beta, toView("b", b), deviceA);
        expectCombined(deviceA, alpha, a, beta, b);
      }
}

// More entries than a GPU has threads, no multiple of what a warp takes.
TEST(VectorUpdate, CombinesLongVectors) {
  const std::size_t n = (std::size_t(1) << 19) + 77;
  const auto a = randomVector(n, 1), b = randomVector(n, 2);
  const Vector result = toView("result", wrongValues<double>(n));
  combineVectors(0.5, toView("a", a), 2, toView("b", b), result);
  expectCombined(result, 0.5, a, 2, b);
}

TEST(VectorUpdate, CombinesVectorsInSingle) {
  for (std::size_t n : {0, 1, 33, 5000})
    for (float beta : {0.0f, 1.0f, 0.5f}) {
      const auto a = randomVector(n, 1), b = beta == 0 ? wrongValues<double>(n) : randomVector(n, 2);
      const auto inSingle = [](const std::vector<double>& x) {
        return toView("x", std::vector<float>(x.begin(), x.end()));
      };
      const auto result = inSingle(b);
      combineVectors(-0.75f, inSingle(a), beta, result, result);
      const auto found = toVector(result);
      for (std::size_t i = 0; i < n; ++i)
        EXPECT_NEAR(found[i], -0.75 * a[i] + (beta == 0 ? 0 : beta * b[i]), 2e-7) << i;
    }
}

TEST(VectorUpdate, DoesNotReadWhatHasNoFactor) {
  const auto a = randomVector(100, 1), wrong = wrongValues<double>(100);
  const Vector result = toView("result", wrong);
  combineVectors(-2, toView("a", a), 0, toView("b", wrong), result);
  expectCombined(result, -2, a, 0, wrong);
}

TEST(VectorUpdate, UpdatesBlocks) {
  for (int width : {1, 2, 4, 8})
    for (double beta : {0.0, 1.0, -3.0}) {
      const std::size_t n = 70;
      const auto x = randomVector(n * width, 1);
      const auto z = beta == 0 ? wrongValues<double>(n * width) : randomVector(n * width, 2);
      const Vector deviceX = toView("x", x), deviceZ = toView("z", z);
      updateBlock(ConstBlock(deviceX.data(), n, width), Block(deviceZ.data(), n, width), 0.5, beta);
      expectCombined(deviceZ, 0.5, x, beta, z);
    }
}

TEST(VectorUpdate, OneEntry) {
  const double z = 3, wrong = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(updated(0.0, &wrong, 5.0), 5);
  EXPECT_EQ(updated(1.0, &z, 5.0), 8);
  EXPECT_EQ(updated(-2.0, &z, 5.0), -1);
}

}  // namespace
}  // namespace Chronos::Test
