// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_CompactColumns.hpp"

#include "Chronos_KeyTable.hpp"
#include "Chronos_RowLengths.hpp"
#include "Chronos_RunsOnHost.hpp"
#include "Chronos_ScanTotal.hpp"

#include <algorithm>

namespace Chronos {
namespace {

constexpr int mostRowBits = 8;
constexpr int codeBits = 16;
constexpr int widestPage = CompactColumns<Device>::widestPage, smallestPage = 4, pageStep = 4;
static_assert(1 << (codeBits - widestPage) == CompactColumns<Device>::mostPagesOfWarp, "of the widest pages");
constexpr int teamSize = 64, rowsOfWarp = 32;
// What Kokkos takes to align a piece of scratch memory.
constexpr int slack = 64;
// Of a block whose pages were not found yet.
constexpr unsigned char noPages = 0;

// Calls visit(entry, column). Threads load some columns ahead: what they do with one has to end before the next load.
template <class Member, class ColInd, class Visit>
KOKKOS_INLINE_FUNCTION void forColumns(const Member& team, const ColInd& colInd, Offset begin, Offset end,
                                       const Visit& visit) {
  constexpr int ahead = 4;
  const int step = team.team_size();
  for (Offset first = begin + team.team_rank(); first < end; first += ahead * step) {
    LocalOrdinal cols[ahead];
    for (int k = 0; k < ahead; ++k) {
      const Offset entry = first + k * step;
      cols[k] = colInd(entry < end ? entry : first);
    }
    for (int k = 0; k < ahead; ++k)
      if (first + k * step < end) visit(first + k * step, cols[k]);
  }
}

// Half full with as many pages as codes tell apart, or as a block has entries.
KOKKOS_INLINE_FUNCTION int tableBits(int pageBits) {
  constexpr int most = 12;
  static_assert(1 << (most - 1) == entriesOfColumnBlock, "half full");
  return codeBits - pageBits + 1 < most ? codeBits - pageBits + 1 : most;
}

// The pages of a block of rows, each once, in shared memory.
struct PageTable {
  KeyTable table;
  int mostPages;

  KOKKOS_INLINE_FUNCTION static PageTable of(LocalOrdinal* keys, int pageBits) {
    const int log = tableBits(pageBits);
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
    forColumns(team, colInd, begin, end, [&](Offset, LocalOrdinal col) {
      if (!put(col >> pageBits)) hasFailed = 1;
    });
    team.team_reduce(Kokkos::Max<int>(hasFailed));
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
  // Smallest pages that are looked for. Tables are no larger than they need, which leaves a GPU more cache.
  int smallest = widestPage;

  template <class T>
  int bytesOfTable() const {
    return static_cast<int>(sizeof(T) << tableBits(smallest)) + slack;
  }
  template <class T>
  KOKKOS_INLINE_FUNCTION T* makeTable(const Member& team) const {
    return static_cast<T*>(team.team_shmem().get_shmem(sizeof(T) << tableBits(smallest)));
  }

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
};

// Pages of each block.
template <class DeviceType>
struct PagesFunctor : Blocks<DeviceType> {
  using typename Blocks<DeviceType>::Member;
  Kokkos::View<LocalOrdinal*, DeviceType> numPages;
  Kokkos::View<unsigned char*, DeviceType> pageBits;

  KOKKOS_INLINE_FUNCTION PagesFunctor(const Blocks<DeviceType>& blocks) : Blocks<DeviceType>(blocks) {}

  // None where there are too many of the smallest.
  KOKKOS_INLINE_FUNCTION void findPages(const Member& team) const {
    const LocalOrdinal block = team.league_rank(), first = this->firstRow(block), end = first + this->rowsOf(block);
    const PageTable table = PageTable::of(this->template makeTable<LocalOrdinal>(team), this->smallest);
    const int count = table.fill(team, this->colInd, this->rowPtr(first), this->rowPtr(end), this->smallest);
    Kokkos::single(Kokkos::PerTeam(team), [&]() {
      numPages(block) = count;
      pageBits(block) = static_cast<unsigned char>(count > table.mostPages ? noPages : this->smallest);
    });
  }
};

// Entries of each block, where its rows begin, and its pages where the widest ones do.
template <class DeviceType>
struct CountFunctor : PagesFunctor<DeviceType> {
  using typename Blocks<DeviceType>::Member;
  Kokkos::View<LocalOrdinal*, DeviceType> numEntries;
  Kokkos::View<std::uint16_t*, DeviceType> firstOfRow;

  using PagesFunctor<DeviceType>::PagesFunctor;

  KOKKOS_INLINE_FUNCTION void operator()(const Member& team) const {
    const LocalOrdinal block = team.league_rank(), first = this->firstRow(block), numRows = this->rowsOf(block);
    const std::int64_t base = std::int64_t(first) + block;
    this->findPages(team);
    Kokkos::parallel_scan(Kokkos::TeamThreadRange(team, numRows), [&](int row, int& sum, bool final) {
      if (final) firstOfRow(base + row) = static_cast<std::uint16_t>(sum);
      sum += this->lengthOf(first + row);
      if (final && row == numRows - 1) {
        firstOfRow(base + numRows) = static_cast<std::uint16_t>(sum);
        numEntries(block) = sum;
      }
    });
  }
};

// Smaller pages of blocks that have none yet.
template <class DeviceType>
struct SmallerPagesFunctor : PagesFunctor<DeviceType> {
  using PagesFunctor<DeviceType>::PagesFunctor;
  KOKKOS_INLINE_FUNCTION void operator()(const typename Blocks<DeviceType>::Member& team) const {
    if (this->pageBits(team.league_rank()) == noPages) this->findPages(team);
  }
};

// Kokkos adds by +=; Kokkos 3 calls the volatile one.
struct BlockSums {
  Offset entries = 0, pages = 0;
  long long withoutPages = 0;

  KOKKOS_INLINE_FUNCTION void operator+=(const BlockSums& other) {
    entries += other.entries;
    pages += other.pages;
    withoutPages += other.withoutPages;
  }
  KOKKOS_INLINE_FUNCTION void operator+=(const volatile BlockSums& other) volatile {
    entries = entries + other.entries;
    pages = pages + other.pages;
    withoutPages = withoutPages + other.withoutPages;
  }
};

// Where the entries and pages of each block begin.
template <class DeviceType>
struct FirstsFunctor {
  Kokkos::View<const LocalOrdinal*, DeviceType> numEntries, numPages;
  Kokkos::View<const unsigned char*, DeviceType> pageBits;
  Kokkos::View<Offset*, DeviceType> firstEntry, firstPage;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t block, BlockSums& sums, bool final) const {
    if (final) put(block, sums);
    sums += BlockSums{Offset(numEntries(block)), Offset(numPages(block)), pageBits(block) == noPages};
    if (final && block + 1 == static_cast<std::int64_t>(pageBits.extent(0))) put(block + 1, sums);
  }
  KOKKOS_INLINE_FUNCTION void put(std::int64_t block, const BlockSums& sums) const {
    firstEntry(block) = sums.entries;
    firstPage(block) = sums.pages;
  }
};

template <class DeviceType>
struct EncodeFunctor : Blocks<DeviceType> {
  using typename Blocks<DeviceType>::Member;
  CompactColumns<DeviceType> columns;
  Offset numPages;
  Kokkos::View<LocalOrdinal*, DeviceType> pages;  // zeros behind the last one
  Kokkos::View<std::uint16_t*, DeviceType> codes;

  KOKKOS_INLINE_FUNCTION EncodeFunctor(const Blocks<DeviceType>& blocks) : Blocks<DeviceType>(blocks) {}

  int scratchBytes() const {
    return this->template bytesOfTable<LocalOrdinal>() + this->template bytesOfTable<std::uint16_t>() +
           entriesOfColumnBlock * static_cast<int>(sizeof(std::uint16_t)) + slack;
  }

  KOKKOS_INLINE_FUNCTION void clearBehindPages(const Member& team) const {
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, CompactColumns<DeviceType>::mostPagesOfWarp),
                         [&](int i) { pages(numPages + i) = 0; });
  }

  KOKKOS_INLINE_FUNCTION void operator()(const Member& team) const {
    const LocalOrdinal block = team.league_rank(), first = this->firstRow(block), numRows = this->rowsOf(block);
    const Offset begin = this->rowPtr(first), end = this->rowPtr(first + numRows);
    const int bits = columns.pageBits(block);
    const PageTable pageTable = PageTable::of(this->template makeTable<LocalOrdinal>(team), bits);
    const KeyTable& table = pageTable.table;
    auto* places = this->template makeTable<std::uint16_t>(team);
    pageTable.fill(team, this->colInd, begin, end, bits);
    const Offset firstPage = columns.firstPage(block);
    if (block == 0) clearBehindPages(team);
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
    const auto codeOf = [&](LocalOrdinal col) {
      return static_cast<std::uint16_t>((places[table.find(col >> bits)] << bits) | (col & ((1 << bits) - 1)));
    };
    std::uint16_t* to = codes.data() + columns.firstEntry(block);
    if (this->diagonal == Diagonal::kept) {
      forColumns(team, this->colInd, begin, end,
                 [&](Offset entry, LocalOrdinal col) { to[entry - begin] = codeOf(col); });
      return;
    }
    // By rows into shared memory, from where they leave side by side.
    auto* ofBlock = static_cast<std::uint16_t*>(
        team.team_shmem().get_shmem(static_cast<int>(sizeof(std::uint16_t)) * entriesOfColumnBlock));
    const std::int64_t places0 = columns.placeOf(first);
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, numRows), [&](int i) {
      int place = columns.firstOfRow(places0 + i);
      for (Offset entry = this->rowPtr(first + i); entry < this->rowPtr(first + i + 1); ++entry)
        if (this->takes(first + i, entry)) ofBlock[place++] = codeOf(this->colInd(entry));
    });
    team.team_barrier();
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, static_cast<int>(columns.firstOfRow(places0 + numRows))),
                         [&](int place) { to[place] = ofBlock[place]; });
  }
};

int rowBitsFor(long long longest) {
  int bits = 0;
  while (bits < mostRowBits && (longest << (bits + 1)) <= entriesOfColumnBlock) ++bits;
  return bits;
}

}  // namespace

template <class DeviceType, class Scalar>
CompactColumns<DeviceType> compactColumns(const typename DeviceType::execution_space& space,
                                          const CsrMatrix<Scalar, DeviceType>& A, Diagonal diagonal,
                                          long long longest) {
  using Policy = Kokkos::TeamPolicy<typename DeviceType::execution_space>;
  CompactColumns<DeviceType> columns;
  if (longest < 0) longest = longestRow<DeviceType>(space, A.rowPtr, A.numRows);
  if (A.numRows == 0 || longest > entriesOfColumnBlock) return columns;
  columns.numRows = A.numRows;
  columns.rowBits = rowBitsFor(longest);
  columns.longestRow = static_cast<int>(longest);
  const LocalOrdinal numBlocks = ((A.numRows - 1) >> columns.rowBits) + 1;
  Blocks<DeviceType> blocks{A.rowPtr, A.colInd, A.numRows, columns.rowBits, diagonal};
  const auto policy = [&](int scratch) {
    return Policy(space, numBlocks, runsOnHost<DeviceType> ? 1 : teamSize)
        .set_scratch_size(0, Kokkos::PerTeam(scratch));
  };

  CountFunctor<DeviceType> count(blocks);
  count.numEntries = allocate<Kokkos::View<LocalOrdinal*, DeviceType>>("Chronos::entries of blocks", numBlocks);
  count.numPages = allocate<Kokkos::View<LocalOrdinal*, DeviceType>>("Chronos::pages of blocks", numBlocks);
  count.pageBits = allocate<Kokkos::View<unsigned char*, DeviceType>>("Chronos::page bits", numBlocks);
  count.firstOfRow =
      allocate<Kokkos::View<std::uint16_t*, DeviceType>>("Chronos::first of rows", std::size_t(A.numRows) + numBlocks);
  Kokkos::parallel_for("Chronos::compactColumns::count", policy(blocks.template bytesOfTable<LocalOrdinal>()), count);
  const auto firstEntry = allocate<Kokkos::View<Offset*, DeviceType>>("Chronos::first entries", numBlocks + 1);
  const auto firstPage = allocate<Kokkos::View<Offset*, DeviceType>>("Chronos::first pages", numBlocks + 1);
  const auto sumBlocks = [&] {
    BlockSums sums;
    scanTotal(
        "Chronos::compactColumns::sumBlocks",
        Kokkos::RangePolicy<typename DeviceType::execution_space, Kokkos::IndexType<std::int64_t>>(space, 0, numBlocks),
        FirstsFunctor<DeviceType>{count.numEntries, count.numPages, count.pageBits, firstEntry, firstPage}, sums);
    return sums;
  };
  BlockSums sums = sumBlocks();
  while (blocks.smallest > smallestPage && sums.withoutPages > 0) {
    blocks.smallest -= pageStep;
    SmallerPagesFunctor<DeviceType> smaller(blocks);
    smaller.numPages = count.numPages;
    smaller.pageBits = count.pageBits;
    Kokkos::parallel_for("Chronos::compactColumns::smallerPages", policy(blocks.template bytesOfTable<LocalOrdinal>()),
                         smaller);
    sums = sumBlocks();
  }
  columns.firstEntry = firstEntry;
  columns.firstPage = firstPage;
  columns.pageBits = count.pageBits;
  columns.firstOfRow = count.firstOfRow;
  columns.hasFewPages =
      !runsOnHost<DeviceType> && blocks.smallest == widestPage && (1 << columns.rowBits) >= rowsOfWarp;

  EncodeFunctor<DeviceType> encode(blocks);
  encode.columns = columns;
  encode.numPages = sums.pages;
  encode.pages =
      allocate<Kokkos::View<LocalOrdinal*, DeviceType>>("Chronos::pages", sums.pages + columns.mostPagesOfWarp);
  encode.codes = allocate<Kokkos::View<std::uint16_t*, DeviceType>>("Chronos::column codes", sums.entries);
  Kokkos::parallel_for("Chronos::compactColumns::encode", policy(encode.scratchBytes()), encode);
  columns.pages = encode.pages;
  columns.codes = encode.codes;
  return columns;
}

#define CHRONOS_COMPACTCOLUMNS(DEVICE)                            \
  template CompactColumns<DEVICE> compactColumns<DEVICE, double>( \
      const DEVICE::execution_space&, const CsrMatrix<double, DEVICE>&, Diagonal, long long);
CHRONOS_FOR_EACH_DEVICE(CHRONOS_COMPACTCOLUMNS)

}  // namespace Chronos
