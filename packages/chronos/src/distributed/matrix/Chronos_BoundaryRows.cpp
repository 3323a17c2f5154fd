// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_BoundaryRows.hpp"

#include "Chronos_EntryChunks.hpp"
#include "Chronos_RelaxedAccess.hpp"

namespace Chronos {
namespace {

using RangePolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<std::int64_t>>;

// Several entries mark the same row at once.
struct MarkRowsFunctor {
  Kokkos::View<const Offset*, Device> rowPtr;
  Kokkos::View<const LocalOrdinal*, Device> colInd;
  LocalOrdinal numRows, numOwned;
  EntryChunks chunks;
  Kokkos::View<char*, Device> reaches;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t chunk) const {
    const Offset end = chunks.end(chunk);
    for (Offset entry = chunks.begin(chunk); entry < end; ++entry) {
      if (colInd(entry) < numOwned) continue;
      const LocalOrdinal row = rowOfEntry(rowPtr, numRows, entry);
      relaxedStore(&reaches(row), char(1));
      entry = rowPtr(row + 1) - 1;  // the rest of it says the same
    }
  }
};

struct ListRowsFunctor {
  Kokkos::View<const char*, Device> reaches;
  Kokkos::View<LocalOrdinal*, Device> rows;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row, LocalOrdinal& numRows, bool final) const {
    if (!reaches(row)) return;
    if (final) rows(numRows) = static_cast<LocalOrdinal>(row);
    ++numRows;
  }
};

struct FirstInHaloFunctor {
  Kokkos::View<const Offset*, Device> rowPtr;
  Kokkos::View<const LocalOrdinal*, Device> colInd;
  LocalOrdinal numOwned;
  Kokkos::View<const LocalOrdinal*, Device> listed;
  Kokkos::View<BoundaryRow*, Device> rows;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, std::int64_t& numEntries) const {
    const LocalOrdinal row = listed(i);
    const Offset begin = rowPtr(row), end = rowPtr(row + 1);
    Offset entry = begin;
    while (entry < end && colInd(entry) < numOwned) ++entry;
    rows(i) = {row, static_cast<int>(entry - begin)};
    numEntries += static_cast<std::int64_t>(end - entry);
  }
};

}  // namespace

BoundaryRows<Device> boundaryRows(const Kokkos::View<const Offset*, Device>& rowPtr,
                                  const Kokkos::View<const LocalOrdinal*, Device>& colInd, LocalOrdinal numRows,
                                  LocalOrdinal numOwned) {
  const Device::execution_space space;
  const auto reaches = allocateZeros<Kokkos::View<char*, Device>>("Chronos::rows at the boundary", numRows);
  const EntryChunks chunks = dealEntries<Device>(space, colInd.extent(0));
  Kokkos::parallel_for("Chronos::boundaryRows::mark", RangePolicy(space, 0, chunks.numChunks()),
                       MarkRowsFunctor{rowPtr, colInd, numRows, numOwned, chunks, reaches});
  const auto longest = allocate<Kokkos::View<LocalOrdinal*, Device>>("Chronos::rows", numRows);
  LocalOrdinal numBoundary = 0;
  Kokkos::parallel_scan("Chronos::boundaryRows::list", RangePolicy(space, 0, numRows),
                        ListRowsFunctor{reaches, longest}, numBoundary);
  const auto rows = allocate<Kokkos::View<BoundaryRow*, Device>>("Chronos::boundary rows", numBoundary);
  BoundaryRows<Device> result{rows, 0};
  Kokkos::parallel_reduce("Chronos::boundaryRows::firsts", RangePolicy(space, 0, numBoundary),
                          FirstInHaloFunctor{rowPtr, colInd, numOwned, longest, rows}, result.numEntries);
  return result;
}

}  // namespace Chronos
