// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_FoundColumns.hpp"
#include "Chronos_GroupLaunch.hpp"
#include "Chronos_MatrixProductGroups.hpp"
#include "Chronos_ProductWalk.hpp"
#include "Chronos_RowBins.hpp"
#include "Chronos_ScanTotal.hpp"
#include "Chronos_TeamPattern.hpp"

#include <algorithm>

namespace Chronos {
namespace {

// min(products, numCols): no row of C is longer. 0 for rows that follow another.
template <class Scalar, class DeviceType>
struct RowBoundFunctor {
  ProductWalk<Scalar, DeviceType> walk;
  AlikeRows<DeviceType> alikeOfA;
  int width;
  Kokkos::View<LocalOrdinal*, DeviceType> bounds;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t thread) const {
    const std::int64_t row = thread / width;
    const bool isThere = row < walk.A.numRows;
    const bool isLooked = isThere && !alikeOfA.follows(static_cast<LocalOrdinal>(row));
    const long long numProducts = groupSum(isLooked ? productsOfLane(row, thread % width) : 0LL, width);
    const LocalOrdinal numCols = walk.B.numCols;
    if (isThere && thread % width == 0)
      bounds(row) = numProducts < numCols ? static_cast<LocalOrdinal>(numProducts) : numCols;
  }

  KOKKOS_INLINE_FUNCTION long long productsOfLane(std::int64_t row, std::int64_t lane) const {
    const Offset begin = walk.A.rowPtr(row), end = walk.A.rowPtr(row + 1);
    long long numProducts = 0;
    for (Offset entry = begin + lane; entry < end; entry += width)
      if (!walk.alikeOfB.exist() || !walk.repeats(entry, begin)) numProducts += walk.B.row(walk.A.colInd(entry)).length;
    return numProducts;
  }
};

struct InsertColumns {
  static constexpr bool needsValues = false;
  const KeyTable& table;
  int added = 0;
  template <class Scalar>
  KOKKOS_INLINE_FUNCTION void operator()(LocalOrdinal col, Scalar) {
    table.insert(col, added);
  }
  KOKKOS_INLINE_FUNCTION void endOfRow() const {}
};

// One group of lanes a row. Counts the columns of the row or, where rowPtr is given, writes them in ascending
// order.
template <class Scalar, class DeviceType>
struct GroupPatternFunctor : TableRows {
  ProductWalk<Scalar, DeviceType> walk;
  AlikeRows<DeviceType> alikeOfA;  // those that follow are left out
  RowBin<DeviceType> bin;
  FoundColumns<DeviceType> found;
  Kokkos::View<LocalOrdinal*, DeviceType> counts;
  Kokkos::View<const Offset*, DeviceType> rowPtr;
  Kokkos::View<LocalOrdinal*, DeviceType> colInd;

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& team) const {
    const LaneOwner owner = LaneOwner::of(team.team_rank(), width);
    forEachRow(team, [&](std::int64_t item, char* table) {
      const LocalOrdinal row = item < 0 ? -1 : bin.row(item);
      serve(owner, row < 0 || alikeOfA.follows(row) ? -1 : row,
            KeyTable{reinterpret_cast<LocalOrdinal*>(table), bin.logSize});
    });
  }

  KOKKOS_INLINE_FUNCTION void serve(const LaneOwner& owner, LocalOrdinal row, const KeyTable& table) const {
    const bool fills = rowPtr.extent(0) > 0;
    if (fills && found.exist()) {
      const int length = row < 0 ? 0 : found.load(row, counts(row), table, owner.lane, owner.width);
      owner.sync();
      write(owner, table, length, row < 0 ? 0 : rowPtr(row));
    } else {
      for (std::uint32_t i = owner.lane; i < table.size(); i += owner.width) table.keys[i] = KeyTable::empty;
      owner.sync();
      InsertColumns insert{table};
      walk(owner, row, insert);
      owner.sync();
      if (fills) write(owner, table, compress(owner, table, table.keys), row < 0 ? 0 : rowPtr(row));
      else count(owner, row, table, insert.added);
    }
    owner.sync();
  }

  KOKKOS_INLINE_FUNCTION void count(const LaneOwner& owner, LocalOrdinal row, const KeyTable& table, int added) const {
    const int length =
        found.exist() ? compress(owner, table, row < 0 ? table.keys : found.ofRow(row)) : groupSum(added, owner.width);
    if (row >= 0 && owner.lane == 0) counts(row) = length;
  }

  // The rank of a column is the number of smaller ones: no exchange of entries, and broadcast reads of shared
  // memory.
  KOKKOS_INLINE_FUNCTION void write(const LaneOwner& owner, const KeyTable& table, int length, Offset begin) const {
    for (int i = owner.lane; i < length; i += owner.width) {
      const LocalOrdinal col = table.keys[i];
      int rank = 0;
      for (int other = 0; other < length; ++other) rank += table.keys[other] < col;
      colInd(begin + rank) = col;
    }
  }

  // Copies the columns without the empty slots between them, to the front of the table too: a column moves forward
  // only, over slots that were read before.
  KOKKOS_INLINE_FUNCTION int compress(const LaneOwner& owner, const KeyTable& table, LocalOrdinal* to) const {
    int length = 0;
    for (std::uint32_t base = 0; base < table.size(); base += owner.width) {
      const LocalOrdinal key = table.keys[base + owner.lane];
      int before = 0;
      const int numFound = owner.count(key != KeyTable::empty, before);
      owner.sync();
      if (key != KeyTable::empty) to[length + before] = key;
      length += numFound;
    }
    owner.sync();
    return length;
  }
};

template <class DeviceType>
struct SumBoundsFunctor {
  Kokkos::View<const LocalOrdinal*, DeviceType> bounds;
  Kokkos::View<Offset*, DeviceType> begin;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row, Offset& sum, bool final) const {
    if (final) begin(row) = sum;
    sum += static_cast<Offset>(bounds(row));
  }
};

// Rows that follow another are as long; their own counts stay 0.
template <class DeviceType>
struct SumCountsFunctor {
  AlikeRows<DeviceType> alike;
  Kokkos::View<const LocalOrdinal*, DeviceType> counts;
  Kokkos::View<Offset*, DeviceType> rowPtr;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row, Offset& numEntries, bool final) const {
    numEntries += static_cast<Offset>(counts(alike.leaderOf(static_cast<LocalOrdinal>(row))));
    if (final) rowPtr(row + 1) = numEntries;
  }
};

// Columns of rows that follow another, by groups of lanes.
template <class DeviceType>
struct CopyColumnsFunctor {
  AlikeRows<DeviceType> alike;
  Kokkos::View<const Offset*, DeviceType> rowPtr;
  int width;
  Kokkos::View<LocalOrdinal*, DeviceType> colInd;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t thread) const {
    const LocalOrdinal row = static_cast<LocalOrdinal>(thread / width);
    if (!alike.follows(row)) return;
    const Offset from = rowPtr(alike.leaderOf(row)), begin = rowPtr(row), length = rowPtr(row + 1) - begin;
    for (Offset i = thread % width; i < length; i += width) colInd(begin + i) = colInd(from + i);
  }
};

// Bounds of the rows whose count overflowed its table; 0 for the others.
template <class DeviceType>
struct OverflowFunctor {
  Kokkos::View<const LocalOrdinal*, DeviceType> counts, bounds;
  Kokkos::View<LocalOrdinal*, DeviceType> left;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row, LocalOrdinal& numLeft) const {
    left(row) = counts(row) < 0 ? bounds(row) : 0;
    numLeft += counts(row) < 0;
  }
};

// The passes over one product.
template <class Scalar, class DeviceType>
class PatternBuilder {
 public:
  using Execution = typename DeviceType::execution_space;
  using Policy = Kokkos::RangePolicy<Execution, Kokkos::IndexType<std::int64_t>>;
  using Sizes = Kokkos::View<LocalOrdinal*, DeviceType>;
  static constexpr int anyTable = 31;

  PatternBuilder(const Execution& space, const CsrMatrix<Scalar, DeviceType>& A,
                 const SegmentedRows<Scalar, DeviceType>& B, const GroupProductOptions& options)
      : space_(space),
        walk_{A, B, findAlike(space, B.owned, options)},
        alikeOfA_(findAlike(space, A, options)),
        options_(options),
        width_(productGroupWidth(B, options)),
        counts_(allocateZeros<Sizes>("Chronos::product row lengths", A.numRows)),
        rowPtr_(allocateZeros<Kokkos::View<Offset*, DeviceType>>("Chronos::product row pointers",
                                                                 std::size_t(A.numRows) + 1)) {}

  MatrixProductPlan<DeviceType> build() {
    if (walk_.A.numRows > 0) count();
    Offset numEntries = 0;
    scanTotal("Chronos::multiplyMatrices::rowPtr", Policy(space_, 0, walk_.A.numRows),
              SumCountsFunctor<DeviceType>{alikeOfA_, counts_, rowPtr_}, numEntries);
    colInd_ = allocate<Kokkos::View<LocalOrdinal*, DeviceType>>("Chronos::product columns", numEntries);
    filling_ = rowPtr_;
    for (const auto& bin : binRows<DeviceType>(space_, counts_, options_.fill)) pass(bin, anyTable);
    if (alikeOfA_.exist()) {
      const int width = laneGroupWidth<DeviceType>(double(numEntries) / walk_.A.numRows);
      Kokkos::parallel_for("Chronos::multiplyMatrices::copyColumns",
                           Policy(space_, 0, std::int64_t(walk_.A.numRows) * width),
                           CopyColumnsFunctor<DeviceType>{alikeOfA_, rowPtr_, width, colInd_});
    }
    return {rowPtr_, colInd_};
  }

 private:
  static AlikeRows<DeviceType> findAlike(const Execution& space, const CsrMatrix<Scalar, DeviceType>& matrix,
                                         const GroupProductOptions& options) {
    if (matrix.numRows < options.alikeRows || matrix.numEntries() < options.alikeLength * matrix.numRows) return {};
    return findAlikeRows<Scalar, DeviceType>(space, matrix);
  }

  void count() {
    const Sizes bounds = allocate<Sizes>("Chronos::bounds of row lengths", walk_.A.numRows);
    const int width = laneGroupWidth<DeviceType>(double(walk_.A.numEntries()) / walk_.A.numRows);
    const std::int64_t numThreads = (std::int64_t(walk_.A.numRows) * width + 31) / 32 * 32;
    Kokkos::parallel_for("Chronos::multiplyMatrices::bounds", Policy(space_, 0, numThreads),
                         RowBoundFunctor<Scalar, DeviceType>{walk_, alikeOfA_, width, bounds});
    keepWhatFits(bounds);
    // Most products are far from distinct: large bounds are tried in small tables first, which more teams can
    // have.
    Sizes left = bounds;
    for (int largestTable :
         {std::min(options_.firstTryLog, options_.patternTeamLog), options_.patternTeamLog, anyTable}) {
      for (const auto& bin : binRows<DeviceType>(space_, left, 1.0)) pass(bin, largestTable);
      const Sizes overflowed = allocate<Sizes>("Chronos::bounds of row lengths", walk_.A.numRows);
      LocalOrdinal numLeft = 0;
      Kokkos::parallel_reduce("Chronos::multiplyMatrices::overflow", Policy(space_, 0, walk_.A.numRows),
                              OverflowFunctor<DeviceType>{counts_, bounds, overflowed}, numLeft);
      if (numLeft == 0) return;
      left = overflowed;
    }
  }

  // Room for what the rows are found to have while they are counted, so that nothing is looked up again to fill them.
  void keepWhatFits(const Sizes& bounds) {
    const auto begin =
        allocate<Kokkos::View<Offset*, DeviceType>>("Chronos::begins of found columns", bounds.extent(0));
    Offset room = 0;
    scanTotal("Chronos::multiplyMatrices::begins", Policy(space_, 0, walk_.A.numRows),
              SumBoundsFunctor<DeviceType>{bounds, begin}, room);
    const std::size_t bytes = room * sizeof(LocalOrdinal);
    // What is free is asked for only where it matters: that takes as long as a small product.
    if (bytes > options_.foundBytes || (bytes > options_.foundBytes / 16 && bytes > freeDeviceMemory() / 4)) return;
    found_ = {begin, allocate<Sizes>("Chronos::found columns", room)};
  }

  // Counts, or fills, the rows of one bin, in tables of 2^largestTable slots at most.
  void pass(const RowBin<DeviceType>& bin, int largestTable) {
    const bool teamOwnsRow = bin.logSize > options_.patternGroupLog;
    TableLaunch launch{width_, teamOwnsRow,         options_.teamSize, sizeof(LocalOrdinal) << bin.logSize,
                       true,   options_.globalBytes};
    if (!teamOwnsRow)
      return launchWithTables<DeviceType>(
          "Chronos::multiplyMatrices::group", space_, bin.numRows, launch,
          GroupPatternFunctor<Scalar, DeviceType>{{}, walk_, alikeOfA_, bin, found_, counts_, filling_, colInd_});
    TeamPatternFunctor<Scalar, DeviceType> functor{{}, walk_, alikeOfA_, bin, found_, counts_, filling_, colInd_};
    functor.mayOverflow = bin.logSize > largestTable;
    functor.bin.logSize = std::min(bin.logSize, largestTable);
    launch.width = std::min(width_, std::max(4, width_ / 4));  // see TeamPatternFunctor
    launch.bytes = functor.tableBytes();
    launch.shared = functor.bin.logSize <= options_.patternTeamLog;
    launchWithTables<DeviceType>("Chronos::multiplyMatrices::team", space_, bin.numRows, launch, functor);
  }

  Execution space_;
  ProductWalk<Scalar, DeviceType> walk_;
  AlikeRows<DeviceType> alikeOfA_;
  GroupProductOptions options_;
  int width_;
  FoundColumns<DeviceType> found_;
  Sizes counts_;
  Kokkos::View<Offset*, DeviceType> rowPtr_;
  Kokkos::View<const Offset*, DeviceType> filling_;  // empty while rows are counted
  Sizes colInd_;
};

}  // namespace

template <class Scalar, class DeviceType>
MatrixProductPlan<DeviceType> patternByGroups(const typename DeviceType::execution_space& space,
                                              const CsrMatrix<Scalar, DeviceType>& A,
                                              const SegmentedRows<Scalar, DeviceType>& B,
                                              const GroupProductOptions& options) {
  return PatternBuilder<Scalar, DeviceType>(space, A, B, options).build();
}

#define CHRONOS_PATTERN(SCALAR, DEVICE)                                                                                \
  template MatrixProductPlan<DEVICE> patternByGroups(const DEVICE::execution_space&, const CsrMatrix<SCALAR, DEVICE>&, \
                                                     const SegmentedRows<SCALAR, DEVICE>&,                             \
                                                     const GroupProductOptions&);
#define CHRONOS_PATTERN_ALL(DEVICE) \
  CHRONOS_PATTERN(double, DEVICE)   \
  CHRONOS_PATTERN(float, DEVICE)
CHRONOS_FOR_EACH_DEVICE(CHRONOS_PATTERN_ALL)

}  // namespace Chronos
