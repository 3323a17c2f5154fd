// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_FsaiSelection.hpp"

#include <climits>
#include <cmath>
#include <type_traits>

namespace Chronos {
namespace {

// Slots of the hash table of one row: at least 64; at most what leaves four groups of a team in 48 KiB of scratch memory.
constexpr int smallestTable = 64;
template <class Scalar>
constexpr int largestTable = sizeof(Scalar) == 4 ? 1024 : 512;

template <class DeviceType>
constexpr bool onHost = std::is_same_v<typename DeviceType::memory_space, Kokkos::HostSpace>;

template <class T, class DeviceType>
using Scratch = Kokkos::View<T*, typename DeviceType::execution_space::scratch_memory_space,
                             Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

// What both kernels know of one row: its place in the batch and the source rows that are summed.
template <class Scalar, class DeviceType>
struct RowTask {
  int slot;
  LocalOrdinal row;
  int numEntries;
  const LocalOrdinal* pattern;
  const Scalar* coefficient;

  KOKKOS_INLINE_FUNCTION RowTask(const FsaiRows<Scalar, DeviceType>& rows, int slot_)
      : slot(slot_),
        row(rows.row(slot_)),
        numEntries(rows.numEntries(slot_)),
        pattern(rows.pattern.data() + std::size_t(slot_) * rows.capacity),
        coefficient(rows.coefficient.data() + std::size_t(slot_) * rows.capacity) {}

  // Source 0 is the row itself, with coefficient one.
  KOKKOS_INLINE_FUNCTION LocalOrdinal source(int p) const { return p == 0 ? row : pattern[p - 1]; }
  KOKKOS_INLINE_FUNCTION Scalar factor(int p) const { return p == 0 ? Scalar(1) : coefficient[p - 1]; }
};

template <class Scalar, class DeviceType>
struct HashSelectFunctor {
  using Member = typename Kokkos::TeamPolicy<typename DeviceType::execution_space>::member_type;
  static constexpr LocalOrdinal emptyKey = -1;

  FsaiMatrix<Scalar, DeviceType> A;
  FsaiRules<Scalar> rules;
  FsaiRows<Scalar, DeviceType> rows;
  Kokkos::View<const int*, DeviceType> active;
  int numActive;
  int tableBits;
  Kokkos::View<int*, DeviceType> overflow;

  struct Table {
    LocalOrdinal* keys;
    Scalar* values;
    int* filled;  // slots in use, in the order in which they were taken
    int* count;
    int bits;

    KOKKOS_INLINE_FUNCTION int size() const { return 1 << bits; }
    KOKKOS_INLINE_FUNCTION int first(LocalOrdinal col) const {
      return static_cast<int>((static_cast<unsigned>(col) * 2654435769u) >> (32 - bits));
    }
    KOKKOS_INLINE_FUNCTION int next(int slot) const { return (slot + 1) & (size() - 1); }
    // Slot of a column, or -1.
    KOKKOS_INLINE_FUNCTION int find(LocalOrdinal col) const {
      int slot = first(col);
      for (int probe = 0; probe < size() && keys[slot] != emptyKey; ++probe, slot = next(slot))
        if (keys[slot] == col) return slot;
      return -1;
    }
    // Slot of a column, taken if need be; -1 when the table is full.
    KOKKOS_INLINE_FUNCTION int insert(LocalOrdinal col) const {
      int slot = first(col);
      for (int probe = 0; probe < size(); ++probe, slot = next(slot)) {
        LocalOrdinal key = keys[slot];
        if (key == emptyKey) {
          key = Kokkos::atomic_compare_exchange(&keys[slot], LocalOrdinal(emptyKey), col);
          if (key == emptyKey) {
            filled[Kokkos::atomic_fetch_add(count, 1)] = slot;
            return slot;
          }
        }
        if (key == col) return slot;
      }
      return -1;
    }
  };

  static std::size_t scratchBytes(int bits) {
    const std::size_t size = std::size_t(1) << bits;
    return Scratch<LocalOrdinal, DeviceType>::shmem_size(size) + Scratch<Scalar, DeviceType>::shmem_size(size) +
           Scratch<int, DeviceType>::shmem_size(size) + Scratch<int, DeviceType>::shmem_size(2);
  }

  KOKKOS_INLINE_FUNCTION void operator()(const Member& team) const {
    const int position = team.league_rank() * team.team_size() + team.team_rank();
    if (position >= numActive) return;
    const RowTask<Scalar, DeviceType> task(rows, active(position));
    const int size = 1 << tableBits;
    const Scratch<LocalOrdinal, DeviceType> keys(team.thread_scratch(0), size);
    const Scratch<Scalar, DeviceType> values(team.thread_scratch(0), size);
    const Scratch<int, DeviceType> filled(team.thread_scratch(0), size);
    const Scratch<int, DeviceType> counters(team.thread_scratch(0), 2);
    const Table table{keys.data(), values.data(), filled.data(), counters.data(), tableBits};

    Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, size), [&](int i) {
      table.keys[i] = emptyKey;
      table.values[i] = 0;
    });
    Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, 2), [&](int i) { counters(i) = 0; });

    const bool fits = accumulate(team, task, table, &counters(1));
    Kokkos::single(Kokkos::PerThread(team), [&]() { overflow(task.slot) = fits ? 0 : 1; });
    if (!fits) return;
    Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, task.numEntries), [&](int p) {
      const int slot = table.find(task.pattern[p]);
      if (slot >= 0) table.values[slot] = 0;
    });
    choose(team, task, table);
  }

  KOKKOS_INLINE_FUNCTION bool accumulate(const Member& team, const RowTask<Scalar, DeviceType>& task,
                                         const Table& table, volatile int* full) const {
    for (int p = 0; p <= task.numEntries; ++p) {
      const LocalOrdinal source = task.source(p);
      const Scalar factor = task.factor(p);
      const Offset begin = A.matrix.rowPtr(source);
      const int length = static_cast<int>(A.matrix.rowPtr(source + 1) - begin);
      Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, length), [&](int entry) {
        const LocalOrdinal col = A.matrix.colInd(begin + entry);
        if (col >= task.row) return;
        const int slot = table.insert(col);
        if (slot >= 0) table.values[slot] += factor * A.matrix.values(begin + entry);
        else *full = 1;
      });
      if (*full != 0) return false;
    }
    return true;
  }

  KOKKOS_INLINE_FUNCTION void choose(const Member& team, const RowTask<Scalar, DeviceType>& task,
                                     const Table& table) const {
    const int count = *static_cast<volatile int*>(table.count);
    const Scalar psi = rows.psi(task.slot);
    int numChosen = 0;
    for (; numChosen < rules.entriesPerStep && task.numEntries + numChosen < rows.capacity; ++numChosen) {
      Scalar best = 0;
      Kokkos::parallel_reduce(
          Kokkos::ThreadVectorRange(team, count),
          [&](int i, Scalar& largest) {
            const Scalar score = scoreOf(table, table.filled[i]);
            if (score > largest) largest = score;
          },
          Kokkos::Max<Scalar>(best));
      if (!(best > 0)) break;
      const Scalar threshold = best * (1 - rules.guardBand);
      std::uint64_t smallestKey = 0;
      Kokkos::parallel_reduce(
          Kokkos::ThreadVectorRange(team, count),
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
          Kokkos::ThreadVectorRange(team, count),
          [&](int i, int& slotFound) {
            const int slot = table.filled[i];
            if (scoreOf(table, slot) >= threshold && A.tieKey(table.keys[slot]) == smallestKey) slotFound = slot;
          },
          Kokkos::Max<int>(chosen));
      const LocalOrdinal col = table.keys[chosen];
      if (rules.isNoise(table.values[chosen], A.diagonal(col), psi)) break;
      Kokkos::single(Kokkos::PerThread(team), [&]() {
        rows.pattern(std::size_t(task.slot) * rows.capacity + task.numEntries + numChosen) = col;
        table.values[chosen] = 0;
      });
    }
    Kokkos::single(Kokkos::PerThread(team), [&]() {
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

template <class Scalar, class DeviceType>
struct MergeSelectFunctor {
  using Member = typename Kokkos::TeamPolicy<typename DeviceType::execution_space>::member_type;

  FsaiMatrix<Scalar, DeviceType> A;
  FsaiRules<Scalar> rules;
  FsaiRows<Scalar, DeviceType> rows;
  Kokkos::View<const int*, DeviceType> active;
  int numActive;
  int longestPattern;
  Kokkos::View<const int*, DeviceType> overflow;
  bool onlyOverflow;

  static std::size_t scratchBytes(int longestPattern) {
    return Scratch<int, DeviceType>::shmem_size(longestPattern + 1);
  }

  struct Choice {
    Scalar score = 0;
    Scalar value = 0;
    LocalOrdinal col = -1;
    std::uint64_t key = 0;
  };

  KOKKOS_INLINE_FUNCTION void operator()(const Member& team) const {
    const int position = team.league_rank() * team.team_size() + team.team_rank();
    if (position >= numActive) return;
    const int slot = active(position);
    if (onlyOverflow && overflow(slot) == 0) return;
    const RowTask<Scalar, DeviceType> task(rows, slot);
    const Scratch<int, DeviceType> cursors(team.thread_scratch(0), longestPattern + 1);
    const Scalar psi = rows.psi(slot);
    int numChosen = 0;
    for (; numChosen < rules.entriesPerStep && task.numEntries + numChosen < rows.capacity; ++numChosen) {
      const Choice best = merge(team, task, cursors, numChosen, Scalar(-1));
      if (!(best.score > 0)) break;
      const Choice chosen = merge(team, task, cursors, numChosen, best.score * (1 - rules.guardBand));
      if (rules.isNoise(chosen.value, A.diagonal(chosen.col), psi)) break;
      Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, 1), [&](int) {
        rows.pattern(std::size_t(slot) * rows.capacity + task.numEntries + numChosen) = chosen.col;
      });
    }
    Kokkos::single(Kokkos::PerThread(team), [&]() {
      rows.numSelected(slot) = numChosen;
      if (numChosen == 0) rows.status(slot) = rowDone;
    });
  }

  KOKKOS_INLINE_FUNCTION LocalOrdinal columnAt(const RowTask<Scalar, DeviceType>& task, int p, int cursor) const {
    const Offset entry = A.matrix.rowPtr(task.source(p)) + cursor;
    if (entry >= A.matrix.rowPtr(task.source(p) + 1)) return INT_MAX;
    const LocalOrdinal col = A.matrix.colInd(entry);
    return col < task.row ? col : INT_MAX;
  }

  // One pass over the candidates by ascending column. With a negative threshold: the largest score. Otherwise: the
  // candidate at or above the threshold with the smallest hash.
  KOKKOS_INLINE_FUNCTION Choice merge(const Member& team, const RowTask<Scalar, DeviceType>& task,
                                      const Scratch<int, DeviceType>& cursors, int numChosen, Scalar threshold) const {
    using std::abs;
    const int numSources = task.numEntries + 1;
    Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, numSources), [&](int p) { cursors(p) = 0; });
    Choice choice;
    while (true) {
      LocalOrdinal col = INT_MAX;
      Kokkos::parallel_reduce(
          Kokkos::ThreadVectorRange(team, numSources),
          [&](int p, LocalOrdinal& smallest) {
            const LocalOrdinal candidate = columnAt(task, p, cursors(p));
            if (candidate < smallest) smallest = candidate;
          },
          Kokkos::Min<LocalOrdinal>(col));
      if (col == INT_MAX) return choice;
      Scalar value = 0;
      Kokkos::parallel_reduce(
          Kokkos::ThreadVectorRange(team, numSources),
          [&](int p, Scalar& sum) {
            if (columnAt(task, p, cursors(p)) != col) return;
            sum += task.factor(p) * A.matrix.values(A.matrix.rowPtr(task.source(p)) + cursors(p));
            ++cursors(p);
          },
          value);
      int known = 0;
      Kokkos::parallel_reduce(
          Kokkos::ThreadVectorRange(team, task.numEntries + numChosen),
          [&](int p, int& found) {
            if (task.pattern[p] == col) found = 1;
          },
          Kokkos::Max<int>(known));
      if (known == 1) continue;
      const Scalar score = abs(value) * A.weight(col);
      if (threshold < 0) {
        if (score > choice.score) choice.score = score;
        continue;
      }
      const std::uint64_t key = A.tieKey(col);
      if (score >= threshold && (choice.col < 0 || key < choice.key)) choice = {score, value, col, key};
    }
  }
};

// Lanes of a group: about the length of a row of A.
int lanesFor(double meanRow) {
  int lanes = 4;
  while (lanes < 32 && lanes < meanRow) lanes *= 2;
  return lanes;
}

int tableBitsFor(long long bound, int largest) {
  int bits = 0;
  while ((1 << bits) < smallestTable) ++bits;
  while ((1 << bits) < largest && (1LL << bits) < bound) ++bits;
  return bits;
}

template <class Functor, class DeviceType>
void launch(const char* label, const typename DeviceType::execution_space& space, const Functor& functor, int numActive,
            int lanes, std::size_t bytesPerGroup) {
  using Policy = Kokkos::TeamPolicy<typename DeviceType::execution_space>;
  constexpr std::size_t scratchLimit = 44 * 1024;
  int groups = onHost<DeviceType> ? 1 : 128 / lanes;
  while (groups > 1 && groups * bytesPerGroup > scratchLimit) groups /= 2;
  Policy policy(space, (numActive + groups - 1) / groups, groups, onHost<DeviceType> ? 1 : lanes);
  policy.set_scratch_size(0, Kokkos::PerThread(static_cast<int>(bytesPerGroup)));
  Kokkos::parallel_for(label, policy, functor);
}

}  // namespace

template <class Scalar, class DeviceType>
void selectCandidates(const typename DeviceType::execution_space& space, const FsaiMatrix<Scalar, DeviceType>& A,
                      const FsaiRules<Scalar>& rules, const FsaiRows<Scalar, DeviceType>& rows,
                      const Kokkos::View<const int*, DeviceType>& active, int numActive, int longestPattern,
                      int longestRow, double meanRow, Accumulation accumulation,
                      const Kokkos::View<int*, DeviceType>& overflow) {
  if (numActive == 0) return;
  if (accumulation == Accumulation::hash) {
    using Functor = HashSelectFunctor<Scalar, DeviceType>;
    const int bits = tableBitsFor((longestPattern + 1LL) * longestRow, largestTable<Scalar>);
    launch<Functor, DeviceType>("Chronos::FSAI::selectByHash", space,
                                Functor{A, rules, rows, active, numActive, bits, overflow}, numActive,
                                lanesFor(meanRow), Functor::scratchBytes(bits));
    // No table can overflow that holds every entry of every row that is summed.
    if ((longestPattern + 1LL) * longestRow <= (1LL << bits)) return;
  }
  using Functor = MergeSelectFunctor<Scalar, DeviceType>;
  launch<Functor, DeviceType>("Chronos::FSAI::selectByMerge", space,
                              Functor{A, rules, rows, active, numActive, longestPattern, overflow,
                                      accumulation == Accumulation::hash},
                              numActive, 32, Functor::scratchBytes(longestPattern));
}

#define CHRONOS_FSAISELECTION(SCALAR, DEVICE)                                                                       \
  template void selectCandidates<SCALAR, DEVICE>(                                                                   \
      const DEVICE::execution_space&, const FsaiMatrix<SCALAR, DEVICE>&, const FsaiRules<SCALAR>&,                  \
      const FsaiRows<SCALAR, DEVICE>&, const Kokkos::View<const int*, DEVICE>&, int, int, int, double, Accumulation, \
      const Kokkos::View<int*, DEVICE>&);
#define CHRONOS_FSAISELECTION_ALL(DEVICE) CHRONOS_FSAISELECTION(double, DEVICE) CHRONOS_FSAISELECTION(float, DEVICE)
CHRONOS_FOR_EACH_DEVICE(CHRONOS_FSAISELECTION_ALL)

}  // namespace Chronos
