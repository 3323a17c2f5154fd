// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_AggregateGalerkin.hpp"

#include "Chronos_ColumnCompression.hpp"
#include "Chronos_ColumnPieces.hpp"
#include "Chronos_HostCopy.hpp"
#include "Chronos_LocalTranspose.hpp"
#include "Chronos_OwnedGlobals.hpp"
#include "Chronos_Transpose.hpp"
#include "Chronos_TrilinosVersion.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace Chronos {
namespace {

using RowPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>;
using Indices = Kokkos::View<const LocalOrdinal*, Device>;

// Column and value of each row of P, -1 and 0 where it is empty.
template <class Scalar>
struct SingleEntryFunctor {
  CsrMatrix<Scalar, Device> P;
  Kokkos::View<LocalOrdinal*, Device> columns;
  Kokkos::View<Scalar*, Device> values;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    const bool isEmpty = P.rowPtr(row) == P.rowPtr(row + 1);
    columns(row) = isEmpty ? -1 : P.colInd(P.rowPtr(row));
    values(row) = isEmpty ? Scalar(0) : P.values(P.rowPtr(row));
  }
};

template <class T>
struct TranslateFunctor {
  Indices columns;
  Kokkos::View<const T*, Device> ofColumns;
  Kokkos::View<T*, Device> result;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    result(row) = columns(row) < 0 ? T(-1) : ofColumns(columns(row));
  }
};

// What the columns stand for, -1 where they stand for nothing.
template <class T>
Kokkos::View<const T*, Device> translated(const Indices& columns, const Kokkos::View<const T*, Device>& ofColumns) {
  const auto result = allocate<Kokkos::View<T*, Device>>("Chronos::aggregates of rows", columns.extent(0));
  Kokkos::parallel_for("Chronos::AggregateGalerkin::translate", RowPolicy(0, static_cast<int>(columns.extent(0))),
                       TranslateFunctor<T>{columns, ofColumns, result});
  return result;
}

struct CountUpFunctor {
  Kokkos::View<LocalOrdinal*, Device> index;
  KOKKOS_INLINE_FUNCTION void operator()(int i) const { index(i) = i; }
};

Indices countUp(LocalOrdinal n) {
  const auto index = allocate<Kokkos::View<LocalOrdinal*, Device>>("Chronos::owned columns", n);
  Kokkos::parallel_for("Chronos::AggregateGalerkin::countUp", RowPolicy(0, n), CountUpFunctor{index});
  return index;
}

template <class T>
Kokkos::View<const T*, Device> joined(const Kokkos::View<const T*, Device>& owned, const std::vector<T>& halo) {
  if (halo.empty()) return owned;
  const std::size_t numOwned = owned.extent(0);
  const auto all = allocate<Kokkos::View<T*, Device>>("Chronos::owned and halo", numOwned + halo.size());
  copyEntries(Kokkos::subview(all, std::make_pair(std::size_t(0), numOwned)), owned);
  copyEntries(Kokkos::subview(all, std::make_pair(numOwned, all.extent(0))), toView("Chronos::halo part", halo));
  return all;
}

// Coarse unknowns that rows of other ranks belong to, or columns that other ranks own.
struct Coarse {
  std::vector<GlobalOrdinal> globals;
  std::vector<int> owners;
};

template <class Scalar>
Coarse haloColumns(const DistMatrix<Scalar>& P) {
  Coarse halo{P.halo()->haloGlobals(), {}};
  for (const auto& source : P.halo()->sources()) halo.owners.insert(halo.owners.end(), source.size, source.rank);
  return halo;
}

// Coarse unknowns of the rows of P that the halo of A asks for. Their owner is that of the row unless columns of P have
// moved. Collective.
template <class Scalar>
Coarse ofHaloRows(const DistMatrix<Scalar>& A, const DistMatrix<Scalar>& P, const Indices& ownColumns,
                  const Coarse& haloOfP, bool moves) {
  const ExtendedColumns rows(A.halo());
  const auto behindOwned = [&](const auto& all) {
    return toVector(Kokkos::subview(all, std::make_pair(std::size_t(rows.numOwned()), all.extent(0))));
  };
  Coarse coarse;
  const auto globals = joined<GlobalOrdinal>(ownedGlobals(*P.domainMap()), haloOfP.globals);
  coarse.globals = behindOwned(rows.extend<GlobalOrdinal>(translated<GlobalOrdinal>(ownColumns, globals)));
  if (!moves) {
    coarse.owners = toVector(rows.haloOwners());
    return coarse;
  }
  const auto mine = allocate<Kokkos::View<int*, Device>>("Chronos::this rank", P.numOwnedCols());
  Kokkos::deep_copy(mine, P.domainMap()->getComm()->getRank());
  coarse.owners = behindOwned(rows.extend<LocalOrdinal>(
      translated<int>(ownColumns, joined<int>(Kokkos::View<const int*, Device>(mine), haloOfP.owners))));
  return coarse;
}

// Coarse unknowns of other ranks that a rank meets, by owner and global index, behind its own.
class ForeignColumns {
 public:
  explicit ForeignColumns(const Map& map) : map_(map), me_(map.getComm()->getRank()) {}

  void add(const Coarse& coarse) {
    for (std::size_t i = 0; i < coarse.globals.size(); ++i)
      if (coarse.globals[i] >= 0 && coarse.owners[i] != me_) found_.emplace_back(coarse.owners[i], coarse.globals[i]);
    std::sort(found_.begin(), found_.end());
    found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
  }
  LocalOrdinal numOwned() const { return static_cast<LocalOrdinal>(TrilinosVersion::numLocal(map_)); }
  LocalOrdinal numCols() const { return numOwned() + static_cast<LocalOrdinal>(found_.size()); }

  /// Local numbers, -1 where there is no coarse unknown.
  std::vector<LocalOrdinal> indicesOf(const Coarse& coarse) const {
    std::vector<LocalOrdinal> indices;
    for (std::size_t i = 0; i < coarse.globals.size(); ++i)
      indices.push_back(indexOf(coarse.globals[i], coarse.owners[i]));
    return indices;
  }
  ColumnTargets targets() const {
    std::vector<GlobalOrdinal> globals;
    std::vector<int> owners;
    for (const auto& column : found_) {
      owners.push_back(column.first);
      globals.push_back(column.second);
    }
    return ownedThenHalo(numOwned(), globals, owners);
  }

 private:
  LocalOrdinal indexOf(GlobalOrdinal global, int owner) const {
    if (global < 0) return -1;
    if (owner == me_) return map_.getLocalElement(global);
    const auto place = std::lower_bound(found_.begin(), found_.end(), std::make_pair(owner, global));
    return numOwned() + static_cast<LocalOrdinal>(place - found_.begin());
  }

  const Map& map_;
  int me_;
  std::vector<std::pair<int, GlobalOrdinal>> found_;
};

template <class Scalar>
Teuchos::RCP<const DistMatrix<Scalar>> shared(const DistMatrix<Scalar>& matrix) {
  return Teuchos::rcp(new DistMatrix<Scalar>(matrix));
}

}  // namespace

template <class Scalar>
AggregateGalerkin<Scalar>::AggregateGalerkin(const DistMatrix<Scalar>& A, const DistMatrix<Scalar>& P,
                                             const DistMatrix<Scalar>& R) {
  const Device::execution_space space;
  const Comm& comm = *A.rowMap()->getComm();
  const bool moves = maxOverRanks(comm, static_cast<long long>(P.halo()->numHalo())) > 0;
  members_ = moves ? transposeLocal<Scalar, Device>(space, P.local()) : R.local();

  const auto ownColumns = allocate<Kokkos::View<LocalOrdinal*, Device>>("Chronos::columns of rows", P.numRows());
  const auto ownValues = allocate<Kokkos::View<Scalar*, Device>>("Chronos::values of rows", P.numRows());
  Kokkos::parallel_for("Chronos::AggregateGalerkin::rows", RowPolicy(0, P.numRows()),
                       SingleEntryFunctor<Scalar>{P.local(), ownColumns, ownValues});
  const Coarse haloOfP = haloColumns(P);
  Coarse ofHalo;
  columns_.values = ownValues;
  if (comm.getSize() > 1) {
    ofHalo = ofHaloRows<Scalar>(A, P, ownColumns, haloOfP, moves);
    columns_.values = ExtendedColumns(A.halo()).extend<Scalar>(columns_.values);
  }
  const Teuchos::RCP<const Map>& coarseMap = P.domainMap();
  ForeignColumns foreign(*coarseMap);
  foreign.add(haloOfP);
  foreign.add(ofHalo);
  Indices aggregates = ownColumns;
  if (moves)
    aggregates = translated<LocalOrdinal>(aggregates, joined(countUp(P.numOwnedCols()), foreign.indicesOf(haloOfP)));
  columns_.aggregates = joined(aggregates, foreign.indicesOf(ofHalo));
  columns_.numCols = foreign.numCols();

  product_ = aggregateProduct<Scalar, Device>(space, members_, A.local(), columns_);
  if (!moves) {
    parts_ = shared(compressColumns(coarseMap, coarseMap, product_, foreign.targets()));
    coarse_ = parts_;
    return;
  }
  const DistMatrix<Scalar> pieces = columnPieces(P);
  gather_ = shared(transpose(pieces));
  parts_ = shared(compressColumns(pieces.rowMap(), coarseMap, product_, foreign.targets()));
  sum_ = Teuchos::rcp(new DistProduct<Scalar>(*gather_, *parts_));
  coarse_ = sum_->result();
}

template <class Scalar>
AggregateGalerkin<Scalar> AggregateGalerkin<Scalar>::again(const DistMatrix<Scalar>& A) const {
  AggregateGalerkin next(*this);
  next.product_ =
      aggregateProductAgain<Scalar, Device>(Device::execution_space(), product_, members_, A.local(), columns_);
  next.parts_ = shared(parts_->withValues(next.product_.values));
  if (sum_.is_null()) {
    next.coarse_ = next.parts_;
    return next;
  }
  next.sum_ = Teuchos::rcp(new DistProduct<Scalar>(sum_->again(*gather_, *next.parts_)));
  next.coarse_ = next.sum_->result();
  return next;
}

template <class Scalar>
std::size_t AggregateGalerkin<Scalar>::numBytes() const {
  const std::size_t ofColumns = columns_.aggregates.extent(0) * (sizeof(LocalOrdinal) + sizeof(Scalar));
  if (sum_.is_null()) return ofColumns;
  return ofColumns + members_.rowPtr.extent(0) * sizeof(Offset) +
         members_.numEntries() * (sizeof(LocalOrdinal) + sizeof(Scalar)) + parts_->memoryBytes() +
         gather_->memoryBytes() + sum_->numBytes();
}

template class AggregateGalerkin<double>;
template class AggregateGalerkin<float>;

}  // namespace Chronos
