// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_MAGNITUDEORDER_HPP
#define CHRONOS_MAGNITUDEORDER_HPP

#include "Chronos_KernelTypes.hpp"

namespace Chronos {

/// \brief Order of the entries of a row: by descending key, then by global index. Total.
struct KeyOrder {
  const double* keys;  // whole numbers
  const LocalOrdinal* cols;
  const GlobalOrdinal* globals;

  KOKKOS_INLINE_FUNCTION bool before(int a, int b) const {
    return keys[a] != keys[b] ? keys[a] > keys[b] : globals[cols[a]] < globals[cols[b]];
  }
};

/// \brief Keys of magnitudes: their size in steps of the row's largest, so that rounding does not rank those
/// that are equal; keys of entries that must stay are larger than all others.
template <class Scalar>
struct MagnitudeSteps {
  static constexpr double numSteps = sizeof(Scalar) == sizeof(float) ? 65536.0 : 1073741824.0;
  double stepsPerUnit;

  KOKKOS_INLINE_FUNCTION explicit MagnitudeSteps(double largest) : stepsPerUnit(numSteps / largest) {}
  KOKKOS_INLINE_FUNCTION double key(double value, bool mustStay) const {
    const double steps = (value < 0 ? -value : value) * stepsPerUnit + 0.5;
    return static_cast<double>(static_cast<std::int64_t>(steps)) + (mustStay ? 2 * numSteps : 0);
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
KOKKOS_INLINE_FUNCTION void orderEntries(const Group& group, const Order& order, LocalOrdinal* entries, int length) {
  if (Group::width == 1 || length > longestCountedRow) {
    if (group.lane == 0) orderEntriesAlone(order, entries, length);
  } else {
    for (int entry = group.lane; entry < length; entry += Group::width) {
      int place = 0;
      for (int other = 0; other < length; ++other) place += other != entry && order.before(other, entry) ? 1 : 0;
      entries[place] = entry;
    }
  }
  group.sync();
}

}  // namespace Chronos

#endif
