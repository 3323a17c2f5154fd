// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_AggregateRows.hpp"

#include "Chronos_Diagonal.hpp"

namespace Chronos {
namespace {

using RowPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>;
using Ints = Kokkos::View<LocalOrdinal*, Device>;
using ConstInts = Kokkos::View<const LocalOrdinal*, Device>;

struct AssignFunctor {
  CsrMatrix<double, Device> A;
  ConstInts diagonalColumn, nodeOfUnknown, ofNode;
  Ints ofRow, count;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    bool isConnected = false;
    for (Offset entry = A.rowPtr(row); entry < A.rowPtr(row + 1) && !isConnected; ++entry)
      isConnected = A.colInd(entry) != diagonalColumn(row) && A.values(entry) != 0;
    const LocalOrdinal aggregate = isConnected ? ofNode(nodeOfUnknown(row)) : -1;
    ofRow(row) = aggregate;
    if (aggregate >= 0) Kokkos::atomic_add(&count(aggregate + 1), 1);
  }
};

struct SumFunctor {
  Ints begin;
  KOKKOS_INLINE_FUNCTION void operator()(int i, LocalOrdinal& sum, bool final) const {
    sum += begin(i);
    if (final) begin(i) = sum;
  }
};

// In any order: SortFunctor follows.
struct ScatterFunctor {
  ConstInts ofRow, begin;
  Ints filled, row;
  KOKKOS_INLINE_FUNCTION void operator()(int i) const {
    const LocalOrdinal aggregate = ofRow(i);
    if (aggregate >= 0) row(begin(aggregate) + Kokkos::atomic_fetch_add(&filled(aggregate), 1)) = i;
  }
};

struct SortFunctor {
  ConstInts begin;
  Ints row;
  KOKKOS_INLINE_FUNCTION void operator()(int aggregate) const {
    const LocalOrdinal first = begin(aggregate), end = begin(aggregate + 1);
    for (LocalOrdinal i = first + 1; i < end; ++i) {
      const LocalOrdinal moved = row(i);
      LocalOrdinal to = i;
      for (; to > first && row(to - 1) > moved; --to) row(to) = row(to - 1);
      row(to) = moved;
    }
  }
};

}  // namespace

AggregateRows rowsOfAggregates(const DistMatrix<double>& A, const ConstInts& nodeOfUnknown,
                               const NodeAggregates& aggregates) {
  const RowPolicy rows(0, A.numRows());
  const auto ofRow = allocate<Ints>("Chronos::aggregates of rows", A.numRows());
  const auto begin = allocateZeros<Ints>("Chronos::aggregate begins", aggregates.number + 1);
  Kokkos::parallel_for("Chronos::rowsOfAggregates::assign", rows,
                       AssignFunctor{A.local(), diagonalColumns(A), nodeOfUnknown, aggregates.ofNode, ofRow, begin});
  LocalOrdinal numRows = 0;
  Kokkos::parallel_scan("Chronos::rowsOfAggregates::begins", RowPolicy(0, aggregates.number + 1), SumFunctor{begin},
                        numRows);
  const auto row = allocate<Ints>("Chronos::rows of aggregates", numRows);
  Kokkos::parallel_for(
      "Chronos::rowsOfAggregates::scatter", rows,
      ScatterFunctor{ofRow, begin, allocateZeros<Ints>("Chronos::rows filled", aggregates.number), row});
  Kokkos::parallel_for("Chronos::rowsOfAggregates::sort", RowPolicy(0, aggregates.number), SortFunctor{begin, row});
  return {begin, row};
}

}  // namespace Chronos
