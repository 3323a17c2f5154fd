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

template <class DeviceType>
constexpr bool onHost = std::is_same_v<typename DeviceType::memory_space, Kokkos::HostSpace>;

template <class Scalar, class DeviceType>
KOKKOS_INLINE_FUNCTION void store(const Kokkos::View<const Scalar*, DeviceType>& w,
                                  const Kokkos::View<Scalar*, DeviceType>& y, LocalOrdinal row, Scalar sum,
                                  Scalar alpha, Scalar beta) {
  y(row) = beta == Scalar(0) ? alpha * sum : alpha * sum + beta * w(row);
}

// Four independent sums per row let the processor overlap additions; their order is fixed.
template <class MatrixScalar, class VectorScalar, class DeviceType, bool hasHalo>
struct ChunkProductFunctor {
  CsrMatrix<MatrixScalar, DeviceType> A;
  Kokkos::View<const LocalOrdinal*, DeviceType> firstRow;
  Kokkos::View<const VectorScalar*, DeviceType> x;
  VectorScalar alpha, beta;
  Kokkos::View<const VectorScalar*, DeviceType> w;
  Kokkos::View<VectorScalar*, DeviceType> y;

  KOKKOS_INLINE_FUNCTION void operator()(int chunk) const {
    const LocalOrdinal begin = firstRow(chunk), end = firstRow(chunk + 1);
    const LocalOrdinal numOwned = static_cast<LocalOrdinal>(x.extent(0));
    const Offset* rowPtr = A.rowPtr.data();
    for (LocalOrdinal row = begin; row < end; ++row) {
      const int length = static_cast<int>(rowPtr[row + 1] - rowPtr[row]);
      store(w, y, row, rowSum(A.colInd.data() + rowPtr[row], A.values.data() + rowPtr[row], length, x.data(), numOwned),
            alpha, beta);
    }
  }

  KOKKOS_INLINE_FUNCTION static VectorScalar term(LocalOrdinal col, MatrixScalar value, const VectorScalar* xs, LocalOrdinal numOwned) {
    return hasHalo && col >= numOwned ? VectorScalar(0) : static_cast<VectorScalar>(value) * xs[col];
  }

  KOKKOS_INLINE_FUNCTION static VectorScalar rowSum(const LocalOrdinal* cols, const MatrixScalar* vals, int length, const VectorScalar* xs,
                             LocalOrdinal numOwned) {
    constexpr int lanes = 4;
    VectorScalar sums[lanes] = {};
    int entry = 0;
    for (; entry + lanes <= length; entry += lanes)
      for (int lane = 0; lane < lanes; ++lane)
        sums[lane] += term(cols[entry + lane], vals[entry + lane], xs, numOwned);
    VectorScalar sum = (sums[0] + sums[2]) + (sums[1] + sums[3]);
    for (; entry < length; ++entry) sum += term(cols[entry], vals[entry], xs, numOwned);
    return sum;
  }
};

// One group of `width` lanes a row; work items are lanes, group by group.
template <class MatrixScalar, class VectorScalar, class DeviceType, int width>
struct GroupProductFunctor {
  CsrMatrix<MatrixScalar, DeviceType> A;
  Offset longestGroupRow;
  Kokkos::View<const VectorScalar*, DeviceType> x;
  VectorScalar alpha, beta;
  Kokkos::View<const VectorScalar*, DeviceType> w;
  Kokkos::View<VectorScalar*, DeviceType> y;

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
    if (isMine && lane == 0) store(w, y, row, sum, alpha, beta);
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

template <class VectorScalar, class DeviceType>
struct LongRowsFunctor {
  ProductPlan<DeviceType> plan;
  Kokkos::View<const VectorScalar*, DeviceType> partials;
  VectorScalar alpha, beta;
  Kokkos::View<const VectorScalar*, DeviceType> w;
  Kokkos::View<VectorScalar*, DeviceType> y;

  KOKKOS_INLINE_FUNCTION void operator()(int position) const {
    VectorScalar sum = 0;
    for (int segment = plan.firstSegment(position); segment < plan.firstSegment(position + 1); ++segment)
      sum += partials(segment);
    store(w, y, plan.longRows(position), sum, alpha, beta);
  }
};

template <class MatrixScalar, class VectorScalar, class DeviceType>
struct HaloProductFunctor {
  CsrMatrix<MatrixScalar, DeviceType> A;
  Kokkos::View<const LocalOrdinal*, DeviceType> rows;
  LocalOrdinal numOwned;
  Kokkos::View<const VectorScalar*, DeviceType> xHalo;
  VectorScalar alpha;
  Kokkos::View<VectorScalar*, DeviceType> y;

  KOKKOS_INLINE_FUNCTION void operator()(int position) const {
    const LocalOrdinal row = rows(position);
    VectorScalar sum = 0;
    for (Offset entry = A.rowPtr(row); entry < A.rowPtr(row + 1); ++entry) {
      const LocalOrdinal col = A.colInd(entry);
      if (col >= numOwned) sum += static_cast<VectorScalar>(A.values(entry)) * xHalo(col - numOwned);
    }
    y(row) += alpha * sum;
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

}  // namespace

template <class DeviceType>
ProductPlan<DeviceType> planProduct(const Kokkos::View<const Offset*, DeviceType>& rowPtr, LocalOrdinal numRows,
                                    ProductKind kind) {
  ProductPlan<DeviceType> plan;
  plan.kind = kind;
  if (numRows == 0) return plan;
  Offset numEntries = 0;
  Kokkos::deep_copy(numEntries, Kokkos::subview(rowPtr, numRows));
  if (kind == ProductKind::chunks) {
    const int numParts = static_cast<int>(std::min<long long>(
        numRows, chunksPerThread * static_cast<long long>(typename DeviceType::execution_space().concurrency())));
    plan.firstRow = allocate<Kokkos::View<LocalOrdinal*, DeviceType>>("Chronos::first rows", numParts + 1);
    Kokkos::parallel_for("Chronos::planProduct::partition", RowPolicy<DeviceType>(0, numParts + 1),
                         PartitionFunctor<DeviceType>{rowPtr, numRows, numEntries, numParts, plan.firstRow});
    return plan;
  }
  plan.groupWidth = onHost<DeviceType> ? 1 : groupWidthFor(double(numEntries) / numRows);
  plan.longestGroupRow = Offset(plan.groupWidth) * entriesInFlight * stepsPerGroupRow;
  planSegments(plan, rowPtr, numRows);
  return plan;
}

namespace {

template <class MatrixScalar, class VectorScalar, class DeviceType, bool hasHalo>
void multiplyChunks(const typename DeviceType::execution_space& space, const ProductPlan<DeviceType>& plan,
                    const CsrMatrix<MatrixScalar, DeviceType>& A, const Kokkos::View<const VectorScalar*, DeviceType>& x,
                    VectorScalar alpha, VectorScalar beta, const Kokkos::View<const VectorScalar*, DeviceType>& w,
                    const Kokkos::View<VectorScalar*, DeviceType>& y) {
  using Policy =
      Kokkos::RangePolicy<typename DeviceType::execution_space, Kokkos::IndexType<int>, Kokkos::Schedule<Kokkos::Dynamic>>;
  Policy policy(space, 0, static_cast<int>(plan.firstRow.extent(0)) - 1);
  policy.set_chunk_size(1);
  Kokkos::parallel_for("Chronos::multiply", policy,
                       ChunkProductFunctor<MatrixScalar, VectorScalar, DeviceType, hasHalo>{A, plan.firstRow, x, alpha, beta, w, y});
}

template <class MatrixScalar, class VectorScalar, class DeviceType, int width>
void launchGroups(const typename DeviceType::execution_space& space, const ProductPlan<DeviceType>& plan,
                  const CsrMatrix<MatrixScalar, DeviceType>& A, const Kokkos::View<const VectorScalar*, DeviceType>& x,
                  VectorScalar alpha, VectorScalar beta, const Kokkos::View<const VectorScalar*, DeviceType>& w,
                    const Kokkos::View<VectorScalar*, DeviceType>& y) {
  const std::int64_t numWarps = (std::int64_t(A.numRows) * width + warpSize - 1) / warpSize;
  Kokkos::parallel_for(
      "Chronos::multiply",
      Kokkos::RangePolicy<typename DeviceType::execution_space, Kokkos::IndexType<std::int64_t>>(space, 0, numWarps * warpSize),
      GroupProductFunctor<MatrixScalar, VectorScalar, DeviceType, width>{A, plan.longestGroupRow, x, alpha, beta, w, y});
}

template <class MatrixScalar, class VectorScalar, class DeviceType>
void multiplyGroups(const typename DeviceType::execution_space& space, const ProductPlan<DeviceType>& plan,
                    const CsrMatrix<MatrixScalar, DeviceType>& A, const Kokkos::View<const VectorScalar*, DeviceType>& x,
                    VectorScalar alpha, VectorScalar beta, const Kokkos::View<const VectorScalar*, DeviceType>& w,
                    const Kokkos::View<VectorScalar*, DeviceType>& y) {
  using Execution = typename DeviceType::execution_space;
  switch (onHost<DeviceType> ? 1 : plan.groupWidth) {
    case 1: launchGroups<MatrixScalar, VectorScalar, DeviceType, 1>(space, plan, A, x, alpha, beta, w, y); break;
    case 2: launchGroups<MatrixScalar, VectorScalar, DeviceType, 2>(space, plan, A, x, alpha, beta, w, y); break;
    case 4: launchGroups<MatrixScalar, VectorScalar, DeviceType, 4>(space, plan, A, x, alpha, beta, w, y); break;
    case 8: launchGroups<MatrixScalar, VectorScalar, DeviceType, 8>(space, plan, A, x, alpha, beta, w, y); break;
    case 16: launchGroups<MatrixScalar, VectorScalar, DeviceType, 16>(space, plan, A, x, alpha, beta, w, y); break;
    default: launchGroups<MatrixScalar, VectorScalar, DeviceType, 32>(space, plan, A, x, alpha, beta, w, y);
  }
  const int numLong = static_cast<int>(plan.longRows.extent(0));
  if (numLong == 0) return;
  const int numSegments = static_cast<int>(plan.segmentRow.extent(0));
  auto partials = allocate<Kokkos::View<VectorScalar*, DeviceType>>("Chronos::partial sums", numSegments);
  Kokkos::parallel_for("Chronos::multiply::segments",
                       Kokkos::TeamPolicy<Execution>(space, numSegments, 1, onHost<DeviceType> ? 1 : 32),
                       SegmentSumFunctor<MatrixScalar, VectorScalar, DeviceType>{A, plan, x, partials});
  Kokkos::parallel_for("Chronos::multiply::longRows", RowPolicy<DeviceType>(space, 0, numLong),
                       LongRowsFunctor<VectorScalar, DeviceType>{plan, partials, alpha, beta, w, y});
}

}  // namespace

template <class MatrixScalar, class VectorScalar, class DeviceType>
void multiply(const typename DeviceType::execution_space& space, const ProductPlan<DeviceType>& plan,
              const CsrMatrix<MatrixScalar, DeviceType>& A,
              const Kokkos::View<const VectorScalar*, DeviceType>& x, VectorScalar alpha, VectorScalar beta,
              const Kokkos::View<const VectorScalar*, DeviceType>& w, const Kokkos::View<VectorScalar*, DeviceType>& y) {
  if (A.numRows == 0) return;
  if (plan.kind == ProductKind::groups)
    multiplyGroups<MatrixScalar, VectorScalar, DeviceType>(space, plan, A, x, alpha, beta, w, y);
  else if (static_cast<LocalOrdinal>(x.extent(0)) < A.numCols)
    multiplyChunks<MatrixScalar, VectorScalar, DeviceType, true>(space, plan, A, x, alpha, beta, w, y);
  else
    multiplyChunks<MatrixScalar, VectorScalar, DeviceType, false>(space, plan, A, x, alpha, beta, w, y);
}

template <class MatrixScalar, class VectorScalar, class DeviceType>
void multiplyHalo(const typename DeviceType::execution_space& space, const CsrMatrix<MatrixScalar, DeviceType>& A,
                  const Kokkos::View<const LocalOrdinal*, DeviceType>& rows, LocalOrdinal numOwned,
                  const Kokkos::View<const VectorScalar*, DeviceType>& xHalo, VectorScalar alpha,
                  const Kokkos::View<VectorScalar*, DeviceType>& y) {
  using RangePolicy = Kokkos::RangePolicy<typename DeviceType::execution_space, Kokkos::IndexType<int>>;
  if (rows.extent(0) == 0) return;
  Kokkos::parallel_for("Chronos::multiplyHalo", RangePolicy(space, 0, static_cast<int>(rows.extent(0))),
                       HaloProductFunctor<MatrixScalar, VectorScalar, DeviceType>{A, rows, numOwned, xHalo, alpha, y});
}

#define CHRONOS_PRODUCT(MATRIX, VECTOR, DEVICE)                                                                      \
  template void multiply<MATRIX, VECTOR, DEVICE>(                                                                    \
      const DEVICE::execution_space&, const ProductPlan<DEVICE>&, const CsrMatrix<MATRIX, DEVICE>&,                  \
      const Kokkos::View<const VECTOR*, DEVICE>&, VECTOR, VECTOR, const Kokkos::View<const VECTOR*, DEVICE>&,        \
      const Kokkos::View<VECTOR*, DEVICE>&);                                                                         \
  template void multiplyHalo<MATRIX, VECTOR, DEVICE>(                                                                \
      const DEVICE::execution_space&, const CsrMatrix<MATRIX, DEVICE>&, const Kokkos::View<const LocalOrdinal*, DEVICE>&, \
      LocalOrdinal, const Kokkos::View<const VECTOR*, DEVICE>&, VECTOR, const Kokkos::View<VECTOR*, DEVICE>&);
#define CHRONOS_PRODUCT_ALL(DEVICE)                                                                          \
  template ProductPlan<DEVICE> planProduct(const Kokkos::View<const Offset*, DEVICE>&, LocalOrdinal, ProductKind); \
  CHRONOS_PRODUCT(double, double, DEVICE)                                                                    \
  CHRONOS_PRODUCT(float, float, DEVICE)                                                                      \
  CHRONOS_PRODUCT(float, double, DEVICE)
CHRONOS_FOR_EACH_DEVICE(CHRONOS_PRODUCT_ALL)

}  // namespace Chronos
