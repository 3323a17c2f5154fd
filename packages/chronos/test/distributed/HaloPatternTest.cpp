// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_HaloPattern.hpp"

#include "Chronos_BlockExchange.hpp"
#include "HaloPatternCounter.hpp"
#include "HaloRequests.hpp"
#include "RandomMatrix.hpp"
#include "WideEntries.hpp"

#include <gtest/gtest.h>

namespace Chronos::Test {
namespace {

template <class Scalar>
void checkExchange(const Teuchos::RCP<const HaloPattern>& pattern) {
  HaloExchange<Scalar> exchange(pattern);
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    exchange.start(toView("x", ownedVector<Scalar>(*pattern->domainMap(), seed)));
    const std::vector<Scalar> halo = toVector(exchange.finish());
    EXPECT_EQ(halo.size(), pattern->numHalo());
    for (std::size_t h = 0; h < halo.size(); ++h)
      EXPECT_EQ(halo[h], static_cast<Scalar>(globalUniform(seed, pattern->haloGlobals()[h])));
  }
}

TEST(MpiHaloPattern, DeliversWhatWasAskedFor) {
  for (GlobalOrdinal n : {1, 3, 97})
    for (const auto& map : testMaps(n))
      for (int stride : {1, 3, 1000}) {
        const auto pattern = patternWith(map, n, stride);
        checkExchange<double>(pattern);
        checkExchange<float>(pattern);
      }
}

// Long lists without runs travel apart; of these ranks, every second one has one.
TEST(MpiHaloPattern, LongListsTravelApart) {
  constexpr GlobalOrdinal n = 9000;
  for (const auto& map : {evenMap(n), cyclicMap(n)})
    for (const int stride : {2, 3}) {
      std::vector<GlobalOrdinal> wanted;
      const bool isLong = world()->getRank() % 2 == 0;
      for (GlobalOrdinal g = 0; g < n; g += isLong ? stride : 1000)
        if (!map->isNodeGlobalElement(g)) wanted.push_back(g);
      checkExchange<double>(patternOf(map, wanted));
    }
}

// What others want is not known before somebody asks, and asked for once.
TEST(MpiHaloPattern, OwnersAreAskedOnce) {
  const HaloPatternCounter counter;
  const auto pattern = patternWith(cyclicMap(97), 97, 3);
  const std::size_t before = pattern->numBytes();
  EXPECT_EQ(before, pattern->numHalo() * sizeof(GlobalOrdinal));
  EXPECT_EQ(counter.numMade(), 1);
  EXPECT_EQ(counter.numAsked(), 0);
  pattern->destinations();
  EXPECT_EQ(pattern->numBytes(), before + pattern->sendIndices().extent(0) * sizeof(LocalOrdinal));
  checkExchange<double>(pattern);
  EXPECT_EQ(counter.numAsked(), 1);
}

TEST(MpiHaloPattern, BothSidesAgreeOnSizes) {
  const auto pattern = patternWith(cyclicMap(97), 97, 3);
  std::size_t numReceived = 0, numSent = 0;
  for (const auto& source : pattern->sources()) {
    EXPECT_EQ(source.begin, numReceived);
    EXPECT_NE(source.rank, world()->getRank());
    numReceived += source.size;
  }
  for (const auto& destination : pattern->destinations()) {
    EXPECT_EQ(destination.begin, numSent);
    numSent += destination.size;
  }
  EXPECT_EQ(numReceived, pattern->numHalo());
  EXPECT_EQ(numSent, pattern->sendIndices().extent(0));
  EXPECT_EQ(sumOverRanks(*world(), static_cast<long long>(numReceived)),
            sumOverRanks(*world(), static_cast<long long>(numSent)));
}

// What is sent need not lie anywhere.
TEST(MpiHaloPattern, BlocksAreScaledOnTheirWay) {
  constexpr double omega = 0.75;
  for (const auto& map : testMaps(97)) {
    const auto pattern = patternWith(map, 97, 3);
    BlockExchange exchange(pattern);
    const auto d = ownedVector<double>(*map, 1), b = ownedVector<double>(*map, 2);
    for (int width : {1, 2, 4, 8}) {
      std::vector<double> rows;
      for (double entry : b)
        for (int c = 0; c < width; ++c) rows.push_back(entry + c);
      exchange.startScaled(omega, toView("d", d), toWide<Device>(rows, width));
      const std::vector<double> halo = toVector(asVector(exchange.finish()));
      ASSERT_EQ(halo.size(), pattern->numHalo() * width);
      for (std::size_t i = 0; i < halo.size(); ++i) {
        const GlobalOrdinal global = pattern->haloGlobals()[i / width];
        EXPECT_EQ(halo[i], omega * globalUniform(1, global) * (globalUniform(2, global) + double(i % width)));
      }
    }
  }
}

TEST(MpiHaloPattern, AnExchangeMayBeAbandoned) {
  const auto pattern = patternWith(evenMap(20), 20, 1);
  HaloExchange<double>(pattern).start(toView("x", ownedVector<double>(*pattern->domainMap(), 1)));
  checkExchange<double>(pattern);
}

}  // namespace
}  // namespace Chronos::Test
