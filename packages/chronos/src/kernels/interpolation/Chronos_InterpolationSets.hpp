// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_INTERPOLATIONSETS_HPP
#define CHRONOS_INTERPOLATIONSETS_HPP

#include "Chronos_GlobalHash.hpp"
#include "Chronos_RowTables.hpp"
#include "Chronos_StencilInterpolation.hpp"

namespace Chronos {

/// \file
/// The points that a fine point i interpolates from, as columns of a table with weight zero. S: strong
/// connections, C: coarse points, C_k = C and S_k.

template <class Scalar, class DeviceType>
KOKKOS_INLINE_FUNCTION bool isStrongCoarse(const InterpolationInput<Scalar, DeviceType>& in, const char* strong,
                                           LocalOrdinal col, int entry) {
  return strong[entry] != 0 && in.isCoarse(col);
}

template <class Scalar, class DeviceType>
KOKKOS_INLINE_FUNCTION bool isStrongFine(const InterpolationInput<Scalar, DeviceType>& in, const char* strong,
                                         LocalOrdinal col, int entry) {
  return strong[entry] != 0 && !in.isCoarse(col);
}

/// Adds C_k.
template <class Group, class Table, class Scalar, class DeviceType>
KOKKOS_INLINE_FUNCTION void insertStrongCoarse(const Group& group, Table& table,
                                               const InterpolationInput<Scalar, DeviceType>& in, LocalOrdinal k) {
  const RowView<Scalar> row = in.A.row(k);
  const char* strong = in.strong(k);
  for (int entry = group.lane; entry < row.length; entry += Group::width)
    if (isStrongCoarse(in, strong, row.cols[entry], entry)) table.insert(row.cols[entry]);
}

/// C_i united with C_k of its strong fine neighbours k.
template <class Group, class Table, class Scalar, class DeviceType>
KOKKOS_INLINE_FUNCTION void insertExtended(const Group& group, Table& table,
                                           const InterpolationInput<Scalar, DeviceType>& in, LocalOrdinal i) {
  insertStrongCoarse(group, table, in, i);
  const RowView<Scalar> row = in.A.row(i);
  const char* strong = in.strong(i);
  for (int entry = 0; entry < row.length; ++entry)
    if (isStrongFine(in, strong, row.cols[entry], entry)) insertStrongCoarse(group, table, in, row.cols[entry]);
}

/// \brief The greedy cover of Algorithm 4, one row.
///
/// While the set is found, the weight of a column is `chosen`, or the number of uncovered fine neighbours k
/// with the column in C_k; then candidates that were not chosen are removed.
template <class Group, class Table, class Scalar, class DeviceType>
struct HybridSet {
  static constexpr Scalar chosen = -1;
  const Group& group;
  Table& table;
  const InterpolationInput<Scalar, DeviceType>& in;

  KOKKOS_INLINE_FUNCTION void insert(LocalOrdinal i) const {
    insertStrongCoarse(group, table, in, i);
    group.sync();
    setAll();
    const RowView<Scalar> row = in.A.row(i);
    const char* strong = in.strong(i);
    for (int entry = 0; entry < row.length; ++entry)
      if (isStrongFine(in, strong, row.cols[entry], entry) && !isCovered(row.cols[entry], -1)) {
        addToDegrees(row.cols[entry], 1);
        group.sync();
      }
    for (LocalOrdinal best = choose(); best >= 0; best = choose())
      for (int entry = 0; entry < row.length; ++entry) {
        if (!isStrongFine(in, strong, row.cols[entry], entry)) continue;
        const LocalOrdinal k = row.cols[entry];
        if (reaches(k, best) && !isCovered(k, best)) addToDegrees(k, -1);
        group.sync();
      }
    removeCandidates();
  }

  KOKKOS_INLINE_FUNCTION void setAll() const {
    for (int slot = group.lane; slot < table.numSlots(); slot += Group::width)
      if (table.column(slot) >= 0) table.weight(slot) = chosen;
    group.sync();
  }

  // Whether C_k holds a chosen column other than `except`.
  KOKKOS_INLINE_FUNCTION bool isCovered(LocalOrdinal k, LocalOrdinal except) const {
    const RowView<Scalar> row = in.A.row(k);
    const char* strong = in.strong(k);
    bool covered = false;
    for (int entry = group.lane; entry < row.length; entry += Group::width) {
      const LocalOrdinal col = row.cols[entry];
      if (col == except || !isStrongCoarse(in, strong, col, entry)) continue;
      const int slot = table.find(col);
      if (slot >= 0 && table.weight(slot) == chosen) covered = true;
    }
    return group.any(covered);
  }

  KOKKOS_INLINE_FUNCTION bool reaches(LocalOrdinal k, LocalOrdinal target) const {
    const RowView<Scalar> row = in.A.row(k);
    const char* strong = in.strong(k);
    bool found = false;
    for (int entry = group.lane; entry < row.length; entry += Group::width)
      if (row.cols[entry] == target && strong[entry] != 0) found = true;
    return group.any(found);
  }

  // Columns of a row are distinct: no two lanes change one degree.
  KOKKOS_INLINE_FUNCTION void addToDegrees(LocalOrdinal k, int change) const {
    const RowView<Scalar> row = in.A.row(k);
    const char* strong = in.strong(k);
    for (int entry = group.lane; entry < row.length; entry += Group::width) {
      if (!isStrongCoarse(in, strong, row.cols[entry], entry)) continue;
      const int slot = table.insert(row.cols[entry]);
      if (table.weight(slot) != chosen) table.weight(slot) += static_cast<Scalar>(change);
    }
  }

  // The candidate of highest degree becomes chosen; ties go to the largest hash of the global index. -1: none
  // is left.
  KOKKOS_INLINE_FUNCTION LocalOrdinal choose() const {
    Scalar degree = 0;
    std::uint64_t key = 0;
    int best = -1;
    for (int slot = group.lane; slot < table.numSlots(); slot += Group::width) {
      if (table.column(slot) < 0 || table.weight(slot) <= 0 || table.weight(slot) < degree) continue;
      const std::uint64_t slotKey = in.tieKey(table.column(slot));
      if (table.weight(slot) == degree && slotKey < key) continue;
      degree = table.weight(slot);
      key = slotKey;
      best = slot;
    }
    const Scalar highest = group.max(degree);
    if (!(highest > 0)) return -1;
    const unsigned long long winner = group.max(static_cast<unsigned long long>(degree == highest ? key : 0));
    const bool mine = best >= 0 && degree == highest && key == winner;
    const LocalOrdinal col = group.max(mine ? table.column(best) : LocalOrdinal(-1));
    if (mine) table.weight(best) = chosen;
    group.sync();
    return col;
  }

  KOKKOS_INLINE_FUNCTION void removeCandidates() const {
    for (int slot = group.lane; slot < table.numSlots(); slot += Group::width) {
      if (table.column(slot) < 0) continue;
      if (table.weight(slot) != chosen) table.remove(slot);
      else table.weight(slot) = 0;
    }
  }
};

}  // namespace Chronos

#endif
