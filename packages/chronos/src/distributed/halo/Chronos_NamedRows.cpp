// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_NamedRows.hpp"

namespace Chronos {
namespace {

using RangePolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<std::int64_t>>;

// What the owner of a row says of its entries.
template <class Scalar, class Value>
struct NameEntriesFunctor {
  Map::local_map_type domainMap;
  LocalOrdinal numOwned;
  int rank;
  Kokkos::View<const GlobalOrdinal*, Device> haloGlobals;
  Kokkos::View<const int*, Device> haloOwners;
  Kokkos::View<const LocalOrdinal*, Device> colInd;
  Kokkos::View<const Scalar*, Device> values;
  Kokkos::View<const Offset*, Device> sendEntries;
  Kokkos::View<NamedEntry<Value>*, Device> packed;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const {
    const Offset entry = sendEntries(i);
    const LocalOrdinal col = colInd(entry);
    const bool isOwned = col < numOwned;
    packed(i) = {isOwned ? domainMap.getGlobalElement(col) : haloGlobals(col - numOwned),
                 static_cast<Value>(values(entry)), isOwned ? rank : haloOwners(col - numOwned)};
  }
};

template <class Value>
struct UnpackFunctor {
  Kokkos::View<const NamedEntry<Value>*, Device> entries;
  Kokkos::View<GlobalOrdinal*, Device> globals;
  Kokkos::View<int*, Device> owners;
  Kokkos::View<Value*, Device> values;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const {
    const NamedEntry<Value> entry = entries(i);
    globals(i) = entry.global;
    owners(i) = entry.owner;
    values(i) = entry.value;
  }
};

struct ShiftFunctor {
  Kokkos::View<const Offset*, Device> rowPtr;
  Offset firstEntry;
  std::int64_t firstRow;
  Kokkos::View<Offset*, Device> all;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row) const { all(firstRow + row) = firstEntry + rowPtr(row); }
};

// Copies that follow each other do not wait.
template <class T>
void copyInto(const Kokkos::View<T*, Device>& all, std::size_t begin, const Kokkos::View<const T*, Device>& piece) {
  copyEntries(Kokkos::subview(all, std::make_pair(begin, begin + piece.extent(0))), piece);
}

}  // namespace

template <class Value, class Scalar>
NamedEntries<Value> exchangeEntries(const RowExchange& exchange, const DistMatrix<Scalar>& B) {
  using Entries = Kokkos::View<NamedEntry<Value>*, Device>;
  const HaloPattern& halo = *B.halo();
  const auto packed = allocate<Entries>("Chronos::packed entries", exchange.sendEntries().extent(0));
  Kokkos::parallel_for("Chronos::NamedRows::nameEntries", RangePolicy(0, static_cast<std::int64_t>(packed.extent(0))),
                       NameEntriesFunctor<Scalar, Value>{B.domainMap()->getLocalMap(), B.numOwnedCols(),
                                                         B.domainMap()->getComm()->getRank(), halo.globals(),
                                                         ranksOf(halo.sources(), halo.numHalo()), B.local().colInd,
                                                         B.local().values, exchange.sendEntries(), packed});
  const Entries received = exchange.exchange<NamedEntry<Value>>(packed);
  const std::size_t numEntries = received.extent(0);
  const auto globals = allocate<Kokkos::View<GlobalOrdinal*, Device>>("Chronos::received columns", numEntries);
  const auto owners = allocate<Kokkos::View<int*, Device>>("Chronos::received owners", numEntries);
  const auto values = allocate<Kokkos::View<Value*, Device>>("Chronos::received values", numEntries);
  Kokkos::parallel_for("Chronos::NamedRows::unpack", RangePolicy(0, static_cast<std::int64_t>(numEntries)),
                       UnpackFunctor<Value>{received, globals, owners, values});
  return {{globals, owners}, values};
}

template <class Scalar>
NamedRows<Scalar> fetchRows(const DistMatrix<double>& A, const HaloColumns& wanted) {
  const HaloPattern pattern(A.rowMap(), wanted);
  const RowExchange exchange(pattern, A.local().rowPtr);
  const NamedEntries<Scalar> entries = exchangeEntries<Scalar>(exchange, A);
  return {wanted, exchange.receivedRowPtr(), entries.columns, entries.values};
}

template <class Scalar>
NamedRows<Scalar> appended(const std::vector<NamedRows<Scalar>>& pieces) {
  if (pieces.size() == 1) return pieces.front();
  NamedRows<Scalar> result;
  std::vector<HaloColumns> rows;
  std::size_t numEntries = 0;
  for (const NamedRows<Scalar>& piece : pieces) {
    rows.push_back(piece.rows);
    numEntries += piece.values.extent(0);
  }
  result.rows = appended(rows);
  const auto rowPtr =
      allocateZeros<Kokkos::View<Offset*, Device>>("Chronos::fetched row pointers", result.rows.size() + 1);
  const auto globals = allocate<Kokkos::View<GlobalOrdinal*, Device>>("Chronos::fetched columns", numEntries);
  const auto owners = allocate<Kokkos::View<int*, Device>>("Chronos::fetched owners", numEntries);
  const auto values = allocate<Kokkos::View<Scalar*, Device>>("Chronos::fetched values", numEntries);
  std::size_t firstRow = 0, firstEntry = 0;
  for (const NamedRows<Scalar>& piece : pieces) {
    Kokkos::parallel_for("Chronos::NamedRows::rowPtr", RangePolicy(0, static_cast<std::int64_t>(piece.rows.size()) + 1),
                         ShiftFunctor{piece.rowPtr, firstEntry, static_cast<std::int64_t>(firstRow), rowPtr});
    copyInto<GlobalOrdinal>(globals, firstEntry, piece.columns.globals);
    copyInto<int>(owners, firstEntry, piece.columns.owners);
    copyInto<Scalar>(values, firstEntry, piece.values);
    firstRow += piece.rows.size();
    firstEntry += piece.values.extent(0);
  }
  result.rowPtr = rowPtr;
  result.columns = {globals, owners};
  result.values = values;
  return result;
}

#define CHRONOS_NAMEDROWS(SCALAR)                                                                       \
  template NamedEntries<SCALAR> exchangeEntries<SCALAR>(const RowExchange&, const DistMatrix<SCALAR>&); \
  template NamedRows<SCALAR> fetchRows(const DistMatrix<double>&, const HaloColumns&);                  \
  template NamedRows<SCALAR> appended(const std::vector<NamedRows<SCALAR>>&);
CHRONOS_NAMEDROWS(double)
CHRONOS_NAMEDROWS(float)

}  // namespace Chronos
