// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_ExchangeRecording.hpp"

#include "Chronos_BlockExchange.hpp"
#include "HaloRequests.hpp"
#include "RandomMatrix.hpp"

#include <gtest/gtest.h>

namespace Chronos::Test {
namespace {

constexpr GlobalOrdinal n = 97;

void exchange(HaloExchange<double>& halo) {
  halo.start(toView("x", ownedVector<double>(*halo.pattern().domainMap(), 1)));
  halo.finish();
}

std::size_t numOf(const HaloExchange<double>& halo, std::size_t times) {
  return halo.pattern().numHalo() + halo.pattern().sendIndices().extent(0) > 0 ? times : 0;
}

TEST(MpiExchangeRecording, HoldsWhatEndsWithinIt) {
  for (const auto& map : testMaps(n)) {
    HaloExchange<double> halo(patternWith(map, n, 3));
    exchange(halo);
    ExchangeRecording recording;
    for (int i = 0; i < 3; ++i) exchange(halo);
    recording.end();
    exchange(halo);
    ASSERT_EQ(recording.spans().size(), numOf(halo, 3));
    double before = 0;
    for (const ExchangeSpan& span : recording.spans()) {
      EXPECT_LE(before, span.start);
      EXPECT_LE(span.start, span.sent);
      EXPECT_LE(span.start, span.finishing);
      EXPECT_LE(span.finishing, span.arrived);
      EXPECT_LE(span.arrived, recording.seconds());
      EXPECT_EQ(span.sentBytes, 8.0 * halo.pattern().sendIndices().extent(0));
      EXPECT_EQ(span.receivedBytes, 8.0 * halo.pattern().numHalo());
      before = span.arrived;
    }
  }
}

// An exchange that another recording, or none, saw begin counts nowhere.
TEST(MpiExchangeRecording, LeavesOutWhatItSawInPart) {
  HaloExchange<double> halo(patternWith(cyclicMap(n), n, 3)), other(patternWith(cyclicMap(n), n, 5));
  const auto x = toView("x", ownedVector<double>(*halo.pattern().domainMap(), 1));
  halo.start(x);
  ExchangeRecording first;
  halo.finish();
  other.start(x);
  ExchangeRecording second;
  exchange(halo);
  other.finish();
  halo.start(x);
  second.end();
  halo.finish();
  first.end();
  EXPECT_EQ(first.spans().size(), 0u);
  EXPECT_EQ(second.spans().size(), numOf(halo, 1));
}

TEST(MpiExchangeRecording, RanksWithoutNeighboursRecordNothing) {
  HaloExchange<double> halo(patternOf(evenMap(n), {}));
  ExchangeRecording recording;
  exchange(halo);
  recording.end();
  EXPECT_TRUE(recording.spans().empty());
  EXPECT_GE(recording.seconds(), 0);
}

}  // namespace
}  // namespace Chronos::Test
