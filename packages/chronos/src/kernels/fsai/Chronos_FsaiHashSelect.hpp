// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_FSAIHASHSELECT_HPP
#define CHRONOS_FSAIHASHSELECT_HPP

#include "Chronos_FsaiHubs.hpp"
#include "Chronos_FsaiRowTask.hpp"

#include <cmath>

namespace Chronos {

/// \brief Threads that own a row together: the lanes of one thread of a team, or the whole team.
template <class Member, bool wholeTeam>
struct RowOwner {
  const Member& team;

  KOKKOS_INLINE_FUNCTION auto range(int size) const {
    if constexpr (wholeTeam) return Kokkos::TeamVectorRange(team, size);
    else return Kokkos::ThreadVectorRange(team, size);
  }
  KOKKOS_INLINE_FUNCTION auto one() const {
    if constexpr (wholeTeam) return Kokkos::PerTeam(team);
    else return Kokkos::PerThread(team);
  }
  /// Waits for all of them; lanes of a warp need not go in step either.
  KOKKOS_INLINE_FUNCTION void sync() const {
    if constexpr (wholeTeam) team.team_barrier();
    else Kokkos::single(Kokkos::PerThread(team), []() {});
  }
};

/// \brief Hash table of candidates, 2^bits slots, in scratch or global memory; lists the slots in use.
template <class Scalar>
struct CandidateTable {
  static constexpr LocalOrdinal emptyKey = -1;

  Scalar* values;
  LocalOrdinal* keys;
  int* filled;  // slots in use, in the order in which they were taken
  int* count;
  int* full;  // set when a column found no room
  int bits;

  KOKKOS_INLINE_FUNCTION CandidateTable(char* memory, int bits_) : bits(bits_) {
    values = reinterpret_cast<Scalar*>(memory);
    keys = reinterpret_cast<LocalOrdinal*>(values + size());
    filled = keys + size();
    count = filled + size();
    full = count + 1;
  }
  static KOKKOS_INLINE_FUNCTION constexpr std::size_t bytes(int bits) {
    return (std::size_t(1) << bits) * (sizeof(Scalar) + sizeof(LocalOrdinal) + sizeof(int)) + 2 * sizeof(int);
  }

  KOKKOS_INLINE_FUNCTION int size() const { return 1 << bits; }
  KOKKOS_INLINE_FUNCTION int first(LocalOrdinal col) const {
    return static_cast<int>((static_cast<unsigned>(col) * 2654435769u) >> (32 - bits));
  }
  KOKKOS_INLINE_FUNCTION int next(int slot) const { return (slot + 1) & (size() - 1); }
  /// Slot of a column, or -1.
  KOKKOS_INLINE_FUNCTION int find(LocalOrdinal col) const {
    int slot = first(col);
    for (int probe = 0; probe < size() && keys[slot] != emptyKey; ++probe, slot = next(slot))
      if (keys[slot] == col) return slot;
    return -1;
  }
  /// Slot of a column, taken if need be; -1 when the table is full. Values begin as zero.
  KOKKOS_INLINE_FUNCTION int insert(LocalOrdinal col) const {
    int slot = first(col);
    for (int probe = 0; probe < size(); ++probe, slot = next(slot)) {
      LocalOrdinal key = keys[slot];
      if (key == emptyKey) {
        key = Kokkos::atomic_compare_exchange(&keys[slot], LocalOrdinal(emptyKey), col);
        if (key == emptyKey) {
          values[slot] = 0;
          filled[Kokkos::atomic_fetch_add(count, 1)] = slot;
          return slot;
        }
      }
      if (key == col) return slot;
    }
    return -1;
  }
};

/// \brief Sums the Kaporin gradient of a row in a hash table and chooses the best candidates.
///
/// The owners of a row run along one row of A at a time. Its columns are distinct, so they add without atomics and in a
/// fixed order.
template <class Scalar, class DeviceType, bool wholeTeam>
struct HashSelectFunctor {
  using Member = typename Kokkos::TeamPolicy<typename DeviceType::execution_space>::member_type;
  using Owner = RowOwner<Member, wholeTeam>;
  using Table = CandidateTable<Scalar>;
  using Task = RowTask<Scalar, DeviceType>;

  FsaiMatrix<Scalar, DeviceType> A;
  FsaiRules<Scalar> rules;
  FsaiRows<Scalar, DeviceType> rows;
  Kokkos::View<const int*, DeviceType> active;
  int numActive;
  Kokkos::View<int*, DeviceType> tier;  // of each slot: which of the tables it needs
  int myTier;
  int tableBits;
  int memoryLevel;  // of Kokkos' scratch memory

  KOKKOS_INLINE_FUNCTION void operator()(const Member& team) const {
    const int position = wholeTeam ? team.league_rank() : team.league_rank() * team.team_size() + team.team_rank();
    if (position >= numActive || tier(active(position)) != myTier) return;
    const Owner owner{team};
    const Task task(rows, active(position));
    const Table table(memoryOf(team), tableBits);
    Kokkos::parallel_for(owner.range(table.size()), [&](int i) { table.keys[i] = Table::emptyKey; });
    Kokkos::parallel_for(owner.range(2), [&](int i) { table.count[i] = 0; });
    owner.sync();
    if (!accumulate(owner, task, table)) {
      Kokkos::single(owner.one(), [&]() { tier(task.slot) = myTier + 1; });
      return;
    }
    Kokkos::parallel_for(owner.range(task.numEntries), [&](int p) {
      const int slot = table.find(task.pattern[p]);
      if (slot >= 0) table.values[slot] = 0;
    });
    owner.sync();
    choose(owner, task, table);
  }

  KOKKOS_INLINE_FUNCTION char* memoryOf(const Member& team) const {
    const auto& scratch = wholeTeam ? team.team_scratch(memoryLevel) : team.thread_scratch(memoryLevel);
    return static_cast<char*>(scratch.get_shmem(static_cast<int>(Table::bytes(tableBits))));
  }

  KOKKOS_INLINE_FUNCTION bool accumulate(const Owner& owner, const Task& task, const Table& table) const {
    volatile int* const full = table.full;
    for (int p = 0; p <= task.numEntries; ++p) {
      const LocalOrdinal source = task.source(p);
      if (isHub(A.matrix, source, task.row)) continue;
      const Scalar factor = task.factor(p);
      const Offset begin = A.matrix.rowPtr(source);
      const int length = static_cast<int>(A.matrix.rowPtr(source + 1) - begin);
      Kokkos::parallel_for(owner.range(length), [&](int entry) {
        const LocalOrdinal col = A.matrix.colInd(begin + entry);
        if (col >= task.row) return;
        const int slot = table.insert(col);
        if (slot >= 0) table.values[slot] += factor * A.matrix.values(begin + entry);
        else *full = 1;
      });
      owner.sync();
      const bool isFull = *full != 0;
      // All have read it before somebody goes on and writes it: they must leave together.
      owner.sync();
      if (isFull) return false;
    }
    return true;
  }

  KOKKOS_INLINE_FUNCTION void choose(const Owner& owner, const Task& task, const Table& table) const {
    const int count = *static_cast<volatile int*>(table.count);
    const Scalar psi = rows.psi(task.slot);
    int numChosen = 0;
    for (; numChosen < rules.entriesPerStep && task.numEntries + numChosen < rows.capacity; ++numChosen) {
      Scalar best = 0;
      Kokkos::parallel_reduce(
          owner.range(count),
          [&](int i, Scalar& largest) {
            const Scalar score = scoreOf(table, table.filled[i]);
            if (score > largest) largest = score;
          },
          Kokkos::Max<Scalar>(best));
      if (!(best > 0)) break;
      const Scalar threshold = best * (1 - rules.guardBand);
      std::uint64_t smallestKey = 0;
      Kokkos::parallel_reduce(
          owner.range(count),
          [&](int i, std::uint64_t& smallest) {
            const int slot = table.filled[i];
            // Written so that what is not a number does not pass.
            if (!(scoreOf(table, slot) >= threshold)) return;
            const std::uint64_t key = A.tieKey(table.keys[slot]);
            if (key < smallest) smallest = key;
          },
          Kokkos::Min<std::uint64_t>(smallestKey));
      int chosen = -1;
      Kokkos::parallel_reduce(
          owner.range(count),
          [&](int i, int& slotFound) {
            const int slot = table.filled[i];
            if (scoreOf(table, slot) >= threshold && A.tieKey(table.keys[slot]) == smallestKey) slotFound = slot;
          },
          Kokkos::Max<int>(chosen));
      const LocalOrdinal col = table.keys[chosen];
      if (rules.isNoise(table.values[chosen], A.diagonal(col), psi)) break;
      owner.sync();
      Kokkos::single(owner.one(), [&]() {
        rows.pattern(std::size_t(task.slot) * rows.capacity + task.numEntries + numChosen) = col;
        table.values[chosen] = 0;
      });
      owner.sync();
    }
    Kokkos::single(owner.one(), [&]() {
      rows.numSelected(task.slot) = numChosen;
      if (numChosen == 0) rows.status(task.slot) = rowDone;
    });
  }

  KOKKOS_INLINE_FUNCTION Scalar scoreOf(const Table& table, int slot) const {
    using std::abs;
    const Scalar value = table.values[slot];
    return value == Scalar(0) ? Scalar(0) : abs(value) * A.weight(table.keys[slot]);
  }
};

}  // namespace Chronos

#endif
