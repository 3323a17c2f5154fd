// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_InjectTestSpace.hpp"

#include "Chronos_ColumnProducts.hpp"
#include "Chronos_TrilinosVersion.hpp"

namespace Chronos {
namespace {

struct InjectFunctor {
  TestSpace V;
  Kokkos::View<const LocalOrdinal*, Device> coarseIndex;
  TestVectors coarse;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    const LocalOrdinal coarseRow = coarseIndex(row);
    if (coarseRow < 0) return;
    for (int k = 0; k < static_cast<int>(V.extent(1)); ++k) coarse(coarseRow, k) = V(row, k);
  }
};

}  // namespace

TestSpace injectTestSpace(const TestSpace& V, const Splitting& splitting) {
  const TestVectors coarse =
      allocateVectors("Chronos::coarse test space", TrilinosVersion::numLocal(*splitting.coarseMap), V.extent(1));
  Kokkos::parallel_for(
      "Chronos::injectTestSpace",
      Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>(0, static_cast<int>(V.extent(0))),
      InjectFunctor{V, splitting.coarseIndex, coarse});
  return coarse;
}

}  // namespace Chronos
