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
  int* numPages;
  std::uint16_t* places;  // of each key, in the order in which they came; null: nobody asks

  KOKKOS_INLINE_FUNCTION static PageTable of(LocalOrdinal* keys, int pageBits, int* numPages,
                                             std::uint16_t* places = nullptr) {
    const int log = tableBits(pageBits);
    return {{keys, log}, 1 << (log - 1), numPages, places};
  }

  // Nothing where all slots are taken by others: there are more than mostPages then.
  KOKKOS_INLINE_FUNCTION void put(LocalOrdinal page) const {
    std::uint32_t slot = table.firstSlot(page);
    for (std::uint32_t probe = 0; probe < table.size(); ++probe, slot = (slot + 1) & (table.size() - 1)) {
      LocalOrdinal found = table.read(slot);
      if (found == KeyTable::empty) {
        found = Kokkos::atomic_compare_exchange(table.keys + slot, LocalOrdinal(KeyTable::empty), page);
        if (found == KeyTable::empty) {
          const int place = Kokkos::atomic_fetch_add(numPages, 1);
          if (places != nullptr) places[slot] = static_cast<std::uint16_t>(place);
          return;
        }
      }
      if (found == page) return;
    }
  }

  // The number of pages, or more than mostPages where they do not fit. Ends with all threads knowing it.
  template <class Member, class ColInd>
  KOKKOS_INLINE_FUNCTION int fill(const Member& team, const ColInd& colInd, Offset begin, Offset end,
                                  int pageBits) const {
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, static_cast<int>(table.size())),
                         [&](int slot) { table.keys[slot] = KeyTable::empty; });
    Kokkos::single(Kokkos::PerTeam(team), [&]() { *numPages = 0; });
    team.team_barrier();
    forColumns(team, colInd, begin, end, [&](Offset, LocalOrdinal col) { put(col >> pageBits); });
    team.team_barrier();
    return *numPages;
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
  static int bytesOf(int count) {
    return count * static_cast<int>(sizeof(T)) + slack;
  }
  template <class T>
  KOKKOS_INLINE_FUNCTION static T* make(const Member& team, int count) {
    return static_cast<T*>(team.team_shmem().get_shmem(count * static_cast<int>(sizeof(T))));
  }
  KOKKOS_INLINE_FUNCTION int sizeOfTable() const { return 1 << tableBits(smallest); }
  int bytesOfTable() const { return bytesOf<LocalOrdinal>(sizeOfTable()) + bytesOf<int>(1); }

  KOKKOS_INLINE_FUNCTION LocalOrdinal firstRow(LocalOrdinal block) const { return block << rowBits; }
  KOKKOS_INLINE_FUNCTION LocalOrdinal rowsOf(LocalOrdinal block) const {
    const LocalOrdinal left = numRows - firstRow(block);
    return left < (1 << rowBits) ? left : 1 << rowBits;
  }
  KOKKOS_INLINE_FUNCTION int lengthOf(LocalOrdinal row) const {
    if (diagonal == Diagonal::kept) return static_cast<int>(rowPtr(row + 1) - rowPtr(row));
    int length = 0;
    for (Offset entry = rowPtr(row); entry < rowPtr(row + 1); ++entry) length += colInd(entry) != row;
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
    auto* keys = this->template make<LocalOrdinal>(team, this->sizeOfTable());
    const PageTable table = PageTable::of(keys, this->smallest, this->template make<int>(team, 1));
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

  int scratchBytes() const { return this->bytesOfTable() + this->template bytesOf<std::uint16_t>(1 << this->rowBits); }

  KOKKOS_INLINE_FUNCTION void operator()(const Member& team) const {
    const LocalOrdinal block = team.league_rank(), first = this->firstRow(block), numRows = this->rowsOf(block);
    const std::int64_t base = std::int64_t(first) + block;
    this->findPages(team);
    auto* lengths = this->template make<std::uint16_t>(team, 1 << this->rowBits);
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, numRows),
                         [&](int row) { lengths[row] = static_cast<std::uint16_t>(this->lengthOf(first + row)); });
    team.team_barrier();
    // A run of rows each, so that threads meet once.
    const int run = (numRows + team.team_size() - 1) / team.team_size();
    const int begin = team.team_rank() * run, end = begin + run < numRows ? begin + run : numRows;
    int sum = 0;
    for (int row = begin; row < end; ++row) sum += lengths[row];
    int place = team.team_scan(sum);
    for (int row = begin; row < end; ++row) {
      firstOfRow(base + row) = static_cast<std::uint16_t>(place);
      place += lengths[row];
    }
    if (begin < end && end == numRows) {
      firstOfRow(base + numRows) = static_cast<std::uint16_t>(place);
      numEntries(block) = place;
    }
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
    const int ofPages = this->bytesOfTable() + this->template bytesOf<std::uint16_t>(this->sizeOfTable());
    if (this->diagonal == Diagonal::kept) return ofPages;
    return ofPages + 2 * this->template bytesOf<std::uint16_t>(entriesOfColumnBlock);
  }

  KOKKOS_INLINE_FUNCTION void clearBehindPages(const Member& team) const {
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, CompactColumns<DeviceType>::mostPagesOfWarp),
                         [&](int i) { pages(numPages + i) = 0; });
  }

  KOKKOS_INLINE_FUNCTION void operator()(const Member& team) const {
    const LocalOrdinal block = team.league_rank(), first = this->firstRow(block), numRows = this->rowsOf(block);
    const Offset begin = this->rowPtr(first), end = this->rowPtr(first + numRows);
    const int bits = columns.pageBits(block);
    auto* keys = this->template make<LocalOrdinal>(team, this->sizeOfTable());
    auto* numFound = this->template make<int>(team, 1);
    auto* places = this->template make<std::uint16_t>(team, this->sizeOfTable());
    const PageTable pageTable = PageTable::of(keys, bits, numFound, places);
    const KeyTable& table = pageTable.table;
    pageTable.fill(team, this->colInd, begin, end, bits);
    const Offset firstPage = columns.firstPage(block);
    if (block == 0) clearBehindPages(team);
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, static_cast<int>(table.size())), [&](int slot) {
      if (table.keys[slot] != KeyTable::empty) pages(firstPage + places[slot]) = table.keys[slot] << bits;
    });
    const auto codeAt = [&](std::uint32_t slot, LocalOrdinal col) {
      return static_cast<std::uint16_t>((places[slot] << bits) | (col & ((1 << bits) - 1)));
    };
    const auto codeOf = [&](LocalOrdinal col) { return codeAt(table.find(col >> bits), col); };
    std::uint16_t* to = codes.data() + columns.firstEntry(block);
    if (this->diagonal == Diagonal::kept) {
      forColumns(team, this->colInd, begin, end,
                 [&](Offset entry, LocalOrdinal col) { to[entry - begin] = codeOf(col); });
      return;
    }
    // Codes of all entries, then by rows those that are taken: in shared memory, since rows read and write far apart.
    auto* all = this->template make<std::uint16_t>(team, entriesOfColumnBlock);
    auto* taken = this->template make<std::uint16_t>(team, entriesOfColumnBlock);
    forColumns(team, this->colInd, begin, end,
               [&](Offset entry, LocalOrdinal col) { all[entry - begin] = codeOf(col); });
    team.team_barrier();
    const std::int64_t firstRowPlace = columns.placeOf(first);
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, numRows), [&](int i) {
      const LocalOrdinal row = first + i;
      // Columns of a row differ, so that their codes do.
      std::uint32_t slot = 0;
      const int own = table.find(row >> bits, slot) ? codeAt(slot, row) : -1;
      const int last = static_cast<int>(this->rowPtr(row + 1) - begin);
      int place = columns.firstOfRow(firstRowPlace + i);
      for (int entry = static_cast<int>(this->rowPtr(row) - begin); entry < last; ++entry) {
        const std::uint16_t code = all[entry];
        if (code != own) taken[place++] = code;
      }
    });
    team.team_barrier();
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, static_cast<int>(columns.firstOfRow(firstRowPlace + numRows))),
                         [&](int place) { to[place] = taken[place]; });
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
  Kokkos::parallel_for("Chronos::compactColumns::count", policy(count.scratchBytes()), count);
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
    Kokkos::parallel_for("Chronos::compactColumns::smallerPages", policy(blocks.bytesOfTable()), smaller);
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
