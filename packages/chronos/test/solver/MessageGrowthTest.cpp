// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Gallery.hpp"
#include "Chronos_Preconditioner.hpp"
#include "Chronos_RunsOnHost.hpp"
#include "MessageCounter.hpp"
#include "TestComm.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

namespace Chronos::Test {
namespace {

struct Method {
  std::string problem, preset;
  std::string ranks = {};  // whom coarsening looks at; empty: as it is
};

struct RankCounts {
  MessageCounts setUp, cycle;
  long long bytesHeld = 0;
};

// The same slab for each of the first ranks; what one rank between two others tells the rest. Collective over all.
RankCounts countOn(int numRanks, const Method& method) {
  std::vector<int> ranks(numRanks);
  std::iota(ranks.begin(), ranks.end(), 0);
  const Teuchos::RCP<const Comm> comm =
      world()->createSubcommunicator(Teuchos::ArrayView<const int>(ranks.data(), ranks.size()));
  std::vector<long long> counted(9, 0);
  if (!comm.is_null()) {
    ProblemOptions options;
    options.nx = 12;
    options.nz = 8 * numRanks;
    const Problem system = makeProblem(method.problem, options, comm);
    Preconditioner<> M(system.matrix);
    Teuchos::ParameterList list;
    list.set("preset", method.preset);
    if (!method.ranks.empty()) list.sublist("amg").sublist("coarsening").set("ranks", method.ranks);
    M.setParameters(list);
    M.setCoordinates(system.coordinates);
    TpetraMultiVector x(system.matrix->getDomainMap(), 1), y(system.matrix->getDomainMap(), 1);
    x.putScalar(1);
    const MessageCounts start = messageCounts();
    M.initialize();
    M.compute();
    M.apply(x, y);  // the first one asks others for what it wants
    const MessageCounts setUp = messageCounts();
    M.apply(x, y);
    const MessageCounts cycle = messageCounts() - setUp, ofSetUp = setUp - start;
    counted = {ofSetUp.messages,      ofSetUp.messageBytes, ofSetUp.collectives,
               ofSetUp.gatheredBytes, cycle.messages,       cycle.messageBytes,
               cycle.collectives,     cycle.gatheredBytes,  static_cast<long long>(M.smoother()->numBytes())};
  }
  constexpr int between = 1;
  Teuchos::broadcast(*world(), between, static_cast<int>(counted.size()), counted.data());
  return {
      {counted[0], counted[1], counted[2], counted[3]}, {counted[4], counted[5], counted[6], counted[7]}, counted[8]};
}

struct MpiMessageGrowth : ::testing::TestWithParam<Method> {};

// A rank has two neighbours, however many ranks there are: it tells them as much, in as many messages, and holds as
// much.
TEST_P(MpiMessageGrowth, ARankBetweenTwoTellsAndHoldsNoMoreOnMoreRanks) {
  for (const auto& [few, many] : {std::make_pair(3, 4), std::make_pair(4, 8)}) {
    if (many > world()->getSize()) continue;
    const RankCounts onFew = countOn(few, GetParam()), onMany = countOn(many, GetParam());
    SCOPED_TRACE(std::to_string(few) + " and " + std::to_string(many) + " ranks");
    EXPECT_GT(onFew.setUp.messages, 0);
    if (runsOnHost<Device>) {  // GPUs of one host may tell each other by kernels
      EXPECT_GT(onFew.cycle.messages, 0);
    }
    // A coarse level that moves to fewer ranks may stay on one more.
    EXPECT_LE(onMany.setUp.messages, 1.1 * onFew.setUp.messages + 8);
    EXPECT_LE(onMany.setUp.messageBytes, 1.1 * onFew.setUp.messageBytes);
    EXPECT_LE(onMany.cycle.messages, onFew.cycle.messages + 2);
    EXPECT_LE(onMany.cycle.messageBytes, 1.1 * onFew.cycle.messageBytes);
    EXPECT_GT(onFew.bytesHeld, 0);
    EXPECT_LE(onMany.bytesHeld, 1.1 * onFew.bytesHeld);
  }
}

// Twice the ranks make one level more, which costs its reductions; what all tell all is a few numbers a rank.
TEST_P(MpiMessageGrowth, WhatAllRanksTellEachOtherGrowsWithTheLevelsAlone) {
  const int ranks = world()->getSize();
  if (ranks < 4) return;
  const RankCounts onHalf = countOn(ranks / 2, GetParam()), onAll = countOn(ranks, GetParam());
  EXPECT_GT(onAll.setUp.collectives, 0);
  EXPECT_LE(onAll.setUp.collectives, 2 * onHalf.setUp.collectives);
  EXPECT_LE(onAll.cycle.collectives, 10);
  constexpr long long bytesOfRank = 128;
  EXPECT_LE(onAll.setUp.gatheredBytes, bytesOfRank * ranks);
  EXPECT_EQ(onAll.cycle.gatheredBytes, 0);
}

std::string nameOf(const ::testing::TestParamInfo<Method>& info) {
  std::string name = info.param.preset + (info.param.ranks.empty() ? "" : " " + info.param.ranks);
  std::replace(name.begin(), name.end(), ' ', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(MpiPresets, MpiMessageGrowth,
                         ::testing::Values(Method{"laplace3d7", "flow", "across"},
                                           Method{"laplace3d7", "flow", "decoupled"},
                                           Method{"laplace3d7", "aggregation"}, Method{"laplace3d7", "adaptive fsai"},
                                           Method{"elasticity3d", "smoothed aggregation"},
                                           Method{"elasticity3d", "mechanics", "across"},
                                           Method{"elasticity3d", "mechanics", "decoupled"}),
                         nameOf);

}  // namespace
}  // namespace Chronos::Test
