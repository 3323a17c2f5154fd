// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_DistProduct.hpp"

#include "Chronos_ColumnCompression.hpp"
#include "Chronos_RenumberColumns.hpp"

namespace Chronos {
namespace {

struct FollowFunctor {
  LocalOrdinal first;
  Kokkos::View<const LocalOrdinal*, Device> places;
  Kokkos::View<LocalOrdinal*, Device> columns;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t h) const { columns(h) = first + places(h); }
};

// New column of each halo column, which follow the owned ones.
Kokkos::View<const LocalOrdinal*, Device> behindOwned(LocalOrdinal numOwned,
                                                      const Kokkos::View<const LocalOrdinal*, Device>& places) {
  const auto columns = allocate<Kokkos::View<LocalOrdinal*, Device>>("Chronos::merged halo", places.extent(0));
  Kokkos::parallel_for("Chronos::DistProduct::mergedColumns",
                       Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<std::int64_t>>(
                           0, static_cast<std::int64_t>(places.extent(0))),
                       FollowFunctor{numOwned, places, columns});
  return columns;
}

}  // namespace

template <class Scalar>
DistProduct<Scalar>::DistProduct(const DistMatrix<Scalar>& A, const DistMatrix<Scalar>& B, ColumnOrder order)
    : halo_(fetchHaloRows(B, *A.halo())), ownedColInd_(B.local().colInd) {
  // Both halos of extended columns as one.
  const SortedColumns merged = sortColumns(halo_.columns->haloGlobals(), halo_.columns->haloOwners());
  const LocalOrdinal numOwned = halo_.columns->numOwned();
  if (merged.places.extent(0) > 0) {
    const auto newHalo = behindOwned(numOwned, merged.places);
    ownedColInd_ = renumberHalo(ownedColInd_, B.boundaryRows(), numOwned, newHalo);
    halo_.rows.colInd = renumberColumns(halo_.rows.colInd, numOwned, newHalo);
  }
  nodes_ = nodesOfOperands(A, B);
  const auto C =
      multiplyMatrices<Scalar, Device>(Device::execution_space(), A.local(), secondOperand(B), nodes_, plan_, order);
  C_ = Teuchos::rcp(new DistMatrix<Scalar>(compressHalo(A.rowMap(), B.domainMap(), C, merged.columns)));
}

template <class Scalar>
DistProduct<Scalar> DistProduct<Scalar>::again(const DistMatrix<Scalar>& A, const DistMatrix<Scalar>& B) const {
  DistProduct next(*this);
  refetchValues(B, *A.halo(), next.halo_);
  const auto C =
      multiplyAgain<Scalar, Device>(Device::execution_space(), plan_, A.local(), next.secondOperand(B), nodes_);
  next.C_ = Teuchos::rcp(new DistMatrix<Scalar>(C_->withValues(C.values)));
  return next;
}

template <class Scalar>
std::size_t DistProduct<Scalar>::numBytes() const {
  const auto& rows = halo_.rows;
  const std::size_t ofHalo = rows.rowPtr.extent(0) * sizeof(Offset) +
                             rows.numEntries() * (sizeof(Scalar) + sizeof(LocalOrdinal)) + halo_.flags.extent(0) +
                             nodes_.ofReceived.numBytes();
  // The plan shares its pattern with the result where no column had to be renumbered.
  if (plan_.colInd.data() == C_->local().colInd.data()) return ofHalo;
  return ofHalo + plan_.rowPtr.extent(0) * sizeof(Offset) + plan_.colInd.extent(0) * sizeof(LocalOrdinal);
}

template <class Scalar>
SegmentedRows<Scalar, Device> DistProduct<Scalar>::secondOperand(const DistMatrix<Scalar>& B) const {
  SegmentedRows<Scalar, Device> rows = segmented(B, halo_);
  rows.owned.colInd = ownedColInd_;
  return rows;
}

// Runs that begin at multiples of three, as those of products do, do not lie on both sides of the end of owned columns
// where that is one: then it is the same whether the pattern was found with that end or without.
template <class Scalar>
ProductNodes<Device> DistProduct<Scalar>::nodesOfOperands(const DistMatrix<Scalar>& A,
                                                          const DistMatrix<Scalar>& B) const {
  if (B.numRows() % nodeSize != 0 || !A.nodes().exists()) return {};
  const bool isAsStored = ownedColInd_.data() == B.local().colInd.data() && B.numOwnedCols() % nodeSize == 0;
  const auto nodes =
      findProductNodes<Scalar, Device>(A.local(), secondOperand(B), &A.nodes(), isAsStored ? &B.nodes() : nullptr);
  return nodes.exist ? nodes : ProductNodes<Device>();
}

template class DistProduct<double>;
template class DistProduct<float>;

}  // namespace Chronos
