// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_MAGNITUDEORDER_HPP
#define CHRONOS_MAGNITUDEORDER_HPP

#include "Chronos_KernelTypes.hpp"

namespace Chronos {

/// \brief Order of the entries of a row: those that must stay, then by magnitude in steps, then by global
/// index. Total.
///
/// Magnitudes within a step of each other are equal, so that rounding does not rank.
template <class Scalar>
struct MagnitudeOrder {
  static constexpr double numSteps = sizeof(Scalar) == sizeof(float) ? 65536.0 : 1073741824.0;

  const Scalar* values;
  const LocalOrdinal* cols;
  const char* mustStay;  // null: none must
  const GlobalOrdinal* globals;
  double stepsPerUnit;

  KOKKOS_INLINE_FUNCTION std::int64_t steps(int entry) const {
    const double value = static_cast<double>(values[entry]);
    return static_cast<std::int64_t>((value < 0 ? -value : value) * stepsPerUnit + 0.5);
  }
  KOKKOS_INLINE_FUNCTION bool before(int a, int b) const {
    if (mustStay != nullptr && (mustStay[a] != 0) != (mustStay[b] != 0)) return mustStay[a] != 0;
    const std::int64_t stepsOfA = steps(a), stepsOfB = steps(b);
    return stepsOfA != stepsOfB ? stepsOfA > stepsOfB : globals[cols[a]] < globals[cols[b]];
  }
};

// Rows up to this length are ordered by counting, which all lanes of a group share; longer ones by one lane's
// heap.
constexpr int longestCountedRow = 2048;
// One thread alone: a heap pays early.
constexpr int longestInsertedRow = 32;

template <class Order>
KOKKOS_INLINE_FUNCTION void siftDownEntries(const Order& order, LocalOrdinal* entries, int root, int length) {
  const LocalOrdinal entry = entries[root];
  for (int child = 2 * root + 1; child < length; child = 2 * root + 1) {
    if (child + 1 < length && order.before(entries[child], entries[child + 1])) ++child;
    if (!order.before(entry, entries[child])) break;
    entries[root] = entries[child];
    root = child;
  }
  entries[root] = entry;
}

/// entries[0 .. length - 1] becomes the permutation that puts a row in order; one thread.
template <class Order>
KOKKOS_INLINE_FUNCTION void orderEntriesAlone(const Order& order, LocalOrdinal* entries, int length) {
  for (int entry = 0; entry < length; ++entry) entries[entry] = entry;
  if (length <= longestInsertedRow) {
    for (int end = 1; end < length; ++end) {
      const LocalOrdinal entry = entries[end];
      int hole = end;
      for (; hole > 0 && order.before(entry, entries[hole - 1]); --hole) entries[hole] = entries[hole - 1];
      entries[hole] = entry;
    }
    return;
  }
  for (int root = length / 2; root-- > 0;) siftDownEntries(order, entries, root, length);
  for (int last = length - 1; last > 0; --last) {
    const LocalOrdinal first = entries[0];
    entries[0] = entries[last];
    entries[last] = first;
    siftDownEntries(order, entries, 0, last);
  }
}

/// The same by all lanes of a group.
template <class Group, class Order>
KOKKOS_INLINE_FUNCTION void orderEntries(const Group& group, const Order& order, LocalOrdinal* entries,
                                         int length) {
  if (Group::width == 1 || length > longestCountedRow) {
    if (group.lane == 0) orderEntriesAlone(order, entries, length);
  } else {
    for (int entry = group.lane; entry < length; entry += Group::width) {
      int place = 0;
      for (int other = 0; other < length; ++other)
        place += other != entry && order.before(other, entry) ? 1 : 0;
      entries[place] = entry;
    }
  }
  group.sync();
}

}  // namespace Chronos

#endif
