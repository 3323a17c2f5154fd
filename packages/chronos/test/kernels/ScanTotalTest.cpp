// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_ScanTotal.hpp"

#include "Chronos_HostCopy.hpp"
#include "KernelCases.hpp"

namespace Chronos::Test {
namespace {

// Places of the multiples of three.
template <class Count, class DeviceType>
struct PlaceFunctor {
  Kokkos::View<Count*, DeviceType> places;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, Count& count, bool final) const {
    if (final) places(i) = count;
    if (i % 3 == 0) ++count;
  }
};

template <class DeviceType>
struct ScanTotals : ::testing::Test {};
TYPED_TEST_SUITE(ScanTotals, KernelDevices, );

template <class Count, class DeviceType>
void checkTotals() {
  using Policy = Kokkos::RangePolicy<typename DeviceType::execution_space, Kokkos::IndexType<std::int64_t>>;
  for (const std::int64_t begin : {0, 5})
    for (const std::int64_t end : {5, 6, 7, 1000, 100003}) {
      const auto places = allocateZeros<Kokkos::View<Count*, DeviceType>>("Chronos::test", end);
      Count total = 77, expected = 0;
      scanTotal("Chronos::test", Policy(begin, end), PlaceFunctor<Count, DeviceType>{places}, total);
      const std::vector<Count> found = toVector(places);
      for (std::int64_t i = begin; i < end; ++i) {
        ASSERT_EQ(found[i], expected);
        if (i % 3 == 0) ++expected;
      }
      EXPECT_EQ(total, expected);
    }
}

TYPED_TEST(ScanTotals, AreWhatTheLastItemAddsTo) {
  checkTotals<std::int64_t, TypeParam>();
  checkTotals<LocalOrdinal, TypeParam>();
  checkTotals<Offset, TypeParam>();
}

// Pools hold no page-locked memory then.
TYPED_TEST(ScanTotals, AreTheSameWithoutPools) {
  keepDeviceMemory(false);
  checkTotals<LocalOrdinal, TypeParam>();
  keepDeviceMemory(true);
}

// Short copies and long ones go different ways.
TYPED_TEST(ScanTotals, CopiesToTheHostAndBackKeepEntries) {
  for (const std::size_t n : {0u, 1u, 8192u, 8193u, 100000u}) {
    std::vector<double> entries(n);
    for (std::size_t i = 0; i < n; ++i) entries[i] = double(i) / 3;
    EXPECT_EQ(toVector(toView<TypeParam>("Chronos::test", entries)), entries);
  }
}

}  // namespace
}  // namespace Chronos::Test
