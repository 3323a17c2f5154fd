// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_CompactColumns.hpp"

#include "Chronos_KeyTable.hpp"
#include "Chronos_RowLengths.hpp"
#include "Chronos_RunsOnHost.hpp"

#include <algorithm>

namespace Chronos {
namespace {

constexpr int mostRowBits = 8;
constexpr int codeBits = 16;
constexpr int widestPage = CompactColumns<Device>::widestPage, smallestPage = 4, pageStep = 4;
static_assert(1 << (codeBits - widestPage) == CompactColumns<Device>::mostPagesOfWarp, "of the widest pages");
// Half full with the pages of a block at most.
constexpr int mostTableBits = 12;
constexpr int teamSize = 128;

// The pages of a block of rows, each once, in shared memory.
struct PageTable {
  KeyTable table;
  int mostPages;

  KOKKOS_INLINE_FUNCTION static PageTable of(LocalOrdinal* keys, int pageBits) {
    const int forCodes = codeBits - pageBits + 1;
    const int log = forCodes < mostTableBits ? forCodes : mostTableBits;
    return {{keys, log}, 1 << (log - 1)};
  }

  template <class Member>
  KOKKOS_INLINE_FUNCTION void clear(const Member& team) const {
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, static_cast<int>(table.size())),
                         [&](int slot) { table.keys[slot] = KeyTable::empty; });
    team.team_barrier();
  }

  // False when all slots are taken by others.
  KOKKOS_INLINE_FUNCTION bool put(LocalOrdinal page) const {
    std::uint32_t slot = table.firstSlot(page);
    for (std::uint32_t probe = 0; probe < table.size(); ++probe, slot = (slot + 1) & (table.size() - 1)) {
      LocalOrdinal found = table.read(slot);
      if (found == KeyTable::empty)
        found = Kokkos::atomic_compare_exchange(table.keys + slot, LocalOrdinal(KeyTable::empty), page);
      if (found == KeyTable::empty || found == page) return true;
    }
    return false;
  }

  // The number of pages, or more than mostPages where they do not fit. Ends with all threads knowing it.
  template <class Member, class ColInd>
  KOKKOS_INLINE_FUNCTION int fill(const Member& team, const ColInd& colInd, Offset begin, Offset end,
                                  int pageBits) const {
    clear(team);
    int hasFailed = 0;
    Kokkos::parallel_reduce(
        Kokkos::TeamThreadRange(team, static_cast<int>(end - begin)),
        [&](int entry, int& failed) {
          if (!put(colInd(begin + entry) >> pageBits)) failed = 1;
        },
        Kokkos::Max<int>(hasFailed));
    team.team_barrier();
    if (hasFailed > 0) return mostPages + 1;
    int numPages = 0;
    Kokkos::parallel_reduce(
        Kokkos::TeamThreadRange(team, static_cast<int>(table.size())),
        [&](int slot, int& sum) { sum += table.keys[slot] != KeyTable::empty; }, numPages);
    team.team_barrier();
    return numPages;
  }
};

// What both passes over the blocks know.
template <class DeviceType>
struct Blocks {
  using Member = typename Kokkos::TeamPolicy<typename DeviceType::execution_space>::member_type;

  typename CsrMatrix<char, DeviceType>::RowPtr rowPtr;
  typename CsrMatrix<char, DeviceType>::ColInd colInd;
  LocalOrdinal numRows;
  int rowBits;
  Diagonal diagonal;

  KOKKOS_INLINE_FUNCTION LocalOrdinal firstRow(LocalOrdinal block) const { return block << rowBits; }
  KOKKOS_INLINE_FUNCTION LocalOrdinal rowsOf(LocalOrdinal block) const {
    const LocalOrdinal left = numRows - firstRow(block);
    return left < (1 << rowBits) ? left : 1 << rowBits;
  }
  KOKKOS_INLINE_FUNCTION bool takes(LocalOrdinal row, Offset entry) const {
    return diagonal == Diagonal::kept || colInd(entry) != row;
  }
  KOKKOS_INLINE_FUNCTION int lengthOf(LocalOrdinal row) const {
    if (diagonal == Diagonal::kept) return static_cast<int>(rowPtr(row + 1) - rowPtr(row));
    int length = 0;
    for (Offset entry = rowPtr(row); entry < rowPtr(row + 1); ++entry) length += takes(row, entry);
    return length;
  }
  KOKKOS_INLINE_FUNCTION LocalOrdinal* keys(const Member& team) const {
    return static_cast<LocalOrdinal*>(team.team_shmem().get_shmem(sizeof(LocalOrdinal) << mostTableBits));
  }
};

// Entries and pages of each block, and where its rows begin.
template <class DeviceType>
struct CountFunctor : Blocks<DeviceType> {
  using typename Blocks<DeviceType>::Member;
  Kokkos::View<Offset*, DeviceType> numEntries, numPages;  // of block i at i + 1
  Kokkos::View<unsigned char*, DeviceType> pageBits;
  Kokkos::View<std::uint16_t*, DeviceType> firstOfRow;

  KOKKOS_INLINE_FUNCTION CountFunctor(const Blocks<DeviceType>& blocks) : Blocks<DeviceType>(blocks) {}

  KOKKOS_INLINE_FUNCTION void operator()(const Member& team) const {
    const LocalOrdinal block = team.league_rank(), first = this->firstRow(block), numRows = this->rowsOf(block);
    LocalOrdinal* keys = this->keys(team);
    int bits = widestPage + pageStep, count = 0, most = 0;
    do {
      bits -= pageStep;
      const PageTable table = PageTable::of(keys, bits);
      count = table.fill(team, this->colInd, this->rowPtr(first), this->rowPtr(first + numRows), bits);
      most = table.mostPages;
    } while (count > most && bits > smallestPage);
    const std::int64_t base = std::int64_t(first) + block;
    Kokkos::parallel_scan(Kokkos::TeamThreadRange(team, numRows), [&](int row, int& sum, bool final) {
      if (final) firstOfRow(base + row) = static_cast<std::uint16_t>(sum);
      sum += this->lengthOf(first + row);
      if (final && row == numRows - 1) {
        firstOfRow(base + numRows) = static_cast<std::uint16_t>(sum);
        numEntries(block + 1) = sum;
      }
    });
    Kokkos::single(Kokkos::PerTeam(team), [&]() {
      numPages(block + 1) = count;
      pageBits(block) = static_cast<unsigned char>(bits);
    });
  }
};

template <class DeviceType>
struct SmallestFunctor {
  Kokkos::View<const unsigned char*, DeviceType> pageBits;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t block, int& smallest) const {
    if (pageBits(block) < smallest) smallest = pageBits(block);
  }
};

template <class DeviceType>
struct EncodeFunctor : Blocks<DeviceType> {
  using typename Blocks<DeviceType>::Member;
  CompactColumns<DeviceType> columns;
  Kokkos::View<LocalOrdinal*, DeviceType> pages;
  Kokkos::View<std::uint16_t*, DeviceType> codes;

  KOKKOS_INLINE_FUNCTION EncodeFunctor(const Blocks<DeviceType>& blocks) : Blocks<DeviceType>(blocks) {}

  KOKKOS_INLINE_FUNCTION void operator()(const Member& team) const {
    const LocalOrdinal block = team.league_rank(), first = this->firstRow(block), numRows = this->rowsOf(block);
    const int bits = columns.pageBits(block);
    const PageTable pageTable = PageTable::of(this->keys(team), bits);
    const KeyTable& table = pageTable.table;
    auto* places = static_cast<std::uint16_t*>(team.team_shmem().get_shmem(sizeof(std::uint16_t) << mostTableBits));
    pageTable.fill(team, this->colInd, this->rowPtr(first), this->rowPtr(first + numRows), bits);
    const Offset firstPage = columns.firstPage(block);
    Kokkos::parallel_scan(Kokkos::TeamThreadRange(team, static_cast<int>(table.size())),
                          [&](int slot, int& place, bool final) {
                            if (table.keys[slot] == KeyTable::empty) return;
                            if (final) {
                              places[slot] = static_cast<std::uint16_t>(place);
                              pages(firstPage + place) = table.keys[slot] << bits;
                            }
                            ++place;
                          });
    team.team_barrier();
    const LocalOrdinal onPage = (1 << bits) - 1;
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, numRows), [&](int i) {
      const LocalOrdinal row = first + i;
      Offset to = columns.firstEntry(block) + columns.firstOfRow(columns.placeOf(row));
      for (Offset entry = this->rowPtr(row); entry < this->rowPtr(row + 1); ++entry) {
        if (!this->takes(row, entry)) continue;
        const LocalOrdinal col = this->colInd(entry);
        const int place = places[table.find(col >> bits)];
        codes(to++) = static_cast<std::uint16_t>((place << bits) | (col & onPage));
      }
    });
  }
};

// Whether all blocks have pages of the widest kind, and warps do not reach from one into the next.
template <class DeviceType>
bool haveFewPages(const typename DeviceType::execution_space& space,
                  const Kokkos::View<const unsigned char*, DeviceType>& pageBits, int rowBits) {
  constexpr int rowsOfWarp = 32;
  if (runsOnHost<DeviceType> || (1 << rowBits) < rowsOfWarp) return false;
  int smallest = 0;
  Kokkos::parallel_reduce("Chronos::haveFewPages",
                          Kokkos::RangePolicy<typename DeviceType::execution_space>(space, 0, pageBits.extent(0)),
                          SmallestFunctor<DeviceType>{pageBits}, Kokkos::Min<int>(smallest));
  return smallest == widestPage;
}

int rowBitsFor(long long longest) {
  int bits = 0;
  while (bits < mostRowBits && (longest << (bits + 1)) <= entriesOfColumnBlock) ++bits;
  return bits;
}

}  // namespace

template <class DeviceType, class Scalar>
CompactColumns<DeviceType> compactColumns(const typename DeviceType::execution_space& space,
                                          const CsrMatrix<Scalar, DeviceType>& A, Diagonal diagonal) {
  using Policy = Kokkos::TeamPolicy<typename DeviceType::execution_space>;
  CompactColumns<DeviceType> columns;
  const long long longest = longestRow<DeviceType>(space, A.rowPtr, A.numRows);
  if (A.numRows == 0 || longest > entriesOfColumnBlock) return columns;
  columns.numRows = A.numRows;
  columns.rowBits = rowBitsFor(longest);
  columns.longestRow = static_cast<int>(longest);
  const LocalOrdinal numBlocks = ((A.numRows - 1) >> columns.rowBits) + 1;
  const Blocks<DeviceType> blocks{A.rowPtr, A.colInd, A.numRows, columns.rowBits, diagonal};
  const auto policy = [&](int scratch) {
    return Policy(space, numBlocks, runsOnHost<DeviceType> ? 1 : teamSize)
        .set_scratch_size(0, Kokkos::PerTeam(scratch));
  };
  constexpr int tableBytes = sizeof(LocalOrdinal) << mostTableBits, placeBytes = sizeof(std::uint16_t) << mostTableBits;
  // What Kokkos takes to align a piece of scratch memory.
  constexpr int slack = 64;

  CountFunctor<DeviceType> count(blocks);
  count.numEntries = allocateZeros<Kokkos::View<Offset*, DeviceType>>("Chronos::first entries", numBlocks + 1);
  count.numPages = allocateZeros<Kokkos::View<Offset*, DeviceType>>("Chronos::first pages", numBlocks + 1);
  count.pageBits = allocate<Kokkos::View<unsigned char*, DeviceType>>("Chronos::page bits", numBlocks);
  count.firstOfRow =
      allocate<Kokkos::View<std::uint16_t*, DeviceType>>("Chronos::first of rows", std::size_t(A.numRows) + numBlocks);
  Kokkos::parallel_for("Chronos::compactColumns::count", policy(tableBytes + slack), count);
  const Offset numEntries = sumLengths<DeviceType>(space, count.numEntries, numBlocks);
  const Offset numPages = sumLengths<DeviceType>(space, count.numPages, numBlocks);
  columns.firstEntry = count.numEntries;
  columns.firstPage = count.numPages;
  columns.pageBits = count.pageBits;
  columns.firstOfRow = count.firstOfRow;
  columns.hasFewPages = haveFewPages<DeviceType>(space, columns.pageBits, columns.rowBits);

  EncodeFunctor<DeviceType> encode(blocks);
  encode.columns = columns;
  encode.pages =
      allocate<Kokkos::View<LocalOrdinal*, DeviceType>>("Chronos::pages", numPages + columns.mostPagesOfWarp);
  encode.codes = allocate<Kokkos::View<std::uint16_t*, DeviceType>>("Chronos::column codes", numEntries);
  Kokkos::parallel_for("Chronos::compactColumns::encode", policy(tableBytes + placeBytes + 2 * slack), encode);
  Kokkos::deep_copy(space, Kokkos::subview(encode.pages, std::make_pair(numPages, numPages + columns.mostPagesOfWarp)),
                    0);
  columns.pages = encode.pages;
  columns.codes = encode.codes;
  return columns;
}

#define CHRONOS_COMPACTCOLUMNS(DEVICE)                                                           \
  template CompactColumns<DEVICE> compactColumns<DEVICE, double>(const DEVICE::execution_space&, \
                                                                 const CsrMatrix<double, DEVICE>&, Diagonal);
CHRONOS_FOR_EACH_DEVICE(CHRONOS_COMPACTCOLUMNS)

}  // namespace Chronos
