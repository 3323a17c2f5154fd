// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_BoundaryRows.hpp"

#include "Chronos_EntryChunks.hpp"
#include "Chronos_RelaxedAccess.hpp"
#include "Chronos_ScanTotal.hpp"

namespace Chronos {
namespace {

using RangePolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<std::int64_t>>;

// Rows are looked at one by one only in blocks of which one reaches into the halo, and where there are few of them.
constexpr LocalOrdinal rowsOfBlock = 64, fewRows = 65536;
constexpr int entriesOfPiece = 8;

// Entries that are read together: on a GPU so that neighbours read neighbours.
struct EntryPieces {
  std::int64_t numEntries, numPieces;

  explicit EntryPieces(std::size_t n)
      : numEntries(static_cast<std::int64_t>(n)), numPieces((numEntries + entriesOfPiece - 1) / entriesOfPiece) {}
  KOKKOS_INLINE_FUNCTION std::int64_t entry(std::int64_t piece, int k) const {
    return runsOnHost<Device> ? piece * entriesOfPiece + k : piece + k * numPieces;
  }
};

// Several entries mark the same block at once.
struct MarkBlocksFunctor {
  Kokkos::View<const Offset*, Device> rowPtr;
  Kokkos::View<const LocalOrdinal*, Device> colInd;
  LocalOrdinal numRows, numOwned;
  EntryPieces pieces;
  Kokkos::View<char*, Device> reaches;

  KOKKOS_INLINE_FUNCTION LocalOrdinal column(std::int64_t piece, int k) const {
    const std::int64_t entry = pieces.entry(piece, k);
    return entry < pieces.numEntries ? colInd(entry) : -1;
  }
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t piece) const {
    LocalOrdinal largest = -1;
    for (int k = 0; k < entriesOfPiece; ++k) {
      const LocalOrdinal col = column(piece, k);
      largest = col > largest ? col : largest;
    }
    if (largest < numOwned) return;
    for (int k = 0; k < entriesOfPiece; ++k)
      if (column(piece, k) >= numOwned)
        relaxedStore(&reaches(rowOfEntry(rowPtr, numRows, pieces.entry(piece, k)) / rowsOfBlock), char(1));
  }
};

struct ListBlocksFunctor {
  Kokkos::View<const char*, Device> reaches;
  Kokkos::View<LocalOrdinal*, Device> blocks;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t block, LocalOrdinal& count, bool final) const {
    if (!reaches(block)) return;
    if (final) blocks(count) = static_cast<LocalOrdinal>(block);
    ++count;
  }
};

// Rows of blocks, one behind the other; of all blocks where none are listed.
struct RowsOfBlocks {
  LocalOrdinal numRows;
  Kokkos::View<const LocalOrdinal*, Device> blocks;
  std::int64_t size;

  // May be behind the last one.
  KOKKOS_INLINE_FUNCTION LocalOrdinal operator()(std::int64_t i) const {
    return blocks.data() == nullptr
               ? static_cast<LocalOrdinal>(i)
               : blocks(i / rowsOfBlock) * rowsOfBlock + static_cast<LocalOrdinal>(i % rowsOfBlock);
  }
};

// Place in each row of its first entry in the halo, -1 where there is none.
struct FirstInHaloFunctor {
  Kokkos::View<const Offset*, Device> rowPtr;
  Kokkos::View<const LocalOrdinal*, Device> colInd;
  LocalOrdinal numOwned;
  RowsOfBlocks rows;
  Kokkos::View<int*, Device> firsts;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, std::int64_t& numEntries) const {
    const LocalOrdinal row = rows(i);
    const Offset begin = row < rows.numRows ? rowPtr(row) : 0, end = row < rows.numRows ? rowPtr(row + 1) : 0;
    Offset entry = begin;
    while (entry < end && colInd(entry) < numOwned) ++entry;
    firsts(i) = entry < end ? static_cast<int>(entry - begin) : -1;
    numEntries += static_cast<std::int64_t>(end - entry);
  }
};

struct CountRowsFunctor {
  Kokkos::View<const int*, Device> firsts;
  Kokkos::View<LocalOrdinal*, Device> places;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, LocalOrdinal& count, bool final) const {
    if (final) places(i) = count;
    if (firsts(i) >= 0) ++count;
  }
};

struct ListRowsFunctor {
  Kokkos::View<const Offset*, Device> rowPtr;
  RowsOfBlocks candidates;
  Kokkos::View<const int*, Device> firsts;
  Kokkos::View<const LocalOrdinal*, Device> places;
  Kokkos::View<BoundaryRow*, Device> rows;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const {
    if (firsts(i) < 0) return;
    const LocalOrdinal row = candidates(i);
    const Offset begin = rowPtr(row) + firsts(i);
    rows(places(i)) = {begin, row, static_cast<LocalOrdinal>(rowPtr(row + 1) - begin)};
  }
};

RowsOfBlocks rowsToLookAt(const Kokkos::View<const Offset*, Device>& rowPtr,
                          const Kokkos::View<const LocalOrdinal*, Device>& colInd, LocalOrdinal numRows,
                          LocalOrdinal numOwned) {
  if (numRows <= fewRows) return {numRows, {}, numRows};
  const LocalOrdinal numBlocks = (numRows + rowsOfBlock - 1) / rowsOfBlock;
  const auto reaches = allocateZeros<Kokkos::View<char*, Device>>("Chronos::blocks at the boundary", numBlocks);
  const EntryPieces pieces(colInd.extent(0));
  Kokkos::parallel_for("Chronos::boundaryRows::mark", RangePolicy(0, pieces.numPieces),
                       MarkBlocksFunctor{rowPtr, colInd, numRows, numOwned, pieces, reaches});
  const auto blocks = allocate<Kokkos::View<LocalOrdinal*, Device>>("Chronos::blocks of rows", numBlocks);
  LocalOrdinal numFound = 0;
  scanTotal("Chronos::boundaryRows::blocks", RangePolicy(0, numBlocks), ListBlocksFunctor{reaches, blocks}, numFound);
  return {numRows, blocks, std::int64_t(numFound) * rowsOfBlock};
}

}  // namespace

BoundaryRows<Device> boundaryRows(const Kokkos::View<const Offset*, Device>& rowPtr,
                                  const Kokkos::View<const LocalOrdinal*, Device>& colInd, LocalOrdinal numRows,
                                  LocalOrdinal numOwned) {
  const RowsOfBlocks candidates = rowsToLookAt(rowPtr, colInd, numRows, numOwned);
  const RangePolicy all(0, candidates.size);
  const auto firsts = allocate<Kokkos::View<int*, Device>>("Chronos::first entries in the halo", candidates.size);
  BoundaryRows<Device> result;
  Kokkos::parallel_reduce("Chronos::boundaryRows::firsts", all,
                          FirstInHaloFunctor{rowPtr, colInd, numOwned, candidates, firsts}, result.numEntries);
  const auto places = allocate<Kokkos::View<LocalOrdinal*, Device>>("Chronos::places of rows", candidates.size);
  LocalOrdinal numFound = 0;
  scanTotal("Chronos::boundaryRows::count", all, CountRowsFunctor{firsts, places}, numFound);
  const auto rows = allocate<Kokkos::View<BoundaryRow*, Device>>("Chronos::boundary rows", numFound);
  Kokkos::parallel_for("Chronos::boundaryRows::list", all, ListRowsFunctor{rowPtr, candidates, firsts, places, rows});
  result.rows = rows;
  return result;
}

}  // namespace Chronos
