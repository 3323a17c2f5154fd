// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_NamedRows.hpp"

namespace Chronos {
namespace {

using RangePolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<std::int64_t>>;

// What the owner of a row says of its columns: global index and owner.
struct NameColumnsFunctor {
  Map::local_map_type domainMap;
  LocalOrdinal numOwned;
  int rank;
  Kokkos::View<const GlobalOrdinal*, Device> haloGlobals;
  Kokkos::View<const int*, Device> haloOwners;
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

struct RoundFunctor {
  Kokkos::View<const double*, Device> wide;
  Kokkos::View<float*, Device> narrow;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const { narrow(i) = static_cast<float>(wide(i)); }
};

struct ShiftFunctor {
  Kokkos::View<const Offset*, Device> rowPtr;
  Offset firstEntry;
  std::int64_t firstRow;
  Kokkos::View<Offset*, Device> all;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row) const { all(firstRow + row) = firstEntry + rowPtr(row); }
};

Kokkos::View<double*, Device> rounded(const Kokkos::View<double*, Device>& values, double) {
  return values;
}

Kokkos::View<float*, Device> rounded(const Kokkos::View<double*, Device>& values, float) {
  const auto narrow = allocate<Kokkos::View<float*, Device>>("Chronos::packed values", values.extent(0));
  Kokkos::parallel_for("Chronos::NamedRows::round", RangePolicy(0, static_cast<std::int64_t>(values.extent(0))),
                       RoundFunctor{values, narrow});
  return narrow;
}

// Copies that follow each other do not wait.
template <class T>
void copyInto(const Kokkos::View<T*, Device>& all, std::size_t begin, const Kokkos::View<const T*, Device>& piece) {
  copyEntries(Kokkos::subview(all, std::make_pair(begin, begin + piece.extent(0))), piece);
}

}  // namespace

template <class Scalar>
ColumnNames exchangeNames(const RowExchange& exchange, const DistMatrix<Scalar>& B) {
  const Kokkos::View<const LocalOrdinal*, Device> packed = exchange.pack<LocalOrdinal>(B.local().colInd);
  const auto globals = allocate<Kokkos::View<GlobalOrdinal*, Device>>("Chronos::packed columns", packed.extent(0));
  const auto owners = allocate<Kokkos::View<int*, Device>>("Chronos::packed owners", packed.extent(0));
  Kokkos::parallel_for("Chronos::NamedRows::nameColumns", RangePolicy(0, static_cast<std::int64_t>(packed.extent(0))),
                       NameColumnsFunctor{B.domainMap()->getLocalMap(), B.numOwnedCols(),
                                          B.domainMap()->getComm()->getRank(), B.halo()->globals(),
                                          ranksOf(B.halo()->sources(), B.halo()->numHalo()), packed, globals, owners});
  return {exchange.exchange<GlobalOrdinal>(globals), exchange.exchange<int>(owners)};
}

template <class Scalar>
NamedRows<Scalar> fetchRows(const DistMatrix<double>& A, const HaloColumns& wanted) {
  NamedRows<Scalar> result;
  result.rows = wanted;
  const HaloPattern pattern(A.rowMap(), wanted);
  const RowExchange exchange(pattern, A.local().rowPtr);
  result.rowPtr = exchange.receivedRowPtr();
  result.columns = exchangeNames(exchange, A);
  result.values = exchange.exchange<Scalar>(rounded(exchange.pack<double>(A.local().values), Scalar()));
  return result;
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

#define CHRONOS_NAMEDROWS(SCALAR)                                                      \
  template ColumnNames exchangeNames(const RowExchange&, const DistMatrix<SCALAR>&);   \
  template NamedRows<SCALAR> fetchRows(const DistMatrix<double>&, const HaloColumns&); \
  template NamedRows<SCALAR> appended(const std::vector<NamedRows<SCALAR>>&);
CHRONOS_NAMEDROWS(double)
CHRONOS_NAMEDROWS(float)

}  // namespace Chronos
