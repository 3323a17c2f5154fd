// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_HaloPattern.hpp"

#include "Chronos_HostCopy.hpp"
#include "Chronos_PackedProduct.hpp"

#include <algorithm>

namespace Chronos {
namespace {

using Entries = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<std::int64_t>>;

// Places in a common block are no multiples of 16 bytes: short entries would be copied one by one.
template <class Scalar>
constexpr bool staysInPlace = sizeof(Scalar) >= sizeof(float);

template <class Scalar>
struct PackFunctor {
  Kokkos::View<const Scalar*, Device> x;
  Kokkos::View<const LocalOrdinal*, Device> indices;
  Kokkos::View<Scalar*, Device> buffer;
  KOKKOS_INLINE_FUNCTION void operator()(int i) const { buffer(i) = x(indices(i)); }
};

struct SendIndicesFunctor {
  Map::local_map_type domainMap;
  Kokkos::View<const GlobalOrdinal*, Device> wanted;
  Kokkos::View<LocalOrdinal*, Device> indices;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const { indices(i) = domainMap.getLocalElement(wanted(i)); }
};

// Numbers as runs of consecutive ones where that is shorter: of a layer of a grid, two numbers are left. The first
// number of a message tells which it is.
enum class ListForm : GlobalOrdinal { plain, runs };

// Numbers that follow each other begin with this one.
struct Run {
  GlobalOrdinal first, place;
};

struct ListRunsFunctor {
  HaloColumns::Globals numbers;
  Kokkos::View<Run*, Device> runs;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, LocalOrdinal& count, bool final) const {
    if (i > 0 && numbers(i) == numbers(i - 1) + 1) return;
    if (final) runs(count) = {numbers(i), i};
    ++count;
  }
};

// Numbers that follow each other: the first of each run, and its place among all.
struct Runs {
  std::vector<GlobalOrdinal> firsts, places;

  void add(GlobalOrdinal first, std::size_t place) {
    firsts.push_back(first);
    places.push_back(static_cast<GlobalOrdinal>(place));
  }
};

Runs runsOf(const HaloColumns::Globals& numbers) {
  const std::size_t n = numbers.extent(0);
  const auto all = allocate<Kokkos::View<Run*, Device>>("Chronos::runs", n);
  LocalOrdinal numRuns = 0;
  Kokkos::parallel_scan("Chronos::HaloPattern::listRuns", Entries(0, static_cast<std::int64_t>(n)),
                        ListRunsFunctor{numbers, all}, numRuns);
  Runs runs;
  for (const Run& run : toVector(Kokkos::subview(all, std::make_pair(LocalOrdinal(0), numRuns))))
    runs.add(run.first, static_cast<std::size_t>(run.place));
  return runs;
}

// What is wanted of one rank. A run may reach from one rank's numbers into those of the next.
// \param run in which the segment begins; then that in which the next one does
std::vector<char> packed(const Runs& runs, const Segment& segment, std::size_t& run) {
  std::vector<GlobalOrdinal> list{static_cast<GlobalOrdinal>(ListForm::runs)};
  const auto end = static_cast<GlobalOrdinal>(segment.begin + segment.size);
  for (auto place = static_cast<GlobalOrdinal>(segment.begin); place < end;) {
    const GlobalOrdinal next = run + 1 < runs.places.size() ? runs.places[run + 1] : end, stop = std::min(next, end);
    list.push_back(runs.firsts[run] + (place - runs.places[run]));
    list.push_back(stop - place);
    place = stop;
    if (stop == next && run + 1 < runs.places.size()) ++run;
  }
  if (list.size() > segment.size) {
    std::vector<GlobalOrdinal> plain{static_cast<GlobalOrdinal>(ListForm::plain)};
    for (std::size_t i = 1; i < list.size(); i += 2)
      for (GlobalOrdinal k = 0; k < list[i + 1]; ++k) plain.push_back(list[i] + k);
    list = plain;
  }
  std::vector<char> bytes;
  append(bytes, list.data(), list.size());
  return bytes;
}

// \return how many numbers it holds
std::size_t unpack(const Message& message, std::size_t numBefore, Runs& runs) {
  std::size_t position = 0, count = 0;
  const std::vector<GlobalOrdinal> list =
      extract<GlobalOrdinal>(message.bytes, position, message.bytes.size() / sizeof(GlobalOrdinal));
  const bool isPlain = list.front() == static_cast<GlobalOrdinal>(ListForm::plain);
  for (std::size_t i = 1; i < list.size(); i += isPlain ? 1 : 2) {
    runs.add(list[i], numBefore + count);
    count += isPlain ? 1 : static_cast<std::size_t>(list[i + 1]);
  }
  return count;
}

// Runs: the first number of each, and its place among the entries that are sent to this rank.
struct RunIndicesFunctor {
  Map::local_map_type domainMap;
  Kokkos::View<const GlobalOrdinal*, Device> firsts, places;
  Kokkos::View<LocalOrdinal*, Device> indices;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const {
    std::size_t run = 0, end = places.extent(0);
    while (end - run > 1) {
      const std::size_t middle = (run + end) / 2;
      if (places(middle) <= i) run = middle;
      else end = middle;
    }
    indices(i) = domainMap.getLocalElement(firsts(run) + (i - places(run)));
  }
};

// Runs are as short as what was sent: their entries are made where they are wanted.
void fillIndices(const Map& domainMap, const Runs& runs, const Kokkos::View<LocalOrdinal*, Device>& indices) {
  const std::size_t n = indices.extent(0);
  const Entries entries(0, static_cast<std::int64_t>(n));
  const auto firsts = toView("Chronos::wanted entries", runs.firsts);
  if (runs.firsts.size() == n)
    Kokkos::parallel_for("Chronos::HaloPattern::sendIndices", entries,
                         SendIndicesFunctor{domainMap.getLocalMap(), firsts, indices});
  else
    Kokkos::parallel_for(
        "Chronos::HaloPattern::sendRuns", entries,
        RunIndicesFunctor{domainMap.getLocalMap(), firsts, toView("Chronos::places of runs", runs.places), indices});
}

}  // namespace

HaloPattern::HaloPattern(const Teuchos::RCP<const Map>& domainMap, const std::vector<GlobalOrdinal>& haloGlobals,
                         const std::vector<int>& haloOwners)
    : HaloPattern(domainMap, haloColumns(haloGlobals, haloOwners)) {}

HaloPattern::HaloPattern(const Teuchos::RCP<const Map>& domainMap, const HaloColumns& halo)
    : domainMap_(domainMap), halo_(halo), transport_(transportOf(*domainMap->getComm()).transport) {
  Kokkos::Profiling::pushRegion("Chronos::HaloPattern");
  std::vector<Message> requests;
  const Runs mine = numHalo() > 0 ? runsOf(halo_.globals) : Runs();
  std::size_t run = 0, numWanted = 0;
  for (const Neighbour& source : sources()) requests.push_back({source.rank, packed(mine, source, run)});
  Runs wanted;
  for (const Message& wish : exchangeSparse(*domainMap_->getComm(), requests)) {
    destinations_.push_back({wish.rank, numWanted, unpack(wish, numWanted, wanted)});
    numWanted += destinations_.back().size;
  }
  sendIndices_ = allocate<Kokkos::View<LocalOrdinal*, Device>>("Chronos::send indices", numWanted);
  if (numWanted > 0) fillIndices(*domainMap_, wanted, sendIndices_);
  Kokkos::Profiling::popRegion();
}

std::vector<GlobalOrdinal> HaloPattern::haloGlobals() const {
  return toVector(halo_.globals);
}

template <class Scalar>
HaloExchange<Scalar>::HaloExchange(const Teuchos::RCP<const HaloPattern>& pattern)
    : pattern_(pattern),
      sendBuffer_(allocate<Buffer>("Chronos::send buffer", pattern->sendIndices().extent(0))),
      channel_(pattern->transport().open(
          {pattern->sources(), pattern->destinations(), sizeof(Scalar), staysInPlace<Scalar>})) {
  if (!channel_->keepsReceived()) halo_ = allocate<Buffer>("Chronos::halo", pattern->numHalo());
}

template <class Scalar>
void HaloExchange<Scalar>::start(const Kokkos::View<const Scalar*, Device>& x) {
  const int numSend = static_cast<int>(sendBuffer_.extent(0));
  if (numSend > 0)
    Kokkos::parallel_for("Chronos::HaloExchange::pack",
                         Kokkos::RangePolicy<Device::execution_space>(Device::execution_space(), 0, numSend),
                         PackFunctor<Scalar>{x, pattern_->sendIndices(), sendBuffer_});
  send();
}

template <class Scalar>
Kokkos::View<const Scalar*, Device> HaloExchange<Scalar>::finish() {
  return Kokkos::View<const Scalar*, Device>(static_cast<const Scalar*>(channel_->finish()), pattern_->numHalo());
}

template class HaloExchange<double>;
template class HaloExchange<float>;
template class HaloExchange<char>;
template class HaloExchange<LocalOrdinal>;
template class HaloExchange<GlobalOrdinal>;
template class HaloExchange<PackedRow<2>>;
template class HaloExchange<PackedRow<4>>;
template class HaloExchange<PackedRow<8>>;

}  // namespace Chronos
