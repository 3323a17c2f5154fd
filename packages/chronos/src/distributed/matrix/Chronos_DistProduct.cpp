// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_DistProduct.hpp"

#include "Chronos_ColumnCompression.hpp"
#include "Chronos_HostCopy.hpp"
#include "Chronos_RenumberColumns.hpp"
#include "Chronos_SortRuns.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace Chronos {
namespace {

// Both halos of extended columns, each by owner and global index, as one.
struct MergedHalo {
  OwnedIndices indices;
  std::vector<LocalOrdinal> newColumns;  // of each halo column, in the order in which it was; empty: unchanged
};

MergedHalo mergeHalos(const ExtendedColumns& columns) {
  MergedHalo merged{{columns.haloGlobals(), columns.haloOwners()}, {}};
  auto& [globals, owners] = merged.indices;
  const std::size_t numHalo = globals.size();
  std::vector<std::tuple<int, GlobalOrdinal, std::size_t>> order;
  order.reserve(numHalo);
  for (std::size_t h = 0; h < numHalo; ++h) order.emplace_back(owners[h], globals[h], h);
  if (std::is_sorted(order.begin(), order.end())) return merged;
  sortRuns(order);
  merged.newColumns.resize(numHalo);
  for (std::size_t h = 0; h < numHalo; ++h) {
    std::size_t former;
    std::tie(owners[h], globals[h], former) = order[h];
    merged.newColumns[former] = columns.numOwned() + static_cast<LocalOrdinal>(h);
  }
  return merged;
}

}  // namespace

template <class Scalar>
DistProduct<Scalar>::DistProduct(const DistMatrix<Scalar>& A, const DistMatrix<Scalar>& B)
    : halo_(fetchHaloRows(B, *A.halo())), ownedColInd_(B.local().colInd) {
  MergedHalo merged = mergeHalos(*halo_.columns);
  const LocalOrdinal numOwned = halo_.columns->numOwned();
  if (!merged.newColumns.empty()) {
    const auto newHalo = toView("Chronos::merged halo", merged.newColumns);
    ownedColInd_ = renumberColumns(ownedColInd_, numOwned, newHalo);
    halo_.rows.colInd = renumberColumns(halo_.rows.colInd, numOwned, newHalo);
  }
  nodes_ = nodesOfOperands(A, B);
  const auto C =
      multiplyMatrices<Scalar, Device>(Device::execution_space(), A.local(), secondOperand(B), nodes_, plan_);
  C_ = Teuchos::rcp(new DistMatrix<Scalar>(compressHalo(A.rowMap(), B.domainMap(), C, std::move(merged.indices))));
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
