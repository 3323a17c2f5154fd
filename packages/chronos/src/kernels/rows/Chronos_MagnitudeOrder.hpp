// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_MAGNITUDEORDER_HPP
#define CHRONOS_MAGNITUDEORDER_HPP

#include "Chronos_KernelTypes.hpp"

#include <cmath>

namespace Chronos {

/// \brief Order of the entries of a row: by descending key, then by global index. Total.
struct KeyOrder {
  const double* keys;  // whole numbers
  const LocalOrdinal* cols;
  const GlobalOrdinal* globals;

  KOKKOS_INLINE_FUNCTION bool before(int a, int b) const {
    return keys[a] != keys[b] ? keys[a] > keys[b] : isLower(a, b);
  }
  /// Of equal keys.
  KOKKOS_INLINE_FUNCTION bool isLower(int a, int b) const { return globals[cols[a]] < globals[cols[b]]; }
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

// Each lane counts for `numHeld` entries at a time how many come before them, so that a key is read once for all of
// those.
template <int numHeld, class Group>
KOKKOS_INLINE_FUNCTION void orderByCounting(const Group& group, const KeyOrder& order, LocalOrdinal* entries,
                                            int length) {
  for (int first = group.lane; first < length; first += Group::width * numHeld) {
    double held[numHeld];
    int place[numHeld] = {};
    for (int k = 0; k < numHeld; ++k)
      held[k] = first + k * Group::width < length ? order.keys[first + k * Group::width] : HUGE_VAL;
    for (int other = 0; other < length; ++other) {
      const double key = order.keys[other];
      for (int k = 0; k < numHeld; ++k) {
        const int entry = first + k * Group::width;
        if (key > held[k] || (key == held[k] && other != entry && order.isLower(other, entry))) ++place[k];
      }
    }
    for (int k = 0; k < numHeld; ++k)
      if (first + k * Group::width < length) entries[place[k]] = first + k * Group::width;
  }
}

/// The same by all lanes of a group.
template <class Group>
KOKKOS_INLINE_FUNCTION void orderEntries(const Group& group, const KeyOrder& order, LocalOrdinal* entries, int length) {
  if (Group::width == 1 || length > longestCountedRow) {
    if (group.lane == 0) orderEntriesAlone(order, entries, length);
  } else if (length <= Group::width) {
    orderByCounting<1>(group, order, entries, length);
  } else if (length <= 4 * Group::width) {
    orderByCounting<4>(group, order, entries, length);
  } else {
    orderByCounting<8>(group, order, entries, length);
  }
  group.sync();
}

}  // namespace Chronos

#endif
