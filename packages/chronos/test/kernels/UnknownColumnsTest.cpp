// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_UnknownColumns.hpp"

#include "Chronos_GlobalHash.hpp"
#include "Chronos_HostCopy.hpp"

#include <gtest/gtest.h>

#include <set>

namespace Chronos::Test {
namespace {

template <class DeviceType>
struct UnknownColumns : ::testing::Test {
  // One entry in `known` has its column; the others have multiples of a stride, close together or far apart.
  static void check(std::size_t numEntries, GlobalOrdinal numColumns, GlobalOrdinal stride, int known,
                    bool withOwners) {
    std::vector<LocalOrdinal> colInd;
    std::vector<GlobalOrdinal> globals;
    std::vector<int> owners;
    std::set<std::pair<int, GlobalOrdinal>> expected;
    for (std::size_t i = 0; i < numEntries; ++i) {
      const auto column = static_cast<GlobalOrdinal>(globalHash(i) % std::uint64_t(numColumns));
      const bool isKnown = known > 0 && i % std::size_t(known) == 0;
      colInd.push_back(isKnown ? 7 : -1);
      globals.push_back(column * stride);
      owners.push_back(static_cast<int>((5 * column) % 3));
      if (!isKnown) expected.insert({withOwners ? owners.back() : 0, globals.back()});
    }
    expectFound(colInd, globals, owners, expected, withOwners);
  }

  // Each number of each layer three times, the layers of one owner each.
  static void checkLayers(int numLayers, GlobalOrdinal layer, GlobalOrdinal distance, bool withOwners) {
    std::vector<GlobalOrdinal> globals;
    std::vector<int> owners;
    std::set<std::pair<int, GlobalOrdinal>> expected;
    for (int time = 0; time < 3; ++time)
      for (int owner = 0; owner < numLayers; ++owner)
        for (GlobalOrdinal i = 0; i < layer; ++i) {
          globals.push_back(-17 + owner * distance + (i * 7) % layer);
          owners.push_back(owner);
          expected.insert({withOwners ? owner : 0, globals.back()});
        }
    expectFound(std::vector<LocalOrdinal>(globals.size(), -1), globals, owners, expected, withOwners);
  }

  static void expectFound(const std::vector<LocalOrdinal>& colInd, const std::vector<GlobalOrdinal>& globals,
                          std::vector<int> owners, const std::set<std::pair<int, GlobalOrdinal>>& expected,
                          bool withOwners) {
    if (!withOwners) owners.clear();
    const auto found =
        unknownColumns<DeviceType>(typename DeviceType::execution_space(), toView<DeviceType>("colInd", colInd),
                                   toView<DeviceType>("globals", globals), toView<DeviceType>("owners", owners));
    ASSERT_EQ(found.size(), expected.size());
    ASSERT_EQ(found.owners.size(), expected.size());
    std::size_t i = 0;
    for (const auto& [owner, global] : expected) {
      EXPECT_EQ(found.owners[i], owner);
      EXPECT_EQ(found.globals[i++], global);
    }
  }
};

#ifdef KOKKOS_ENABLE_CUDA
using Devices = ::testing::Types<Device, HostDevice>;
#else
using Devices = ::testing::Types<Device>;
#endif
TYPED_TEST_SUITE(UnknownColumns, Devices, );

TYPED_TEST(UnknownColumns, EachOnceByOwnerAndNumber) {
  for (std::size_t numEntries : {0, 1, 2, 100, 30000})
    for (GlobalOrdinal numColumns : {1, 17, 100000})
      for (int known : {0, 1, 2, 7})
        for (GlobalOrdinal stride : {GlobalOrdinal(1), GlobalOrdinal(1) << 33})
          for (bool withOwners : {false, true}) TestFixture::check(numEntries, numColumns, stride, known, withOwners);
}

// Layers of several neighbours: blocks of numbers, a long way from each other, which begin and end anywhere; and
// numbers of which a block holds few.
TYPED_TEST(UnknownColumns, OfBlocksFarApart) {
  for (GlobalOrdinal distance : {5000, 8192, 500001, 7000000})
    for (GlobalOrdinal layer : {1, 50, 5000})
      for (bool withOwners : {false, true}) TestFixture::checkLayers(3, layer, distance, withOwners);
}

TEST(OwnedIndices, AreSortedByOwnerThenByIndex) {
  OwnedIndices indices{{5, 9, 1, 7, 2}, {1, 0, 1, 0, 2}};
  for (int pass = 0; pass < 2; ++pass) {
    sortIndices(indices);
    EXPECT_EQ(indices.globals, (std::vector<GlobalOrdinal>{7, 9, 1, 5, 2}));
    EXPECT_EQ(indices.owners, (std::vector<int>{0, 0, 1, 1, 2}));
  }
}

}  // namespace
}  // namespace Chronos::Test
