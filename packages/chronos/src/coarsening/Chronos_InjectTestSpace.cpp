// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_InjectTestSpace.hpp"

#include "Chronos_ColumnProducts.hpp"
#include "Chronos_TrilinosVersion.hpp"

#include <Tpetra_Import.hpp>

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

// Tpetra's vectors want a column at least.
TestSpace moveTo(const TestSpace& V, const Teuchos::RCP<const Map>& from, const Teuchos::RCP<const Map>& to) {
  const TestVectors moved = allocateVectors("Chronos::moved test space", TrilinosVersion::numLocal(*to), V.extent(1));
  if (V.extent(1) == 0) return moved;
  TpetraMultiVector source(from, V.extent(1), false), target(to, V.extent(1), false);
  Kokkos::deep_copy(Device::execution_space(), source.getLocalViewDevice(Tpetra::Access::OverwriteAll), V);
  Device::execution_space().fence();
  target.doImport(source, Tpetra::Import<LocalOrdinal, GlobalOrdinal, Node>(from, to), Tpetra::INSERT);
  Kokkos::deep_copy(Device::execution_space(), moved, target.getLocalViewDevice(Tpetra::Access::ReadOnly));
  Device::execution_space().fence();
  return moved;
}

}  // namespace

TestSpace injectTestSpace(const TestSpace& V, const Splitting& splitting, const Teuchos::RCP<const Map>& coarseMap) {
  const TestVectors coarse =
      allocateVectors("Chronos::coarse test space", TrilinosVersion::numLocal(*splitting.coarseMap), V.extent(1));
  Kokkos::parallel_for(
      "Chronos::injectTestSpace",
      Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>(0, static_cast<int>(V.extent(0))),
      InjectFunctor{V, splitting.coarseIndex, coarse});
  if (splitting.coarseMap->isSameAs(*coarseMap)) return coarse;
  return moveTo(coarse, splitting.coarseMap, coarseMap);
}

}  // namespace Chronos
