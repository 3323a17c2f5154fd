// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_DottedProduct.hpp"

#include "Chronos_BlockSum.hpp"
#include "KernelCases.hpp"
#include "WideEntries.hpp"

#include <cmath>

namespace Chronos::Test {
namespace {

template <class DeviceType>
struct DottedProducts : ::testing::Test {
  using Execution = typename DeviceType::execution_space;
  using Wide = WideVectors<DeviceType>;
  using Plan = ProductPlan<DeviceType>;

  static Wide wide(std::size_t numRows, int width, std::uint64_t seed) {
    return toWide<DeviceType>(randomEntries(numRows * width, seed), width);
  }
  static Wide wrong(std::size_t numRows, int width) {
    return toWide<DeviceType>(wrongValues<double>(numRows * width), width);
  }

  // What ColumnDots makes of the gathered sums is the scalar product of the vectors, column by column.
  static void expectDots(const GatheredDots<DeviceType>& dots, const Wide& x, const Wide& y) {
    const int width = static_cast<int>(x.extent(1));
    ASSERT_EQ(dots.areThere(), x.extent(0) > 0);
    if (!dots.areThere()) return;
    std::vector<double> found(width);
    ColumnDots<DeviceType>(static_cast<std::int64_t>(x.size()), width).dot(Execution(), dots, found.data());
    for (int c = 0; c < width; ++c) {
      const auto xs = columnOf(fromWide(x), width, c), ys = columnOf(fromWide(y), width, c);
      double expected = 0, size = 0;
      for (std::size_t i = 0; i < xs.size(); ++i) {
        expected += xs[i] * ys[i];
        size += std::abs(xs[i] * ys[i]);
      }
      EXPECT_NEAR(found[c], expected, 1e-14 * size) << "column " << c << " of " << width;
    }
  }

  // y of a product or a relaxation as the kernels without sums have it.
  static void plain(const Plan& plan, const CsrMatrix<double, DeviceType>& A, const BoundaryRows<DeviceType>& boundary,
                    const Wide& x, const Wide& xHalo, const Wide& y) {
    const auto numOwned = static_cast<LocalOrdinal>(x.extent(0));
    if (x.extent(1) > 1) {
      multiplyWide<double, DeviceType>(Execution(), plan, A, x, 1, 0, y, y);
      multiplyHaloWide<double, DeviceType>(Execution(), A, boundary, numOwned, xHalo, 1, y);
      return;
    }
    const auto flat = [](const Wide& v) { return Kokkos::View<double*, DeviceType>(v.data(), v.size()); };
    multiply<double, double, DeviceType>(Execution(), plan, A, flat(x), 1, 0, flat(y));
    multiplyHalo<double, double, DeviceType>(Execution(), A, boundary, numOwned, flat(xHalo), 1, flat(y));
  }
  static void plainRelaxation(const Plan& plan, const CsrMatrix<double, DeviceType>& A,
                              const BoundaryRows<DeviceType>& boundary, double omega,
                              const Kokkos::View<double*, DeviceType>& d, const Wide& b, const Wide& x,
                              const Wide& xHalo, const Wide& y) {
    const auto numOwned = static_cast<LocalOrdinal>(x.extent(0));
    if (x.extent(1) > 1) {
      relaxWide<double, DeviceType>(Execution(), plan, A, omega, d, b, x, y);
      relaxHaloWide<double, DeviceType>(Execution(), A, boundary, numOwned, xHalo, omega, d, y);
      return;
    }
    const auto flat = [](const Wide& v) { return Kokkos::View<double*, DeviceType>(v.data(), v.size()); };
    relax<double, double, DeviceType>(Execution(), plan, A, omega, d, flat(b), flat(x), flat(y));
    relaxHalo<double, double, DeviceType>(Execution(), A, boundary, numOwned, flat(xHalo), omega, d, flat(y));
  }

  // A sum that is not written is no scalar product of former vectors.
  static double* takeWrong(GatheredDots<DeviceType>& dots, const DotGroups& groups, int width) {
    const std::int64_t numGroups = groups.ofRows + groups.ofBoundary;
    double* const partials = dots.take(numGroups, width);
    Kokkos::deep_copy(Kokkos::View<double*, DeviceType>(partials, numGroups * width), 1e300);
    return partials;
  }

  // Square in its owned part; columns behind it are the halo.
  static void check(const HostCsr<double>& host) {
    const auto A = toDevice<DeviceType>(host);
    const LocalOrdinal numOwned = A.numRows, numHalo = A.numCols - numOwned;
    const auto boundary = boundaryOf<DeviceType>(host, numOwned);
    const Plan plan = planProduct<DeviceType>(A.rowPtr, A.numRows, defaultProductKind<DeviceType>());
    ASSERT_EQ(gathersDots(plan, A), A.numEntries() <= 32 * std::size_t(A.numRows));
    if (!gathersDots(plan, A)) return;
    const auto d = toView<DeviceType>("d", randomEntries(numOwned, 9));
    GatheredDots<DeviceType> dots;
    for (int width : {1, 8, 2, 4}) {
      const Wide x = wide(numOwned, width, 1), xHalo = wide(numHalo, width, 2), b = wide(numOwned, width, 3);
      const Wide expected = wrong(numOwned, width), y = wrong(numOwned, width);
      const DotGroups groups = dotGroups(plan, A, boundary, width);
      double* partials = takeWrong(dots, groups, width);
      plain(plan, A, boundary, x, xHalo, expected);
      multiplyDotted<DeviceType>(Execution(), plan, A, x, y, partials);
      multiplyHaloDotted<DeviceType>(Execution(), A, boundary, xHalo, x, y, partials + groups.ofRows * width);
      expectSame(y, expected);
      expectDots(dots, x, y);
      plainRelaxation(plan, A, boundary, 0.7, d, b, x, xHalo, expected);
      partials = takeWrong(dots, groups, width);
      relaxDotted<DeviceType>(Execution(), plan, A, 0.7, d, b, x, y, partials);
      relaxHaloDotted<DeviceType>(Execution(), A, boundary, xHalo, 0.7, d, b, y, partials + groups.ofRows * width);
      expectSame(y, expected);
      expectDots(dots, b, y);
    }
  }

  // To the last bits, which a compiler may round once in place of twice.
  static void expectSame(const Wide& y, const Wide& expected) {
    const auto one = fromWide(y), other = fromWide(expected);
    ASSERT_EQ(one.size(), other.size());
    for (std::size_t i = 0; i < one.size(); ++i) ASSERT_NEAR(one[i], other[i], 1e-14 * (1 + std::abs(other[i]))) << i;
  }
};
TYPED_TEST_SUITE(DottedProducts, KernelDevices, );

TYPED_TEST(DottedProducts, GatherScalarProducts) {
  constexpr bool isHost = std::is_same_v<typename TypeParam::memory_space, Kokkos::HostSpace>;
  const std::vector<LocalOrdinal> sizes =
      isHost ? std::vector<LocalOrdinal>{4096, 4097, 5000} : std::vector<LocalOrdinal>{1, 31, 64, 65, 700};
  for (LocalOrdinal numRows : sizes)
    for (int longest : {1, 4, 9, 12, 20, 60})
      for (LocalOrdinal numHalo : {0, 40}) this->check(raggedMatrix<double>(numRows, numRows + numHalo, longest));
}

// Chunks of threads end where groups of 64 rows do, so that sums do not know how many threads there are.
TYPED_TEST(DottedProducts, SumsOfAHostAreThoseOf64Rows) {
  if (!std::is_same_v<typename TypeParam::memory_space, Kokkos::HostSpace>) GTEST_SKIP() << "not of a GPU";
  const LocalOrdinal numRows = 5000;
  const auto A = toDevice<TypeParam>(raggedMatrix<double>(numRows, numRows, 9));
  const auto plan = planProduct<TypeParam>(A.rowPtr, numRows, defaultProductKind<TypeParam>());
  const auto x = this->wide(numRows, 1, 1), y = this->wrong(numRows, 1);
  const std::int64_t numGroups = dotGroups<TypeParam>(plan, A, BoundaryRows<TypeParam>(), 1).ofRows;
  ASSERT_EQ(numGroups, (numRows + 63) / 64);
  const auto partials = toView<TypeParam>("partials", wrongValues<double>(numGroups));
  multiplyDotted<TypeParam>(typename TypeParam::execution_space(), plan, A, x, y, partials.data());
  const auto found = toVector(partials), xs = fromWide(x), ys = fromWide(y);
  for (std::int64_t group = 0; group < numGroups; ++group) {
    double expected = 0;
    for (LocalOrdinal row = LocalOrdinal(group) * 64; row < std::min(numRows, LocalOrdinal(group + 1) * 64); ++row)
      expected += xs[row] * ys[row];
    EXPECT_NEAR(found[group], expected, 1e-13) << group;
  }
}

// Sums of more sums than one block has, in memory that was made for fewer columns.
TYPED_TEST(DottedProducts, AreSumsOfManySums) {
  using Execution = typename TypeParam::execution_space;
  GatheredDots<TypeParam> dots;
  for (int width : {1, 2, 8, 1, 4}) {
    const std::int64_t numGroups = 40000 / (width * width);
    const std::vector<double> sums = randomEntries(numGroups * width, 4);
    double* const partials = dots.take(numGroups, width);
    Kokkos::deep_copy(Kokkos::View<double*, TypeParam>(partials, sums.size()), toView<TypeParam>("sums", sums));
    std::vector<double> found(width);
    ColumnDots<TypeParam>(100, width).dot(Execution(), dots, found.data());
    for (int c = 0; c < width; ++c) {
      double expected = 0;
      for (std::size_t i = c; i < sums.size(); i += width) expected += sums[i];
      EXPECT_NEAR(found[c], expected, 1e-11) << "column " << c << " of " << width;
    }
  }
}

TYPED_TEST(DottedProducts, OfPlansWithRowsOfAnotherKindAreNotGathered) {
  const auto gathers = [](const HostCsr<double>& A, ProductKind kind) {
    const auto device = toDevice<TypeParam>(A);
    return gathersDots(planProduct<TypeParam>(device.rowPtr, device.numRows, kind), device);
  };
  EXPECT_FALSE(gathers(singleEntryMatrix<double>(50, 20), ProductKind::singles));
  const HostCsr<double> ragged = raggedMatrix<double>(5000, 5000, 9);
  const ProductKind kind = defaultProductKind<TypeParam>();
  EXPECT_TRUE(gathers(ragged, kind));
  EXPECT_FALSE(gathers(ragged, kind == ProductKind::groups ? ProductKind::chunks : ProductKind::groups));
  EXPECT_FALSE(gathers(raggedMatrix<double>(5000, 5000, 200), kind));
  if (!std::is_same_v<typename TypeParam::memory_space, Kokkos::HostSpace>) {
    EXPECT_FALSE(gathers(raggedMatrix<double>(300, 300, 9, 300), ProductKind::groups));
  }
}

}  // namespace
}  // namespace Chronos::Test
