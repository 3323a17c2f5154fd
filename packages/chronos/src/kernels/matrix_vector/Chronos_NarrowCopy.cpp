// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_NarrowCopy.hpp"

#include "Chronos_CopyLanes.hpp"
#include "Chronos_EntryRounding.hpp"
#include "Chronos_HostCopy.hpp"

namespace Chronos {
namespace {

// A number that lanes add to: groups must not meet inside a reduction of Kokkos, whose shares are not whole warps.
template <class DeviceType>
class Counter {
 public:
  Counter() : sum_(allocateZeros<Kokkos::View<long long*, DeviceType>>("Chronos::poor entries", 1)) {}
  KOKKOS_INLINE_FUNCTION void add(long long count) const {
    if (count > 0) Kokkos::atomic_add(&sum_(0), count);
  }
  long long value() const { return toVector(sum_)[0]; }

 private:
  Kokkos::View<long long*, DeviceType> sum_;
};

// Rows whose diagonal is small beside their other entries would lose it: constants are no near kernel there.
KOKKOS_INLINE_FUNCTION bool mayTake(double ofDiagonal, double lost) {
  constexpr double greatestShare = 0.125;
  return ::fabs(lost) <= greatestShare * ::fabs(ofDiagonal);
}

template <class DeviceType, int width>
struct SingleFunctor : RowLanes<DeviceType, width> {
  using Group = RowGroup<width>;
  CsrMatrix<double, DeviceType> A;
  EntryRounding<DeviceType> rounding;
  Kokkos::View<float*, DeviceType> values;
  Kokkos::View<std::int16_t*, DeviceType> exponents;
  Counter<DeviceType> poor;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item) const {
    long long numPoor = 0;
    double lost = 0;
    const Group group(item);
    const LocalOrdinal row = static_cast<LocalOrdinal>(item / Group::width);
    if (row >= this->numRows) return;
    const auto ofRow = rounding.ofRow(row);
    this->forEntries(group, row, [&](Offset entry) {
      values(entry) = ofRow.scaled(ofRow.rounded(A.colInd(entry), A.values(entry), numPoor, lost));
    });
    poor.add(numPoor);
    if (group.lane == 0) exponents(row) = ofRow.exponent();
  }
};

template <class DeviceType, int width>
struct WordsFunctor : RowLanes<DeviceType, width> {
  using Group = RowGroup<width>;
  CsrMatrix<double, DeviceType> A;
  EntryRounding<DeviceType> rounding;
  CompactColumns<DeviceType> columns;
  bool leavesOut;
  Kokkos::View<std::uint32_t*, DeviceType> words;
  Kokkos::View<std::int16_t*, DeviceType> exponents;
  Kokkos::View<float*, DeviceType> diagonal;
  Counter<DeviceType> poor;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item) const {
    long long numPoor = 0;
    const Group group(item);
    const LocalOrdinal row = static_cast<LocalOrdinal>(item / Group::width);
    // Lanes behind the last row go along to the sums.
    const bool isMine = row < this->numRows;
    // Entry of the diagonal, counted from 1 on. A lane that has the whole row meets it before those behind it.
    long long own = 0;
    if (leavesOut && width > 1)
      this->forEntries(group, row, [&](Offset entry) {
        if (A.colInd(entry) == row) own = static_cast<long long>(entry) + 1;
      });
    own = group.max(own);
    const auto ofRow = rounding.ofRow(isMine ? row : 0);
    const Offset shift = isMine ? CompactRow::of(columns, row).begin - this->rowPtr(row) : 0;
    double ofDiagonal = 0, lost = 0;
    this->forEntries(group, row, [&](Offset entry) {
      const double value = A.values(entry);
      const LocalOrdinal col = A.colInd(entry);
      if (leavesOut && col == row) {
        ofDiagonal = value;
        own = static_cast<long long>(entry) + 1;
        return;
      }
      const double rounded = ofRow.rounded(col, value, numPoor, lost);
      const Offset to = entry + shift - (own > 0 && static_cast<long long>(entry) >= own ? 1 : 0);
      words(to) = columns.codes(to) | (std::uint32_t(ofRow.shortOf(rounded)) << 16);
    });
    poor.add(numPoor);
    ofDiagonal = group.sum(ofDiagonal);
    lost = group.sum(lost);
    if (!isMine || group.lane != 0) return;
    exponents(row) = ofRow.exponent();
    if (leavesOut) diagonal(row) = ofRow.scaled(ofDiagonal + (mayTake(ofDiagonal, lost) ? lost : 0));
  }
};

template <class DeviceType>
struct NodesFunctor {
  using Group = RowGroup<lanesOfNode<DeviceType>>;
  using Shorts = NodeShorts<DeviceType>;
  CsrMatrix<double, DeviceType> A;
  EntryRounding<DeviceType> rounding;
  bool leavesOut;
  Kokkos::View<std::uint16_t*, DeviceType> values;
  Kokkos::View<std::int16_t*, DeviceType> exponents;
  Kokkos::View<float*, DeviceType> diagonal;
  Counter<DeviceType> poor;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item) const {
    long long numPoor = 0;
    const Group group(item);
    const LocalOrdinal node = static_cast<LocalOrdinal>(item / Group::width), first = node * nodeSize;
    const bool isMine = first < A.numRows;
    double block[nodeSize][nodeSize] = {}, lost[nodeSize][nodeSize] = {};
    for (int r = 0; r < nodeSize && isMine; ++r) storeRow(group, first + r, block[r], lost[r], numPoor);
    poor.add(numPoor);
    for (int r = 0; r < nodeSize; ++r)
      for (int c = 0; c < nodeSize; ++c) {
        block[r][c] = group.sum(block[r][c]);
        lost[r][c] = group.sum(lost[r][c]);
      }
    if (!isMine || group.lane != 0) return;
    endPair(first);
    bool takes = true;
    for (int r = 0; r < nodeSize; ++r)
      for (int c = 0; c < nodeSize; ++c)
        takes = takes && mayTake(block[r][r], lost[r][c]) && mayTake(block[c][c], lost[r][c]);
    for (int r = 0; r < nodeSize; ++r) {
      const auto ofRow = rounding.ofRow(first + r);
      exponents(first + r) = ofRow.exponent();
      for (int c = 0; c < nodeSize && leavesOut; ++c)
        diagonal(std::int64_t(first + r) * nodeSize + c) =
            ofRow.scaled(block[r][c] + (takes ? (lost[r][c] + lost[c][r]) / 2 : 0));
    }
  }

  KOKKOS_INLINE_FUNCTION void storeRow(const Group& group, LocalOrdinal row, double* block, double* lost,
                                       long long& numPoor) const {
    const Offset begin = A.rowPtr(row), end = A.rowPtr(row + 1);
    const LocalOrdinal r = row % nodeSize;
    const int runs = numRuns(row);
    std::uint16_t* ofNode = valuesOf(row - r);
    const auto ofRow = rounding.ofRow(row);
    for (Offset entry = begin + group.lane; entry < end; entry += Group::width) {
      const double value = A.values(entry);
      const LocalOrdinal col = A.colInd(entry);
      const int run = static_cast<int>((entry - begin) / nodeSize), c = static_cast<int>((entry - begin) % nodeSize);
      const bool isApart = leavesOut && col - c == row - r;
      if (isApart) block[c] = value;
      const double rounded = isApart ? 0 : ofRow.rounded(col, value, numPoor, lost[c]);
      ofNode[Shorts::place(runs, run, r, c)] = isApart ? 0 : ofRow.shortOf(rounded);
    }
  }

  // A pair with one block has zeros for the other.
  KOKKOS_INLINE_FUNCTION void endPair(LocalOrdinal first) const {
    const int runs = numRuns(first);
    if (!Shorts::inPairs || runs % 2 == 0) return;
    for (int i = 0; i < Shorts::placesOfBlock; ++i)
      valuesOf(first)[Shorts::place(runs, runs, i / nodeSize, i % nodeSize)] = 0;
  }

  KOKKOS_INLINE_FUNCTION int numRuns(LocalOrdinal row) const {
    return static_cast<int>((A.rowPtr(row + 1) - A.rowPtr(row)) / nodeSize);
  }
  // Rows before are nodes as well: nine entries a run.
  KOKKOS_INLINE_FUNCTION std::uint16_t* valuesOf(LocalOrdinal first) const {
    return values.data() + Shorts::firstValue(A.rowPtr(first) / Shorts::placesOfBlock, first / nodeSize);
  }
};

template <int width, class DeviceType>
void copyValues(const typename DeviceType::execution_space& space, const CsrMatrix<double, DeviceType>& A,
                const EntryRounding<DeviceType>& rounding, const Kokkos::View<float*, DeviceType>& values,
                NarrowCopy<PagedRows<float, DeviceType>>& copy) {
  SingleFunctor<DeviceType, width> functor;
  static_cast<RowLanes<DeviceType, width>&>(functor) = {A.rowPtr, A.numRows};
  functor.A = A;
  functor.rounding = rounding;
  functor.values = values;
  functor.exponents = allocate<Kokkos::View<std::int16_t*, DeviceType>>("Chronos::row exponents", A.numRows);
  Kokkos::parallel_for("Chronos::copyInSingle", copyPolicy<DeviceType>(space, A.numRows, width), functor);
  copy.numPoor = functor.poor.value();
  copy.rows.values = values;
  copy.rows.scales = {functor.exponents, {}, 0};
}

template <int width, class DeviceType>
void copyWords(const typename DeviceType::execution_space& space, const CsrMatrix<double, DeviceType>& A,
               const EntryRounding<DeviceType>& rounding, const CompactColumns<DeviceType>& columns, Diagonal diagonal,
               NarrowCopy<PagedWords<DeviceType>>& copy) {
  WordsFunctor<DeviceType, width> functor;
  static_cast<RowLanes<DeviceType, width>&>(functor) = {A.rowPtr, A.numRows};
  functor.A = A;
  functor.rounding = rounding;
  functor.columns = columns;
  functor.leavesOut = diagonal == Diagonal::leftOut;
  functor.words = allocate<Kokkos::View<std::uint32_t*, DeviceType>>("Chronos::entry words", columns.numEntries());
  functor.exponents = allocate<Kokkos::View<std::int16_t*, DeviceType>>("Chronos::row exponents", A.numRows);
  if (functor.leavesOut)
    functor.diagonal = allocate<Kokkos::View<float*, DeviceType>>("Chronos::diagonal apart", A.numRows);
  Kokkos::parallel_for("Chronos::copyInWords", copyPolicy<DeviceType>(space, A.numRows, width), functor);
  copy.numPoor = functor.poor.value();
  copy.rows.words = functor.words;
  copy.rows.scales = {functor.exponents, functor.diagonal, functor.leavesOut ? 1 : 0};
}

}  // namespace

template <class DeviceType>
NarrowCopy<PagedRows<float, DeviceType>> copyInSingle(const typename DeviceType::execution_space& space,
                                                      const CsrMatrix<double, DeviceType>& A,
                                                      const EntryRange<DeviceType>& range,
                                                      const CompactColumns<DeviceType>& columns) {
  NarrowCopy<PagedRows<float, DeviceType>> copy;
  const auto rounding = EntryRounding<DeviceType>::to(StoragePrecision::singlePrecision, range);
  const auto values = allocate<Kokkos::View<float*, DeviceType>>("Chronos::single values", A.numEntries());
  copy.rows.numRows = A.numRows;
  copy.rows.columns = columns;
  withRowLanes(A, [&](auto lanes) { copyValues<lanes()>(space, A, rounding, values, copy); });
  return copy;
}

template <class DeviceType>
NarrowCopy<PagedWords<DeviceType>> copyInWords(const typename DeviceType::execution_space& space,
                                               const CsrMatrix<double, DeviceType>& A,
                                               const EntryRange<DeviceType>& range,
                                               const CompactColumns<DeviceType>& columns, Diagonal diagonal,
                                               StoragePrecision precision) {
  NarrowCopy<PagedWords<DeviceType>> copy;
  const bool isHalf = precision == StoragePrecision::half;
  const auto rounding = EntryRounding<DeviceType>::to(precision, range);
  copy.rows.numRows = A.numRows;
  copy.rows.isHalf = isHalf;
  copy.rows.columns = columns;
  copy.rows.columns.codes = {};
  withRowLanes(A, [&](auto lanes) { copyWords<lanes()>(space, A, rounding, columns, diagonal, copy); });
  return copy;
}

template <class DeviceType>
NarrowCopy<NodeShorts<DeviceType>> copyByNodes(const typename DeviceType::execution_space& space,
                                               const CsrMatrix<double, DeviceType>& A,
                                               const EntryRange<DeviceType>& range,
                                               const NodePattern<DeviceType>& pattern, Diagonal diagonal,
                                               StoragePrecision precision) {
  NarrowCopy<NodeShorts<DeviceType>> copy;
  const bool isHalf = precision == StoragePrecision::half, leavesOut = diagonal == Diagonal::leftOut;
  using Shorts = NodeShorts<DeviceType>;
  const auto values = allocate<Kokkos::View<std::uint16_t*, DeviceType>>(
      "Chronos::short values", Shorts::firstValue(A.numEntries() / Shorts::placesOfBlock, A.numRows / nodeSize));
  const auto exponents = allocate<Kokkos::View<std::int16_t*, DeviceType>>("Chronos::row exponents", A.numRows);
  Kokkos::View<float*, DeviceType> blocks;
  if (leavesOut)
    blocks = allocate<Kokkos::View<float*, DeviceType>>("Chronos::blocks apart", std::size_t(A.numRows) * nodeSize);
  const NodesFunctor<DeviceType> functor{
      A, EntryRounding<DeviceType>::to(precision, range), leavesOut, values, exponents, blocks, {}};
  Kokkos::parallel_for("Chronos::copyByNodes",
                       copyPolicy<DeviceType>(space, A.numRows / nodeSize, lanesOfNode<DeviceType>), functor);
  copy.numPoor = functor.poor.value();
  copy.rows = {A.numRows, isHalf, pattern, values, {exponents, blocks, leavesOut ? nodeSize : 0}};
  return copy;
}

#define CHRONOS_NARROWCOPY(DEVICE)                                                                 \
  template NarrowCopy<PagedRows<float, DEVICE>> copyInSingle<DEVICE>(                              \
      const DEVICE::execution_space&, const CsrMatrix<double, DEVICE>&, const EntryRange<DEVICE>&, \
      const CompactColumns<DEVICE>&);                                                              \
  template NarrowCopy<PagedWords<DEVICE>> copyInWords<DEVICE>(                                     \
      const DEVICE::execution_space&, const CsrMatrix<double, DEVICE>&, const EntryRange<DEVICE>&, \
      const CompactColumns<DEVICE>&, Diagonal, StoragePrecision);                                  \
  template NarrowCopy<NodeShorts<DEVICE>> copyByNodes<DEVICE>(                                     \
      const DEVICE::execution_space&, const CsrMatrix<double, DEVICE>&, const EntryRange<DEVICE>&, \
      const NodePattern<DEVICE>&, Diagonal, StoragePrecision);
CHRONOS_FOR_EACH_DEVICE(CHRONOS_NARROWCOPY)

}  // namespace Chronos
