// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_RenumberColumns.hpp"

#include "Chronos_HaloEntries.hpp"

namespace Chronos {
namespace {

struct RenumberFunctor {
  Kokkos::View<const LocalOrdinal*, Device> input;
  LocalOrdinal numKept;
  Kokkos::View<const LocalOrdinal*, Device> newIndex;
  Kokkos::View<LocalOrdinal*, Device> output;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t entry) const {
    const LocalOrdinal col = input(entry);
    output(entry) = col < numKept ? col : newIndex(col - numKept);
  }
};

struct RenumberHaloFunctor {
  LocalOrdinal numKept;
  Kokkos::View<const LocalOrdinal*, Device> newIndex;
  Kokkos::View<LocalOrdinal*, Device> colInd;
  KOKKOS_INLINE_FUNCTION void operator()(Offset entry) const {
    const LocalOrdinal col = colInd(entry);
    if (col >= numKept) colInd(entry) = newIndex(col - numKept);
  }
};

}  // namespace

Kokkos::View<const LocalOrdinal*, Device> renumberColumns(const Kokkos::View<const LocalOrdinal*, Device>& colInd,
                                                          LocalOrdinal numKept,
                                                          const Kokkos::View<const LocalOrdinal*, Device>& newIndex) {
  const auto result = allocate<Kokkos::View<LocalOrdinal*, Device>>("Chronos::renumbered columns", colInd.extent(0));
  Kokkos::parallel_for("Chronos::renumberColumns",
                       Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<std::int64_t>>(
                           0, static_cast<std::int64_t>(colInd.extent(0))),
                       RenumberFunctor{colInd, numKept, newIndex, result});
  return result;
}

Kokkos::View<const LocalOrdinal*, Device> renumberHalo(const Kokkos::View<const LocalOrdinal*, Device>& colInd,
                                                       const BoundaryRows<Device>& boundary, LocalOrdinal numKept,
                                                       const Kokkos::View<const LocalOrdinal*, Device>& newIndex) {
  const auto result = allocate<Kokkos::View<LocalOrdinal*, Device>>("Chronos::renumbered columns", colInd.extent(0));
  copyEntries(result, colInd);
  forHaloEntries("Chronos::renumberHalo", boundary, RenumberHaloFunctor{numKept, newIndex, result});
  return result;
}

}  // namespace Chronos
