// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_FSAIMERGESELECT_HPP
#define CHRONOS_FSAIMERGESELECT_HPP

#include "Chronos_FsaiHubs.hpp"
#include "Chronos_FsaiRowTask.hpp"

#include <climits>
#include <cmath>

namespace Chronos {

/// \brief Multiple merge of sorted rows (Bernaschi and others 2019, Algorithm 2), a group of lanes a row.
///
/// Each lane holds the cursors of the rows of A assigned to it, lane p those of source rows p, p + lanes, ..., so that
/// a pattern longer than the group is no special case; the smallest column is found by a reduction and the entries that
/// share it are summed. Line 14 of the printed algorithm leaves out the coefficient that scales the row; it is needed.
/// The merge runs twice, once for the largest value and once to choose within the guard band, so that it stores
/// nothing.
template <class Scalar, class DeviceType>
struct MergeSelectFunctor {
  using Member = typename Kokkos::TeamPolicy<typename DeviceType::execution_space>::member_type;
  using Cursors = Kokkos::View<int*, typename DeviceType::execution_space::scratch_memory_space,
                               Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

  FsaiMatrix<Scalar, DeviceType> A;
  FsaiRules<Scalar> rules;
  FsaiRows<Scalar, DeviceType> rows;
  Kokkos::View<const int*, DeviceType> active;
  int numActive;
  int longestPattern;

  static std::size_t scratchBytes(int longestPattern) { return Cursors::shmem_size(longestPattern + 1); }

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
    const RowTask<Scalar, DeviceType> task(rows, slot);
    const Cursors cursors(team.thread_scratch(0), longestPattern + 1);
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
                                      const Cursors& cursors, int numChosen, Scalar threshold) const {
    using std::abs;
    const int numSources = task.numEntries + 1;
    Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, numSources), [&](int p) {
      const LocalOrdinal source = task.source(p);
      const Offset length = A.matrix.rowPtr(source + 1) - A.matrix.rowPtr(source);
      cursors(p) = isHub(A.matrix, source, task.row) ? static_cast<int>(length) : 0;
    });
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

}  // namespace Chronos

#endif
