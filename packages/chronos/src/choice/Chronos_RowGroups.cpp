// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_RowGroups.hpp"

#include "Chronos_ScanTotal.hpp"

namespace Chronos {
namespace {

using RowPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<LocalOrdinal>>;
using Indices = RowGroups::Indices;

// From 1 where a group begins and 0 elsewhere to the number of the group.
struct NumberFunctor {
  Indices ofRow;
  KOKKOS_INLINE_FUNCTION void operator()(LocalOrdinal row, LocalOrdinal& sum, bool isFinal) const {
    sum += ofRow(row);
    if (isFinal) ofRow(row) = sum - 1;
  }
};

struct BeginFunctor {
  Indices ofRow, begin;
  LocalOrdinal numRows;
  KOKKOS_INLINE_FUNCTION void operator()(LocalOrdinal row) const {
    if (row == 0 || ofRow(row) != ofRow(row - 1)) begin(ofRow(row)) = row;
    if (row + 1 == numRows) begin(ofRow(row) + 1) = numRows;
  }
};

}  // namespace

RowGroups groupsOf(const RowGroups::Indices& ofRow) {
  RowGroups groups;
  groups.ofRow = ofRow;
  const auto numRows = static_cast<LocalOrdinal>(ofRow.extent(0));
  if (numRows > 0)
    scanTotal("Chronos::partialNodes::groups", RowPolicy(0, numRows), NumberFunctor{ofRow}, groups.number);
  groups.begin = allocate<Indices>("Chronos::begins of groups", groups.number + 1);
  Kokkos::parallel_for("Chronos::partialNodes::begins", RowPolicy(0, numRows),
                       BeginFunctor{ofRow, groups.begin, numRows});
  return groups;
}

}  // namespace Chronos
