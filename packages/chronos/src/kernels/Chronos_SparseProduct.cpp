// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SparseProduct.hpp"

#include "Chronos_HostCopy.hpp"
#include "Chronos_LaneGroup.hpp"

#include <algorithm>
#include <vector>

namespace Chronos {
namespace {

// Entries of a row that one lane of a group loads before it uses the first.
constexpr int entriesInFlight = 8;
// Steps of a group in a row of longestGroupRow: more would keep the other rows of the warp waiting.
constexpr int stepsPerGroupRow = 16;
constexpr int warpSize = 32;
// Entries of a segment: a warp reads it in 64 steps, long enough to hide the start.
constexpr int segmentLength = 2048;
// Sixteen chunks a host thread even out rows that cost more than their entries say.
constexpr int chunksPerThread = 16;
// Rows of another length than the row before, from which on they count as ragged.
constexpr double raggedShare = 0.35;
constexpr Offset longestByte = 255;
// How far ahead a host thread asks for entries: a kilobyte of values, about the time that memory takes to answer.
constexpr int entriesAhead = 128;

template <class DeviceType>
constexpr bool onHost = std::is_same_v<typename DeviceType::memory_space, Kokkos::HostSpace>;

// What becomes of the sum of a row, and of what the halo adds to it.
template <class Scalar, class DeviceType>
struct Combination {  // y = alpha A x + beta w
  Scalar alpha, beta;
  Kokkos::View<const Scalar*, DeviceType> w;
  Kokkos::View<Scalar*, DeviceType> y;
  KOKKOS_INLINE_FUNCTION void store(LocalOrdinal row, Scalar sum) const {
    y(row) = beta == Scalar(0) ? alpha * sum : alpha * sum + beta * w(row);
  }
  KOKKOS_INLINE_FUNCTION void add(LocalOrdinal row, Scalar sum) const { y(row) += alpha * sum; }
};

template <class Scalar, class DeviceType>
struct Relaxation {  // y = x + omega d .* (b - A x)
  Scalar omega;
  Kokkos::View<const Scalar*, DeviceType> d, b, x;
  Kokkos::View<Scalar*, DeviceType> y;
  KOKKOS_INLINE_FUNCTION void store(LocalOrdinal row, Scalar sum) const {
    y(row) = x(row) + omega * d(row) * (b(row) - sum);
  }
  KOKKOS_INLINE_FUNCTION void add(LocalOrdinal row, Scalar sum) const { y(row) -= omega * d(row) * sum; }
};

// Asks for what a host thread will read soon: its own prefetching ends at every page.
template <class T>
KOKKOS_INLINE_FUNCTION void prefetch(const T* address) {
#if defined(__GNUC__) && !defined(__CUDA_ARCH__)
  __builtin_prefetch(address);
#else
  (void)address;
#endif
}

// Sums of rows on a host. Four independent ones per row let the processor overlap additions; their order is fixed.
template <class MatrixScalar, class VectorScalar, bool hasHalo>
struct RowSum {
  static constexpr int lanes = 4;
  const VectorScalar* xs;
  LocalOrdinal numOwned;
  VectorScalar ones[2 * lanes] = {1, 1, 1, 1, 0, 0, 0, 0};

  KOKKOS_INLINE_FUNCTION VectorScalar term(LocalOrdinal col, MatrixScalar value) const {
    return hasHalo && col >= numOwned ? VectorScalar(0) : static_cast<VectorScalar>(value) * xs[col];
  }

  KOKKOS_INLINE_FUNCTION void group(const LocalOrdinal* cols, const MatrixScalar* vals, VectorScalar* sums) const {
    prefetch(cols + entriesAhead);
    prefetch(vals + entriesAhead);
    for (int lane = 0; lane < lanes; ++lane) sums[lane] += term(cols[lane], vals[lane]);
  }

  KOKKOS_INLINE_FUNCTION static VectorScalar total(const VectorScalar* sums) {
    return (sums[0] + sums[2]) + (sums[1] + sums[3]);
  }

  KOKKOS_INLINE_FUNCTION VectorScalar steady(const LocalOrdinal* cols, const MatrixScalar* vals, int length) const {
    VectorScalar sums[lanes] = {};
    int entry = 0;
    for (; entry + lanes <= length; entry += lanes) group(cols + entry, vals + entry, sums);
    VectorScalar sum = total(sums);
    for (; entry < length; ++entry) sum += term(cols[entry], vals[entry]);
    return sum;
  }

  // The last products are four whatever the length; those that belong to the rows behind count nothing.
  KOKKOS_INLINE_FUNCTION VectorScalar ragged(const LocalOrdinal* cols, const MatrixScalar* vals, int length) const {
    VectorScalar sums[lanes] = {};
    for (; length > lanes; length -= lanes, cols += lanes, vals += lanes) group(cols, vals, sums);
    prefetch(cols + entriesAhead);
    prefetch(vals + entriesAhead);
    const VectorScalar* count = ones + lanes - length;
    for (int lane = 0; lane < lanes; ++lane) sums[lane] += count[lane] * term(cols[lane], vals[lane]);
    return total(sums);
  }
};

template <class MatrixScalar, class VectorScalar, class DeviceType, class Result, bool hasHalo, bool isRagged>
struct ChunkProductFunctor {
  using Sum = RowSum<MatrixScalar, VectorScalar, hasHalo>;
  CsrMatrix<MatrixScalar, DeviceType> A;
  Kokkos::View<const LocalOrdinal*, DeviceType> firstRow;
  Kokkos::View<const unsigned char*, DeviceType> lengths;
  Kokkos::View<const VectorScalar*, DeviceType> x;
  Result result;

  KOKKOS_INLINE_FUNCTION void operator()(int chunk) const {
    if (lengths.extent(0) > 0) rows<true>(firstRow(chunk), firstRow(chunk + 1));
    else rows<false>(firstRow(chunk), firstRow(chunk + 1));
  }

  template <bool hasLengths>
  KOKKOS_INLINE_FUNCTION void rows(LocalOrdinal begin, LocalOrdinal end) const {
    const Sum sum{x.data(), static_cast<LocalOrdinal>(x.extent(0))};
    const Offset* rowPtr = A.rowPtr.data();
    const Offset numEntries = A.colInd.extent(0);
    Offset entry = rowPtr[begin];
    for (LocalOrdinal row = begin; row < end; ++row) {
      const int length = hasLengths ? int(lengths(row)) : static_cast<int>(rowPtr[row + 1] - rowPtr[row]);
      const LocalOrdinal* cols = A.colInd.data() + entry;
      const MatrixScalar* vals = A.values.data() + entry;
      entry += length;
      const bool readsOn = isRagged && entry + Sum::lanes <= numEntries;
      result.store(row, readsOn ? sum.ragged(cols, vals, length) : sum.steady(cols, vals, length));
    }
  }
};

// One group of `width` lanes a row; work items are lanes, group by group.
template <class MatrixScalar, class VectorScalar, class DeviceType, class Result, int width>
struct GroupProductFunctor {
  CsrMatrix<MatrixScalar, DeviceType> A;
  Offset longestGroupRow;
  Kokkos::View<const VectorScalar*, DeviceType> x;
  Result result;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item) const {
    const LocalOrdinal row = static_cast<LocalOrdinal>(item / width);
    const int lane = static_cast<int>(item % width);
    bool isMine = row < A.numRows;
    VectorScalar sum = 0;
    if (isMine) {
      const Offset begin = loadReadOnly(A.rowPtr.data() + row);
      const Offset length = loadReadOnly(A.rowPtr.data() + row + 1) - begin;
      isMine = length <= longestGroupRow;
      if (isMine) sum = laneSum(A.colInd.data() + begin, A.values.data() + begin, lane, static_cast<int>(length));
    }
    sum = groupSum(sum, width);
    if (isMine && lane == 0) result.store(row, sum);
  }

  KOKKOS_INLINE_FUNCTION VectorScalar laneSum(const LocalOrdinal* cols, const MatrixScalar* vals, int lane,
                                              int length) const {
    const LocalOrdinal numOwned = static_cast<LocalOrdinal>(x.extent(0));
    const VectorScalar* xs = x.data();
    VectorScalar sum = 0;
    for (int first = lane; first < length; first += width * entriesInFlight) {
      LocalOrdinal col[entriesInFlight];
      MatrixScalar value[entriesInFlight];
      for (int i = 0; i < entriesInFlight; ++i)
        col[i] = first + i * width < length ? loadReadOnly(cols + first + i * width) : numOwned;
      for (int i = 0; i < entriesInFlight; ++i)
        value[i] = first + i * width < length ? loadReadOnly(vals + first + i * width) : MatrixScalar(0);
      for (int i = 0; i < entriesInFlight; ++i)
        if (col[i] < numOwned) sum += static_cast<VectorScalar>(value[i]) * loadReadOnly(xs + col[i]);
    }
    return sum;
  }
};

// Segments of long rows: partial sums first, then one thread a row adds them in order.
template <class MatrixScalar, class VectorScalar, class DeviceType>
struct SegmentSumFunctor {
  using Member = typename Kokkos::TeamPolicy<typename DeviceType::execution_space>::member_type;

  CsrMatrix<MatrixScalar, DeviceType> A;
  ProductPlan<DeviceType> plan;
  Kokkos::View<const VectorScalar*, DeviceType> x;
  Kokkos::View<VectorScalar*, DeviceType> partials;

  KOKKOS_INLINE_FUNCTION void operator()(const Member& team) const {
    const int segment = team.league_rank();
    const LocalOrdinal position = plan.segmentRow(segment);
    const LocalOrdinal row = plan.longRows(position);
    const LocalOrdinal numOwned = static_cast<LocalOrdinal>(x.extent(0));
    const Offset begin = A.rowPtr(row) + Offset(segment - plan.firstSegment(position)) * segmentLength;
    const Offset rest = A.rowPtr(row + 1) - begin;
    const int length = rest < Offset(segmentLength) ? static_cast<int>(rest) : segmentLength;
    VectorScalar sum = 0;
    Kokkos::parallel_reduce(
        Kokkos::ThreadVectorRange(team, length),
        [&](int entry, VectorScalar& partial) {
          const LocalOrdinal col = A.colInd(begin + entry);
          if (col < numOwned) partial += static_cast<VectorScalar>(A.values(begin + entry)) * x(col);
        },
        sum);
    Kokkos::single(Kokkos::PerThread(team), [&]() { partials(segment) = sum; });
  }
};

template <class VectorScalar, class DeviceType, class Result>
struct LongRowsFunctor {
  ProductPlan<DeviceType> plan;
  Kokkos::View<const VectorScalar*, DeviceType> partials;
  Result result;

  KOKKOS_INLINE_FUNCTION void operator()(int position) const {
    VectorScalar sum = 0;
    for (int segment = plan.firstSegment(position); segment < plan.firstSegment(position + 1); ++segment)
      sum += partials(segment);
    result.store(plan.longRows(position), sum);
  }
};

template <class MatrixScalar, class VectorScalar, class DeviceType, class Result>
struct HaloProductFunctor {
  CsrMatrix<MatrixScalar, DeviceType> A;
  Kokkos::View<const LocalOrdinal*, DeviceType> rows;
  LocalOrdinal numOwned;
  Kokkos::View<const VectorScalar*, DeviceType> xHalo;
  Result result;

  KOKKOS_INLINE_FUNCTION void operator()(int position) const {
    const LocalOrdinal row = rows(position);
    VectorScalar sum = 0;
    for (Offset entry = A.rowPtr(row); entry < A.rowPtr(row + 1); ++entry) {
      const LocalOrdinal col = A.colInd(entry);
      if (col >= numOwned) sum += static_cast<VectorScalar>(A.values(entry)) * xHalo(col - numOwned);
    }
    result.add(row, sum);
  }
};

int groupWidthFor(double meanLength) {
  int width = 1;
  while (width < warpSize && entriesInFlight * width < meanLength) width *= 2;
  return width;
}

// First row at or behind each target position: parts of about the same number of entries.
template <class DeviceType>
struct PartitionFunctor {
  Kokkos::View<const Offset*, DeviceType> rowPtr;
  LocalOrdinal numRows;
  Offset numEntries;
  int numParts;
  Kokkos::View<LocalOrdinal*, DeviceType> firstRow;

  KOKKOS_INLINE_FUNCTION void operator()(int part) const {
    const Offset target = numEntries / numParts * part + numEntries % numParts * part / numParts;
    LocalOrdinal low = 0, high = numRows;
    while (low < high) {
      const LocalOrdinal middle = low + (high - low) / 2;
      if (rowPtr(middle) < target) low = middle + 1;
      else high = middle;
    }
    firstRow(part) = part == 0 ? 0 : part == numParts ? numRows : low;
  }
};

// Lengths in bytes; counts the rows that do not fit.
template <class DeviceType>
struct ByteLengthsFunctor {
  Kokkos::View<const Offset*, DeviceType> rowPtr;
  Kokkos::View<unsigned char*, DeviceType> lengths;
  KOKKOS_INLINE_FUNCTION void operator()(int row, int& numLonger) const {
    const Offset length = rowPtr(row + 1) - rowPtr(row);
    if (length > longestByte) ++numLonger;
    lengths(row) = static_cast<unsigned char>(length < longestByte ? length : longestByte);
  }
};

template <class DeviceType>
struct LengthChangesFunctor {
  Kokkos::View<const unsigned char*, DeviceType> lengths;
  KOKKOS_INLINE_FUNCTION void operator()(int row, int& numChanges) const {
    numChanges += lengths(row) != lengths(row + 1);
  }
};

template <class DeviceType>
struct LongRowListFunctor {
  Kokkos::View<const Offset*, DeviceType> rowPtr;
  Offset longestGroupRow;
  Kokkos::View<LocalOrdinal*, DeviceType> longRows;  // empty while counting

  KOKKOS_INLINE_FUNCTION void operator()(int row, int& numLong, bool final) const {
    if (rowPtr(row + 1) - rowPtr(row) <= longestGroupRow) return;
    if (final && longRows.extent(0) > 0) longRows(numLong) = row;
    ++numLong;
  }
};

template <class DeviceType>
struct RowLengthFunctor {
  Kokkos::View<const Offset*, DeviceType> rowPtr;
  Kokkos::View<const LocalOrdinal*, DeviceType> rows;
  Kokkos::View<Offset*, DeviceType> lengths;
  KOKKOS_INLINE_FUNCTION void operator()(int i) const { lengths(i) = rowPtr(rows(i) + 1) - rowPtr(rows(i)); }
};

template <class DeviceType>
using RowPolicy = Kokkos::RangePolicy<typename DeviceType::execution_space, Kokkos::IndexType<int>>;

template <class DeviceType>
void planSegments(ProductPlan<DeviceType>& plan, const Kokkos::View<const Offset*, DeviceType>& rowPtr,
                  LocalOrdinal numRows) {
  int numLong = 0;
  LongRowListFunctor<DeviceType> list{rowPtr, plan.longestGroupRow, {}};
  Kokkos::parallel_scan("Chronos::planProduct::count", RowPolicy<DeviceType>(0, numRows), list, numLong);
  if (numLong == 0) return;
  list.longRows = allocate<Kokkos::View<LocalOrdinal*, DeviceType>>("Chronos::long rows", numLong);
  Kokkos::parallel_scan("Chronos::planProduct::list", RowPolicy<DeviceType>(0, numRows), list, numLong);
  plan.longRows = list.longRows;
  auto lengths = allocate<Kokkos::View<Offset*, DeviceType>>("Chronos::long row lengths", numLong);
  Kokkos::parallel_for("Chronos::planProduct::lengths", RowPolicy<DeviceType>(0, numLong),
                       RowLengthFunctor<DeviceType>{rowPtr, plan.longRows, lengths});
  std::vector<LocalOrdinal> firstSegment{0}, segmentRow;
  for (Offset length : toVector(lengths)) {
    segmentRow.insert(segmentRow.end(), (length + segmentLength - 1) / segmentLength,
                      static_cast<LocalOrdinal>(firstSegment.size()) - 1);
    firstSegment.push_back(static_cast<LocalOrdinal>(segmentRow.size()));
  }
  plan.firstSegment = toView<DeviceType>("Chronos::first segments", firstSegment);
  plan.segmentRow = toView<DeviceType>("Chronos::segment rows", segmentRow);
}

template <class DeviceType>
void planLengths(ProductPlan<DeviceType>& plan, const Kokkos::View<const Offset*, DeviceType>& rowPtr,
                 LocalOrdinal numRows) {
  const auto lengths = allocate<Kokkos::View<unsigned char*, DeviceType>>("Chronos::row lengths", numRows);
  int numLonger = 0, numChanges = 0;
  Kokkos::parallel_reduce("Chronos::planProduct::lengths", RowPolicy<DeviceType>(0, numRows),
                          ByteLengthsFunctor<DeviceType>{rowPtr, lengths}, numLonger);
  Kokkos::parallel_reduce("Chronos::planProduct::changes", RowPolicy<DeviceType>(0, numRows - 1),
                          LengthChangesFunctor<DeviceType>{lengths}, numChanges);
  if (numLonger == 0) plan.lengths = lengths;
  if (numChanges > raggedShare * numRows) plan.kind = ProductKind::raggedChunks;
}

}  // namespace

template <class DeviceType>
ProductPlan<DeviceType> planProduct(const Kokkos::View<const Offset*, DeviceType>& rowPtr, LocalOrdinal numRows,
                                    ProductKind kind) {
  ProductPlan<DeviceType> plan;
  plan.kind = kind;
  if (numRows == 0) return plan;
  Offset numEntries = 0;
  Kokkos::deep_copy(numEntries, Kokkos::subview(rowPtr, numRows));
  if (kind != ProductKind::groups) {
    const int numParts = static_cast<int>(std::min<long long>(
        numRows, chunksPerThread * static_cast<long long>(typename DeviceType::execution_space().concurrency())));
    plan.firstRow = allocate<Kokkos::View<LocalOrdinal*, DeviceType>>("Chronos::first rows", numParts + 1);
    Kokkos::parallel_for("Chronos::planProduct::partition", RowPolicy<DeviceType>(0, numParts + 1),
                         PartitionFunctor<DeviceType>{rowPtr, numRows, numEntries, numParts, plan.firstRow});
    planLengths(plan, rowPtr, numRows);
    return plan;
  }
  plan.groupWidth = onHost<DeviceType> ? 1 : groupWidthFor(double(numEntries) / numRows);
  plan.longestGroupRow = Offset(plan.groupWidth) * entriesInFlight * stepsPerGroupRow;
  planSegments(plan, rowPtr, numRows);
  return plan;
}

namespace {

// One product of a matrix with a vector, whatever becomes of the sums.
template <class MatrixScalar, class VectorScalar, class DeviceType, class Result>
class Launch {
 public:
  using Execution = typename DeviceType::execution_space;

  Launch(const Execution& space, const ProductPlan<DeviceType>& plan, const CsrMatrix<MatrixScalar, DeviceType>& A,
         const Kokkos::View<const VectorScalar*, DeviceType>& x, const Result& result)
      : space_(space), plan_(plan), A_(A), x_(x), result_(result) {}

  void run() const {
    if (A_.numRows == 0) return;
    if (plan_.kind == ProductKind::groups) groups();
    else if (static_cast<LocalOrdinal>(x_.extent(0)) < A_.numCols) chunksOfKind<true>();
    else chunksOfKind<false>();
  }

 private:
  template <bool hasHalo>
  void chunksOfKind() const {
    if (plan_.kind == ProductKind::raggedChunks) chunks<hasHalo, true>();
    else chunks<hasHalo, false>();
  }

  template <bool hasHalo, bool isRagged>
  void chunks() const {
    Kokkos::RangePolicy<Execution, Kokkos::IndexType<int>, Kokkos::Schedule<Kokkos::Dynamic>> policy(
        space_, 0, static_cast<int>(plan_.firstRow.extent(0)) - 1);
    policy.set_chunk_size(1);
    Kokkos::parallel_for("Chronos::multiply", policy,
                         ChunkProductFunctor<MatrixScalar, VectorScalar, DeviceType, Result, hasHalo, isRagged>{
                             A_, plan_.firstRow, plan_.lengths, x_, result_});
  }

  void groups() const {
    switch (onHost<DeviceType> ? 1 : plan_.groupWidth) {
      case 1: groupsOfWidth<1>(); break;
      case 2: groupsOfWidth<2>(); break;
      case 4: groupsOfWidth<4>(); break;
      case 8: groupsOfWidth<8>(); break;
      case 16: groupsOfWidth<16>(); break;
      default: groupsOfWidth<32>();
    }
    const int numLong = static_cast<int>(plan_.longRows.extent(0));
    if (numLong == 0) return;
    const int numSegments = static_cast<int>(plan_.segmentRow.extent(0));
    auto partials = allocate<Kokkos::View<VectorScalar*, DeviceType>>("Chronos::partial sums", numSegments);
    Kokkos::parallel_for("Chronos::multiply::segments",
                         Kokkos::TeamPolicy<Execution>(space_, numSegments, 1, onHost<DeviceType> ? 1 : 32),
                         SegmentSumFunctor<MatrixScalar, VectorScalar, DeviceType>{A_, plan_, x_, partials});
    Kokkos::parallel_for("Chronos::multiply::longRows", RowPolicy<DeviceType>(space_, 0, numLong),
                         LongRowsFunctor<VectorScalar, DeviceType, Result>{plan_, partials, result_});
  }

  template <int width>
  void groupsOfWidth() const {
    const std::int64_t numWarps = (std::int64_t(A_.numRows) * width + warpSize - 1) / warpSize;
    Kokkos::parallel_for(
        "Chronos::multiply",
        Kokkos::RangePolicy<Execution, Kokkos::IndexType<std::int64_t>>(space_, 0, numWarps * warpSize),
        GroupProductFunctor<MatrixScalar, VectorScalar, DeviceType, Result, width>{A_, plan_.longestGroupRow, x_, result_});
  }

  const Execution& space_;
  const ProductPlan<DeviceType>& plan_;
  const CsrMatrix<MatrixScalar, DeviceType>& A_;
  const Kokkos::View<const VectorScalar*, DeviceType>& x_;
  const Result& result_;
};

template <class MatrixScalar, class VectorScalar, class DeviceType, class Result>
void addHalo(const typename DeviceType::execution_space& space, const CsrMatrix<MatrixScalar, DeviceType>& A,
             const Kokkos::View<const LocalOrdinal*, DeviceType>& rows, LocalOrdinal numOwned,
             const Kokkos::View<const VectorScalar*, DeviceType>& xHalo, const Result& result) {
  if (rows.extent(0) == 0) return;
  Kokkos::parallel_for("Chronos::multiplyHalo", RowPolicy<DeviceType>(space, 0, static_cast<int>(rows.extent(0))),
                       HaloProductFunctor<MatrixScalar, VectorScalar, DeviceType, Result>{A, rows, numOwned, xHalo, result});
}

}  // namespace

template <class MatrixScalar, class VectorScalar, class DeviceType>
void multiply(const typename DeviceType::execution_space& space, const ProductPlan<DeviceType>& plan,
              const CsrMatrix<MatrixScalar, DeviceType>& A,
              const Kokkos::View<const VectorScalar*, DeviceType>& x, VectorScalar alpha, VectorScalar beta,
              const Kokkos::View<const VectorScalar*, DeviceType>& w, const Kokkos::View<VectorScalar*, DeviceType>& y) {
  using Result = Combination<VectorScalar, DeviceType>;
  Launch<MatrixScalar, VectorScalar, DeviceType, Result>(space, plan, A, x, Result{alpha, beta, w, y}).run();
}

template <class MatrixScalar, class VectorScalar, class DeviceType>
void relax(const typename DeviceType::execution_space& space, const ProductPlan<DeviceType>& plan,
           const CsrMatrix<MatrixScalar, DeviceType>& A, VectorScalar omega,
           const Kokkos::View<const VectorScalar*, DeviceType>& d,
           const Kokkos::View<const VectorScalar*, DeviceType>& b,
           const Kokkos::View<const VectorScalar*, DeviceType>& x, const Kokkos::View<VectorScalar*, DeviceType>& y) {
  using Result = Relaxation<VectorScalar, DeviceType>;
  Launch<MatrixScalar, VectorScalar, DeviceType, Result>(space, plan, A, x, Result{omega, d, b, x, y}).run();
}

template <class MatrixScalar, class VectorScalar, class DeviceType>
void multiplyHalo(const typename DeviceType::execution_space& space, const CsrMatrix<MatrixScalar, DeviceType>& A,
                  const Kokkos::View<const LocalOrdinal*, DeviceType>& rows, LocalOrdinal numOwned,
                  const Kokkos::View<const VectorScalar*, DeviceType>& xHalo, VectorScalar alpha,
                  const Kokkos::View<VectorScalar*, DeviceType>& y) {
  addHalo<MatrixScalar, VectorScalar, DeviceType>(space, A, rows, numOwned, xHalo,
                                                  Combination<VectorScalar, DeviceType>{alpha, 0, {}, y});
}

template <class MatrixScalar, class VectorScalar, class DeviceType>
void relaxHalo(const typename DeviceType::execution_space& space, const CsrMatrix<MatrixScalar, DeviceType>& A,
               const Kokkos::View<const LocalOrdinal*, DeviceType>& rows, LocalOrdinal numOwned,
               const Kokkos::View<const VectorScalar*, DeviceType>& xHalo, VectorScalar omega,
               const Kokkos::View<const VectorScalar*, DeviceType>& d,
               const Kokkos::View<VectorScalar*, DeviceType>& y) {
  addHalo<MatrixScalar, VectorScalar, DeviceType>(space, A, rows, numOwned, xHalo,
                                                  Relaxation<VectorScalar, DeviceType>{omega, d, {}, {}, y});
}

#define CHRONOS_PRODUCT(MATRIX, VECTOR, DEVICE)                                                                      \
  template void multiply<MATRIX, VECTOR, DEVICE>(                                                                    \
      const DEVICE::execution_space&, const ProductPlan<DEVICE>&, const CsrMatrix<MATRIX, DEVICE>&,                  \
      const Kokkos::View<const VECTOR*, DEVICE>&, VECTOR, VECTOR, const Kokkos::View<const VECTOR*, DEVICE>&,        \
      const Kokkos::View<VECTOR*, DEVICE>&);                                                                         \
  template void relax<MATRIX, VECTOR, DEVICE>(                                                                       \
      const DEVICE::execution_space&, const ProductPlan<DEVICE>&, const CsrMatrix<MATRIX, DEVICE>&, VECTOR,          \
      const Kokkos::View<const VECTOR*, DEVICE>&, const Kokkos::View<const VECTOR*, DEVICE>&,                        \
      const Kokkos::View<const VECTOR*, DEVICE>&, const Kokkos::View<VECTOR*, DEVICE>&);                             \
  template void multiplyHalo<MATRIX, VECTOR, DEVICE>(                                                                \
      const DEVICE::execution_space&, const CsrMatrix<MATRIX, DEVICE>&, const Kokkos::View<const LocalOrdinal*, DEVICE>&, \
      LocalOrdinal, const Kokkos::View<const VECTOR*, DEVICE>&, VECTOR, const Kokkos::View<VECTOR*, DEVICE>&);       \
  template void relaxHalo<MATRIX, VECTOR, DEVICE>(                                                                   \
      const DEVICE::execution_space&, const CsrMatrix<MATRIX, DEVICE>&, const Kokkos::View<const LocalOrdinal*, DEVICE>&, \
      LocalOrdinal, const Kokkos::View<const VECTOR*, DEVICE>&, VECTOR, const Kokkos::View<const VECTOR*, DEVICE>&,  \
      const Kokkos::View<VECTOR*, DEVICE>&);
#define CHRONOS_PRODUCT_ALL(DEVICE)                                                                          \
  template ProductPlan<DEVICE> planProduct(const Kokkos::View<const Offset*, DEVICE>&, LocalOrdinal, ProductKind); \
  CHRONOS_PRODUCT(double, double, DEVICE)                                                                    \
  CHRONOS_PRODUCT(float, float, DEVICE)                                                                      \
  CHRONOS_PRODUCT(float, double, DEVICE)
CHRONOS_FOR_EACH_DEVICE(CHRONOS_PRODUCT_ALL)

}  // namespace Chronos
