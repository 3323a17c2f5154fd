// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_HaloRows.hpp"

#include "Chronos_HaloLookup.hpp"
#include "Chronos_HostCopy.hpp"
#include "Chronos_NamedRows.hpp"
#include "Chronos_TrilinosVersion.hpp"
#include "Chronos_UnknownColumns.hpp"

#include <algorithm>
#include <utility>

namespace Chronos {
namespace {

using RangePolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<std::int64_t>>;
using GlobalView = Kokkos::View<const GlobalOrdinal*, Device>;
using OwnerView = Kokkos::View<const int*, Device>;

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

struct SecondHaloFunctor {
  HaloLookup halo;
  GlobalView globals;
  Kokkos::View<LocalOrdinal*, Device> colInd;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t entry) const {
    if (colInd(entry) < 0) colInd(entry) = halo.find(globals(entry));
  }
};

// Gives received entries their columns and makes the second halo.
Teuchos::RCP<const ExtendedColumns> numberReceived(const Teuchos::RCP<const HaloPattern>& first,
                                                   const GlobalView& globals, const OwnerView& owners,
                                                   const Kokkos::View<LocalOrdinal*, Device>& colInd) {
  const Map& domainMap = *first->domainMap();
  const RangePolicy entries(0, static_cast<std::int64_t>(colInd.extent(0)));
  const LocalOrdinal numOwned = static_cast<LocalOrdinal>(TrilinosVersion::numLocal(domainMap));
  Kokkos::parallel_for("Chronos::HaloRows::known", entries,
                       KnownColumnsFunctor{domainMap.getLocalMap(), domainMap.getComm()->getRank(),
                                           lookupOf(first->globals(), numOwned), globals, owners, colInd});
  const ListedColumns<Device> unknown = listUnknownColumns<Device>(Device::execution_space(), colInd, globals, owners);
  const HaloColumns behind = sortColumns(unknown.globals, unknown.owners).columns;
  const LocalOrdinal numFirst = numOwned + static_cast<LocalOrdinal>(first->numHalo());
  if (behind.size() > 0)
    Kokkos::parallel_for("Chronos::HaloRows::second", entries,
                         SecondHaloFunctor{lookupOf(behind.globals, numFirst), globals, colInd});
  const auto second = Teuchos::rcp(new HaloPattern(first->domainMap(), behind));
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

Kokkos::View<const GlobalOrdinal*, Device> ExtendedColumns::haloGlobals(LocalOrdinal numBefore) const {
  const auto globals =
      allocate<Kokkos::View<GlobalOrdinal*, Device>>("Chronos::halo globals", numBefore + numCols() - numOwned_);
  std::size_t begin = numBefore;
  for (const auto& halo : {first_, second_}) {
    if (halo.is_null()) continue;
    copyEntries(Kokkos::subview(globals, std::make_pair(begin, begin + halo->numHalo())), halo->globals());
    begin += halo->numHalo();
  }
  return globals;
}

Kokkos::View<const int*, Device> ExtendedColumns::haloOwners(LocalOrdinal numBefore) const {
  std::vector<Segment> segments;
  std::size_t begin = numBefore;
  for (const auto& halo : {first_, second_}) {
    if (halo.is_null()) continue;
    for (const Segment& source : halo->sources()) segments.push_back({source.rank, begin + source.begin, source.size});
    begin += halo->numHalo();
  }
  return ranksOf(segments, begin);
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
  copyEntries(Kokkos::subview(all, std::make_pair(std::size_t(0), numOwned)), owned);
  copyEntries(Kokkos::subview(all, std::make_pair(numOwned, numFirst)), firstExchange.finish());
  if (!second_.is_null()) copyEntries(Kokkos::subview(all, std::make_pair(numFirst, numAll)), secondExchange->finish());
  return all;
}

template <class Scalar>
HaloRows<Scalar> fetchHaloRows(const DistMatrix<Scalar>& B, const HaloPattern& halo,
                               const std::optional<Kokkos::View<const char*, Device>>& flags) {
  if (B.domainMap()->getComm()->getSize() == 1) {
    const CsrMatrix<Scalar, Device> none{0, B.local().numCols, {}, {}, {}};
    return {none, {}, Teuchos::rcp(new ExtendedColumns(B.halo()))};
  }
  const RowExchange exchange(halo, B.local().rowPtr);
  const NamedEntries<Scalar> entries = exchangeEntries<Scalar>(exchange, B);
  const auto colInd =
      allocate<Kokkos::View<LocalOrdinal*, Device>>("Chronos::columns of halo rows", entries.values.extent(0));

  HaloRows<Scalar> result;
  result.columns = numberReceived(B.halo(), entries.columns.globals, entries.columns.owners, colInd);
  result.rows = {static_cast<LocalOrdinal>(halo.numHalo()), result.columns->numCols(), exchange.receivedRowPtr(),
                 colInd, entries.values};
  if (flags) result.flags = exchange.exchange<char>(exchange.pack<char>(*flags));
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
CHRONOS_EXTEND(PackedRow<1>)
CHRONOS_EXTEND(PackedRow<2>)
CHRONOS_EXTEND(PackedRow<4>)
CHRONOS_EXTEND(PackedRow<8>)
#define CHRONOS_HALOROWS(SCALAR)                                                                    \
  template HaloRows<SCALAR> fetchHaloRows(const DistMatrix<SCALAR>&, const HaloPattern&,            \
                                          const std::optional<Kokkos::View<const char*, Device>>&); \
  template void refetchValues(const DistMatrix<SCALAR>&, const HaloPattern&, HaloRows<SCALAR>&);
CHRONOS_HALOROWS(double)
CHRONOS_HALOROWS(float)

}  // namespace Chronos
