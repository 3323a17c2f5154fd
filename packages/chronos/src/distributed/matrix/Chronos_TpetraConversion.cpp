// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_TpetraConversion.hpp"

#include "Chronos_HostCopy.hpp"
#include "Chronos_OwnedGlobals.hpp"
#include "Chronos_RenumberColumns.hpp"
#include "Chronos_TrilinosVersion.hpp"

#include <Tpetra_Distributor.hpp>

#include <algorithm>

namespace Chronos {
namespace {

template <class Scalar>
struct ConvertFunctor {
  Kokkos::View<const Scalar*, Device> input;
  Kokkos::View<double*, Device> output;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const { output(i) = input(i); }
};

using EntryPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<std::int64_t>>;

// Columns that other ranks own, as the matrix knows them for its own products.
struct RemoteColumns {
  Teuchos::ArrayView<const LocalOrdinal> columns;  // by owner
  std::vector<Segment> owners;
};

// Without an importer all columns are owned here, and on one rank, whose importer calls remote what nobody owns.
RemoteColumns remoteColumns(const TpetraCrsMatrix& matrix) {
  const auto importer = matrix.getCrsGraph()->getImporter();
  if (importer.is_null() || !matrix.getDomainMap()->isDistributed()) return {};
  RemoteColumns remote{importer->getRemoteLIDs(), {}};
  const auto ranks = importer->getDistributor().getProcsFrom();
  const auto lengths = importer->getDistributor().getLengthsFrom();
  std::size_t begin = 0;
  for (Teuchos_Ordinal i = 0; i < ranks.size(); begin += lengths[i], ++i)
    if (lengths[i] > 0) remote.owners.push_back({ranks[i], begin, lengths[i]});
  return remote;
}

struct GlobalsFunctor {
  Map::local_map_type columnMap;
  LocalOrdinal first;
  Kokkos::View<GlobalOrdinal*, Device> globals;
  KOKKOS_INLINE_FUNCTION void operator()(LocalOrdinal i) const { globals(i) = columnMap.getGlobalElement(first + i); }
};

// Where each column of a Tpetra column map goes, and the halo in the order that HaloPattern wants.
struct ColumnOrder {
  LocalOrdinal numFitted = 0;          // columns that stay as they are, from the first on
  std::vector<LocalOrdinal> newIndex;  // of the others; empty where all stay
  HaloColumns halo;
  std::string problem;
};

// Owned columns in their order, then those of others by owner: the host looks up none of them, of which a GPU has so
// many that this would take it longer than some iterations.
ColumnOrder inOrder(const Map& columnMap, LocalOrdinal numOwned, const RemoteColumns& remote) {
  const auto numRemote = static_cast<LocalOrdinal>(remote.columns.size());
  const auto globals = allocate<Kokkos::View<GlobalOrdinal*, Device>>("Chronos::halo columns", remote.columns.size());
  Kokkos::parallel_for("Chronos::fromTpetra::globals",
                       Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<LocalOrdinal>>(0, numRemote),
                       GlobalsFunctor{columnMap.getLocalMap(), numOwned, globals});
  return {numOwned + numRemote, {}, {globals, remote.owners}, ""};
}

ColumnOrder inAnyOrder(const Map& domainMap, const Map& columnMap, LocalOrdinal numFitted,
                       const RemoteColumns& remote) {
  ColumnOrder order;
  order.numFitted = numFitted;
  std::vector<GlobalOrdinal> globals;
  std::vector<int> owners;
  for (LocalOrdinal column : remote.columns) globals.push_back(columnMap.getGlobalElement(column));
  for (const Segment& owner : remote.owners) owners.insert(owners.end(), owner.size, owner.rank);
  order.halo = haloColumns(globals, owners);
  const auto numCols = static_cast<LocalOrdinal>(TrilinosVersion::numLocal(columnMap));
  for (LocalOrdinal col = numFitted; col < numCols; ++col)
    order.newIndex.push_back(domainMap.getLocalElement(columnMap.getGlobalElement(col)));
  auto next = static_cast<LocalOrdinal>(TrilinosVersion::numLocal(domainMap));
  for (LocalOrdinal column : remote.columns) order.newIndex[column - numFitted] = next++;
  const auto alien = std::find(order.newIndex.begin(), order.newIndex.end(), -1) - order.newIndex.begin();
  if (alien < numCols - numFitted)
    order.problem = "Column " +
                    std::to_string(columnMap.getGlobalElement(numFitted + static_cast<LocalOrdinal>(alien))) +
                    " of the matrix is not in its domain map, or the matrix has no importer for it: hand "
                    "fillComplete() a domain map that has all columns.";
  return order;
}

ColumnOrder orderColumns(const Map& domainMap, const Map& columnMap, const RemoteColumns& remote) {
  const auto numOwned = static_cast<LocalOrdinal>(TrilinosVersion::numLocal(domainMap));
  const bool isFitted = columnMap.isLocallyFitted(domainMap);
  LocalOrdinal next = numOwned;
  const bool followsOwned =
      std::all_of(remote.columns.begin(), remote.columns.end(), [&](LocalOrdinal column) { return column == next++; });
  if (isFitted && followsOwned && next == static_cast<LocalOrdinal>(TrilinosVersion::numLocal(columnMap)))
    return inOrder(columnMap, numOwned, remote);
  return inAnyOrder(domainMap, columnMap, isFitted ? numOwned : 0, remote);
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

// Local, so that one reduction says whether any rank has a problem.
ColumnOrder orderColumns(const TpetraCrsMatrix& matrix) {
  if (matrix.isFillComplete()) return orderColumns(*matrix.getDomainMap(), *matrix.getColMap(), remoteColumns(matrix));
  ColumnOrder order;
  order.problem = "The matrix is not fill complete: call fillComplete() before giving it to Chronos.";
  return order;
}

DistMatrix<double> convert(const TpetraCrsMatrix& matrix, const Hold& hold) {
  const ColumnOrder order = orderColumns(matrix);
  throwIfAny(*matrix.getMap()->getComm(), order.problem);
  const auto local = matrix.getLocalMatrixDevice();
  const auto domainMap = matrix.getDomainMap();
  const auto halo = Teuchos::rcp(new HaloPattern(domainMap, order.halo));
  Kokkos::View<const LocalOrdinal*, Device> colInd =
      hold(Kokkos::View<const LocalOrdinal*, Device>(local.graph.entries));
  if (!order.newIndex.empty())
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
