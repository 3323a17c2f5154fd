// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_ROWTABLES_HPP
#define CHRONOS_ROWTABLES_HPP

#include "Chronos_RowGroup.hpp"

namespace Chronos {

/// \file
/// Sparse accumulators: the columns of one row of a result, each with a number. Two forms with one interface.
/// A slot is where a column lives; slots 0 .. numSlots() - 1 may be used or not (column() < 0). insert(),
/// remove() and weight() are for single lanes of a RowGroup, who write to distinct columns between two
/// sync(). At the end, compact() moves what is used to the front and returns how much that is; after it,
/// placeOf() says where an entry belongs in the row, and only clear() may follow.

/// \brief A mark for each column of the matrix: for host threads, one table each.
///
/// Slots are in the order of insertion. Pages of columns and weights that no row needs are never touched.
template <class Scalar>
class MarkerTable {
 public:
  /// \param marks -1 everywhere, `columns` and `weights` uninitialised; all of numCols entries
  KOKKOS_INLINE_FUNCTION MarkerTable(int* marks, LocalOrdinal* columns, Scalar* weights)
      : marks_(marks), columns_(columns), weights_(weights) {}

  KOKKOS_INLINE_FUNCTION int insert(LocalOrdinal col) {
    int& mark = marks_[col];
    if (mark < 0) {
      mark = size_++;
      columns_[mark] = col;
      weights_[mark] = Scalar(0);
    }
    return mark;
  }
  KOKKOS_INLINE_FUNCTION int find(LocalOrdinal col) const { return marks_[col]; }
  KOKKOS_INLINE_FUNCTION void remove(int slot) {
    marks_[columns_[slot]] = -1;
    columns_[slot] = -1;
  }
  KOKKOS_INLINE_FUNCTION int numSlots() const { return size_; }
  KOKKOS_INLINE_FUNCTION LocalOrdinal column(int slot) const { return columns_[slot]; }
  KOKKOS_INLINE_FUNCTION Scalar& weight(int slot) const { return weights_[slot]; }

  template <class Group>
  KOKKOS_INLINE_FUNCTION void clear(const Group&) {
    for (int slot = 0; slot < size_; ++slot)
      if (columns_[slot] >= 0) marks_[columns_[slot]] = -1;
    size_ = 0;
  }

  template <class Group>
  KOKKOS_INLINE_FUNCTION int compact(const Group&) {
    int next = 0;
    for (int slot = 0; slot < size_; ++slot) {
      const LocalOrdinal col = columns_[slot];
      if (col < 0) continue;
      marks_[col] = next;
      columns_[next] = col;
      weights_[next++] = weights_[slot];
    }
    size_ = next;
    return next;
  }
  KOKKOS_INLINE_FUNCTION int placeOf(int slot, int) const { return slot; }

 private:
  int* marks_;
  LocalOrdinal* columns_;
  Scalar* weights_;
  int size_ = 0;
};

/// \brief Hash table with linear probing: for groups of lanes. Slots depend on the order of insertion,
/// contents do not.
///
/// The capacity must exceed the number of columns ever inserted, or a search would not end.
template <class Scalar>
class HashTable {
 public:
  /// \param capacity a power of two; clear() comes first
  KOKKOS_INLINE_FUNCTION HashTable(LocalOrdinal* columns, Scalar* weights, int capacity)
      : columns_(columns), weights_(weights), capacity_(capacity) {}

  KOKKOS_INLINE_FUNCTION int insert(LocalOrdinal col) const {
    int slot = home(col);
    while (true) {
      const LocalOrdinal found = Kokkos::atomic_compare_exchange(&columns_[slot], emptySlot, col);
      if (found == emptySlot || found == col) return slot;
      slot = (slot + 1) & (capacity_ - 1);
    }
  }
  KOKKOS_INLINE_FUNCTION int find(LocalOrdinal col) const {
    int slot = home(col);
    while (columns_[slot] != emptySlot) {
      if (columns_[slot] == col) return slot;
      slot = (slot + 1) & (capacity_ - 1);
    }
    return -1;
  }
  /// The slot stays occupied, so that searches go on behind it.
  KOKKOS_INLINE_FUNCTION void remove(int slot) const { columns_[slot] = removedSlot; }
  KOKKOS_INLINE_FUNCTION int numSlots() const { return capacity_; }
  KOKKOS_INLINE_FUNCTION LocalOrdinal column(int slot) const { return columns_[slot]; }
  KOKKOS_INLINE_FUNCTION Scalar& weight(int slot) const { return weights_[slot]; }

  template <class Group>
  KOKKOS_INLINE_FUNCTION void clear(const Group& group) const {
    group.sync();
    for (int slot = group.lane; slot < capacity_; slot += Group::width) {
      columns_[slot] = emptySlot;
      weights_[slot] = Scalar(0);
    }
    group.sync();
  }

  template <class Group>
  KOKKOS_INLINE_FUNCTION int compact(const Group& group) const {
    int next = 0;
    for (int begin = 0; begin < capacity_; begin += Group::width) {
      const int slot = begin + group.lane;
      const LocalOrdinal col = slot < capacity_ ? columns_[slot] : emptySlot;
      const Scalar weight = col >= 0 ? weights_[slot] : Scalar(0);
      const int place = next + group.numBefore(col >= 0);
      group.sync();
      if (col >= 0) {
        columns_[place] = col;
        weights_[place] = weight;
      }
      next += group.sum(col >= 0 ? 1 : 0);
    }
    group.sync();
    return next;
  }
  KOKKOS_INLINE_FUNCTION int placeOf(int slot, int size) const {
    int place = 0;
    for (int other = 0; other < size; ++other) place += columns_[other] < columns_[slot];
    return place;
  }

 private:
  static constexpr LocalOrdinal emptySlot = -1, removedSlot = -2;

  // Fibonacci hashing: neighbouring columns scatter.
  KOKKOS_INLINE_FUNCTION int home(LocalOrdinal col) const {
    return static_cast<int>((static_cast<std::uint32_t>(col) * 2654435769u) >> 7) & (capacity_ - 1);
  }

  LocalOrdinal* columns_;
  Scalar* weights_;
  int capacity_;
};

}  // namespace Chronos

#endif
