// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_RowOrder.hpp"

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
  std::int64_t numDescents = 0, numAtRows = 0;
  Kokkos::parallel_reduce("Chronos::rowsAreSorted::descents", RangePolicy(0, numEntries - 1),
                          EntryDescentFunctor{rows.colInd}, numDescents);
  Kokkos::parallel_reduce("Chronos::rowsAreSorted::rowDescents", RangePolicy(0, rows.numRows),
                          RowDescentFunctor{rows.rowPtr, rows.colInd}, numAtRows);
  return numDescents == numAtRows;
}

template bool rowsAreSorted(const CsrMatrix<double, Device>&);
template bool rowsAreSorted(const CsrMatrix<float, Device>&);

}  // namespace Chronos
