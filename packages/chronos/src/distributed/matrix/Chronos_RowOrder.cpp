// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_RowOrder.hpp"

#include "Chronos_HostCopy.hpp"
#include "Chronos_SortRows.hpp"

#include <vector>

namespace Chronos {
namespace {

using RangePolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<std::int64_t>>;

struct EntryDescentFunctor {
  Kokkos::View<const LocalOrdinal*, Device> colInd;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t entry, std::int64_t& numDescents) const {
    numDescents += colInd(entry) > colInd(entry + 1);
  }
};

struct RowDescentFunctor {
  Kokkos::View<const Offset*, Device> rowPtr;
  Kokkos::View<const LocalOrdinal*, Device> colInd;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row, std::int64_t& numDescents) const {
    const Offset begin = rowPtr(row);
    const bool follows = begin > 0 && begin < rowPtr(row + 1);
    if (follows) numDescents += colInd(begin - 1) > colInd(begin);
  }
};

}  // namespace

// Sorted rows: columns descend from one entry to the next only where a row begins. One read of the columns,
// entries dealt out one by one, however long the rows.
template <class Scalar>
bool rowsAreSorted(const CsrMatrix<Scalar, Device>& rows) {
  const std::int64_t numEntries = static_cast<std::int64_t>(rows.numEntries());
  if (numEntries < 2) return true;
  // Both stay on the device until one copy brings them.
  const auto numDescents = allocate<Kokkos::View<std::int64_t*, Device>>("Chronos::descents", 2);
  Kokkos::parallel_reduce("Chronos::rowsAreSorted::descents", RangePolicy(0, numEntries - 1),
                          EntryDescentFunctor{rows.colInd}, Kokkos::subview(numDescents, 0));
  Kokkos::parallel_reduce("Chronos::rowsAreSorted::rowDescents", RangePolicy(0, rows.numRows),
                          RowDescentFunctor{rows.rowPtr, rows.colInd}, Kokkos::subview(numDescents, 1));
  const std::vector<std::int64_t> counted = toVector(numDescents);
  return counted[0] == counted[1];
}

template <class Scalar>
CsrMatrix<Scalar, Device> withSortedRows(const CsrMatrix<Scalar, Device>& rows) {
  if (rowsAreSorted(rows)) return rows;
  const auto colInd = allocate<Kokkos::View<LocalOrdinal*, Device>>("Chronos::column indices", rows.numEntries());
  const auto values = allocate<Kokkos::View<Scalar*, Device>>("Chronos::values", rows.numEntries());
  copyEntries(colInd, rows.colInd);
  copyEntries(values, rows.values);
  sortRows<LocalOrdinal, Scalar, Device>(Device::execution_space(), rows.rowPtr, colInd, values);
  return {rows.numRows, rows.numCols, rows.rowPtr, colInd, values};
}

template CsrMatrix<double, Device> withSortedRows(const CsrMatrix<double, Device>&);
template CsrMatrix<float, Device> withSortedRows(const CsrMatrix<float, Device>&);
template bool rowsAreSorted(const CsrMatrix<double, Device>&);
template bool rowsAreSorted(const CsrMatrix<float, Device>&);

}  // namespace Chronos
