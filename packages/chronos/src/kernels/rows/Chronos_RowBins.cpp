// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_RowBins.hpp"

#include "Chronos_HostCopy.hpp"
#include "Chronos_KeyTable.hpp"
#include "Chronos_RunsOnHost.hpp"

#include <algorithm>

namespace Chronos {
namespace {

constexpr int smallestTable = 5;
constexpr int numClasses = 32;
// Slots of all tables, where all rows share the largest size, against those of tables that fit.
constexpr double oneBinCost = 2.0;

struct TableClass {
  float slotsPerEntry;
  KOKKOS_INLINE_FUNCTION int operator()(LocalOrdinal size) const {
    return size == 0 ? -1 : logOfTable(static_cast<std::int64_t>(size * double(slotsPerEntry) + 0.999), smallestTable);
  }
};

// Without init and join of its own, whose signatures differ between Kokkos 3 and 4: Kokkos starts at zero and adds.
template <class DeviceType>
struct CountClassesFunctor {
  using value_type = LocalOrdinal[];
  unsigned value_count;
  Kokkos::View<const LocalOrdinal*, DeviceType> sizes;
  TableClass tableClass;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row, value_type counts) const {
    const int c = tableClass(sizes(row));
    if (c >= 0) ++counts[c];
  }
};

template <class DeviceType>
struct ListClassFunctor {
  Kokkos::View<const LocalOrdinal*, DeviceType> sizes;
  TableClass tableClass;
  int chosen;
  Kokkos::View<LocalOrdinal*, DeviceType> rows;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row, LocalOrdinal& position, bool final) const {
    if (tableClass(sizes(row)) != chosen) return;
    if (final) rows(position) = static_cast<LocalOrdinal>(row);
    ++position;
  }
};

// The same by teams, each of which adds what it counted, or asks for room, once a class: a reduction of 32 numbers and
// a scan for each class cost as much as a small product. Rows of a bin come in any order.
template <class DeviceType>
struct TeamClassesFunctor {
  using Member = typename Kokkos::TeamPolicy<typename DeviceType::execution_space>::member_type;
  static constexpr int rowsOfTeam = 2048;

  Kokkos::View<const LocalOrdinal*, DeviceType> sizes;
  TableClass tableClass;
  Kokkos::View<LocalOrdinal*, DeviceType> counts;  // of classes; where lists end so far
  Kokkos::View<LocalOrdinal*, DeviceType> rows;    // empty: count only

  KOKKOS_INLINE_FUNCTION void operator()(const Member& team) const {
    LocalOrdinal* const mine =
        static_cast<LocalOrdinal*>(team.team_shmem().get_shmem(int(2 * numClasses * sizeof(LocalOrdinal))));
    LocalOrdinal* const begins = mine + numClasses;
    const std::int64_t first = std::int64_t(team.league_rank()) * rowsOfTeam, numRows = sizes.extent(0);
    const int length = static_cast<int>(numRows - first < rowsOfTeam ? numRows - first : rowsOfTeam);
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, numClasses), [&](int c) { mine[c] = 0; });
    team.team_barrier();
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, length), [&](int i) {
      const int c = tableClass(sizes(first + i));
      if (c >= 0) Kokkos::atomic_fetch_add(&mine[c], 1);
    });
    team.team_barrier();
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, numClasses), [&](int c) {
      if (mine[c] > 0) begins[c] = Kokkos::atomic_fetch_add(&counts(c), mine[c]);
      mine[c] = 0;
    });
    if (rows.extent(0) == 0) return;
    team.team_barrier();
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, length), [&](int i) {
      const int c = tableClass(sizes(first + i));
      if (c >= 0) rows(begins[c] + Kokkos::atomic_fetch_add(&mine[c], 1)) = static_cast<LocalOrdinal>(first + i);
    });
  }
};

template <class DeviceType>
void runTeamClasses(const typename DeviceType::execution_space& space, const char* label,
                    const TeamClassesFunctor<DeviceType>& functor) {
  using Functor = TeamClassesFunctor<DeviceType>;
  const int numTeams = static_cast<int>((functor.sizes.extent(0) + Functor::rowsOfTeam - 1) / Functor::rowsOfTeam);
  Kokkos::TeamPolicy<typename DeviceType::execution_space> policy(space, numTeams, 256, 1);
  policy.set_scratch_size(0, Kokkos::PerTeam(static_cast<int>(2 * numClasses * sizeof(LocalOrdinal))));
  Kokkos::parallel_for(label, policy, functor);
}

bool oneBinSuffices(const LocalOrdinal* counts, int largest, LocalOrdinal numRows) {
  double slots = 0;
  for (int c = 0; c <= largest; ++c) slots += counts[c] * double(std::int64_t(1) << c);
  return numRows * double(std::int64_t(1) << largest) <= oneBinCost * slots;
}

}  // namespace

template <class DeviceType>
std::vector<RowBin<DeviceType>> binRows(const typename DeviceType::execution_space& space,
                                        const Kokkos::View<const LocalOrdinal*, DeviceType>& sizes, double fill) {
  using Policy = Kokkos::RangePolicy<typename DeviceType::execution_space, Kokkos::IndexType<std::int64_t>>;
  const LocalOrdinal numRows = static_cast<LocalOrdinal>(sizes.extent(0));
  std::vector<RowBin<DeviceType>> bins;
  if (numRows == 0) return bins;
  const TableClass tableClass{static_cast<float>(1.0 / fill)};
  LocalOrdinal counts[numClasses];
  const auto counted = allocateZeros<Kokkos::View<LocalOrdinal*, DeviceType>>("Chronos::rows of classes", numClasses);
  if constexpr (runsOnHost<DeviceType>) {
    Kokkos::parallel_reduce("Chronos::binRows::count", Policy(space, 0, numRows),
                            CountClassesFunctor<DeviceType>{numClasses, sizes, tableClass}, counts);
  } else {
    runTeamClasses<DeviceType>(space, "Chronos::binRows::count", {sizes, tableClass, counted, {}});
    const std::vector<LocalOrdinal> onHost = toVector(counted);
    std::copy(onHost.begin(), onHost.end(), counts);
  }
  int largest = numClasses - 1;
  while (largest >= 0 && counts[largest] == 0) --largest;
  if (largest < 0) return bins;
  if (oneBinSuffices(counts, largest, numRows)) return {{{}, numRows, largest}};
  if constexpr (!runsOnHost<DeviceType>) {
    LocalOrdinal begins[numClasses] = {}, end = 0;
    for (int c = 0; c < numClasses; ++c) {
      begins[c] = end;
      end += counts[c];
    }
    const auto all = allocate<Kokkos::View<LocalOrdinal*, DeviceType>>("Chronos::rows of bins", end);
    copyEntries(counted, Kokkos::View<const LocalOrdinal*, Kokkos::HostSpace>(begins, numClasses));
    runTeamClasses<DeviceType>(space, "Chronos::binRows::list", {sizes, tableClass, counted, all});
    for (int c = 0; c <= largest; ++c)
      if (counts[c] > 0)
        bins.push_back({Kokkos::subview(all, std::make_pair(begins[c], begins[c] + counts[c])), counts[c], c});
  } else {
    for (int c = 0; c <= largest; ++c) {
      if (counts[c] == 0) continue;
      const auto rows = allocate<Kokkos::View<LocalOrdinal*, DeviceType>>("Chronos::rows of a bin", counts[c]);
      Kokkos::parallel_scan("Chronos::binRows::list", Policy(space, 0, numRows),
                            ListClassFunctor<DeviceType>{sizes, tableClass, c, rows});
      bins.push_back({rows, counts[c], c});
    }
  }
  return bins;
}

#define CHRONOS_ROWBINS(DEVICE)                                                \
  template std::vector<RowBin<DEVICE>> binRows(const DEVICE::execution_space&, \
                                               const Kokkos::View<const LocalOrdinal*, DEVICE>&, double);
CHRONOS_FOR_EACH_DEVICE(CHRONOS_ROWBINS)

}  // namespace Chronos
