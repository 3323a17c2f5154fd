// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_INTERPOLATIONROW_HPP
#define CHRONOS_INTERPOLATIONROW_HPP

#include "Chronos_InterpolationSets.hpp"

#include <cfloat>

namespace Chronos {

template <class Scalar>
KOKKOS_INLINE_FUNCTION constexpr Scalar roundingUnit() {
  return sizeof(Scalar) == sizeof(float) ? Scalar(FLT_EPSILON) : Scalar(DBL_EPSILON);
}

/// \brief One fine row of stencilInterpolation() by the lanes of a group: find the set, then add up the
/// weights.
///
/// Entries of one row have distinct columns, so lanes that share a row never add to one weight, and rows come
/// one after the other.
template <class Group, class Table, class Scalar, class DeviceType>
struct InterpolationRow {
  const Group& group;
  Table& table;
  const InterpolationInput<Scalar, DeviceType>& in;
  InterpolatorySet set;

  /// Fills the cleared table with the interpolatory set of i, all weights 0. Returns its size.
  KOKKOS_INLINE_FUNCTION int findSet(LocalOrdinal i) const {
    if (set == InterpolatorySet::direct) insertStrongCoarse(group, table, in, i);
    else if (set == InterpolatorySet::extended) insertExtended(group, table, in, i);
    else HybridSet<Group, Table, Scalar, DeviceType>{group, table, in}.insert(i);
    group.sync();
    int size = 0;
    for (int slot = group.lane; slot < table.numSlots(); slot += Group::width)
      if (table.column(slot) >= 0) ++size;
    return group.sum(size);
  }

  /// Weights of the set that findSet() left in the table; -d_i, what they are to be divided by, is returned.
  KOKKOS_INLINE_FUNCTION Scalar accumulate(LocalOrdinal i) const {
    const RowView<Scalar> row = in.A.row(i);
    const char* strong = in.strong(i);
    Scalar diagonal = 0, lumped = 0;
    for (int entry = group.lane; entry < row.length; entry += Group::width) {
      const LocalOrdinal col = row.cols[entry];
      if (col == i) {
        diagonal += row.values[entry];
        continue;
      }
      const int slot = table.find(col);
      if (slot >= 0) table.weight(slot) += row.values[entry];
      else if (!isStrongFine(in, strong, col, entry)) lumped += row.values[entry];
    }
    group.sync();
    for (int entry = 0; entry < row.length; ++entry)
      if (isStrongFine(in, strong, row.cols[entry], entry)) lumped += distribute(i, row.cols[entry], row.values[entry]);
    diagonal = group.sum(diagonal);
    const Scalar divisor = diagonal + group.sum(lumped);
    using std::fabs;
    return fabs(divisor) > 64 * roundingUnit<Scalar>() * fabs(diagonal) ? -divisor : -diagonal;
  }

 private:
  // a_ik spread over the set as row k of A says; returns the share of this lane in what stays with i.
  KOKKOS_INLINE_FUNCTION Scalar distribute(LocalOrdinal i, LocalOrdinal k, Scalar value) const {
    const RowView<Scalar> row = in.A.row(k);
    Scalar negative = 0, positive = 0;
    bool isNegativeRow = false;
    for (int entry = group.lane; entry < row.length; entry += Group::width) {
      const LocalOrdinal col = row.cols[entry];
      const Scalar a = row.values[entry];
      if (col == k) {
        isNegativeRow = a < 0;
      } else if (receives(col, i)) {
        if (a < 0) negative += a;
        else positive += a;
      }
    }
    isNegativeRow = group.any(isNegativeRow);
    const Scalar sum = group.sum(isNegativeRow ? positive : negative);
    if (sum == 0) return group.lane == 0 ? value : Scalar(0);
    const Scalar factor = value / sum;
    Scalar kept = 0;
    for (int entry = group.lane; entry < row.length; entry += Group::width) {
      const LocalOrdinal col = row.cols[entry];
      const Scalar a = row.values[entry];
      if (col == k || (isNegativeRow ? !(a > 0) : !(a < 0))) continue;
      if (col == i) {
        if (set != InterpolatorySet::direct) kept += factor * a;
        continue;
      }
      const int slot = table.find(col);
      if (slot >= 0) table.weight(slot) += factor * a;
    }
    group.sync();
    return kept;
  }

  KOKKOS_INLINE_FUNCTION bool receives(LocalOrdinal col, LocalOrdinal i) const {
    return col == i ? set != InterpolatorySet::direct : table.find(col) >= 0;
  }
};

}  // namespace Chronos

#endif
