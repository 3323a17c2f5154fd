// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_FsaiWholeRows.hpp"

#include "Chronos_FsaiWholeRow.hpp"
#include "Chronos_GroupLaunch.hpp"

#include <algorithm>

namespace Chronos {
namespace {

constexpr int warpsOfTeam = 4;
// Teams of a multiprocessor at least: registers are held to what they leave, and tables to what finds room.
constexpr int teamsAtOnce = 5;
constexpr std::size_t tableBytes = 43 * 1024;
// Candidates that a row of such a length has in the end: 280 to 304 of 81 in finite elements, 50 of 5 in circuits.
constexpr double candidatesOfEntry = 3.5;

template <class Scalar, class DeviceType>
struct WholeRowsFunctor {
  using Member = typename Kokkos::TeamPolicy<typename DeviceType::execution_space>::member_type;
  using Row = WholeRow<Scalar, DeviceType>;
  using Memory = WholeRowMemory<Scalar>;

  FsaiMatrix<Scalar, DeviceType> A;
  FsaiRules<Scalar> rules;
  FsaiRows<Scalar, DeviceType> rows;
  Kokkos::View<const int*, DeviceType> list;  // slots to build; empty: all
  int numRows;
  Kokkos::View<int*, DeviceType> counters;  // rows taken, rows left, rows of each number of steps
  Kokkos::View<int*, DeviceType> left;
  Kokkos::View<std::uint16_t*, DeviceType> slotLists;
  int listLength, logSize, groups;
  int bytes;

  // Warps take rows as they become free: rows differ by the number of their steps.
  KOKKOS_INLINE_FUNCTION void operator()(const Member& team) const {
    const LaneOwner owner = LaneOwner::of(team.team_rank(), Row::width);
    const int group = team.team_rank() / Row::width;
    char* const scratch = static_cast<char*>(team.team_shmem().get_shmem(bytes * groups));
    const Memory memory(scratch + std::size_t(bytes) * group, logSize, rows.capacity);
    const std::size_t warp = std::size_t(team.league_rank()) * groups + group;
    std::uint16_t* const lists = slotLists.data() + warp * std::size_t(rows.capacity + 1) * listLength;
    for (;;) {
      int position = 0;
      if (owner.lane == 0) position = Kokkos::atomic_fetch_add(&counters(0), 1);
      position = owner.broadcast(position, 0);
      if (position >= numRows) return;
      const int slot = list.extent(0) > 0 ? list(position) : position;
      const int numSteps = Row(A, rules, rows, memory, owner, lists, listLength, slot).build();
      if (owner.lane == 0) {
        const int before = Kokkos::atomic_fetch_add(&counters(numSteps < 0 ? 1 : 2 + numSteps), 1);
        if (numSteps < 0) left(before) = slot;
      }
      owner.sync();
    }
  }
};

}  // namespace

template <class Scalar, class DeviceType>
WholeRowsReport buildWholeRows(const typename DeviceType::execution_space& space,
                               const FsaiMatrix<Scalar, DeviceType>& A, const FsaiRules<Scalar>& rules,
                               const FsaiRows<Scalar, DeviceType>& rows, int longestRow, double meanRow) {
  using Functor = WholeRowsFunctor<Scalar, DeviceType>;
  using Memory = typename Functor::Memory;
  using Policy =
      Kokkos::TeamPolicy<typename DeviceType::execution_space, Kokkos::LaunchBounds<32 * warpsOfTeam, teamsAtOnce>>;
  static_assert(longestWholeRow == Functor::Row::longestPattern, "registers of lanes");
  const int numSlots = static_cast<int>(rows.row.extent(0));
  const std::int64_t bound = std::min<std::int64_t>(A.matrix.numRows, (rows.capacity + 1LL) * longestRow);
  const std::int64_t wanted = std::min(bound, static_cast<std::int64_t>(candidatesOfEntry * meanRow));
  int logSize = Memory::smallestLog;
  while (Memory::mostCandidates(logSize) < wanted && Memory::bytes(logSize + 1, rows.capacity) <= tableBytes) ++logSize;
  Kokkos::View<int*, DeviceType> list;
  int numRows = numSlots;
  WholeRowsReport report;
  report.rowsOfStep.assign(rules.maxSteps, 0);
  for (; numRows > 0 && Memory::bytes(logSize, rows.capacity) <= tableBytes; ++logSize) {
    const std::size_t bytes = Memory::bytes(logSize, rows.capacity);
    const int most = static_cast<int>(std::min<std::size_t>(warpsOfTeam, tableBytes / bytes));
    const int groups = runsOnHost<DeviceType> ? 1 : most;
    const int threads = groups * Functor::Row::width;
    const int numTeams = std::max(1, std::min((numRows + groups - 1) / groups, space.concurrency() / threads));
    const auto counters = allocateZeros<Kokkos::View<int*, DeviceType>>("Chronos::FSAI counters", 3 + rules.maxSteps);
    // The columns of a list are distinct and all in the table.
    const int listLength = std::max(1, std::min(longestRow, (1 << logSize) + Functor::Row::width));
    const auto left = allocate<Kokkos::View<int*, DeviceType>>("Chronos::FSAI rows left", numRows);
    const auto slotLists = allocate<Kokkos::View<std::uint16_t*, DeviceType>>(
        "Chronos::FSAI slots of entries", std::size_t(numTeams) * groups * (rows.capacity + 1) * listLength);
    Policy policy(space, numTeams, threads, 1);
    policy.set_scratch_size(0, Kokkos::PerTeam(static_cast<int>(groups * bytes)));
    Kokkos::parallel_for("Chronos::FSAI::wholeRows", policy,
                         Functor{A, rules, rows, list, numRows, counters, left, slotLists, listLength, logSize, groups,
                                 static_cast<int>(bytes)});
    const auto counted = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), counters);
    numRows = counted(1);
    for (int numSteps = 1; numSteps <= rules.maxSteps; ++numSteps)
      for (int step = 0; step < numSteps; ++step) report.rowsOfStep[step] += counted(2 + numSteps);
    list = left;
  }
  report.numLeft = numRows;
  return report;
}

#define CHRONOS_FSAIWHOLEROWS(SCALAR, DEVICE)                                                                          \
  template WholeRowsReport buildWholeRows<SCALAR, DEVICE>(const DEVICE::execution_space&,                              \
                                                          const FsaiMatrix<SCALAR, DEVICE>&, const FsaiRules<SCALAR>&, \
                                                          const FsaiRows<SCALAR, DEVICE>&, int, double);
#define CHRONOS_FSAIWHOLEROWS_ALL(DEVICE) CHRONOS_FSAIWHOLEROWS(double, DEVICE) CHRONOS_FSAIWHOLEROWS(float, DEVICE)
CHRONOS_FOR_EACH_DEVICE(CHRONOS_FSAIWHOLEROWS_ALL)

}  // namespace Chronos
