// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_ColumnNumbering.hpp"

#include "Chronos_Communicator.hpp"
#include "Chronos_HaloLookup.hpp"
#include "Chronos_HostCopy.hpp"
#include "Chronos_OwnedGlobals.hpp"
#include "Chronos_SortRows.hpp"
#include "Chronos_TpetraConversion.hpp"
#include "Chronos_TrilinosVersion.hpp"
#include "Chronos_UnknownColumns.hpp"

#include <algorithm>
#include <numeric>

namespace Chronos {
namespace {

using GlobalView = Kokkos::View<const GlobalOrdinal*, Device>;
using RangePolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<std::int64_t>>;

// Writes the local index of owned columns; invalid marks what the halo pass fills in.
struct OwnedColumnsFunctor {
  typename Map::local_map_type localMap;
  GlobalView globalColInd;
  Kokkos::View<LocalOrdinal*, Device> colInd;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t entry) const {
    colInd(entry) = localMap.getLocalElement(globalColInd(entry));
  }
};

struct HaloColumnsFunctor {
  GlobalView globalColInd;
  HaloLookup halo;
  Kokkos::View<LocalOrdinal*, Device> colInd;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t entry) const {
    if (colInd(entry) < 0) colInd(entry) = halo.find(globalColInd(entry));
  }
};

std::vector<GlobalOrdinal> distinctRemoteColumns(const Map& domainMap, const GlobalView& globalColInd,
                                                 const Kokkos::View<LocalOrdinal*, Device>& colInd) {
  Kokkos::parallel_for("Chronos::ColumnNumbering::owned",
                       RangePolicy(0, static_cast<std::int64_t>(globalColInd.extent(0))),
                       OwnedColumnsFunctor{domainMap.getLocalMap(), globalColInd, colInd});
  return unknownColumns<Device>(Device::execution_space(), colInd, globalColInd, {}).globals;
}

std::vector<int> ownersOf(const Map& domainMap, const std::vector<GlobalOrdinal>& globals) {
  std::vector<int> owners(globals.size(), -1);
  const Teuchos::ArrayView<const GlobalOrdinal> globalsView(globals.data(), globals.size());
  const auto found = domainMap.getRemoteIndexList(globalsView, Teuchos::ArrayView<int>(owners.data(), owners.size()));
  std::string message;
  if (found != Tpetra::AllIDsPresent && !globals.empty()) {
    const auto lost = std::find(owners.begin(), owners.end(), -1) - owners.begin();
    message = "The matrix has an entry in column " +
              std::to_string(globals[std::min<std::size_t>(lost, globals.size() - 1)]) +
              ", which no rank owns: the columns of a square matrix are numbered like its rows.";
  }
  throwIfAny(*domainMap.getComm(), message);
  return owners;
}

}  // namespace

ColumnNumbering numberColumns(const Map& domainMap, const GlobalView& globalColInd) {
  ColumnNumbering result;
  result.colInd = allocate<Kokkos::View<LocalOrdinal*, Device>>("Chronos::column indices", globalColInd.extent(0));
  const std::vector<GlobalOrdinal> globals = distinctRemoteColumns(domainMap, globalColInd, result.colInd);
  const std::vector<int> owners = ownersOf(domainMap, globals);

  std::vector<std::size_t> order(globals.size());
  std::iota(order.begin(), order.end(), std::size_t(0));
  if (!std::is_sorted(owners.begin(), owners.end()))
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return owners[a] < owners[b]; });
  const LocalOrdinal numOwned = static_cast<LocalOrdinal>(TrilinosVersion::numLocal(domainMap));
  std::vector<LocalOrdinal> localOfSorted(globals.size());
  for (std::size_t h = 0; h < order.size(); ++h) {
    localOfSorted[order[h]] = numOwned + static_cast<LocalOrdinal>(h);
    result.haloGlobals.push_back(globals[order[h]]);
    result.haloOwners.push_back(owners[order[h]]);
  }
  if (!globals.empty()) {
    Kokkos::parallel_for(
        "Chronos::ColumnNumbering::halo", RangePolicy(0, static_cast<std::int64_t>(globalColInd.extent(0))),
        HaloColumnsFunctor{globalColInd,
                           {toView("Chronos::halo globals", globals), toView("Chronos::halo locals", localOfSorted)},
                           result.colInd});
  }
  return result;
}

Teuchos::RCP<TpetraCrsMatrix> makeCrsMatrix(const Teuchos::RCP<const Map>& rowMap,
                                            const Kokkos::View<Offset*, Device>& rowPtr, const GlobalView& globalColInd,
                                            const Kokkos::View<double*, Device>& values) {
  const ColumnNumbering numbering = numberColumns(*rowMap, globalColInd);
  sortRows<LocalOrdinal, double, Device>(Device::execution_space(), rowPtr, numbering.colInd, values);

  std::vector<GlobalOrdinal> columns = toVector(ownedGlobals(*rowMap));
  const std::size_t numOwned = columns.size();
  columns.insert(columns.end(), numbering.haloGlobals.begin(), numbering.haloGlobals.end());
  const auto invalid = Teuchos::OrdinalTraits<Tpetra::global_size_t>::invalid();
  const auto columnMap =
      Teuchos::rcp(new Map(invalid, Teuchos::ArrayView<const GlobalOrdinal>(columns.data(), columns.size()),
                           rowMap->getIndexBase(), rowMap->getComm()));

  using LocalMatrix = TpetraCrsMatrix::local_matrix_device_type;
  const auto colInd =
      allocateAlone<Kokkos::View<LocalOrdinal*, Device>>("Chronos::columns", numbering.colInd.extent(0));
  Kokkos::deep_copy(colInd, numbering.colInd);
  // Tpetra lets no host touch columns or values that somebody else holds on a device, as the pool does.
  auto ownValues = values;
  if (!arraysAreShared) {
    ownValues = allocateAlone<Kokkos::View<double*, Device>>("Chronos::values", values.extent(0));
    Kokkos::deep_copy(ownValues, values);
  }
  const LocalMatrix local("Chronos::matrix", static_cast<LocalOrdinal>(numOwned),
                          static_cast<LocalOrdinal>(columns.size()), numbering.colInd.extent(0), ownValues, rowPtr,
                          colInd);
  return Teuchos::rcp(new TpetraCrsMatrix(local, rowMap, columnMap, rowMap, rowMap));
}

}  // namespace Chronos
