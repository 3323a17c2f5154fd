// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Communicator.hpp"

#include "Chronos_ContiguousMap.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_GlobalHash.hpp"
#include "Chronos_JointReduction.hpp"
#include "TestComm.hpp"

#include <Teuchos_DefaultMpiComm.hpp>
#include <Teuchos_DefaultSerialComm.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <iterator>
#include <limits>

namespace Chronos::Test {
namespace {

// What rank `from` sends to rank `to` in a round; nothing at all in two cases of three, sometimes an empty message.
bool sends(int round, int from, int to) {
  return globalHash(round * 10007 + from * 101 + to) % 3 == 0;
}
std::vector<char> payload(int round, int from, int to) {
  const std::uint64_t hash = globalHash(round * 20011 + from * 211 + to);
  return std::vector<char>(hash % 5 == 0 ? 0 : hash % 3000, static_cast<char>(hash % 127));
}

TEST(MpiCommunicator, ManySparseExchangesInARowDoNotMix) {
  const int rank = world()->getRank(), ranks = world()->getSize();
  for (int round = 0; round < 200; ++round) {
    std::vector<Message> messages;
    for (int to = 0; to < ranks; ++to)
      if (sends(round, rank, to)) messages.push_back({to, payload(round, rank, to)});
    const std::vector<Message> received = exchangeSparse(*world(), messages);
    std::size_t next = 0;
    for (int from = 0; from < ranks; ++from) {
      if (!sends(round, from, rank)) continue;
      ASSERT_LT(next, received.size()) << "round " << round;
      EXPECT_EQ(received[next].rank, from);
      EXPECT_EQ(received[next].bytes, payload(round, from, rank)) << "round " << round;
      ++next;
    }
    EXPECT_EQ(next, received.size());
  }
}

TEST(MpiCommunicator, NobodySends) {
  EXPECT_TRUE(exchangeSparse(*world(), {}).empty());
}

TEST(MpiCommunicator, LargeMessagesGoRoundTheRing) {
  const int rank = world()->getRank(), ranks = world()->getSize();
  const std::size_t n = 5000000;
  std::vector<int> numbers(n, rank);
  numbers.back() = -rank;
  std::vector<Message> messages{{(rank + 1) % ranks, {}}};
  append(messages[0].bytes, numbers.data(), n);
  const std::vector<Message> received = exchangeSparse(*world(), messages);
  const int from = (rank + ranks - 1) % ranks;
  EXPECT_EQ(received.size(), 1u);
  EXPECT_EQ(received.at(0).rank, from);
  std::size_t position = 0;
  const auto arrived = extract<int>(received.at(0).bytes, position, n);
  EXPECT_EQ(position, received.at(0).bytes.size());
  EXPECT_EQ(arrived.front(), from);
  EXPECT_EQ(arrived.back(), -from);
}

TEST(MpiCommunicator, AppendAndExtractKeepTheOrder) {
  std::vector<char> bytes;
  const char letter = 'x';
  const double numbers[2] = {0.5, -3};
  append(bytes, &letter, 1);
  append(bytes, numbers, 2);
  std::size_t position = 0;
  EXPECT_EQ(extract<char>(bytes, position, 1)[0], 'x');
  EXPECT_TRUE(extract<int>(bytes, position, 0).empty());
  EXPECT_EQ(extract<double>(bytes, position, 2)[1], -3);
}

TEST(MpiCommunicator, Reductions) {
  const long long rank = world()->getRank(), ranks = world()->getSize();
  EXPECT_EQ(sumOverRanks(*world(), rank), ranks * (ranks - 1) / 2);
  EXPECT_EQ(maxOverRanks(*world(), rank), ranks - 1);
  EXPECT_EQ(minOverRanks(*world(), rank + 5), 5);
  EXPECT_DOUBLE_EQ(sumOverRanks(*world(), 0.5), 0.5 * ranks);
  EXPECT_DOUBLE_EQ(maxOverRanks(*world(), -double(rank)), 0);
}

TEST(MpiCommunicator, OneReductionGivesSumsAndMaxima) {
  const long long me = world()->getRank(), ranks = world()->getSize();
  double share = 0.5, size = 1.0 + double(me), none = -2.0;
  long long count = me, large = (1LL << 60) + me, first = -me;
  JointReduction all;
  all.max(large);
  all.sum(share);
  all.max(size);
  all.sum(count);
  all.max(none);
  all.max(first);
  long long least = std::numeric_limits<long long>::max() - ranks + world()->getRank(), lowest = -world()->getRank();
  all.min(least);
  all.min(lowest);
  all.reduce(*world());
  EXPECT_EQ(share, 0.5 * double(ranks));
  EXPECT_EQ(count, ranks * (ranks - 1) / 2);
  EXPECT_EQ(size, double(ranks));
  EXPECT_EQ(none, -2.0);
  EXPECT_EQ(large, (1LL << 60) + ranks - 1);
  EXPECT_EQ(first, 0);
  EXPECT_EQ(least, std::numeric_limits<long long>::max() - ranks);
  EXPECT_EQ(lowest, 1 - ranks);
  JointReduction().reduce(*world());
}

TEST(MpiCommunicator, RanksGiveTheSameNumberOrNot) {
  const int me = world()->getRank(), last = world()->getSize() - 1;
  EXPECT_TRUE(isSameOnRanks(*world(), std::numeric_limits<long long>::min()));
  EXPECT_FALSE(isSameOnRanks(*world(), 7, me != last));
  EXPECT_EQ(isSameOnRanks(*world(), me == last ? 7 : 8), last == 0);
}

TEST(MpiCommunicator, AllRanksThrowTheSameOrNone) {
  throwIfAny(*world(), "");
  for (int speaker = 0; speaker < world()->getSize(); ++speaker) {
    const bool speaks = world()->getRank() >= speaker;
    const std::string expected = "trouble on rank " + std::to_string(speaker);
    std::string caught;
    try {
      throwIfAny(*world(), speaks ? "trouble on rank " + std::to_string(world()->getRank()) : "");
    } catch (const InputError& error) {
      caught = error.what();
    }
    EXPECT_EQ(caught, expected);
  }
}

TEST(MpiCommunicator, SumsBeforeARankAndOfHashes) {
  const Comm& comm = *world();
  const long long me = comm.getRank(), numRanks = comm.getSize();
  EXPECT_EQ(sumOverRanksBefore(comm, me + 1), me * (me + 1) / 2);
  const std::uint64_t large = ~std::uint64_t(0) - 2;
  EXPECT_EQ(sumOfHashes(comm, large), static_cast<std::uint64_t>(numRanks) * large) << "wraps around";
}

TEST(MpiCommunicator, ContiguousMapsBeginWhereTheRankBeforeEnds) {
  const long long me = world()->getRank();
  const auto map = contiguousMap(static_cast<std::size_t>(2 * me), world(), 5);
  EXPECT_EQ(map->getGlobalNumElements(), std::size_t(world()->getSize()) * std::size_t(world()->getSize() - 1));
  for (int i = 0; i < 2 * me; ++i) EXPECT_EQ(map->getGlobalElement(i), 5 + me * (me - 1) + i);
}

// Threads of this process; 0 where the system does not tell.
std::ptrdiff_t numThreads() {
  const std::filesystem::path threads = "/proc/self/task";
  if (!std::filesystem::is_directory(threads)) return 0;
  return std::distance(std::filesystem::directory_iterator(threads), std::filesystem::directory_iterator());
}

// Of MPI or not. The test says most where it is the first of its process to exchange anything.
TEST(Communicator, OneRankWaitsForNobody) {
  const Teuchos::MpiComm<int> alone(MPI_COMM_SELF);
  const Teuchos::SerialComm<int> serial;
  const std::ptrdiff_t before = numThreads();
  for (const Comm* comm : {static_cast<const Comm*>(&alone), static_cast<const Comm*>(&serial)}) {
    const std::vector<Message> received = exchangeSparse(*comm, {{0, {'x'}}});
    EXPECT_EQ(received.size(), 1u);
    EXPECT_EQ(received.at(0).bytes, std::vector<char>{'x'});
    EXPECT_EQ(sumOverRanks(*comm, 7ll), 7);
    EXPECT_EQ(minOverRanks(*comm, -7ll), -7);
    EXPECT_EQ(maxOverRanks(*comm, 0.5), 0.5);
    double values[2] = {-0.0, 3};
    sumOverRanks(*comm, values, 2);
    EXPECT_TRUE(std::signbit(values[0]));
    EXPECT_EQ(values[1], 3);
    EXPECT_EQ(sumOverRanksBefore(*comm, 7), 0);
    EXPECT_THROW(throwIfAny(*comm, "trouble"), InputError);
    EXPECT_NO_THROW(breakDownIfAny(*comm, ""));
  }
  EXPECT_EQ(numThreads(), before) << "no thread watches a wait that is none";
}

}  // namespace
}  // namespace Chronos::Test
