// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_AggregateRows.hpp"

#include "Chronos_Aggregates.hpp"
#include "Chronos_ConnectedRow.hpp"
#include "Chronos_Diagonal.hpp"

namespace Chronos {
namespace {

using RowPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>;
using ConstInts = Kokkos::View<const LocalOrdinal*, Device>;

struct AssignFunctor {
  CsrMatrix<double, Device> A;
  ConstInts diagonalColumn, nodeOfUnknown, ofNode;
  Kokkos::View<LocalOrdinal*, Device> ofRow;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    ofRow(row) = isConnected(A, row, diagonalColumn(row)) ? ofNode(nodeOfUnknown(row)) : -1;
  }
};

}  // namespace

AggregateRows rowsOfAggregates(const DistMatrix<double>& A, const ConstInts& nodeOfUnknown,
                               const NodeAggregates& aggregates) {
  const auto ofRow = allocate<Kokkos::View<LocalOrdinal*, Device>>("Chronos::aggregates of rows", A.numRows());
  Kokkos::parallel_for("Chronos::rowsOfAggregates", RowPolicy(0, A.numRows()),
                       AssignFunctor{A.local(), diagonalColumns(A), nodeOfUnknown, aggregates.ofNode, ofRow});
  const CsrMatrix<double, Device> members = membersOf({ofRow, aggregates.number});
  return {members.rowPtr, members.colInd};
}

}  // namespace Chronos
