// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_GROUPLAUNCH_HPP
#define CHRONOS_GROUPLAUNCH_HPP

#include "Chronos_MatrixProductGroups.hpp"
#include "Chronos_Memory.hpp"

#include <algorithm>
#include <type_traits>

namespace Chronos {

template <class DeviceType>
constexpr bool runsOnHost = std::is_same<typename DeviceType::memory_space, Kokkos::HostSpace>::value;

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
  KOKKOS_INLINE_FUNCTION char* of(const Member& team, int group, std::int64_t index,
                                  int groupsPerTeam) const {
    if (base) return base + std::size_t(index) * bytes;
    return static_cast<char*>(team.team_shmem().get_shmem(bytes * groupsPerTeam)) +
           std::size_t(group) * bytes;
  }
};

/// \brief Runs `functor(team)` over `numRows` rows, each with a table of `bytes` bytes in shared memory or,
/// where that is too much for one, in global memory: then chunks of rows one after the other, as many as
/// `globalBytes` hold.
///
/// The functor has members memory, groupsPerTeam, firstRow and lastRow, which this sets.
/// \param threads of a row: the width of a group of lanes, or a whole team
template <class DeviceType, class Functor>
void launchWithTables(const char* label, const typename DeviceType::execution_space& space,
                      std::int64_t numRows, int threads, int teamSize, std::size_t bytes, bool shared,
                      std::size_t globalBytes, Functor functor) {
  using Policy = Kokkos::TeamPolicy<typename DeviceType::execution_space>;
  int groups = runsOnHost<DeviceType> ? 1 : std::max(1, teamSize / threads);
  while (shared && groups > 1 && groups * bytes > sharedTableBytes) groups /= 2;
  functor.groupsPerTeam = groups;
  functor.memory = {nullptr, bytes};
  std::int64_t rowsAtOnce = numRows;
  Kokkos::View<char*, DeviceType> tables;
  if (!shared) {
    if (globalBytes == 0) globalBytes = freeDeviceMemory() / 4;
    rowsAtOnce = std::min(numRows, std::max<std::int64_t>(1, static_cast<std::int64_t>(globalBytes / bytes)));
    tables = allocate<Kokkos::View<char*, DeviceType>>("Chronos::tables of long rows", rowsAtOnce * bytes);
    functor.memory.base = tables.data();
  }
  for (std::int64_t first = 0; first < numRows; first += rowsAtOnce) {
    functor.firstRow = first;
    functor.lastRow = std::min(numRows, first + rowsAtOnce);
    const int numTeams = static_cast<int>((functor.lastRow - first + groups - 1) / groups);
    Policy policy(space, numTeams, runsOnHost<DeviceType> ? 1 : groups * threads, 1);
    if (shared) policy.set_scratch_size(0, Kokkos::PerTeam(static_cast<int>(groups * bytes)));
    Kokkos::parallel_for(label, policy, functor);
  }
}

}  // namespace Chronos

#endif
