// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_TEAMPATTERN_HPP
#define CHRONOS_TEAMPATTERN_HPP

#include "Chronos_FoundColumns.hpp"
#include "Chronos_GroupLaunch.hpp"
#include "Chronos_KeyTable.hpp"
#include "Chronos_ProductWalk.hpp"
#include "Chronos_RowBins.hpp"

namespace Chronos {

/// \brief Columns of long rows of C, a team a row: counted or, where rowPtr is given, written in ascending
/// order.
///
/// Groups of lanes share out the entries of the row of A: the order of insertion does not matter. Few lanes a row of B
/// are best, because what takes long is looking up: more rows are on their way at a time. With
/// mayOverflow a row whose columns do not fit gets the count -1. What is counted is kept in `found`, if it exists, and
/// written from there.
template <class Scalar, class DeviceType>
struct TeamPatternFunctor : TableRows {
  ProductWalk<Scalar, DeviceType> walk;
  AlikeRows<DeviceType> alikeOfA;  // those that follow are left out
  RowBin<DeviceType> bin;
  FoundColumns<DeviceType> found;
  Kokkos::View<LocalOrdinal*, DeviceType> counts;
  Kokkos::View<const Offset*, DeviceType> rowPtr;
  Kokkos::View<LocalOrdinal*, DeviceType> colInd;
  bool mayOverflow = false;

  /// Slots and, behind them, the number of columns found.
  std::size_t tableBytes() const { return (sizeof(LocalOrdinal) << bin.logSize) + 8; }

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& team) const {
    const KeyTable table{reinterpret_cast<LocalOrdinal*>(memory.of(team, 0, 1)), bin.logSize};
    for (std::int64_t index = team.league_rank(); index < numRows; index += rowsAtOnce) {
      const LocalOrdinal row = bin.row(index);
      if (alikeOfA.follows(row)) continue;
      serve(team, row, table);
      team.team_barrier();
    }
  }

 private:
  template <class Member>
  KOKKOS_INLINE_FUNCTION void serve(const Member& team, LocalOrdinal row, const KeyTable& table) const {
    int* const numFound = reinterpret_cast<int*>(table.keys + table.size());
    for (std::uint32_t i = team.team_rank(); i < table.size(); i += team.team_size()) table.keys[i] = KeyTable::empty;
    if (team.team_rank() == 0) *numFound = 0;
    team.team_barrier();
    // Every thread may add one column after it saw room.
    const int limit = mayOverflow ? static_cast<int>(table.size()) - team.team_size() : INT32_MAX;
    const bool countsOnly = rowPtr.extent(0) == 0;
    if (found.exist() && !countsOnly) {
      const int length = found.load(row, counts(row), table, team.team_rank(), team.team_size());
      if (team.team_rank() == 0) *numFound = length;
    } else {
      insertRow(team, table, row, numFound, limit);
    }
    team.team_barrier();
    const int length = *numFound;
    if (countsOnly) {
      if (team.team_rank() == 0) counts(row) = length > limit ? -1 : length;
      return;
    }
    sort(team, table);
    const Offset begin = rowPtr(row);
    for (int i = team.team_rank(); i < length; i += team.team_size()) colInd(begin + i) = table.keys[i];
  }

  template <class Member>
  KOKKOS_INLINE_FUNCTION void insertRow(const Member& team, const KeyTable& table, LocalOrdinal row, int* numFound,
                                        int limit) const {
    const int group = team.team_rank() / width, numGroups = team.team_size() / width;
    const int lane = team.team_rank() % width;
    const Offset begin = walk.A.rowPtr(row), end = walk.A.rowPtr(row + 1);
    for (Offset entry = begin + group; entry < end; entry += numGroups) {
      if (walk.alikeOfB.exist() && walk.repeats(entry, begin)) continue;
      const RowView<Scalar> other = walk.B.row(walk.A.colInd(entry));
      for (int i = lane; i < other.length; i += width) {
        if (*static_cast<const volatile int*>(numFound) > limit) return;
        int added = 0;
        table.insert(other.cols[i], added);
        if (added == 0) continue;
        const int place = Kokkos::atomic_fetch_add(numFound, 1);
        if (found.exist()) found.ofRow(row)[place] = other.cols[i];
      }
    }
  }

  // Bitonic sorting network over all slots (Batcher 1968); empty ones are the largest.
  template <class Member>
  KOKKOS_INLINE_FUNCTION void sort(const Member& team, const KeyTable& table) const {
    const std::uint32_t size = table.size();
    for (std::uint32_t run = 2; run <= size && run != 0; run *= 2)
      for (std::uint32_t distance = run / 2; distance > 0; distance /= 2) {
        for (std::uint32_t i = team.team_rank(); i < size / 2; i += team.team_size()) {
          const std::uint32_t low = 2 * i - (i & (distance - 1)), high = low + distance;
          const LocalOrdinal a = table.keys[low], b = table.keys[high];
          if ((a > b) == ((low & run) == 0)) {
            table.keys[low] = b;
            table.keys[high] = a;
          }
        }
        team.team_barrier();
      }
  }
};

}  // namespace Chronos

#endif
