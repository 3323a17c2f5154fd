// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_NearbyRows.hpp"

#include "Chronos_Communicator.hpp"
#include "Chronos_HostCopy.hpp"
#include "Chronos_RunsOnHost.hpp"

#include <algorithm>

namespace Chronos {
namespace {

using Items = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<std::int64_t>>;
using Numbers = Kokkos::View<GlobalOrdinal*, Device>;
// A bit for each of some neighbours.
using Bits = unsigned long long;
using Masks = Kokkos::View<Bits*, Device>;
// Lanes that share a row's entries.
constexpr int lanesOfRow = runsOnHost<Device> ? 1 : 8;
// So often the host looks whether a walk has ended.
constexpr int stepsBetweenLooks = 8;

Items items(std::size_t n) {
  return Items(0, static_cast<std::int64_t>(n));
}

struct LeadFunctor {
  Kokkos::View<const GlobalOrdinal*, Device> numbers;
  Kokkos::View<const int*, Device> segmentOf;
  GlobalOrdinal lead;
  Numbers result;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const {
    const int segment = segmentOf(i);
    result(i + segment + 1) = numbers(i);
    if (i == 0 || segmentOf(i - 1) != segment) result(i + segment) = lead;
  }
};

// The place of its segment in the list, of each entry.
Kokkos::View<int*, Device> segmentsOf(const HaloColumns& lists) {
  std::vector<Segment> numbered = lists.owners;
  for (std::size_t n = 0; n < numbered.size(); ++n) numbered[n].rank = static_cast<int>(n);
  return ranksOf(numbered, lists.size());
}

// A number more before those of each owner.
HaloColumns withLead(const HaloColumns& lists, GlobalOrdinal lead) {
  const auto numbers = allocate<Numbers>("Chronos::numbers to tell", lists.size() + lists.owners.size());
  Kokkos::parallel_for("Chronos::nearbyRows::lead", items(lists.size()),
                       LeadFunctor{lists.globals, segmentsOf(lists), lead, numbers});
  HaloColumns result{numbers, lists.owners};
  for (std::size_t n = 0; n < result.owners.size(); ++n) {
    result.owners[n].begin += n;
    ++result.owners[n].size;
  }
  return result;
}

// What neighbours ask for: of each the first row that it does not want, and then its seeds.
struct Questions {
  Kokkos::View<const GlobalOrdinal*, Device> numbers;
  Kokkos::View<const int*, Device> neighbourOf;
  Kokkos::View<const GlobalOrdinal*, Device> steps;  // empty: all 1
  int first, count;                                  // of the neighbours that are looked at

  KOKKOS_INLINE_FUNCTION bool isLimit(std::int64_t i) const { return i == 0 || neighbourOf(i) != neighbourOf(i - 1); }
  KOKKOS_INLINE_FUNCTION bool isLookedAt(std::int64_t i) const {
    return neighbourOf(i) >= first && neighbourOf(i) < first + count;
  }
};

struct LimitsFunctor {
  Questions asked;
  Numbers limits;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const {
    if (asked.isLookedAt(i) && asked.isLimit(i)) limits(asked.neighbourOf(i) - asked.first) = asked.numbers(i);
  }
};

struct SeedFunctor {
  Questions asked;
  Map::local_map_type rowMap;
  int step;
  Masks next;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const {
    if (!asked.isLookedAt(i) || asked.isLimit(i)) return;
    if ((asked.steps.extent(0) > 0 ? asked.steps(i) : 1) != step) return;
    const LocalOrdinal row = rowMap.getLocalElement(asked.numbers(i));
    Kokkos::atomic_fetch_or(&next(row), Bits(1) << (asked.neighbourOf(i) - asked.first));
  }
};

// From the rows that the last step came to, to those of their columns that are wanted and were not reached before.
struct StepFunctor {
  CsrMatrix<double, Device> A;
  Map::local_map_type rowMap, domainMap;
  LocalOrdinal numOwned;
  Kokkos::View<const GlobalOrdinal*, Device> limits;
  Kokkos::View<const Bits*, Device> front, reached;
  Masks next;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item) const {
    const auto row = static_cast<LocalOrdinal>(item / lanesOfRow);
    if (front(row) == 0) return;
    const Offset end = A.rowPtr(row + 1);
    for (Offset entry = A.rowPtr(row) + static_cast<Offset>(item % lanesOfRow); entry < end; entry += lanesOfRow) {
      if (A.colInd(entry) >= numOwned) continue;
      const GlobalOrdinal column = domainMap.getGlobalElement(A.colInd(entry));
      const LocalOrdinal place = rowMap.getLocalElement(column);
      const Bits bits = wanted(front(row) & ~reached(place), column);
      if (bits != 0) Kokkos::atomic_fetch_or(&next(place), bits);
    }
  }
  KOKKOS_INLINE_FUNCTION Bits wanted(Bits bits, GlobalOrdinal row) const {
    Bits result = 0;
    for (int n = 0; bits >> n != 0; ++n) {
      if ((bits >> n & 1) != 0 && row < limits(n)) result |= Bits(1) << n;
      if (n == 63) break;
    }
    return result;
  }
};

struct SettleFunctor {
  Masks front, reached, next;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row) const {
    if (front(row) == 0 && next(row) == 0) return;
    front(row) = next(row) & ~reached(row);
    reached(row) |= next(row);
    next(row) = 0;
  }
};

struct IsAnyFunctor {
  Kokkos::View<const Bits*, Device> masks;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row, int& count) const { count += masks(row) != 0 ? 1 : 0; }
};

struct LatestFunctor {
  Kokkos::View<const GlobalOrdinal*, Device> steps;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, GlobalOrdinal& latest) const {
    if (steps(i) > latest) latest = steps(i);
  }
};

struct CountFunctor {
  Kokkos::View<const Bits*, Device> reached;
  Kokkos::View<int*, Device> counts;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row) const {
    const Bits bits = reached(row);
    for (int n = 0; bits != 0 && n < static_cast<int>(counts.extent(0)); ++n)
      if ((bits >> n & 1) != 0) Kokkos::atomic_fetch_add(&counts(n), 1);
  }
};

struct ListFunctor {
  Kokkos::View<const Bits*, Device> reached;
  int neighbour;
  Map::local_map_type rowMap;
  Numbers rows;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row, LocalOrdinal& count, bool final) const {
    if ((reached(row) >> neighbour & 1) == 0) return;
    if (final) rows(count) = rowMap.getGlobalElement(static_cast<LocalOrdinal>(row));
    ++count;
  }
};

// The walk for some of those who ask.
class Walk {
 public:
  Walk(const DistMatrix<double>& A, const Questions& asked)
      : A_(A),
        asked_(asked),
        numRows_(A.local().numRows),
        limits_(allocate<Numbers>("Chronos::limits of neighbours", asked.count)),
        front_(allocateZeros<Masks>("Chronos::rows of a step", numRows_)),
        reached_(allocateZeros<Masks>("Chronos::reached rows", numRows_)),
        next_(allocateZeros<Masks>("Chronos::rows of the next step", numRows_)) {
    Kokkos::parallel_for("Chronos::nearbyRows::limits", items(asked.numbers.extent(0)), LimitsFunctor{asked, limits_});
  }

  void run(int distance) const {
    const int latest = latestSeed();
    const auto rowMap = A_.rowMap()->getLocalMap(), domainMap = A_.domainMap()->getLocalMap();
    for (int step = 1; step <= distance; ++step) {
      if (step <= latest)
        Kokkos::parallel_for("Chronos::nearbyRows::seed", items(asked_.numbers.extent(0)),
                             SeedFunctor{asked_, rowMap, step, next_});
      Kokkos::parallel_for("Chronos::nearbyRows::settle", items(numRows_), SettleFunctor{front_, reached_, next_});
      if (step == distance || (step >= latest && step % stepsBetweenLooks == 0 && hasEnded())) return;
      Kokkos::parallel_for(
          "Chronos::nearbyRows::step", items(numRows_ * lanesOfRow),
          StepFunctor{A_.local(), rowMap, domainMap, A_.numOwnedCols(), limits_, front_, reached_, next_});
    }
  }

  // What it reached, for each of the neighbours.
  void list(const std::vector<Segment>& neighbours, std::vector<HaloColumns>& lists) const {
    const auto deviceCounts = allocateZeros<Kokkos::View<int*, Device>>("Chronos::numbers of rows", asked_.count);
    Kokkos::parallel_for("Chronos::nearbyRows::count", items(numRows_), CountFunctor{reached_, deviceCounts});
    const std::vector<int> counts = toVector(deviceCounts);
    for (int n = 0; n < asked_.count; ++n) {
      if (counts[n] == 0) continue;
      const auto listed = allocate<Numbers>("Chronos::rows for others", std::size_t(counts[n]));
      Kokkos::parallel_scan("Chronos::nearbyRows::list", items(numRows_),
                            ListFunctor{reached_, n, A_.rowMap()->getLocalMap(), listed});
      lists.push_back({listed, {{neighbours[asked_.first + n].rank, 0, listed.extent(0)}}});
    }
  }

 private:
  // The step of the last seed.
  int latestSeed() const {
    if (asked_.steps.extent(0) == 0) return 1;
    GlobalOrdinal latest = 1;
    Kokkos::parallel_reduce("Chronos::nearbyRows::latest", items(asked_.steps.extent(0)), LatestFunctor{asked_.steps},
                            Kokkos::Max<GlobalOrdinal>(latest));
    return static_cast<int>(latest);
  }

  bool hasEnded() const {
    int count = 0;
    Kokkos::parallel_reduce("Chronos::nearbyRows::front", items(numRows_), IsAnyFunctor{front_}, count);
    return count == 0;
  }

  const DistMatrix<double>& A_;
  const Questions asked_;
  const std::size_t numRows_;
  const Numbers limits_;
  const Masks front_, reached_, next_;
};

}  // namespace

HaloColumns nearbyRows(const DistMatrix<double>& A, const SeedRows& seeds, int distance, GlobalOrdinal last) {
  const Comm& comm = *A.rowMap()->getComm();
  const Transport& transport = A.halo()->transport();
  const HaloColumns asked = exchangeLists(comm, withLead(seeds.rows, last), transport);
  HaloColumns steps;
  if (seeds.steps) steps = exchangeLists(comm, withLead({*seeds.steps, seeds.rows.owners}, 0), transport);
  const Kokkos::View<const int*, Device> neighbourOf = segmentsOf(asked);
  const int numNeighbours = static_cast<int>(asked.owners.size());
  const int atOnce = std::clamp(mostNeighboursAtOnce, 1, 64);
  std::vector<HaloColumns> lists;
  for (int first = 0; first < numNeighbours; first += atOnce) {
    const int count = std::min(numNeighbours - first, atOnce);
    const Walk walk(A, {asked.globals, neighbourOf, steps.globals, first, count});
    walk.run(distance);
    walk.list(asked.owners, lists);
  }
  const HaloColumns told = exchangeLists(comm, appended(lists), transport);
  return sortColumns(told.globals, ranksOf(told.owners, told.size())).columns;
}

}  // namespace Chronos
