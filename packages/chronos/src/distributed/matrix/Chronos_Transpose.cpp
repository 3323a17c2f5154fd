// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Transpose.hpp"

#include "Chronos_EntryChunks.hpp"
#include "Chronos_HostCopy.hpp"
#include "Chronos_LocalTranspose.hpp"
#include "Chronos_TrilinosVersion.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace Chronos {
namespace {

using RangePolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<std::int64_t>>;

// Entries that other ranks' halo columns send to rows of the transpose here, in no order.
template <class Scalar>
struct ReceivedEntries {
  std::vector<LocalOrdinal> rows, cols;
  std::vector<Scalar> values;
  std::vector<GlobalOrdinal> haloGlobals;  // by owner, then ascending: what the columns beyond the owned ones are
  std::vector<int> haloOwners;
};

// A few rows to be put at the ends of rows of a matrix: rows(i) gets entries rowPtr(i) to rowPtr(i + 1).
template <class Scalar>
struct RowEnds {
  Kokkos::View<const LocalOrdinal*, Device> rows;
  Kokkos::View<const Offset*, Device> rowPtr;
  Kokkos::View<const LocalOrdinal*, Device> colInd;
  Kokkos::View<const Scalar*, Device> values;
};

// Rows of the transpose that belong to halo columns go to the owners of these columns, in the order of the halo.
template <class Scalar>
std::vector<Message> packHaloRows(const DistMatrix<Scalar>& A, const CsrMatrix<Scalar, Device>& transposed) {
  const auto range = std::make_pair(std::size_t(A.numOwnedCols()), std::size_t(transposed.numRows) + 1);
  const std::vector<Offset> rowPtr = toVector(Kokkos::subview(transposed.rowPtr, range));
  const auto entries = std::make_pair(rowPtr.front(), rowPtr.back());
  const std::vector<LocalOrdinal> colInd = toVector(Kokkos::subview(transposed.colInd, entries));
  const std::vector<Scalar> values = toVector(Kokkos::subview(transposed.values, entries));
  std::vector<GlobalOrdinal> globals(colInd.size());
  for (std::size_t entry = 0; entry < colInd.size(); ++entry)
    globals[entry] = A.rowMap()->getGlobalElement(colInd[entry]);
  std::vector<Message> messages;
  for (const auto& source : A.halo()->sources()) {
    std::vector<Offset> lengths(source.size);
    for (std::size_t h = 0; h < source.size; ++h) lengths[h] = rowPtr[source.begin + h + 1] - rowPtr[source.begin + h];
    const Offset first = rowPtr[source.begin] - rowPtr[0];
    const Offset size = rowPtr[source.begin + source.size] - rowPtr[source.begin];
    messages.push_back({source.rank, {}});
    append(messages.back().bytes, lengths.data(), lengths.size());
    append(messages.back().bytes, globals.data() + first, size);
    append(messages.back().bytes, values.data() + first, size);
  }
  return messages;
}

// A sender's halo lists my columns in the order in which I send their entries to it: sendIndices says which they are.
template <class Scalar>
ReceivedEntries<Scalar> unpackHaloRows(const DistMatrix<Scalar>& A, const std::vector<Message>& messages) {
  const std::vector<LocalOrdinal> sendIndices = toVector(A.halo()->sendIndices());
  const LocalOrdinal numOwned = A.numRows();
  ReceivedEntries<Scalar> received;
  for (std::size_t m = 0; m < messages.size(); ++m) {
    const auto& sender = A.halo()->destinations()[m];
    std::size_t position = 0;
    const auto lengths = extract<Offset>(messages[m].bytes, position, sender.size);
    const Offset size = std::accumulate(lengths.begin(), lengths.end(), Offset(0));
    const auto globals = extract<GlobalOrdinal>(messages[m].bytes, position, size);
    const auto values = extract<Scalar>(messages[m].bytes, position, size);
    std::vector<GlobalOrdinal> distinct = globals;
    std::sort(distinct.begin(), distinct.end());
    distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
    const LocalOrdinal firstCol = numOwned + static_cast<LocalOrdinal>(received.haloGlobals.size());
    for (std::size_t h = 0; h < sender.size; ++h)
      received.rows.insert(received.rows.end(), lengths[h], sendIndices[sender.begin + h]);
    for (GlobalOrdinal global : globals)
      received.cols.push_back(
          firstCol +
          static_cast<LocalOrdinal>(std::lower_bound(distinct.begin(), distinct.end(), global) - distinct.begin()));
    received.values.insert(received.values.end(), values.begin(), values.end());
    received.haloGlobals.insert(received.haloGlobals.end(), distinct.begin(), distinct.end());
    received.haloOwners.insert(received.haloOwners.end(), distinct.size(), sender.rank);
  }
  return received;
}

template <class Scalar>
RowEnds<Scalar> sortEntries(const ReceivedEntries<Scalar>& received) {
  std::vector<std::size_t> order(received.rows.size());
  std::iota(order.begin(), order.end(), std::size_t(0));
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::make_pair(received.rows[a], received.cols[a]) < std::make_pair(received.rows[b], received.cols[b]);
  });
  std::vector<LocalOrdinal> rows, colInd;
  std::vector<Offset> rowPtr;
  std::vector<Scalar> values;
  for (std::size_t entry : order) {
    if (rows.empty() || rows.back() != received.rows[entry]) {
      rows.push_back(received.rows[entry]);
      rowPtr.push_back(colInd.size());
    }
    colInd.push_back(received.cols[entry]);
    values.push_back(received.values[entry]);
  }
  rowPtr.push_back(colInd.size());
  return {toView("Chronos::halo rows", rows), toView("Chronos::halo row pointers", rowPtr),
          toView("Chronos::halo columns", colInd), toView("Chronos::halo values", values)};
}

struct EndLengthsFunctor {
  Kokkos::View<const LocalOrdinal*, Device> rows;
  Kokkos::View<const Offset*, Device> rowPtr;
  Kokkos::View<Offset*, Device> lengths;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const { lengths(rows(i) + 1) = rowPtr(i + 1) - rowPtr(i); }
};

struct AddLengthsFunctor {
  Kokkos::View<const Offset*, Device> ownedRowPtr;
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
  Kokkos::View<const Offset*, Device> rowPtr;
  Kokkos::View<LocalOrdinal*, Device> colInd;
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

template <class Scalar>
struct AppendEndsFunctor {
  RowEnds<Scalar> ends;
  Kokkos::View<const Offset*, Device> rowPtr;
  Kokkos::View<LocalOrdinal*, Device> colInd;
  Kokkos::View<Scalar*, Device> values;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const {
    Offset target = rowPtr(ends.rows(i) + 1) - (ends.rowPtr(i + 1) - ends.rowPtr(i));
    for (Offset entry = ends.rowPtr(i); entry < ends.rowPtr(i + 1); ++entry, ++target) {
      colInd(target) = ends.colInd(entry);
      values(target) = ends.values(entry);
    }
  }
};

// The first numRows rows of a matrix, each followed by its end.
template <class Scalar>
CsrMatrix<Scalar, Device> appendEnds(const CsrMatrix<Scalar, Device>& owned, LocalOrdinal numRows, LocalOrdinal numCols,
                                     const RowEnds<Scalar>& ends) {
  const Device::execution_space space;
  const std::int64_t numEnds = static_cast<std::int64_t>(ends.rows.extent(0));
  const auto rowPtr = allocateZeros<Kokkos::View<Offset*, Device>>("Chronos::transposed row pointers", numRows + 1);
  Kokkos::parallel_for("Chronos::transpose::endLengths", RangePolicy(space, 0, numEnds),
                       EndLengthsFunctor{ends.rows, ends.rowPtr, rowPtr});
  Offset numEntries = 0, numOwned = 0;
  if (numRows > 0)
    Kokkos::parallel_scan("Chronos::transpose::rowPtr", RangePolicy(space, 0, numRows),
                          AddLengthsFunctor{owned.rowPtr, rowPtr}, numEntries);
  numOwned = numEntries - ends.colInd.extent(0);
  const auto colInd = allocate<Kokkos::View<LocalOrdinal*, Device>>("Chronos::transposed columns", numEntries);
  const auto values = allocate<Kokkos::View<Scalar*, Device>>("Chronos::transposed values", numEntries);
  const EntryChunks chunks = dealEntries<Device>(space, numOwned);
  Kokkos::parallel_for("Chronos::transpose::owned", RangePolicy(space, 0, chunks.numChunks()),
                       CopyOwnedFunctor<Scalar>{owned, numRows, chunks, rowPtr, colInd, values});
  Kokkos::parallel_for("Chronos::transpose::ends", RangePolicy(space, 0, numEnds),
                       AppendEndsFunctor<Scalar>{ends, rowPtr, colInd, values});
  return {numRows, numCols, rowPtr, colInd, values};
}

}  // namespace

template <class Scalar>
DistMatrix<Scalar> transpose(const DistMatrix<Scalar>& A) {
  CsrMatrix<Scalar, Device> local = transposeLocal<Scalar, Device>(Device::execution_space(), A.local());
  const Comm& comm = *A.rowMap()->getComm();
  if (comm.getSize() == 1)
    return DistMatrix<Scalar>(A.domainMap(), Teuchos::rcp(new HaloPattern(A.rowMap(), {}, {})), local);
  const ReceivedEntries<Scalar> received = unpackHaloRows(A, exchangeSparse(comm, packHaloRows(A, local)));
  const LocalOrdinal numCols = A.numRows() + static_cast<LocalOrdinal>(received.haloGlobals.size());
  local = appendEnds(local, A.numOwnedCols(), numCols, sortEntries(received));
  const auto halo = Teuchos::rcp(new HaloPattern(A.rowMap(), received.haloGlobals, received.haloOwners));
  return DistMatrix<Scalar>(A.domainMap(), halo, local);
}

template DistMatrix<double> transpose(const DistMatrix<double>&);
template DistMatrix<float> transpose(const DistMatrix<float>&);

}  // namespace Chronos
