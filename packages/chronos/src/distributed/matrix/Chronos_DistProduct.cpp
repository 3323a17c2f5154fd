// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_DistProduct.hpp"

#include "Chronos_ColumnCompression.hpp"
#include "Chronos_HostCopy.hpp"
#include "Chronos_RenumberColumns.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

namespace Chronos {
namespace {

// Both halos of extended columns as one, by owner and global index.
struct MergedHalo {
  std::vector<GlobalOrdinal> globals;
  std::vector<int> owners;
  std::vector<LocalOrdinal> newColumns;  // of each halo column, in the order in which it was
  bool unchanged = true;
};

MergedHalo mergeHalos(const ExtendedColumns& columns) {
  MergedHalo merged;
  const std::vector<GlobalOrdinal> globals = columns.haloGlobals();
  const std::vector<int> owners = columns.haloOwners();
  std::vector<std::size_t> order(globals.size());
  std::iota(order.begin(), order.end(), std::size_t(0));
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::make_pair(owners[a], globals[a]) < std::make_pair(owners[b], globals[b]);
  });
  merged.newColumns.resize(order.size());
  for (std::size_t h = 0; h < order.size(); ++h) {
    merged.globals.push_back(globals[order[h]]);
    merged.owners.push_back(owners[order[h]]);
    merged.newColumns[order[h]] = columns.numOwned() + static_cast<LocalOrdinal>(h);
    merged.unchanged = merged.unchanged && order[h] == h;
  }
  return merged;
}

}  // namespace

template <class Scalar>
DistProduct<Scalar>::DistProduct(const DistMatrix<Scalar>& A, const DistMatrix<Scalar>& B)
    : halo_(fetchHaloRows(B, *A.halo())), ownedColInd_(B.local().colInd) {
  const MergedHalo merged = mergeHalos(*halo_.columns);
  const LocalOrdinal numOwned = halo_.columns->numOwned();
  if (!merged.unchanged) {
    const auto newHalo = toView("Chronos::merged halo", merged.newColumns);
    ownedColInd_ = renumberColumns(ownedColInd_, numOwned, newHalo);
    halo_.rows.colInd = renumberColumns(halo_.rows.colInd, numOwned, newHalo);
  }
  nodes_ = nodesOfOperands(A, B);
  const auto C =
      multiplyMatrices<Scalar, Device>(Device::execution_space(), A.local(), secondOperand(B), nodes_, plan_);
  C_ = Teuchos::rcp(new DistMatrix<Scalar>(
      merged.globals.empty()
          ? DistMatrix<Scalar>(A.rowMap(), Teuchos::rcp(new HaloPattern(B.domainMap(), {}, {})), C)
          : compressColumns(A.rowMap(), B.domainMap(), C, ownedThenHalo(numOwned, merged.globals, merged.owners))));
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
