// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_WantedEntries.hpp"

#include "Chronos_Communicator.hpp"
#include "Chronos_HostCopy.hpp"
#include "Chronos_MessageRuns.hpp"
#include "Chronos_ScanTotal.hpp"

#include <algorithm>
#include <limits>

namespace Chronos {
namespace {

using Entries = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<std::int64_t>>;

// Numbers that follow each other: the first one, and its place in the list.
struct Run {
  GlobalOrdinal first, place;
};
// In place of a first number, which it is in no map: the numbers travel apart.
constexpr GlobalOrdinal numbersApart = std::numeric_limits<GlobalOrdinal>::lowest();

struct ListRunsFunctor {
  HaloColumns::Globals numbers;
  Kokkos::View<Run*, Device> runs;
  LocalOrdinal mostRuns;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, LocalOrdinal& count, bool final) const {
    if (i > 0 && numbers(i) == numbers(i - 1) + 1) return;
    if (final && count < mostRuns) runs(count) = {numbers(i), i};
    ++count;
  }
};

// None where they are too many.
std::vector<Run> runsOf(const HaloColumns::Globals& numbers) {
  const std::size_t n = numbers.extent(0);
  if (n == 0) return {};
  const auto runs = allocate<Kokkos::View<Run*, Device>>("Chronos::runs", std::min<std::size_t>(n, mostRunsOfLists));
  LocalOrdinal numRuns = 0;
  scanTotal("Chronos::exchangeLists::runs", Entries(0, static_cast<std::int64_t>(n)),
            ListRunsFunctor{numbers, runs, mostRunsOfLists}, numRuns);
  if (numRuns > mostRunsOfLists) return {};
  return toVector(Kokkos::subview(runs, std::make_pair(LocalOrdinal(0), numRuns)));
}

// What is wanted of one rank: how many numbers, and their runs unless they travel apart. A run may reach from one
// rank's numbers into those of the next.
// \param run in which the segment begins; then that in which the next one does
Message wishOf(const Segment& source, const std::vector<Run>& runs, std::size_t& run) {
  std::vector<GlobalOrdinal> list{static_cast<GlobalOrdinal>(source.size)};
  const auto end = static_cast<GlobalOrdinal>(source.begin + source.size);
  for (auto place = static_cast<GlobalOrdinal>(source.begin); place < end && !runs.empty();) {
    const bool hasNext = run + 1 < runs.size();
    const GlobalOrdinal next = hasNext ? runs[run + 1].place : end, stop = std::min(next, end);
    list.push_back(runs[run].first + (place - runs[run].place));
    list.push_back(stop - place);
    place = stop;
    if (hasNext && stop == next) ++run;
  }
  Message message{source.rank, {}};
  append(message.bytes, list.data(), list.size());
  return message;
}

// What others want, as far as messages say.
struct Wishes {
  std::vector<Segment> destinations, apart;  // the latter among the former
  std::vector<Run> runs;
  std::size_t size = 0;
};

void add(const Message& message, Wishes& wishes) {
  std::size_t position = 0;
  const std::vector<GlobalOrdinal> list =
      extract<GlobalOrdinal>(message.bytes, position, message.bytes.size() / sizeof(GlobalOrdinal));
  const Segment segment{message.rank, wishes.size, static_cast<std::size_t>(list.front())};
  wishes.destinations.push_back(segment);
  if (list.size() == 1) {
    wishes.apart.push_back(segment);
    wishes.runs.push_back({numbersApart, static_cast<GlobalOrdinal>(segment.begin)});
  }
  auto place = static_cast<GlobalOrdinal>(segment.begin);
  for (std::size_t i = 1; i < list.size(); i += 2) {
    wishes.runs.push_back({list[i], place});
    place += list[i + 1];
  }
  wishes.size += segment.size;
}

// Numbers that travel apart, from device to device.
struct NumbersApart {
  std::unique_ptr<Channel> channel;
  Kokkos::View<GlobalOrdinal*, Device> room;  // none where the channel keeps what it receives
  const GlobalOrdinal* numbers = nullptr;     // in the places of the entries that they stand for
};

NumbersApart exchangeApart(const Transport& transport, const HaloColumns& sent, const Wishes& wishes) {
  NumbersApart result;
  const Route route{wishes.apart, sent.owners, sizeof(GlobalOrdinal), true};
  if (route.sources.empty() && route.destinations.empty()) return result;
  result.channel = transport.open(route);
  if (!result.channel->keepsReceived())
    result.room = allocate<Kokkos::View<GlobalOrdinal*, Device>>("Chronos::wanted entries", wishes.size);
  result.channel->start(sent.globals.data(), result.room.data());
  result.numbers = static_cast<const GlobalOrdinal*>(result.channel->finish());
  return result;
}

// What others told, number by number.
struct ToldNumbers {
  Kokkos::View<const Run*, Device> runs;
  const GlobalOrdinal* apart;

  KOKKOS_INLINE_FUNCTION GlobalOrdinal operator()(std::int64_t i) const {
    const Run& run = runs(runOf(i));
    return run.first == numbersApart ? apart[i] : run.first + (i - run.place);
  }
  KOKKOS_INLINE_FUNCTION std::int64_t runOf(std::int64_t place) const {
    std::int64_t run = 0, end = static_cast<std::int64_t>(runs.extent(0));
    while (end - run > 1) {
      const std::int64_t middle = (run + end) / 2;
      if (runs(middle).place <= place) run = middle;
      else end = middle;
    }
    return run;
  }
};

struct GlobalsFunctor {
  ToldNumbers told;
  Kokkos::View<GlobalOrdinal*, Device> globals;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const { globals(i) = told(i); }
};

struct IndicesFunctor {
  ToldNumbers told;
  Map::local_map_type domainMap;
  Kokkos::View<LocalOrdinal*, Device> indices;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const { indices(i) = domainMap.getLocalElement(told(i)); }
};

// Brings the lists to their ranks; `use` takes what came here: its numbers and where those of each rank are.
template <class Use>
void exchangeNumbers(const Comm& comm, const HaloColumns& lists, const Transport& transport, const Use& use) {
  const std::vector<Run> mine = runsOf(lists.globals);
  std::vector<Message> messages;
  std::size_t run = 0;
  for (const Segment& list : lists.owners) messages.push_back(wishOf(list, mine, run));
  Wishes wishes;
  for (const Message& message : exchangeSparse(comm, messages)) add(message, wishes);
  const NumbersApart apart = exchangeApart(transport, mine.empty() ? lists : HaloColumns(), wishes);
  use(ToldNumbers{toView("Chronos::told runs", wishes.runs), apart.numbers}, wishes.destinations,
      static_cast<std::int64_t>(wishes.size));
}

}  // namespace

WantedEntries askForEntries(const Map& domainMap, const HaloColumns& halo, const Transport& transport) {
  WantedEntries wanted;
  exchangeNumbers(*domainMap.getComm(), halo, transport,
                  [&](const ToldNumbers& told, const std::vector<Segment>& ranks, std::int64_t size) {
                    const auto indices =
                        allocate<Kokkos::View<LocalOrdinal*, Device>>("Chronos::send indices", std::size_t(size));
                    Kokkos::parallel_for("Chronos::askForEntries::indices", Entries(0, size),
                                         IndicesFunctor{told, domainMap.getLocalMap(), indices});
                    wanted = {ranks, indices};
                  });
  return wanted;
}

HaloColumns exchangeLists(const Comm& comm, const HaloColumns& told, const Transport& transport) {
  HaloColumns heard;
  exchangeNumbers(
      comm, told, transport, [&](const ToldNumbers& numbers, const std::vector<Segment>& ranks, std::int64_t size) {
        const auto globals = allocate<Kokkos::View<GlobalOrdinal*, Device>>("Chronos::told numbers", std::size_t(size));
        Kokkos::parallel_for("Chronos::exchangeLists::globals", Entries(0, size), GlobalsFunctor{numbers, globals});
        heard = {globals, ranks};
      });
  return heard;
}

}  // namespace Chronos
