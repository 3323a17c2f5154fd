// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_FsaiWholeRows.hpp"

#include "Chronos_FsaiWholeRow.hpp"
#include "Chronos_GroupLaunch.hpp"

#include <algorithm>

namespace Chronos {
namespace {

// Candidates that a row of such a length has in the end: 280 to 304 of 81 in finite elements, 50 of 5 in circuits.
constexpr double candidatesOfEntry = 3.5;
// Up to so many entries a row on average eight lanes have a row, beyond a warp: most lanes would wait otherwise.
constexpr double shortRow = 10;

// Warps of a team, as far as their tables have room, and teams of a multiprocessor at least: registers are held to what
// they leave, and the tables of a team to what finds room in a multiprocessor.
template <int lanes>
struct Occupancy {
  static constexpr int warpsOfTeam = 4, teamsAtOnce = 5;
  static constexpr std::size_t tableBytes = 43 * 1024;
};
template <>
struct Occupancy<8> {
  static constexpr int warpsOfTeam = 2, teamsAtOnce = 6;
  static constexpr std::size_t tableBytes = 36 * 1024;
};

constexpr int threadsOfMultiprocessor = 2048;
constexpr std::size_t scratchOfMultiprocessor = 228 * 1024;

template <class DeviceType>
struct RowsToBuild {
  Kokkos::View<const int*, DeviceType> list;  // slots to build; empty: all
  int numRows;
  KOKKOS_INLINE_FUNCTION int slotOf(int position) const { return list.extent(0) > 0 ? list(position) : position; }
};

template <class Scalar, class DeviceType, int lanes>
struct WholeRowsFunctor {
  using Member = typename Kokkos::TeamPolicy<typename DeviceType::execution_space>::member_type;
  using Row = WholeRow<Scalar, DeviceType, lanes>;
  using Memory = WholeRowMemory<Scalar>;
  static constexpr int warpSize = runsOnHost<DeviceType> ? 1 : 32;
  static constexpr int groupsOfWarp = warpSize / Row::width;

  FsaiMatrix<Scalar, DeviceType> A;
  FsaiRules<Scalar> rules;
  FsaiRows<Scalar, DeviceType> rows;
  RowsToBuild<DeviceType> toBuild;
  Kokkos::View<int*, DeviceType> counters;  // rows taken, rows left, rows of each number of steps
  Kokkos::View<int*, DeviceType> left;
  Kokkos::View<std::uint16_t*, DeviceType> slotLists;
  int listLength, logSize, groups;
  int bytes;

  // Warps take rows as they become free: rows differ by the number of their steps.
  KOKKOS_INLINE_FUNCTION void operator()(const Member& team) const {
    const LaneOwner owner = LaneOwner::of(team.team_rank(), Row::width);
    const LaneOwner warp = LaneOwner::of(team.team_rank(), warpSize);
    const int group = team.team_rank() / Row::width;
    char* const scratch = static_cast<char*>(team.team_shmem().get_shmem(bytes * groups));
    const Memory memory(scratch + std::size_t(bytes) * group, logSize, rows.capacity);
    const std::size_t groupOfAll = std::size_t(team.league_rank()) * groups + group;
    std::uint16_t* const lists = slotLists.data() + groupOfAll * std::size_t(rows.capacity + 1) * listLength;
    for (;;) {
      int first = 0;
      if (warp.lane == 0) first = Kokkos::atomic_fetch_add(&counters(0), groupsOfWarp);
      first = warp.broadcast(first, 0);
      if (first >= toBuild.numRows) return;
      const int position = first + group % groupsOfWarp;
      const bool hasRow = position < toBuild.numRows;
      const int slot = toBuild.slotOf(hasRow ? position : first);
      const int numSteps = Row(A, rules, rows, memory, owner, lists, listLength, slot, hasRow).build();
      if (hasRow && owner.lane == 0) {
        const int before = Kokkos::atomic_fetch_add(&counters(numSteps < 0 ? 1 : 2 + numSteps), 1);
        if (numSteps < 0) left(before) = slot;
      }
      owner.sync();
    }
  }
};

template <class Scalar, class DeviceType>
class WholeRows {
 public:
  using Space = typename DeviceType::execution_space;
  using Memory = WholeRowMemory<Scalar>;

  WholeRows(const Space& space, const FsaiMatrix<Scalar, DeviceType>& A, const FsaiRules<Scalar>& rules,
            const FsaiRows<Scalar, DeviceType>& rows, int longestRow)
      : space_(space),
        A_(A),
        rules_(rules),
        rows_(rows),
        longestRow_(longestRow),
        toBuild_{{}, static_cast<int>(rows.row.extent(0))} {
    report_.rowsOfStep.assign(rules.maxSteps, 0);
  }

  WholeRowsReport build(double meanRow) {
    const std::int64_t bound = std::min<std::int64_t>(A_.matrix.numRows, (rows_.capacity + 1LL) * longestRow_);
    const std::int64_t wanted = std::min(bound, static_cast<std::int64_t>(candidatesOfEntry * meanRow));
    int logSize = Memory::smallestLog;
    while (Memory::mostCandidates(logSize) < wanted && hasRoom<32>(logSize + 1)) ++logSize;
    if (toBuild_.numRows > 0 && meanRow <= shortRow && hasRoom<8>(logSize)) launch<8>(logSize++);
    for (; toBuild_.numRows > 0 && hasRoom<32>(logSize); ++logSize) launch<32>(logSize);
    report_.numLeft = toBuild_.numRows;
    return report_;
  }

 private:
  template <int lanes>
  using Functor = WholeRowsFunctor<Scalar, DeviceType, lanes>;

  template <int lanes>
  bool hasRoom(int logSize) const {
    return Functor<lanes>::groupsOfWarp * Memory::bytes(logSize, rows_.capacity) <= Occupancy<lanes>::tableBytes;
  }

  // What the table has no room for is left to be built.
  template <int lanes>
  void launch(int logSize) {
    using Rows = Functor<lanes>;
    using Bounds = Kokkos::LaunchBounds<32 * Occupancy<lanes>::warpsOfTeam, Occupancy<lanes>::teamsAtOnce>;
    static_assert(longestWholeRow == Rows::Row::longestPattern, "registers of lanes");
    const int numRows = toBuild_.numRows;
    const std::size_t bytes = Memory::bytes(logSize, rows_.capacity);
    const int most = static_cast<int>(Occupancy<lanes>::tableBytes / (bytes * Rows::groupsOfWarp));
    const int warps = runsOnHost<DeviceType> ? 1 : std::min(Occupancy<lanes>::warpsOfTeam, most);
    const int groups = warps * Rows::groupsOfWarp, threads = warps * Rows::warpSize;
    // No more than run at once: each has lists of its own, and takes rows as it becomes free.
    const int atOnce = runsOnHost<DeviceType>
                           ? space_.concurrency()
                           : space_.concurrency() / threadsOfMultiprocessor *
                                 static_cast<int>(std::min<std::size_t>(threadsOfMultiprocessor / threads,
                                                                        scratchOfMultiprocessor / (groups * bytes)));
    const int numTeams = std::max(1, std::min((numRows + groups - 1) / groups, atOnce));
    const auto counters = allocateZeros<Kokkos::View<int*, DeviceType>>("Chronos::FSAI counters", 3 + rules_.maxSteps);
    // The columns of a list are distinct and all in the table.
    const int listLength = std::max(1, std::min(longestRow_, (1 << logSize) + Rows::Row::width));
    const auto left = allocate<Kokkos::View<int*, DeviceType>>("Chronos::FSAI rows left", numRows);
    const auto slotLists = allocate<Kokkos::View<std::uint16_t*, DeviceType>>(
        "Chronos::FSAI slots of entries", std::size_t(numTeams) * groups * (rows_.capacity + 1) * listLength);
    Kokkos::TeamPolicy<Space, Bounds> policy(space_, numTeams, threads, 1);
    policy.set_scratch_size(0, Kokkos::PerTeam(static_cast<int>(groups * bytes)));
    Kokkos::parallel_for("Chronos::FSAI::wholeRows", policy,
                         Rows{A_, rules_, rows_, toBuild_, counters, left, slotLists, listLength, logSize, groups,
                              static_cast<int>(bytes)});
    const auto counted = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), counters);
    for (int numSteps = 1; numSteps <= rules_.maxSteps; ++numSteps)
      for (int step = 0; step < numSteps; ++step) report_.rowsOfStep[step] += counted(2 + numSteps);
    toBuild_ = {left, counted(1)};
  }

  const Space& space_;
  const FsaiMatrix<Scalar, DeviceType>& A_;
  const FsaiRules<Scalar>& rules_;
  const FsaiRows<Scalar, DeviceType>& rows_;
  int longestRow_;
  RowsToBuild<DeviceType> toBuild_;
  WholeRowsReport report_;
};

}  // namespace

template <class Scalar, class DeviceType>
WholeRowsReport buildWholeRows(const typename DeviceType::execution_space& space,
                               const FsaiMatrix<Scalar, DeviceType>& A, const FsaiRules<Scalar>& rules,
                               const FsaiRows<Scalar, DeviceType>& rows, int longestRow, double meanRow) {
  return WholeRows<Scalar, DeviceType>(space, A, rules, rows, longestRow).build(meanRow);
}

#define CHRONOS_FSAIWHOLEROWS(SCALAR, DEVICE)                                                                          \
  template WholeRowsReport buildWholeRows<SCALAR, DEVICE>(const DEVICE::execution_space&,                              \
                                                          const FsaiMatrix<SCALAR, DEVICE>&, const FsaiRules<SCALAR>&, \
                                                          const FsaiRows<SCALAR, DEVICE>&, int, double);
#define CHRONOS_FSAIWHOLEROWS_ALL(DEVICE) CHRONOS_FSAIWHOLEROWS(double, DEVICE) CHRONOS_FSAIWHOLEROWS(float, DEVICE)
CHRONOS_FOR_EACH_DEVICE(CHRONOS_FSAIWHOLEROWS_ALL)

}  // namespace Chronos
