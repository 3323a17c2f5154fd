// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Transport.hpp"

#include "Chronos_BlockSumLoop.hpp"
#include "Chronos_Communicator.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_GroupProduct.hpp"
#include "Chronos_LanePolicy.hpp"
#include "Chronos_MpiTransport.hpp"
#include "Chronos_NcclTransport.hpp"
#include "Chronos_PeerTransport.hpp"
#include "HaloRequests.hpp"
#include "RandomMatrix.hpp"

#include <gtest/gtest.h>

#include <Teuchos_DefaultMpiComm.hpp>

#include <algorithm>
#include <cmath>

namespace Chronos::Test {
namespace {

constexpr bool hasGpu = !std::is_same_v<Device::memory_space, Kokkos::HostSpace>;

// A communicator of its own, so that the choice of other tests stays.
Teuchos::RCP<const Comm> freshComm() {
  return world()->duplicate();
}

std::string refusal(const Comm& comm, const std::string& name) {
  try {
    chooseTransport(comm, name);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

bool canBeHad(const Comm& comm, const std::string& name) {
  if (name == "mpi") return !hasGpu || devicePointersOfMpi() == DevicePointers::taken;
  if (name == "nccl") return comm.getSize() > 1 && NcclTransport::problem(comm).empty();
  if (name == "peer")
    return comm.getSize() > 1 && hasGpu && !shareGpus(comm) && PeerTransport(comm, nullptr).problem().empty();
  return true;
}

// What rank `from` sends to rank `to`: how many, and each of them in a round.
std::size_t lengthOf(int from, int to) {
  return static_cast<std::size_t>((from + 2 * to) % 4) * 1000 + 1;
}
int valueOf(int from, int to, int round) {
  return 100 * from + 10 * to + round;
}

// Before each segment: others' entries, which stay as they are.
constexpr std::size_t gap = 3;
constexpr int untouched = -1;

// Everybody to everybody but, of three or more, rank 1, which neither sends nor receives.
Route routeOf(const Comm& comm) {
  Route route{{}, {}, sizeof(int)};
  const int me = comm.getRank(), silent = comm.getSize() > 2 ? 1 : -1;
  std::size_t numReceived = 0, numSent = 0;
  for (int rank = 0; rank < comm.getSize(); ++rank) {
    if (rank == me || rank == silent || me == silent) continue;
    route.sources.push_back({rank, numReceived + gap, lengthOf(rank, me)});
    route.destinations.push_back({rank, numSent + gap, lengthOf(me, rank)});
    numReceived += gap + route.sources.back().size;
    numSent += gap + route.destinations.back().size;
  }
  return route;
}

template <class Fill>
std::vector<int> filled(const std::vector<Segment>& segments, const Fill& fill) {
  std::vector<int> all;
  for (const Segment& segment : segments) {
    all.insert(all.end(), gap, untouched);
    all.insert(all.end(), segment.size, fill(segment.rank));
  }
  return all;
}

void checkChannel(const Comm& comm) {
  const Route route = routeOf(comm);
  const int me = comm.getRank();
  const auto channel = transportOf(comm).transport->open(route), other = transportOf(comm).transport->open(route);
  for (int round = 0; round < 3; ++round) {
    std::vector<int> letters = filled(route.destinations, [&](int rank) { return valueOf(me, rank, round); });
    std::replace(letters.begin(), letters.end(), untouched, 12345);
    const auto sent = toView("sent", letters);
    const auto expected = filled(route.sources, [&](int rank) { return valueOf(rank, me, round); });
    const auto received = toView("received", std::vector<int>(expected.size(), untouched));
    const auto receivedToo = toView("received", std::vector<int>(expected.size(), untouched));
    channel->start(sent.data(), received.data());
    other->start(sent.data(), receivedToo.data());
    EXPECT_EQ(channel->finish(), received.data());
    EXPECT_EQ(other->finish(), receivedToo.data());
    EXPECT_EQ(toVector(received), expected);
    EXPECT_EQ(toVector(receivedToo), expected);
  }
}

// Without what lies between segments.
std::vector<int> entriesOf(const std::vector<Segment>& segments, const std::vector<int>& all) {
  std::vector<int> entries;
  for (const Segment& segment : segments)
    entries.insert(entries.end(), all.begin() + static_cast<std::ptrdiff_t>(segment.begin),
                   all.begin() + static_cast<std::ptrdiff_t>(segment.begin + segment.size));
  return entries;
}

struct CopyAwaitedFunctor {
  HaloWait wait;
  const int* from;
  Kokkos::View<int*, Device> to;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item) const {
    wait(item);
    if (item < static_cast<std::int64_t>(to.extent(0))) to(item) = from[item];
  }
};

// By a kernel that waits itself, or behind one that does.
void copyReceived(Channel& channel, bool isUnawaited, int expectedWaits, const Kokkos::View<int*, Device>& found) {
  HaloWait wait;
  const auto* place = static_cast<const int*>(isUnawaited ? channel.finishUnawaited(wait) : channel.finish());
  EXPECT_EQ(wait.count, isUnawaited ? expectedWaits : 0);
  const std::int64_t numItems = wholeWarps(std::max<std::int64_t>(1, found.extent(0)));
  Kokkos::parallel_for("Chronos::copy", FreeLanes<Device::execution_space>(0, numItems),
                       CopyAwaitedFunctor{wait, place, found});
}

// A kernel waits where entries stay in its GPU's memory and few ranks send.
int expectedWaits(const Channel& channel, const Route& route) {
  const auto numSources = static_cast<int>(route.sources.size());
  return channel.keepsReceived() && numSources <= HaloWait::most ? numSources : 0;
}

// What stays where it arrives is there until the next start, however often a place was used and given back: the host
// waits for nothing before all rounds of all channels are under way.
void checkChannelThatKeeps(const Comm& comm) {
  Route route = routeOf(comm);
  const int me = comm.getRank();
  const bool isPeer = std::string(transportOf(comm).transport->name()) == "peer";
  const auto expectedOf = [&](int round) {
    return filled(route.sources, [&](int rank) { return valueOf(rank, me, round); });
  };
  std::vector<Kokkos::View<int*, Device>> sent, received, found;  // longer than the channels
  std::vector<int> rounds;
  for (int numRounds : {1, 2, 5, 1, 3}) {
    const std::size_t first = sent.size();
    for (int round = 0; round < numRounds; ++round) {
      sent.push_back(toView("sent", filled(route.destinations, [&](int rank) { return valueOf(me, rank, round); })));
      received.push_back(toView("received", std::vector<int>(expectedOf(round).size(), untouched)));
      found.push_back(toView("found", std::vector<int>(expectedOf(round).size(), untouched)));
      rounds.push_back(round);
    }
    route.mayStay = numRounds != 2;
    const auto channel = transportOf(comm).transport->open(route);
    EXPECT_EQ(channel->keepsReceived(), route.mayStay && isPeer && !route.sources.empty());
    for (std::size_t i = first; i < sent.size(); ++i) {
      channel->start(sent[i].data(), channel->keepsReceived() ? nullptr : received[i].data());
      copyReceived(*channel, i % 3 != 1, expectedWaits(*channel, route), found[i]);
    }
    // One that nobody waited for is ended with its channel.
    if (numRounds == 5) channel->start(sent[first].data(), received[first].data());
  }
  for (std::size_t i = 0; i < found.size(); ++i)
    EXPECT_EQ(entriesOf(route.sources, toVector(found[i])), entriesOf(route.sources, expectedOf(rounds[i])));
}

TEST(MpiTransport, EveryWayDelivers) {
  for (const std::string& name : transportNames()) {
    const auto comm = freshComm();
    if (!canBeHad(*comm, name)) continue;
    chooseTransport(*comm, name);
    if (name != "automatic" && comm->getSize() > 1) {
      EXPECT_EQ(name, transportOf(*comm).transport->name());
    }
    EXPECT_FALSE(transportOf(*comm).reason.empty());
    checkChannel(*comm);
    checkChannelThatKeeps(*comm);
  }
}

struct FillIntsFunctor {
  int* entries;
  int first;
  KOKKOS_INLINE_FUNCTION void operator()(int i) const { entries[i] = first + i; }
};

struct CountWrongFunctor {
  const int* entries;
  int first;
  KOKKOS_INLINE_FUNCTION void operator()(int i, long long& count) const { count += entries[i] == first + i ? 0 : 1; }
};

// 80 MB and less to the next rank, which one way cuts into pieces; twice, of one channel.
TEST(MpiTransport, LongSegmentsArriveWhole) {
  using Policy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>;
  using Ints = Kokkos::View<int*, Device>;
  constexpr int most = 20000000;
  if (world()->getSize() == 1) return;
  for (const std::string& name : transportNames()) {
    const auto comm = freshComm();
    if (!canBeHad(*comm, name)) continue;
    chooseTransport(*comm, name);
    const int me = comm->getRank(), numRanks = comm->getSize();
    const int next = (me + 1) % numRanks, former = (me + numRanks - 1) % numRanks;
    const auto lengthOfRank = [&](int rank) { return most / (1 + rank); };
    const int numSent = lengthOfRank(me), numReceived = lengthOfRank(former);
    const auto channel = transportOf(*comm).transport->open({{{former, 0, static_cast<std::size_t>(numReceived)}},
                                                             {{next, 0, static_cast<std::size_t>(numSent)}},
                                                             sizeof(int)});
    const Ints sent("sent", numSent), received("received", numReceived);
    for (int round = 0; round < 2; ++round) {
      Kokkos::parallel_for("Chronos::fill", Policy(0, numSent), FillIntsFunctor{sent.data(), 3 * me + round});
      channel->start(sent.data(), received.data());
      const auto* found = static_cast<const int*>(channel->finish());
      long long numWrong = 0;
      Kokkos::parallel_reduce("Chronos::compare", Policy(0, numReceived), CountWrongFunctor{found, 3 * former + round},
                              numWrong);
      EXPECT_EQ(numWrong, 0) << name << ", round " << round;
    }
  }
}

// More threads than a GPU holds wait, while a second exchange has begun.
TEST(MpiTransport, KernelsThatWaitMayFillTheGpu) {
  using Policy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>;
  using Ints = Kokkos::View<int*, Device>;
  constexpr int length = 300000, numRounds = 10;
  const auto comm = freshComm();
  if (!canBeHad(*comm, "peer")) return;
  chooseTransport(*comm, "peer");
  const int me = comm->getRank(), next = (me + 1) % comm->getSize(),
            former = (me + comm->getSize() - 1) % comm->getSize();
  const Route route{{{former, 0, length}}, {{next, 0, length}}, sizeof(int), true, true};
  const auto channel = transportOf(*comm).transport->open(route), other = transportOf(*comm).transport->open(route);
  const Ints sent("sent", length), sentToo("sent, too", length);
  std::vector<Ints> found;
  for (int round = 0; round < numRounds; ++round) {
    found.emplace_back("found", length);
    found.emplace_back("found, too", length);
    Kokkos::parallel_for("Chronos::fill", Policy(0, length), FillIntsFunctor{sent.data(), 3 * me + round});
    channel->start(sent.data(), nullptr);
    Kokkos::parallel_for("Chronos::fill", Policy(0, length), FillIntsFunctor{sentToo.data(), 5 * me + round});
    other->start(sentToo.data(), nullptr);
    copyReceived(*channel, true, 1, found[2 * round]);
    copyReceived(*other, true, 1, found[2 * round + 1]);
  }
  for (int i = 0; i < 2 * numRounds; ++i) {
    long long numWrong = 0;
    Kokkos::parallel_reduce("Chronos::compare", Policy(0, length),
                            CountWrongFunctor{found[i].data(), (3 + i % 2 * 2) * former + i / 2}, numWrong);
    EXPECT_EQ(numWrong, 0) << i;
  }
}

struct WriteFunctor {
  double* numbers;
  double first;
  KOKKOS_INLINE_FUNCTION void operator()(int i) const { numbers[i] = first / (3 + i); }
};

// Kernels write what is summed and read the sums, and nobody waits in between.
TEST(MpiTransport, SumsStayOnTheDevice) {
  for (const std::string& name : transportNames()) {
    const auto comm = freshComm();
    if (!canBeHad(*comm, name)) continue;
    chooseTransport(*comm, name);
    DeviceSums* sums = transportOf(*comm).transport->sums();
    EXPECT_EQ(sums, transportOf(*comm).transport->sums());
    EXPECT_EQ(sums != nullptr, std::string(transportOf(*comm).transport->name()) == "peer") << name;
    if (sums == nullptr) continue;
    constexpr int numRounds = 200, most = DeviceSums::mostNumbers;
    const Vector numbers("numbers", numRounds * most);
    const auto valueOf = [&](int rank, int round) { return 1.0 + rank * 1e-3 + round; };
    using Policy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>;
    for (int round = 0; round < numRounds; ++round) {
      double* const place = numbers.data() + round * most;
      Kokkos::parallel_for("Chronos::write", Policy(0, most), WriteFunctor{place, valueOf(comm->getRank(), round)});
      finishAlone(Device::execution_space(), RankSumFinish<NothingMore>{sums->next(place, 1 + round % most), {}});
    }
    const auto found = toVector(numbers);
    for (int round = 0; round < numRounds; ++round)
      for (int i = 0; i < most; ++i) {
        double expected = valueOf(comm->getRank(), round) / (3 + i);
        if (i <= round % most) {
          expected = 0;
          for (int rank = 0; rank < comm->getSize(); ++rank) expected += valueOf(rank, round) / (3 + i);
        }
        EXPECT_EQ(found[round * most + i], expected) << name << ", sum " << round << ", number " << i;
      }
  }
}

struct DoubledFinish {
  const double* from;
  double* to;
  int count;
  KOKKOS_INLINE_FUNCTION void operator()() const {
    for (int i = 0; i < count; ++i) to[i] = 2 * from[i];
  }
};

// Small whole numbers, whose sums are the same in any order. The last rank has nothing where others have one row.
template <int width>
void checkSumsByKernels(const Comm& comm, DeviceSums& sums, std::int64_t numRows) {
  const bool isEmpty = numRows == 1 && comm.getRank() + 1 == comm.getSize();
  std::vector<double> entries(isEmpty ? 0 : numRows * width), expected(width);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    entries[i] = double(i % 7) + comm.getRank();
    expected[i % width] += entries[i];
  }
  sumOverRanks(comm, expected.data(), width);
  const auto length = static_cast<std::int64_t>(entries.size());
  const Vector results("sums", width), doubled("doubled sums", width), other("another sum", 1);
  const SumOverRanks overRanks{{}, [&](double* numbers, int count) { return sums.next(numbers, count); }};
  Kokkos::deep_copy(other, 1.0);
  for (int round = 0; round < 3; ++round) {
    Kokkos::deep_copy(results, -1.0);
    sumToOneOverRanks<width>(Device::execution_space(), EntryTerm<Device, double>{toView("entries", entries)}, length,
                             SumsOfBlocks<Device>(length, width), results, width, overRanks,
                             DoubledFinish{results.data(), doubled.data(), width});
    finishAlone(Device::execution_space(), RankSumFinish<NothingMore>{sums.next(other.data(), 1), {}});
    EXPECT_EQ(toVector(results), expected) << numRows << " rows, " << width << " columns";
    for (int c = 0; c < width; ++c) EXPECT_EQ(toVector(doubled)[c], 2 * expected[c]);
  }
  EXPECT_EQ(toVector(other)[0], std::pow(comm.getSize(), 3));
}

// By turns with sums that are kernels of their own.
TEST(MpiTransport, SumsAreMadeByTheKernelThatEndsARanksOwn) {
  const auto comm = freshComm();
  if (!canBeHad(*comm, "peer")) return;
  chooseTransport(*comm, "peer");
  DeviceSums* sums = transportOf(*comm).transport->sums();
  if (sums == nullptr) return;
  for (std::int64_t numRows : {1, 32, 2048, 2049, 70000}) {
    checkSumsByKernels<1>(*comm, *sums, numRows);
    checkSumsByKernels<2>(*comm, *sums, numRows);
    checkSumsByKernels<8>(*comm, *sums, numRows);
  }
}

TEST(MpiTransport, WhatCannotBeHadIsRefusedWithARemedy) {
  const auto comm = freshComm();
  EXPECT_NE(refusal(*comm, "ncl").find("Did you mean 'nccl'?"), std::string::npos);
  if (comm->getSize() == 1) return;
  const bool hasNccl = canBeHad(*comm, "nccl");
  const std::string text = refusal(*comm, "nccl");
  EXPECT_EQ(text.empty(), hasNccl);
  EXPECT_EQ(text.find("Take 'automatic' or 'host'") == std::string::npos, hasNccl);
}

TEST(MpiTransport, RanksThatDisagreeAreToldSo) {
  const auto comm = freshComm();
  if (comm->getSize() == 1) return;
  EXPECT_NE(refusal(*comm, comm->getRank() == 0 ? "host" : "automatic").find("different transports"),
            std::string::npos);
}

TEST(MpiTransport, APatternKeepsWhatItWasMadeWith) {
  const auto comm = freshComm();
  if (comm->getSize() == 1) return;
  chooseTransport(*comm, "host");
  const auto map = Teuchos::rcp(new Map(20, 0, comm));
  const HaloPattern pattern(map, {}, {});
  chooseTransport(*comm, "automatic");
  EXPECT_STREQ(pattern.transport().name(), "host");
}

}  // namespace
}  // namespace Chronos::Test
