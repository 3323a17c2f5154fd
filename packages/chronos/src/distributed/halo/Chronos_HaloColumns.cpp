// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_HaloColumns.hpp"

#include "Chronos_HostCopy.hpp"
#include "Chronos_SortedRuns.hpp"

#include <algorithm>
#include <tuple>

namespace Chronos {
namespace {

using RangePolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<std::int64_t>>;
using Owners = Kokkos::View<const int*, Device>;
using Places = Kokkos::View<LocalOrdinal*, Device>;

RangePolicy entries(std::size_t n) {
  return RangePolicy(0, static_cast<std::int64_t>(n));
}

// Columns as they are ordered.
struct ColumnList {
  HaloColumns::Globals globals;
  Owners owners;

  KOKKOS_INLINE_FUNCTION bool isBefore(std::int64_t one, std::int64_t other) const {
    return owners(one) != owners(other) ? owners(one) < owners(other) : globals(one) < globals(other);
  }
  std::size_t size() const { return globals.extent(0); }
};

// What the host has to know of a list, in numbers that one copy brings: a wait for each would take longer than what is
// looked at.
struct Summary {
  static constexpr int mostBorders = 64, mostDescents = 15;
  long long numDescents;             // columns that stand behind one that they belong before: lists begin there
  long long descents[mostDescents];  // their places, in any order
  long long numBorders;              // where another owner begins; in any order
  long long begins[mostBorders], ranks[mostBorders];
};

struct SummaryFunctor {
  ColumnList list;
  Kokkos::View<Summary*, Device> summary;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const {
    Summary& found = summary(0);
    if (i > 0 && list.isBefore(i, i - 1)) {
      const long long descent = Kokkos::atomic_fetch_add(&found.numDescents, 1LL);
      if (descent < Summary::mostDescents) found.descents[descent] = i;
    }
    if (i > 0 && list.owners(i) == list.owners(i - 1)) return;
    const long long border = Kokkos::atomic_fetch_add(&found.numBorders, 1LL);
    if (border >= Summary::mostBorders) return;
    found.begins[border] = i;
    found.ranks[border] = list.owners(i);
  }
};

Summary summaryOf(const ColumnList& list) {
  const auto summary = allocateZeros<Kokkos::View<Summary*, Device>>("Chronos::summary of columns", 1);
  Kokkos::parallel_for("Chronos::HaloColumns::summary", entries(list.size()), SummaryFunctor{list, summary});
  return toVector(summary)[0];
}

// Where lists begin that stand one behind the other, and the end of the last one.
struct ListBorders {
  std::int64_t places[Summary::mostDescents + 2];
  int numLists;
};

ListBorders bordersOf(const Summary& summary, std::size_t size) {
  ListBorders borders{{}, static_cast<int>(summary.numDescents) + 1};
  std::copy_n(summary.descents, summary.numDescents, borders.places + 1);
  std::sort(borders.places + 1, borders.places + borders.numLists);
  borders.places[borders.numLists] = static_cast<std::int64_t>(size);
  return borders;
}

// A column stands behind those of its own list and of the others that belong before it.
struct MergeFunctor {
  ColumnList list;
  ListBorders borders;
  Places places;
  Kokkos::View<GlobalOrdinal*, Device> globals;
  Kokkos::View<int*, Device> owners;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const {
    std::int64_t place = 0;
    for (int other = 0; other < borders.numLists; ++other) {
      const std::int64_t begin = borders.places[other], end = borders.places[other + 1];
      place += begin <= i && i < end ? i - begin : numBefore(i, begin, end);
    }
    places(i) = static_cast<LocalOrdinal>(place);
    globals(place) = list.globals(i);
    owners(place) = list.owners(i);
  }
  KOKKOS_INLINE_FUNCTION std::int64_t numBefore(std::int64_t i, std::int64_t begin, std::int64_t end) const {
    std::int64_t low = begin, high = end;
    while (low < high) {
      const std::int64_t middle = low + (high - low) / 2;
      if (list.isBefore(middle, i)) low = middle + 1;
      else high = middle;
    }
    return low - begin;
  }
};

struct FillRanksFunctor {
  static constexpr int most = 16;
  Segment segments[most];  // one behind the other
  int count;
  Kokkos::View<int*, Device> ranks;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const {
    const std::size_t entry = segments[0].begin + static_cast<std::size_t>(i);
    int s = 0;
    while (s + 1 < count && segments[s + 1].begin <= entry) ++s;
    ranks(entry) = segments[s].rank;
  }
};

// \param owners of each entry, which are grouped
std::vector<Segment> segmentsOf(const std::vector<int>& owners) {
  std::vector<Segment> segments;
  for (std::size_t i = 0; i < owners.size(); ++i) {
    if (segments.empty() || segments.back().rank != owners[i]) segments.push_back({owners[i], i, 0});
    ++segments.back().size;
  }
  return segments;
}

std::vector<Segment> segmentsOf(const Summary& summary, const ColumnList& list) {
  if (summary.numBorders > Summary::mostBorders) return segmentsOf(toVector(list.owners));
  std::vector<Segment> segments;
  for (long long border = 0; border < summary.numBorders; ++border)
    segments.push_back({static_cast<int>(summary.ranks[border]), static_cast<std::size_t>(summary.begins[border]), 0});
  std::sort(segments.begin(), segments.end(),
            [](const Segment& one, const Segment& other) { return one.begin < other.begin; });
  for (std::size_t s = 0; s < segments.size(); ++s)
    segments[s].size = (s + 1 < segments.size() ? segments[s + 1].begin : list.size()) - segments[s].begin;
  return segments;
}

// What was given may be part of a long list.
HaloColumns::Globals ownCopy(const HaloColumns::Globals& globals) {
  const auto own = allocate<Kokkos::View<GlobalOrdinal*, Device>>("Chronos::halo globals", globals.extent(0));
  copyEntries(own, globals);
  return own;
}

SortedColumns sortedOnHost(const ColumnList& list) {
  std::vector<GlobalOrdinal> globals = toVector(list.globals);
  std::vector<int> owners = toVector(list.owners);
  std::vector<std::tuple<int, GlobalOrdinal, LocalOrdinal>> order;
  order.reserve(globals.size());
  for (std::size_t i = 0; i < globals.size(); ++i)
    order.emplace_back(owners[i], globals[i], static_cast<LocalOrdinal>(i));
  sortRuns(order);
  std::vector<LocalOrdinal> places(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    LocalOrdinal former;
    std::tie(owners[i], globals[i], former) = order[i];
    places[former] = static_cast<LocalOrdinal>(i);
  }
  return {haloColumns(globals, owners), toView("Chronos::places of columns", places)};
}

}  // namespace

HaloColumns haloColumns(const std::vector<GlobalOrdinal>& globals, const std::vector<int>& owners) {
  return {toView("Chronos::halo globals", globals), segmentsOf(owners)};
}

HaloColumns groupedColumns(const HaloColumns::Globals& globals, const Kokkos::View<const int*, Device>& owners) {
  const ColumnList list{globals, owners};
  if (list.size() == 0) return {};
  return {ownCopy(globals), segmentsOf(summaryOf(list), list)};
}

Kokkos::View<int*, Device> ranksOf(const std::vector<Segment>& segments, std::size_t numEntries) {
  const auto ranks = allocate<Kokkos::View<int*, Device>>("Chronos::ranks of entries", numEntries);
  for (std::size_t first = 0; first < segments.size(); first += FillRanksFunctor::most) {
    FillRanksFunctor fill{
        {}, static_cast<int>(std::min<std::size_t>(FillRanksFunctor::most, segments.size() - first)), ranks};
    std::copy_n(segments.begin() + static_cast<std::ptrdiff_t>(first), fill.count, fill.segments);
    const Segment& last = fill.segments[fill.count - 1];
    Kokkos::parallel_for("Chronos::ranksOf", entries(last.begin + last.size - fill.segments[0].begin), fill);
  }
  return ranks;
}

SortedColumns sortColumns(const HaloColumns::Globals& globals, const Kokkos::View<const int*, Device>& owners) {
  const ColumnList list{globals, owners};
  if (list.size() == 0) return {};
  const Summary summary = summaryOf(list);
  if (summary.numDescents == 0) return {{ownCopy(globals), segmentsOf(summary, list)}, {}};
  if (summary.numDescents > Summary::mostDescents) return sortedOnHost(list);
  const auto places = allocate<Places>("Chronos::places of columns", list.size());
  const auto mergedGlobals = allocate<Kokkos::View<GlobalOrdinal*, Device>>("Chronos::halo globals", list.size());
  const auto mergedOwners = allocate<Kokkos::View<int*, Device>>("Chronos::halo owners", list.size());
  Kokkos::parallel_for("Chronos::HaloColumns::merge", entries(list.size()),
                       MergeFunctor{list, bordersOf(summary, list.size()), places, mergedGlobals, mergedOwners});
  const ColumnList merged{mergedGlobals, mergedOwners};
  return {{mergedGlobals, segmentsOf(summaryOf(merged), merged)}, places};
}

HaloColumns appended(const std::vector<HaloColumns>& lists) {
  HaloColumns all;
  std::size_t size = 0;
  for (const HaloColumns& list : lists) {
    for (const Segment& part : list.owners) all.owners.push_back({part.rank, size + part.begin, part.size});
    size += list.size();
  }
  const auto globals = allocate<Kokkos::View<GlobalOrdinal*, Device>>("Chronos::appended columns", size);
  std::size_t begin = 0;
  for (const HaloColumns& list : lists) {
    copyEntries(Kokkos::subview(globals, std::make_pair(begin, begin + list.size())), list.globals);
    begin += list.size();
  }
  all.globals = globals;
  return all;
}

SortedColumns sortColumns(const std::vector<HaloColumns>& lists) {
  const HaloColumns all = appended(lists);
  return sortColumns(all.globals, ranksOf(all.owners, all.size()));
}

}  // namespace Chronos
