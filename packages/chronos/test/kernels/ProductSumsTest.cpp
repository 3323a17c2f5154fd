// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_ProductSums.hpp"

#include "Chronos_BlockSum.hpp"
#include "LaunchCounter.hpp"
#include "RandomMatrix.hpp"

#include <gtest/gtest.h>

namespace Chronos::Test {
namespace {

std::vector<double> randomVector(std::size_t n, std::uint64_t seed) {
  std::vector<double> x(n);
  for (std::size_t i = 0; i < n; ++i) x[i] = globalUniform(seed, i);
  return x;
}

template <class DeviceType>
Kokkos::View<double*, DeviceType> results(int width) {
  const auto view = allocate<Kokkos::View<double*, DeviceType>>("sums", ProductSums<DeviceType>::resultLength(width));
  Kokkos::deep_copy(view, std::numeric_limits<double>::quiet_NaN());
  return view;
}

// Each product is what ColumnDots makes of the two vectors alone; sums of blocks are added in another order.
template <class DeviceType>
void checkOfOne(std::size_t numRows, int width) {
  const std::size_t n = numRows * width;
  const auto a = toView<DeviceType>("a", randomVector(n, 1));
  const ColumnDots<DeviceType> dots(static_cast<std::int64_t>(n), width);
  std::vector<Kokkos::View<double*, DeviceType>> b;
  for (int s = 0; s < 3; ++s) b.push_back(toView<DeviceType>("b", randomVector(n, 2 + s)));
  const auto sums = results<DeviceType>(width);
  ProductSums<DeviceType>(static_cast<std::int64_t>(n), width).ofOne({}, a, b[0], b[1], b[2], sums);
  const auto found = toVector(sums);
  for (int s = 0; s < 3; ++s) {
    std::vector<double> expected(width);
    dots.dot({}, a, b[s], expected.data());
    for (int c = 0; c < width; ++c) {
      EXPECT_NEAR(found[s * width + c], expected[c], 1e-13 * double(numRows + 1)) << numRows << ", column " << c;
    }
  }
  for (int pad = 3 * width; pad < 4 * width; ++pad) EXPECT_EQ(found[pad], 0);
}

TEST(ProductSums, OfOneVectorWithThree) {
  for (std::size_t numRows : {0, 1, 3, 255, 256, 257, 2048, 2049, 5000, 600001})
    for (int width : {1, 2, 4, 8}) {
      checkOfOne<Device>(numRows, width);
      checkOfOne<HostDevice>(numRows, width);
    }
}

// Numbers of single precision, in double and as they are: products of both are exact in double.
template <class DeviceType>
void checkOfOneInSingle(std::size_t n) {
  const ProductSums<DeviceType> sums(static_cast<std::int64_t>(n), 1);
  std::vector<Kokkos::View<double*, DeviceType>> wide;
  std::vector<Kokkos::View<float*, DeviceType>> narrow;
  for (int s = 0; s < 4; ++s) {
    auto x = randomVector(n, 1 + s);
    for (double& entry : x) entry = static_cast<float>(entry);
    wide.push_back(toView<DeviceType>("x", x));
    narrow.push_back(toView<DeviceType>("x", std::vector<float>(x.begin(), x.end())));
  }
  const auto expected = results<DeviceType>(1), found = results<DeviceType>(1);
  sums.ofOne({}, wide[0], wide[1], wide[2], wide[3], expected);
  sums.ofOne({}, narrow[0], narrow[1], narrow[2], narrow[3], found);
  for (int s = 0; s < 3; ++s) EXPECT_EQ(toVector(found)[s], toVector(expected)[s]) << n << ", sum " << s;
}

TEST(ProductSums, OfOneVectorWithThreeInSingle) {
  for (std::size_t n : {0, 1, 3, 255, 2048, 2049, 600001}) {
    checkOfOneInSingle<Device>(n);
    checkOfOneInSingle<HostDevice>(n);
  }
}

template <class DeviceType>
void checkOfStep(std::size_t n) {
  const auto c = randomVector(n, 1), v = randomVector(n, 2), r = randomVector(n, 3);
  const auto sums = results<DeviceType>(1);
  ProductSums<DeviceType>(static_cast<std::int64_t>(n), 1)
      .ofStep({}, toView<DeviceType>("c", c), toView<DeviceType>("v", v), toView<DeviceType>("r", r), sums);
  long double expected[5] = {};
  for (std::size_t i = 0; i < n; ++i) {
    const long double ci = c[i], vi = v[i], ri = r[i];
    const long double terms[5] = {ci * vi, ci * ri, ri * ri, ri * vi, vi * vi};
    for (int s = 0; s < 5; ++s) expected[s] += terms[s];
  }
  const auto found = toVector(sums);
  for (int s = 0; s < 5; ++s) EXPECT_NEAR(found[s], double(expected[s]), 1e-13 * double(n + 1)) << n << ", sum " << s;
}

TEST(ProductSums, OfAStep) {
  for (std::size_t n : {0, 1, 31, 2048, 2049, 100000, 5000001}) {
    checkOfStep<Device>(n);
    checkOfStep<HostDevice>(n);
  }
}

template <class DeviceType>
void checkOfResidual(std::size_t numRows, int width) {
  const std::size_t n = numRows * width;
  std::vector<Kokkos::View<double*, DeviceType>> x;  // r, z, w, s
  for (int k = 0; k < 4; ++k) x.push_back(toView<DeviceType>("x", randomVector(n, 1 + k)));
  const ColumnDots<DeviceType> dots(static_cast<std::int64_t>(n), width);
  const ProductSums<DeviceType> sums(static_cast<std::int64_t>(n), width);
  const auto of = results<DeviceType>(width), again = results<DeviceType>(width);
  sums.ofResidual({}, x[0], x[1], x[2], x[3], of);
  sums.ofResidual({}, x[0], x[1], x[2], x[3], again);
  const auto found = toVector(of), repeated = toVector(again);
  const int factors[4][2] = {{0, 0}, {1, 0}, {1, 2}, {1, 3}};
  for (int k = 0; k < 4; ++k) {
    std::vector<double> expected(width);
    dots.dot({}, x[factors[k][0]], x[factors[k][1]], expected.data());
    for (int c = 0; c < width; ++c) {
      EXPECT_NEAR(found[k * width + c], expected[c], 1e-13 * double(numRows + 1)) << numRows << ", column " << c;
      EXPECT_EQ(repeated[k * width + c], found[k * width + c]);
    }
  }
}

TEST(ProductSums, OfAResidual) {
  for (std::size_t numRows : {0, 1, 3, 255, 256, 257, 2048, 2049, 5000, 600001})
    for (int width : {1, 2, 4, 8}) {
      checkOfResidual<Device>(numRows, width);
      checkOfResidual<HostDevice>(numRows, width);
    }
}

TEST(ProductSums, AreTheSameBitsAgain) {
  const auto a = toView("a", randomVector(100001, 1)), b = toView("b", randomVector(100001, 2));
  const ProductSums<Device> sums(100001, 1);
  const auto first = results<Device>(1), again = results<Device>(1);
  sums.ofOne({}, a, b, a, b, first);
  sums.ofOne({}, a, b, a, b, again);
  for (int s = 0; s < 3; ++s) EXPECT_EQ(toVector(first)[s], toVector(again)[s]);
}

// One pass over the vectors, whatever is added up; a second one over the sums of blocks.
TEST(ProductSums, TakeOnePass) {
  const auto a = toView("a", randomVector(5000, 1));
  const ProductSums<Device> sums(5000, 1);
  const auto result = results<Device>(1);
  const LaunchCounter launches;
  sums.ofOne({}, a, a, a, a, result);
  EXPECT_EQ(launches.of("Chronos::sumBlocks"), 2);
}

}  // namespace
}  // namespace Chronos::Test
