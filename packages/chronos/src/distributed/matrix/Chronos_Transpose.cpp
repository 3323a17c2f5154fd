// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Transpose.hpp"

#include "Chronos_EntryChunks.hpp"
#include "Chronos_HaloLookup.hpp"
#include "Chronos_LocalTranspose.hpp"
#include "Chronos_NodeTranspose.hpp"
#include "Chronos_ProductNodes.hpp"
#include "Chronos_RankBlock.hpp"
#include "Chronos_RowOrder.hpp"
#include "Chronos_RowPlaces.hpp"
#include "Chronos_RunsOnHost.hpp"
#include "Chronos_ScanTotal.hpp"
#include "Chronos_SortRows.hpp"
#include "Chronos_UnknownColumns.hpp"

#include <utility>

namespace Chronos {
namespace {

using RangePolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<std::int64_t>>;

using Entries = Kokkos::View<LocalOrdinal*, Device>;
using Globals = Kokkos::View<GlobalOrdinal*, Device>;
using RowPtr = Kokkos::View<const Offset*, Device>;

// Rows of the transpose that belong to halo columns go to the owners of these columns, in the order of the halo, as
// entries (row of A by its global index, value).
template <class Scalar>
struct ReceivedRows {
  RowPtr rowPtr;  // of the rows of the transpose here that sendIndices lists
  Kokkos::View<const GlobalOrdinal*, Device> globals;
  Kokkos::View<const Scalar*, Device> values;
};

struct LengthsFunctor {
  RowPtr rowPtr;
  LocalOrdinal firstRow;
  Entries lengths;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t h) const {
    lengths(h) = static_cast<LocalOrdinal>(rowPtr(firstRow + h + 1) - rowPtr(firstRow + h));
  }
};

struct GlobalRowsFunctor {
  Map::local_map_type rowMap;
  Kokkos::View<const LocalOrdinal*, Device> rows;
  Globals globals;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t entry) const {
    globals(entry) = rowMap.getGlobalElement(rows(entry));
  }
};

template <class T>
Kokkos::View<T*, Device> sendBack(const HaloPattern& halo, const std::vector<Segment>& from,
                                  const std::vector<Segment>& to, const Kokkos::View<const T*, Device>& items,
                                  std::size_t numReceived) {
  const auto received = allocate<Kokkos::View<T*, Device>>("Chronos::received items", numReceived);
  const auto channel = halo.transport().open({from, to, sizeof(T)});
  channel->start(items.data(), received.data());
  channel->finish();
  return received;
}

template <class Scalar>
ReceivedRows<Scalar> exchangeHaloRows(const DistMatrix<Scalar>& A, const CsrMatrix<Scalar, Device>& transposed) {
  const HaloPattern& halo = *A.halo();
  const std::size_t numHalo = halo.numHalo(), numSend = halo.sendIndices().extent(0);
  const Entries lengths = allocate<Entries>("Chronos::row lengths", numHalo);
  Kokkos::parallel_for("Chronos::transpose::lengths", RangePolicy(0, static_cast<std::int64_t>(numHalo)),
                       LengthsFunctor{transposed.rowPtr, A.numOwnedCols(), lengths});
  const Entries receivedLengths = sendBack<LocalOrdinal>(halo, halo.destinations(), halo.sources(), lengths, numSend);
  const RowPtr rowPtr = sumLengths(receivedLengths);

  RowPtr sentPtr;
  if (numHalo > 0)
    sentPtr = Kokkos::subview(transposed.rowPtr,
                              std::make_pair(std::size_t(A.numOwnedCols()), std::size_t(transposed.numRows) + 1));
  const EntrySegments received = inEntries(halo.destinations(), rowPtr), sent = inEntries(halo.sources(), sentPtr);
  const std::vector<Segment>&from = received.segments, &to = sent.segments;
  // They are the last rows.
  const Offset numEntries = transposed.numEntries();
  const auto entries = std::make_pair(numEntries - sent.numEntries, numEntries);
  const Kokkos::View<const LocalOrdinal*, Device> rows = Kokkos::subview(transposed.colInd, entries);
  const Globals globals = allocate<Globals>("Chronos::global rows", rows.extent(0));
  Kokkos::parallel_for("Chronos::transpose::globalRows", RangePolicy(0, static_cast<std::int64_t>(rows.extent(0))),
                       GlobalRowsFunctor{A.rowMap()->getLocalMap(), rows, globals});
  return {rowPtr, sendBack<GlobalOrdinal>(halo, from, to, globals, received.numEntries),
          sendBack<Scalar>(halo, from, to, Kokkos::subview(transposed.values, entries), received.numEntries)};
}

struct OwnersFunctor {
  RowPtr rowPtr;
  Kokkos::View<const int*, Device> ownerOfRow;
  Kokkos::View<int*, Device> owners;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const {
    for (Offset entry = rowPtr(i); entry < rowPtr(i + 1); ++entry) owners(entry) = ownerOfRow(i);
  }
};

// The columns beyond the owned ones, by owner, then ascending: each belongs to the rank that sent it.
template <class Scalar>
HaloColumns columnsOf(const HaloPattern& halo, const ReceivedRows<Scalar>& received) {
  const Kokkos::View<const int*, Device> ownerOfRow = ranksOf(halo.destinations(), halo.sendIndices().extent(0));
  const auto owners = allocate<Kokkos::View<int*, Device>>("Chronos::column owners", received.globals.extent(0));
  Kokkos::parallel_for("Chronos::transpose::owners", RangePolicy(0, static_cast<std::int64_t>(ownerOfRow.extent(0))),
                       OwnersFunctor{received.rowPtr, ownerOfRow, owners});
  const Entries none = allocate<Entries>("Chronos::no columns", owners.extent(0));
  Kokkos::deep_copy(Device::execution_space(), none, -1);
  const ListedColumns<Device> columns =
      listUnknownColumns<Device>(Device::execution_space(), none, received.globals, owners);
  return sortColumns(columns.globals, columns.owners).columns;
}

// Several ranks may send to one row.
struct EndLengthsFunctor {
  Kokkos::View<const LocalOrdinal*, Device> rows;
  RowPtr rowPtr;
  Kokkos::View<Offset*, Device> lengths;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const {
    Kokkos::atomic_add(&lengths(rows(i) + 1), rowPtr(i + 1) - rowPtr(i));
  }
};

struct AddLengthsFunctor {
  RowPtr ownedRowPtr;
  Kokkos::View<Offset*, Device> rowPtr;  // in: length of what is added to row r at r + 1
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row, Offset& sum, bool final) const {
    sum += ownedRowPtr(row + 1) - ownedRowPtr(row) + rowPtr(row + 1);
    if (final) rowPtr(row + 1) = sum;
  }
};

template <class Scalar>
struct CopyOwnedFunctor {
  CsrMatrix<Scalar, Device> owned;
  LocalOrdinal numRows;
  EntryChunks chunks;
  RowPtr rowPtr;
  Entries colInd;
  Kokkos::View<Scalar*, Device> values;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t chunk) const {
    const Offset end = chunks.end(chunk);
    LocalOrdinal row = rowOfEntry(owned.rowPtr, numRows, chunks.begin(chunk));
    for (Offset entry = chunks.begin(chunk); entry < end; ++entry) {
      while (entry >= owned.rowPtr(row + 1)) ++row;
      const Offset target = rowPtr(row) + (entry - owned.rowPtr(row));
      colInd(target) = owned.colInd(entry);
      values(target) = owned.values(entry);
    }
  }
};

// Where the entries of one sender begin in each row that it sent: behind the owned ones and those of senders before.
struct PlaceFunctor {
  RowPtr ownedRowPtr, receivedRowPtr;
  Kokkos::View<const LocalOrdinal*, Device> rows;
  RowPtr rowPtr;
  std::int64_t firstMessage;
  Kokkos::View<Offset*, Device> numAppended, places;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t message) const {
    const std::int64_t i = firstMessage + message;
    const LocalOrdinal row = rows(i);
    places(i) = rowPtr(row) + ownedRowPtr(row + 1) - ownedRowPtr(row) + numAppended(row);
    numAppended(row) += receivedRowPtr(i + 1) - receivedRowPtr(i);
  }
};

constexpr int lanesOfMessage = runsOnHost<Device> ? 1 : 32;

template <class Scalar>
struct AppendFunctor {
  ReceivedRows<Scalar> received;
  Kokkos::View<const Offset*, Device> places;
  HaloLookup halo;
  Entries colInd;
  Kokkos::View<Scalar*, Device> values;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item) const {
    const std::int64_t i = item / lanesOfMessage;
    const Offset begin = received.rowPtr(i), length = received.rowPtr(i + 1) - begin;
    for (Offset k = item % lanesOfMessage; k < length; k += lanesOfMessage) {
      colInd(places(i) + k) = halo.find(received.globals(begin + k));
      values(places(i) + k) = received.values(begin + k);
    }
  }
};

// Senders one after the other, by rank, as the columns of the halo are ordered: then rows need not be sorted.
Kokkos::View<const Offset*, Device> placesOf(const HaloPattern& halo, const RowPtr& ownedRowPtr,
                                             const RowPtr& receivedRowPtr, LocalOrdinal numRows, const RowPtr& rowPtr) {
  const auto places =
      allocate<Kokkos::View<Offset*, Device>>("Chronos::places of received rows", halo.sendIndices().extent(0));
  const auto numAppended = allocateZeros<Kokkos::View<Offset*, Device>>("Chronos::appended entries", numRows);
  for (const Segment& sender : halo.destinations())
    Kokkos::parallel_for("Chronos::transpose::places", RangePolicy(0, static_cast<std::int64_t>(sender.size)),
                         PlaceFunctor{ownedRowPtr, receivedRowPtr, halo.sendIndices(), rowPtr,
                                      static_cast<std::int64_t>(sender.begin), numAppended, places});
  return places;
}

// The first numRows rows of a matrix, each followed by what was received of it.
template <class Scalar>
CsrMatrix<Scalar, Device> appendReceived(const CsrMatrix<Scalar, Device>& owned, LocalOrdinal numRows,
                                         LocalOrdinal numCols, const HaloPattern& halo,
                                         const ReceivedRows<Scalar>& received, const HaloLookup& lookup) {
  const Device::execution_space space;
  const std::int64_t numMessages = static_cast<std::int64_t>(halo.sendIndices().extent(0));
  const auto rowPtr = allocateZeros<Kokkos::View<Offset*, Device>>("Chronos::transposed row pointers", numRows + 1);
  Kokkos::parallel_for("Chronos::transpose::endLengths", RangePolicy(space, 0, numMessages),
                       EndLengthsFunctor{halo.sendIndices(), received.rowPtr, rowPtr});
  Offset numEntries = 0;
  if (numRows > 0)
    scanTotal("Chronos::transpose::rowPtr", RangePolicy(space, 0, numRows), AddLengthsFunctor{owned.rowPtr, rowPtr},
              numEntries);
  const auto colInd = allocate<Entries>("Chronos::transposed columns", numEntries);
  const auto values = allocate<Kokkos::View<Scalar*, Device>>("Chronos::transposed values", numEntries);
  const EntryChunks chunks = dealEntries<Device>(space, numEntries - received.globals.extent(0));
  Kokkos::parallel_for("Chronos::transpose::owned", RangePolicy(space, 0, chunks.numChunks()),
                       CopyOwnedFunctor<Scalar>{owned, numRows, chunks, rowPtr, colInd, values});
  const auto places = placesOf(halo, owned.rowPtr, received.rowPtr, numRows, rowPtr);
  Kokkos::parallel_for("Chronos::transpose::append", RangePolicy(space, 0, numMessages * lanesOfMessage),
                       AppendFunctor<Scalar>{received, places, lookup, colInd, values});
  const CsrMatrix<Scalar, Device> rows{numRows, numCols, rowPtr, colInd, values};
  // A sender whose rows do not ascend globally names columns in another order.
  if (received.globals.extent(0) > 0 && !rowsAreSorted(rows))
    sortRows<LocalOrdinal, Scalar, Device>(space, rowPtr, colInd, values);
  return rows;
}

template <class Scalar>
CsrMatrix<Scalar, Device> transposeOwned(const DistMatrix<Scalar>& A) {
  const Device::execution_space space;
  const bool mayBeNodes = A.numRows() % nodeSize == 0 && A.local().numCols % nodeSize == 0 &&
                          areLongForNodes(A.local().numEntries(), A.numRows());
  return mayBeNodes && A.nodes().exists() && columnsAreNodes(A.nodes())
             ? transposeNodes<Scalar, Device>(space, A.local(), A.nodes())
             : transposeLocal<Scalar, Device>(space, A.local());
}

}  // namespace

template <class Scalar>
DistMatrix<Scalar> transpose(const DistMatrix<Scalar>& A) {
  const CsrMatrix<Scalar, Device> local = transposeOwned(A);
  if (A.rowMap()->getComm()->getSize() == 1) return DistMatrix<Scalar>(A.domainMap(), noHalo(A.rowMap()), local);
  const ReceivedRows<Scalar> received = exchangeHaloRows(A, local);
  const HaloColumns columns = columnsOf(*A.halo(), received);
  const LocalOrdinal numCols = A.numRows() + static_cast<LocalOrdinal>(columns.size());
  const CsrMatrix<Scalar, Device> rows = appendReceived<Scalar>(local, A.numOwnedCols(), numCols, *A.halo(), received,
                                                                lookupOf(columns.globals, A.numRows()));
  const auto halo = Teuchos::rcp(new HaloPattern(A.rowMap(), columns));
  return DistMatrix<Scalar>(A.domainMap(), halo, rows);
}

template DistMatrix<double> transpose(const DistMatrix<double>&);
template DistMatrix<float> transpose(const DistMatrix<float>&);

}  // namespace Chronos
