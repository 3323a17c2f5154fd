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

// Numbers as runs of consecutive ones where that is shorter: of a layer of a grid, two numbers are left. The first
// number of a message tells which it is.
enum class ListForm : GlobalOrdinal { plain, runs };

// Numbers that follow each other: the first one, and its place in the list.
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

std::vector<Run> runsOf(const HaloColumns::Globals& numbers) {
  const std::size_t n = numbers.extent(0);
  if (n == 0) return {};
  const auto runs = allocate<Kokkos::View<Run*, Device>>("Chronos::runs", n);
  LocalOrdinal numRuns = 0;
  Kokkos::parallel_scan("Chronos::HaloPattern::listRuns", Entries(0, static_cast<std::int64_t>(n)),
                        ListRunsFunctor{numbers, runs}, numRuns);
  return toVector(Kokkos::subview(runs, std::make_pair(LocalOrdinal(0), numRuns)));
}

// What is wanted of one rank. A run may reach from one rank's numbers into those of the next.
// \param run in which the segment begins; then that in which the next one does
std::vector<char> packed(const std::vector<Run>& runs, const Segment& segment, std::size_t& run) {
  std::vector<GlobalOrdinal> list{static_cast<GlobalOrdinal>(ListForm::runs)};
  const auto end = static_cast<GlobalOrdinal>(segment.begin + segment.size);
  for (auto place = static_cast<GlobalOrdinal>(segment.begin); place < end;) {
    const bool hasNext = run + 1 < runs.size();
    const GlobalOrdinal next = hasNext ? runs[run + 1].place : end, stop = std::min(next, end);
    list.push_back(runs[run].first + (place - runs[run].place));
    list.push_back(stop - place);
    place = stop;
    if (hasNext && stop == next) ++run;
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
std::size_t unpack(const Message& message, std::size_t numBefore, std::vector<Run>& runs) {
  std::size_t position = 0, count = 0;
  const std::vector<GlobalOrdinal> list =
      extract<GlobalOrdinal>(message.bytes, position, message.bytes.size() / sizeof(GlobalOrdinal));
  const bool isPlain = list.front() == static_cast<GlobalOrdinal>(ListForm::plain);
  for (std::size_t i = 1; i < list.size(); i += isPlain ? 1 : 2) {
    runs.push_back({list[i], static_cast<GlobalOrdinal>(numBefore + count)});
    count += isPlain ? 1 : static_cast<std::size_t>(list[i + 1]);
  }
  return count;
}

// Entries that are sent, of the runs that were asked for: these are as short as what was sent, and plain numbers are
// runs of one.
struct SendIndicesFunctor {
  Map::local_map_type domainMap;
  Kokkos::View<const Run*, Device> runs;
  Kokkos::View<LocalOrdinal*, Device> indices;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const {
    const Run& run = runs(runs.extent(0) == indices.extent(0) ? i : runOf(i));
    indices(i) = domainMap.getLocalElement(run.first + (i - run.place));
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

}  // namespace

HaloPattern::HaloPattern(const Teuchos::RCP<const Map>& domainMap, const std::vector<GlobalOrdinal>& haloGlobals,
                         const std::vector<int>& haloOwners)
    : HaloPattern(domainMap, haloColumns(haloGlobals, haloOwners)) {}

HaloPattern::HaloPattern(const Teuchos::RCP<const Map>& domainMap, const HaloColumns& halo)
    : domainMap_(domainMap), halo_(halo), transport_(transportOf(*domainMap->getComm()).transport) {
  Kokkos::Profiling::pushRegion("Chronos::HaloPattern");
  std::vector<Message> requests;
  const std::vector<Run> mine = runsOf(halo_.globals);
  std::size_t run = 0, numWanted = 0;
  for (const Neighbour& source : sources()) requests.push_back({source.rank, packed(mine, source, run)});
  std::vector<Run> wanted;
  for (const Message& wish : exchangeSparse(*domainMap_->getComm(), requests)) {
    destinations_.push_back({wish.rank, numWanted, unpack(wish, numWanted, wanted)});
    numWanted += destinations_.back().size;
  }
  sendIndices_ = allocate<Kokkos::View<LocalOrdinal*, Device>>("Chronos::send indices", numWanted);
  Kokkos::parallel_for(
      "Chronos::HaloPattern::sendIndices", Entries(0, static_cast<std::int64_t>(numWanted)),
      SendIndicesFunctor{domainMap_->getLocalMap(), toView("Chronos::wanted runs", wanted), sendIndices_});
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
