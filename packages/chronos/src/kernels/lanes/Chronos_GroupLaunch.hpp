// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_GROUPLAUNCH_HPP
#define CHRONOS_GROUPLAUNCH_HPP

#include "Chronos_MatrixProductGroups.hpp"
#include "Chronos_Memory.hpp"
#include "Chronos_RunsOnHost.hpp"

#include <algorithm>

namespace Chronos {

/// Shared memory that tables of one team may take: Kokkos 3.4 gives a team 48 KiB on every GPU and needs some
/// itself.
constexpr std::size_t sharedTableBytes = 46 * 1024;

/// Lanes that run along a row: the first power of two not below the mean length, one thread on a host.
template <class DeviceType>
int laneGroupWidth(double meanLength) {
  int width = 2;
  while (width < 32 && width < meanLength) width *= 2;
  return runsOnHost<DeviceType> ? 1 : width;
}

/// Lanes that own a row of C.
template <class Scalar, class DeviceType>
int productGroupWidth(const SegmentedRows<Scalar, DeviceType>& B, const GroupProductOptions& options) {
  if (runsOnHost<DeviceType>) return 1;
  if (options.groupWidth > 0) return options.groupWidth;
  const double numEntries = double(B.owned.numEntries()) + double(B.received.numEntries());
  return laneGroupWidth<DeviceType>(numEntries / std::max<double>(1, B.numRows()));
}

/// \brief Memory of the tables of a kernel: in shared memory (base is null) or in global memory.
struct TableMemory {
  char* base;
  std::size_t bytes;  // of one table

  template <class Member>
  KOKKOS_INLINE_FUNCTION char* of(const Member& team, int group, int groupsPerTeam) const {
    if (base) return base + (std::size_t(team.league_rank()) * groupsPerTeam + group) * bytes;
    return static_cast<char*>(team.team_shmem().get_shmem(bytes * groupsPerTeam)) + std::size_t(group) * bytes;
  }
};

/// \brief The rows that the groups of a team serve in turn; launchWithTables() fills this in.
struct TableRows {
  TableMemory memory{};
  int width = 1, groupsPerTeam = 1;
  std::int64_t numRows = 0, rowsAtOnce = 1;

  /// work(row, table) for every row of the calling thread's group; row is -1 where others of its team still have one.
  /// Not for teams that own a row.
  template <class Member, class Work>
  KOKKOS_INLINE_FUNCTION void forEachRow(const Member& team, const Work& work) const {
    const int group = team.team_rank() / width;
    char* const table = memory.of(team, group, groupsPerTeam);
    for (std::int64_t first = std::int64_t(team.league_rank()) * groupsPerTeam; first < numRows; first += rowsAtOnce)
      work(first + group < numRows ? first + group : -1, table);
  }
};

/// \brief Who owns the rows of a kernel that keeps a table for each row.
struct TableLaunch {
  int width;                ///< lanes of a group
  bool teamOwnsRow;         ///< instead of a group of lanes
  int teamSize;             ///< a multiple of 32
  std::size_t bytes;        ///< of a table
  bool shared;              ///< whether tables are in shared memory
  std::size_t globalBytes;  ///< that tables in global memory may take; 0: a quarter of what is free
};

/// \brief Runs `functor(team)` over `numRows` rows.
///
/// The functor derives from TableRows: a team serves rows first .. first + groupsPerTeam - 1 for
/// first = rank * groupsPerTeam, then rowsAtOnce further on. Tables in global memory are as many as rows that
/// run at once, so that they stay in the cache. Every
/// warp of a team is full.
template <class DeviceType, class Functor>
void launchWithTables(const char* label, const typename DeviceType::execution_space& space, std::int64_t numRows,
                      const TableLaunch& launch, Functor functor) {
  // As arguments of the kernel: a functor of more than 512 bytes is copied to the GPU otherwise, behind the last kernel
  // that was started like that.
  using Policy = Kokkos::TeamPolicy<typename DeviceType::execution_space,
                                    Kokkos::Experimental::WorkItemProperty::HintLightWeight_t>;
  constexpr int warp = 32;
  int width = launch.width, groups = 1;
  if (!runsOnHost<DeviceType> && !launch.teamOwnsRow) {
    while (launch.shared && width < warp && (warp / width) * launch.bytes > sharedTableBytes) width *= 2;
    groups = launch.teamSize / width;
    while (launch.shared && groups * width > warp && groups * launch.bytes > sharedTableBytes) groups /= 2;
  }
  const int threads = runsOnHost<DeviceType> ? 1 : launch.teamOwnsRow ? launch.teamSize : groups * width;
  std::int64_t numTeams = (numRows + groups - 1) / groups;
  functor.width = width;
  functor.groupsPerTeam = groups;
  functor.numRows = numRows;
  functor.memory = {nullptr, launch.bytes};
  Kokkos::View<char*, DeviceType> tables;
  if (!launch.shared) {
    const std::size_t available = launch.globalBytes > 0 ? launch.globalBytes : freeDeviceMemory() / 4;
    const std::int64_t teamsThatFit = static_cast<std::int64_t>(available / (launch.bytes * groups));
    // Registers let half of the threads run that a GPU could hold.
    const std::int64_t teamsThatRun = std::max<std::int64_t>(1, space.concurrency() / (2 * threads));
    numTeams = std::max<std::int64_t>(1, std::min({numTeams, teamsThatFit, teamsThatRun}));
    tables =
        allocate<Kokkos::View<char*, DeviceType>>("Chronos::tables of long rows", numTeams * groups * launch.bytes);
    functor.memory.base = tables.data();
  }
  functor.rowsAtOnce = numTeams * groups;
  Policy policy(space, static_cast<int>(numTeams), threads, 1);
  if (launch.shared) policy.set_scratch_size(0, Kokkos::PerTeam(static_cast<int>(groups * launch.bytes)));
  Kokkos::parallel_for(label, policy, functor);
}

}  // namespace Chronos

#endif
