// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_HaloRows.hpp"

#include "Chronos_HostCopy.hpp"
#include "Chronos_RowExchange.hpp"
#include "Chronos_TrilinosVersion.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace Chronos {
namespace {

using RangePolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<std::int64_t>>;
using GlobalView = Kokkos::View<const GlobalOrdinal*, Device>;
using OwnerView = Kokkos::View<const int*, Device>;

std::vector<int> ownersIn(const HaloPattern& halo) {
  std::vector<int> owners(halo.numHalo());
  for (const auto& source : halo.sources()) std::fill_n(owners.begin() + source.begin, source.size, source.rank);
  return owners;
}

// From global index to column, for halo columns; searched on the device.
struct HaloLookup {
  GlobalView globals;  // ascending
  Kokkos::View<const LocalOrdinal*, Device> columns;

  KOKKOS_INLINE_FUNCTION LocalOrdinal find(GlobalOrdinal global) const {
    std::size_t low = 0, high = globals.extent(0);
    while (low < high) {
      const std::size_t middle = low + (high - low) / 2;
      if (globals(middle) < global) low = middle + 1;
      else high = middle;
    }
    return low < globals.extent(0) && globals(low) == global ? columns(low) : -1;
  }
};

// Column firstCol + h stands for globals[h].
HaloLookup lookupOf(const std::vector<GlobalOrdinal>& globals, LocalOrdinal firstCol) {
  std::vector<std::pair<GlobalOrdinal, LocalOrdinal>> pairs;
  for (GlobalOrdinal global : globals) pairs.emplace_back(global, firstCol + static_cast<LocalOrdinal>(pairs.size()));
  std::sort(pairs.begin(), pairs.end());
  std::vector<GlobalOrdinal> sorted;
  std::vector<LocalOrdinal> columns;
  for (const auto& [global, column] : pairs) {
    sorted.push_back(global);
    columns.push_back(column);
  }
  return {toView("Chronos::halo globals", sorted), toView("Chronos::halo columns", columns)};
}

// What the owner of a row says of its columns: global index and owner.
struct NameColumnsFunctor {
  Map::local_map_type domainMap;
  LocalOrdinal numOwned;
  int rank;
  GlobalView haloGlobals;
  OwnerView haloOwners;
  Kokkos::View<const LocalOrdinal*, Device> colInd;
  Kokkos::View<GlobalOrdinal*, Device> globals;
  Kokkos::View<int*, Device> owners;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t entry) const {
    const LocalOrdinal col = colInd(entry);
    const bool isOwned = col < numOwned;
    globals(entry) = isOwned ? domainMap.getGlobalElement(col) : haloGlobals(col - numOwned);
    owners(entry) = isOwned ? rank : haloOwners(col - numOwned);
  }
};

// Columns that the receiver knows already; -1 for the others.
struct KnownColumnsFunctor {
  Map::local_map_type domainMap;
  int rank;
  HaloLookup halo;
  GlobalView globals;
  OwnerView owners;
  Kokkos::View<LocalOrdinal*, Device> colInd;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t entry) const {
    const GlobalOrdinal global = globals(entry);
    colInd(entry) = owners(entry) == rank ? domainMap.getLocalElement(global) : halo.find(global);
  }
};

// Counts the entries that have no column yet and, on the second use, says what they are.
struct UnknownColumnsFunctor {
  Kokkos::View<const LocalOrdinal*, Device> colInd;
  GlobalView globals;
  OwnerView owners;
  Kokkos::View<GlobalOrdinal*, Device> unknownGlobals;
  Kokkos::View<int*, Device> unknownOwners;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t entry, std::int64_t& numUnknown, bool final) const {
    if (colInd(entry) >= 0) return;
    if (final && unknownGlobals.extent(0) > 0) {
      unknownGlobals(numUnknown) = globals(entry);
      unknownOwners(numUnknown) = owners(entry);
    }
    ++numUnknown;
  }
};

struct SecondHaloFunctor {
  HaloLookup halo;
  GlobalView globals;
  Kokkos::View<LocalOrdinal*, Device> colInd;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t entry) const {
    if (colInd(entry) < 0) colInd(entry) = halo.find(globals(entry));
  }
};

using OwnersAndGlobals = std::vector<std::pair<int, GlobalOrdinal>>;

// Distinct columns of entries that have none yet, by owner and global index.
OwnersAndGlobals unknownColumns(const Kokkos::View<const LocalOrdinal*, Device>& colInd, const GlobalView& globals,
                                const OwnerView& owners) {
  const RangePolicy entries(0, static_cast<std::int64_t>(colInd.extent(0)));
  std::int64_t numUnknown = 0;
  Kokkos::parallel_scan("Chronos::HaloRows::countUnknown", entries,
                        UnknownColumnsFunctor{colInd, globals, owners, {}, {}}, numUnknown);
  if (numUnknown == 0) return {};
  const auto unknownGlobals = allocate<Kokkos::View<GlobalOrdinal*, Device>>("Chronos::unknown columns", numUnknown);
  const auto unknownOwners = allocate<Kokkos::View<int*, Device>>("Chronos::unknown owners", numUnknown);
  Kokkos::parallel_scan("Chronos::HaloRows::listUnknown", entries,
                        UnknownColumnsFunctor{colInd, globals, owners, unknownGlobals, unknownOwners}, numUnknown);
  const auto hostGlobals = toVector(unknownGlobals);
  const auto hostOwners = toVector(unknownOwners);
  OwnersAndGlobals columns;
  for (std::size_t i = 0; i < hostGlobals.size(); ++i) columns.emplace_back(hostOwners[i], hostGlobals[i]);
  std::sort(columns.begin(), columns.end());
  columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
  return columns;
}

// Gives received entries their columns and makes the second halo. Collective.
Teuchos::RCP<const ExtendedColumns> numberReceived(const Teuchos::RCP<const HaloPattern>& first,
                                                   const GlobalView& globals, const OwnerView& owners,
                                                   const Kokkos::View<LocalOrdinal*, Device>& colInd) {
  const Map& domainMap = *first->domainMap();
  const RangePolicy entries(0, static_cast<std::int64_t>(colInd.extent(0)));
  const LocalOrdinal numOwned = static_cast<LocalOrdinal>(TrilinosVersion::numLocal(domainMap));
  Kokkos::parallel_for("Chronos::HaloRows::known", entries,
                       KnownColumnsFunctor{domainMap.getLocalMap(), domainMap.getComm()->getRank(),
                                           lookupOf(first->haloGlobals(), numOwned), globals, owners, colInd});
  std::vector<GlobalOrdinal> secondGlobals;
  std::vector<int> secondOwners;
  for (const auto& [owner, global] : unknownColumns(colInd, globals, owners)) {
    secondGlobals.push_back(global);
    secondOwners.push_back(owner);
  }
  const LocalOrdinal numFirst = numOwned + static_cast<LocalOrdinal>(first->numHalo());
  if (!secondGlobals.empty())
    Kokkos::parallel_for("Chronos::HaloRows::second", entries,
                         SecondHaloFunctor{lookupOf(secondGlobals, numFirst), globals, colInd});
  const auto second = Teuchos::rcp(new HaloPattern(first->domainMap(), std::move(secondGlobals), secondOwners));
  return Teuchos::rcp(new ExtendedColumns(first, second));
}

}  // namespace

ExtendedColumns::ExtendedColumns(const Teuchos::RCP<const HaloPattern>& first,
                                 const Teuchos::RCP<const HaloPattern>& second)
    : first_(first),
      second_(second),
      numOwned_(static_cast<LocalOrdinal>(TrilinosVersion::numLocal(*first->domainMap()))) {}

LocalOrdinal ExtendedColumns::numCols() const {
  return numOwned_ + static_cast<LocalOrdinal>(first_->numHalo() + (second_.is_null() ? 0 : second_->numHalo()));
}

std::vector<GlobalOrdinal> ExtendedColumns::haloGlobals() const {
  std::vector<GlobalOrdinal> globals = first_->haloGlobals();
  if (second_.is_null()) return globals;
  globals.insert(globals.end(), second_->haloGlobals().begin(), second_->haloGlobals().end());
  return globals;
}

std::vector<int> ExtendedColumns::haloOwners() const {
  std::vector<int> owners = ownersIn(*first_);
  if (second_.is_null()) return owners;
  const std::vector<int> more = ownersIn(*second_);
  owners.insert(owners.end(), more.begin(), more.end());
  return owners;
}

template <class T>
Kokkos::View<const T*, Device> ExtendedColumns::extend(const Kokkos::View<const T*, Device>& owned) const {
  if (domainMap()->getComm()->getSize() == 1) return owned;
  HaloExchange<T> firstExchange(first_);
  Teuchos::RCP<HaloExchange<T>> secondExchange;
  if (!second_.is_null()) secondExchange = Teuchos::rcp(new HaloExchange<T>(second_));
  firstExchange.start(owned);
  if (!second_.is_null()) secondExchange->start(owned);
  const auto all = allocate<Kokkos::View<T*, Device>>("Chronos::extended entries", numCols());
  const std::size_t numOwned = numOwned_, numFirst = numOwned + first_->numHalo(), numAll = all.extent(0);
  Kokkos::deep_copy(Kokkos::subview(all, std::make_pair(std::size_t(0), numOwned)), owned);
  Kokkos::deep_copy(Kokkos::subview(all, std::make_pair(numOwned, numFirst)), firstExchange.finish());
  if (!second_.is_null())
    Kokkos::deep_copy(Kokkos::subview(all, std::make_pair(numFirst, numAll)), secondExchange->finish());
  return all;
}

template <class Scalar>
HaloRows<Scalar> fetchHaloRows(const DistMatrix<Scalar>& B, const HaloPattern& halo,
                               const Kokkos::View<const char*, Device>& flags) {
  const Comm& comm = *B.domainMap()->getComm();
  if (comm.getSize() == 1) {
    const CsrMatrix<Scalar, Device> none{0, B.local().numCols, {}, {}, {}};
    return {none, {}, Teuchos::rcp(new ExtendedColumns(B.halo()))};
  }
  const RowExchange exchange(halo, B.local().rowPtr);
  const Kokkos::View<const LocalOrdinal*, Device> packedCols = exchange.pack<LocalOrdinal>(B.local().colInd);
  const auto packedGlobals =
      allocate<Kokkos::View<GlobalOrdinal*, Device>>("Chronos::packed columns", packedCols.extent(0));
  const auto packedOwners = allocate<Kokkos::View<int*, Device>>("Chronos::packed owners", packedCols.extent(0));
  Kokkos::parallel_for(
      "Chronos::HaloRows::nameColumns", RangePolicy(0, static_cast<std::int64_t>(packedCols.extent(0))),
      NameColumnsFunctor{B.domainMap()->getLocalMap(), B.numOwnedCols(), comm.getRank(),
                         toView("Chronos::halo globals", B.halo()->haloGlobals()),
                         toView("Chronos::halo owners", ownersIn(*B.halo())), packedCols, packedGlobals, packedOwners});
  const auto globals = exchange.exchange<GlobalOrdinal>(packedGlobals);
  const auto owners = exchange.exchange<int>(packedOwners);
  const auto colInd = allocate<Kokkos::View<LocalOrdinal*, Device>>("Chronos::received columns", globals.extent(0));

  HaloRows<Scalar> result;
  result.columns = numberReceived(B.halo(), globals, owners, colInd);
  result.rows = {static_cast<LocalOrdinal>(halo.numHalo()), result.columns->numCols(), exchange.receivedRowPtr(),
                 colInd, exchange.exchange<Scalar>(exchange.pack<Scalar>(B.local().values))};
  // A rank without entries cannot tell from its own flags whether there are any.
  if (maxOverRanks(comm, static_cast<long long>(flags.extent(0))) > 0)
    result.flags = exchange.exchange<char>(exchange.pack<char>(flags));
  return result;
}

template <class Scalar>
void refetchValues(const DistMatrix<Scalar>& B, const HaloPattern& halo, HaloRows<Scalar>& rows) {
  if (B.domainMap()->getComm()->getSize() == 1) return;
  const RowExchange exchange(halo, B.local().rowPtr);
  rows.rows.values = exchange.exchange<Scalar>(exchange.pack<Scalar>(B.local().values));
}

#define CHRONOS_EXTEND(T) \
  template Kokkos::View<const T*, Device> ExtendedColumns::extend<T>(const Kokkos::View<const T*, Device>&) const;
CHRONOS_EXTEND(double)
CHRONOS_EXTEND(float)
CHRONOS_EXTEND(char)
CHRONOS_EXTEND(LocalOrdinal)
CHRONOS_EXTEND(GlobalOrdinal)
#define CHRONOS_HALOROWS(SCALAR)                                                         \
  template HaloRows<SCALAR> fetchHaloRows(const DistMatrix<SCALAR>&, const HaloPattern&, \
                                          const Kokkos::View<const char*, Device>&);     \
  template void refetchValues(const DistMatrix<SCALAR>&, const HaloPattern&, HaloRows<SCALAR>&);
CHRONOS_HALOROWS(double)
CHRONOS_HALOROWS(float)

}  // namespace Chronos
