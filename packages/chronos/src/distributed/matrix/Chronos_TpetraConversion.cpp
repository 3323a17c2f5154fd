// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_TpetraConversion.hpp"

#include "Chronos_HostCopy.hpp"
#include "Chronos_OwnedGlobals.hpp"
#include "Chronos_RenumberColumns.hpp"
#include "Chronos_TrilinosVersion.hpp"

#include <algorithm>
#include <numeric>

namespace Chronos {
namespace {

template <class Scalar>
struct ConvertFunctor {
  Kokkos::View<const Scalar*, Device> input;
  Kokkos::View<double*, Device> output;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const { output(i) = input(i); }
};

using EntryPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<std::int64_t>>;

// Where each column of a Tpetra column map goes, and the halo in the order that HaloPattern wants.
struct ColumnOrder {
  LocalOrdinal numFitted = 0;          // columns that stay as they are, from the first on
  std::vector<LocalOrdinal> newIndex;  // of the others
  std::vector<GlobalOrdinal> haloGlobals;
  std::vector<int> haloOwners;
  bool unchanged = true;
};

ColumnOrder orderColumns(const Map& domainMap, const Map& columnMap) {
  ColumnOrder order;
  const std::size_t numCols = TrilinosVersion::numLocal(columnMap);
  // Where the column map begins with the owned columns in their order, only the rest is looked at: a GPU's millions of
  // rows would take the host longer than many an iteration.
  const std::size_t numFitted = columnMap.isLocallyFitted(domainMap) ? TrilinosVersion::numLocal(domainMap) : 0;
  order.numFitted = static_cast<LocalOrdinal>(numFitted);
  order.newIndex.resize(numCols - numFitted);
  std::vector<GlobalOrdinal> remoteGlobals;
  std::vector<LocalOrdinal> remoteColumns;
  for (std::size_t col = numFitted; col < numCols; ++col) {
    const GlobalOrdinal global = columnMap.getGlobalElement(static_cast<LocalOrdinal>(col));
    const LocalOrdinal owned = domainMap.getLocalElement(global);
    order.newIndex[col - numFitted] = owned;
    if (owned >= 0) continue;
    remoteGlobals.push_back(global);
    remoteColumns.push_back(static_cast<LocalOrdinal>(col));
  }
  std::vector<int> owners(remoteGlobals.size());
  domainMap.getRemoteIndexList(Teuchos::ArrayView<const GlobalOrdinal>(remoteGlobals.data(), remoteGlobals.size()),
                               Teuchos::ArrayView<int>(owners.data(), owners.size()));
  std::vector<std::size_t> byOwner(owners.size());
  std::iota(byOwner.begin(), byOwner.end(), std::size_t(0));
  if (!std::is_sorted(owners.begin(), owners.end()))
    std::stable_sort(byOwner.begin(), byOwner.end(),
                     [&](std::size_t a, std::size_t b) { return owners[a] < owners[b]; });
  LocalOrdinal next = static_cast<LocalOrdinal>(TrilinosVersion::numLocal(domainMap));
  for (std::size_t remote : byOwner) {
    order.newIndex[remoteColumns[remote] - numFitted] = next++;
    order.haloGlobals.push_back(remoteGlobals[remote]);
    order.haloOwners.push_back(owners[remote]);
  }
  for (std::size_t col = numFitted; col < numCols; ++col)
    order.unchanged = order.unchanged && order.newIndex[col - numFitted] == static_cast<LocalOrdinal>(col);
  return order;
}

// Views of Tpetra's arrays, or of the same memory without holding them.
struct Hold {
  bool holds;
  template <class View>
  View operator()(const View& view) const {
    return holds ? view : View(view.data(), view.extent(0));
  }
};

// Where a host reads the device's memory Tpetra lets anybody hold a view. Storage that is not optimized moves in
// fillComplete(), and would be gone then.
Hold holdOf(const TpetraCrsMatrix& matrix) {
  return {arraysAreShared || !matrix.isStorageOptimized()};
}

DistMatrix<double> convert(const TpetraCrsMatrix& matrix, const Hold& hold) {
  throwIfAny(*matrix.getMap()->getComm(),
             matrix.isFillComplete()
                 ? ""
                 : "The matrix is not fill complete: call fillComplete() before giving it to Chronos.");
  const auto local = matrix.getLocalMatrixDevice();
  const auto domainMap = matrix.getDomainMap();
  ColumnOrder order = orderColumns(*domainMap, *matrix.getColMap());
  const auto halo = Teuchos::rcp(new HaloPattern(domainMap, order.haloGlobals, order.haloOwners));
  Kokkos::View<const LocalOrdinal*, Device> colInd =
      hold(Kokkos::View<const LocalOrdinal*, Device>(local.graph.entries));
  if (!order.unchanged)
    colInd = renumberColumns(colInd, order.numFitted, toView("Chronos::new columns", order.newIndex));
  const CsrMatrix<double, Device> rows{
      static_cast<LocalOrdinal>(local.numRows()),
      static_cast<LocalOrdinal>(TrilinosVersion::numLocal(*domainMap) + halo->numHalo()),
      hold(Kokkos::View<const Offset*, Device>(local.graph.row_map)), colInd,
      hold(DistMatrix<double>::Local::Values(local.values))};
  return DistMatrix<double>(matrix.getRowMap(), halo, rows);
}

}  // namespace

DistMatrix<double> fromTpetra(const TpetraCrsMatrix& matrix) {
  return convert(matrix, {true});
}

DistMatrix<double> fromTpetra(const Teuchos::RCP<const TpetraCrsMatrix>& matrix) {
  const Hold hold = holdOf(*matrix);
  const DistMatrix<double> result = convert(*matrix, hold);
  if (hold.holds) return result;
  Teuchos::RCP<const HaloPattern> halo = result.halo();
  Teuchos::set_extra_data(matrix->getCrsGraph(), "Tpetra graph", Teuchos::inOutArg(halo));
  return result;
}

Teuchos::RCP<const DistMatrix<double>> keeping(const Teuchos::RCP<const TpetraCrsMatrix>& matrix,
                                               const DistMatrix<double>& values) {
  auto result = Teuchos::rcp(new const DistMatrix<double>(values));
  if (!arraysAreShared) Teuchos::set_extra_data(matrix, "Tpetra matrix", Teuchos::inOutArg(result));
  return result;
}

DistMatrix<double>::Local::Values valuesOf(const TpetraCrsMatrix& matrix) {
  return holdOf(matrix)(DistMatrix<double>::Local::Values(matrix.getLocalMatrixDevice().values));
}

template <class Scalar>
Teuchos::RCP<TpetraCrsMatrix> toTpetra(const DistMatrix<Scalar>& matrix) {
  const auto& local = matrix.local();
  const Map& domainMap = *matrix.domainMap();
  std::vector<GlobalOrdinal> columns = toVector(ownedGlobals(domainMap));
  const std::vector<GlobalOrdinal> haloGlobals = matrix.halo()->haloGlobals();
  columns.insert(columns.end(), haloGlobals.begin(), haloGlobals.end());
  const auto invalid = Teuchos::OrdinalTraits<Tpetra::global_size_t>::invalid();
  const auto columnMap =
      Teuchos::rcp(new Map(invalid, Teuchos::ArrayView<const GlobalOrdinal>(columns.data(), columns.size()),
                           domainMap.getIndexBase(), domainMap.getComm()));
  auto values = allocateAlone<Kokkos::View<double*, Device>>("Chronos::values", local.numEntries());
  Kokkos::parallel_for("Chronos::toTpetra::values", EntryPolicy(0, static_cast<std::int64_t>(local.numEntries())),
                       ConvertFunctor<Scalar>{local.values, values});
  using LocalMatrix = TpetraCrsMatrix::local_matrix_device_type;
  using RowMap = typename LocalMatrix::StaticCrsGraphType::row_map_type::non_const_type;
  using Entries = typename LocalMatrix::StaticCrsGraphType::entries_type;
  RowMap rowPtr("Chronos::row pointers", local.numRows + 1);
  if (local.rowPtr.extent(0) > 0) Kokkos::deep_copy(rowPtr, local.rowPtr);
  const auto colInd = allocateAlone<Entries>("Chronos::columns", local.numEntries());
  Kokkos::deep_copy(colInd, local.colInd);
  const LocalMatrix rows("Chronos::matrix", local.numRows, static_cast<LocalOrdinal>(columns.size()),
                         local.numEntries(), values, rowPtr, colInd);
  return Teuchos::rcp(new TpetraCrsMatrix(rows, matrix.rowMap(), columnMap, matrix.domainMap(), matrix.rowMap()));
}

template Teuchos::RCP<TpetraCrsMatrix> toTpetra(const DistMatrix<double>&);
template Teuchos::RCP<TpetraCrsMatrix> toTpetra(const DistMatrix<float>&);

}  // namespace Chronos
