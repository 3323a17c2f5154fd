// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_DistinctValues.hpp"

#include "Chronos_HostCopy.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

namespace Chronos::Test {
namespace {

template <class DeviceType>
void check(const std::vector<GlobalOrdinal>& list) {
  const auto result =
      distinctValues<DeviceType>(typename DeviceType::execution_space(), toView<DeviceType>("list", list));
  const std::vector<GlobalOrdinal> values = toVector(result.values);
  const std::vector<LocalOrdinal> positions = toVector(result.positions);
  const std::set<GlobalOrdinal> expected(list.begin(), list.end());
  EXPECT_EQ(values, std::vector<GlobalOrdinal>(expected.begin(), expected.end()));
  ASSERT_EQ(positions.size(), list.size());
  for (std::size_t i = 0; i < list.size(); ++i) EXPECT_EQ(values.at(positions[i]), list[i]);
}

template <class DeviceType>
void checkAll() {
  check<DeviceType>({});
  check<DeviceType>({-7});
  check<DeviceType>({3, 3, 3});
  check<DeviceType>({1, 1, 4, 9000000000LL});
  std::mt19937 random(4);
  for (int n : {2, 31, 1000}) {
    std::vector<GlobalOrdinal> list(n);
    for (GlobalOrdinal& value : list) value = static_cast<GlobalOrdinal>(random() % (n / 2)) * 3000000000LL - 5;
    check<DeviceType>(list);
    std::sort(list.begin(), list.end());
    check<DeviceType>(list);
  }
}

TEST(DistinctValues, EqualsASet) {
  checkAll<Device>();
  checkAll<HostDevice>();
}

}  // namespace
}  // namespace Chronos::Test
