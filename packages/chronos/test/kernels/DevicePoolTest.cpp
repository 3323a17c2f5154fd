// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_DevicePool.hpp"

#include "Chronos_Block.hpp"
#include "Chronos_HostCopy.hpp"
#include "Chronos_TablePool.hpp"
#include "KernelCases.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace Chronos::Test {
namespace {

template <class DeviceType>
struct DevicePools : ::testing::Test {
  using Pool = DevicePool<double, DeviceType>;
  using Array = typename Pool::Array;

  static Array filled(std::size_t n, double value) {
    const Array array = Pool::instance().take(n);
    EXPECT_EQ(array.extent(0), n);
    Kokkos::deep_copy(array, value);
    return array;
  }
  static void expectFilled(const Array& array, double value) {
    for (double entry : toVector(array)) ASSERT_EQ(entry, value);
  }
};
TYPED_TEST_SUITE(DevicePools, KernelDevices, );

// Short ones share slabs, the others have blocks of their own.
TYPED_TEST(DevicePools, ArraysDoNotOverlap) {
  std::vector<typename TestFixture::Array> arrays;
  for (int i = 0; i < 300; ++i) arrays.push_back(TestFixture::filled(i * 97 % 9000, i));
  for (int i = 0; i < 20; ++i) arrays.push_back(TestFixture::filled(10000 + 500 * i, 300 + i));
  for (std::size_t i = 0; i < arrays.size(); ++i) TestFixture::expectFilled(arrays[i], double(i));
}

TYPED_TEST(DevicePools, WhatNobodyHoldsIsUsedAgain) {
  for (std::size_t n : {100000u, 100007u}) {
    const auto held = TestFixture::filled(n, 1);
    const double* former = TestFixture::filled(n, 2).data();
    const auto next = TestFixture::filled(n, 3);
    EXPECT_EQ(next.data(), former);
    EXPECT_NE(next.data(), held.data());
    TestFixture::expectFilled(held, 1);
  }
}

TYPED_TEST(DevicePools, ArraysOutliveWhatThePoolGivesBackOrForgets) {
  const auto slab = TestFixture::filled(50, 4), block = TestFixture::filled(200000, 5);
  trimDeviceMemory(0);
  const auto second = TestFixture::filled(60, 6);
  TestFixture::expectFilled(slab, 4);
  keepDeviceMemory(false);
  keepDeviceMemory(true);
  const auto third = TestFixture::filled(200000, 7);
  EXPECT_NE(third.data(), block.data());
  TestFixture::expectFilled(slab, 4);
  TestFixture::expectFilled(block, 5);
  TestFixture::expectFilled(second, 6);
}

TYPED_TEST(DevicePools, ZerosAreZeroWhereOtherValuesWere) {
  using Vector = Kokkos::View<double*, TypeParam>;
  for (std::size_t n : {0u, 30u, 70000u}) {
    Kokkos::deep_copy(allocate<Vector>("Chronos::test", n), 8.0);
    for (double entry : toVector(allocateZeros<Vector>("Chronos::test", n))) ASSERT_EQ(entry, 0);
  }
}

// Pools that count what they are asked for; they hold nothing once the test has ended.
TEST(TrimDeviceMemory, AsFewPiecesAsWillDoAreGivenBack) {
  using Sizes = std::vector<std::size_t>;
  static std::array<Sizes, 2> unused{};
  static bool areRegistered = false;
  for (Sizes& sizes : unused)
    if (!areRegistered)
      registerPool({[&sizes] { return sizes; },
                    [&sizes](std::size_t numBytes) {
                      const auto piece = std::find(sizes.begin(), sizes.end(), numBytes);
                      ASSERT_NE(piece, sizes.end());
                      sizes.erase(piece);
                    },
                    [] {}});
  areRegistered = true;
  trimDeviceMemory(0);
  unused = {Sizes{100, 20, 20}, Sizes{10, 40}};
  trimDeviceMemory(190);
  EXPECT_EQ(unused, (std::array<Sizes, 2>{Sizes{100, 20, 20}, Sizes{10, 40}}));
  trimDeviceMemory(185);
  EXPECT_EQ(unused, (std::array<Sizes, 2>{Sizes{100, 20, 20}, Sizes{40}}));
  trimDeviceMemory(165);
  EXPECT_EQ(unused, (std::array<Sizes, 2>{Sizes{100, 20}, Sizes{40}}));
  // None is enough alone: the largest goes first.
  trimDeviceMemory(50);
  EXPECT_EQ(unused, (std::array<Sizes, 2>{Sizes{}, Sizes{40}}));
  trimDeviceMemory(0);
  EXPECT_EQ(unused, (std::array<Sizes, 2>{}));
}

// Of blocks and slabs that lie in a real pool.
TYPED_TEST(DevicePools, GivesBackWhatNobodyHolds) {
  trimDeviceMemory(0);
  const auto held = TestFixture::filled(70000, 1), slab = TestFixture::filled(9, 2);
  for (int i = 0; i < 600; ++i) TestFixture::filled(4000, 3);
  TestFixture::filled(300000, 4);
  trimDeviceMemory(0);
  TestFixture::expectFilled(held, 1);
  TestFixture::expectFilled(slab, 2);
  TestFixture::expectFilled(TestFixture::filled(4000, 5), 5);
}

// The same extents are the same memory, others are not.
TEST(PoolOfTables, WhatNobodyHoldsIsUsedAgain) {
  using Table = Kokkos::View<double**, Kokkos::LayoutLeft, Device>;
  const auto held = TablePool<Table>::instance().take(70, 3);
  const double* former = TablePool<Table>::instance().take(70, 3).data();
  const auto next = TablePool<Table>::instance().take(70, 3), other = TablePool<Table>::instance().take(3, 70);
  EXPECT_EQ(next.data(), former);
  EXPECT_NE(next.data(), held.data());
  EXPECT_NE(other.data(), held.data());
  EXPECT_EQ(other.extent(1), 70u);
  Kokkos::deep_copy(held, 1.0);
  Kokkos::deep_copy(next, 2.0);
  Kokkos::deep_copy(other, 3.0);
  trimDeviceMemory(0);
  EXPECT_EQ(toVector(Kokkos::subview(held, Kokkos::ALL, 2)), std::vector<double>(70, 1.0));
  EXPECT_EQ(allocateTable<Table>("Chronos::test", 0, 4).extent(1), 4u);
}

// Rows of all columns lie one after the other, aligned for pairs of them.
TEST(PoolOfBlocks, BlocksDoNotOverlap) {
  std::vector<Block> blocks;
  for (int width : {1, 2, 4, 8})
    for (std::size_t n : {0u, 1u, 77u, 3000u, 20001u}) {
      blocks.push_back(allocateBlock("Chronos::test", n, width));
      EXPECT_EQ(blocks.back().extent(0), n);
      EXPECT_EQ(widthOf(blocks.back()), width);
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(blocks.back().data()) % (2 * sizeof(double)), 0u);
      Kokkos::deep_copy(asVector(blocks.back()), double(blocks.size()));
    }
  for (std::size_t i = 0; i < blocks.size(); ++i)
    for (double entry : toVector(asVector(blocks[i]))) ASSERT_EQ(entry, double(i + 1));
}

}  // namespace
}  // namespace Chronos::Test
