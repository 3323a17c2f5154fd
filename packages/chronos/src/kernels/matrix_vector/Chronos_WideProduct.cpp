// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_WideProduct.hpp"

#include "Chronos_ChunkProduct.hpp"
#include "Chronos_GroupProduct.hpp"
#include "Chronos_RunsOnHost.hpp"
#include "Chronos_WideNodeProduct.hpp"
#include "Chronos_WideResults.hpp"

namespace Chronos {
namespace {

// Entries of a row that a lane loads before it uses the first; fewer where rows are shorter than `shortRow`, since what
// is not loaded needs registers, too.
constexpr int entriesInFlight = 8, entriesOfShortRow = 4;
constexpr double shortRow = 5;
// Entries of a row of mean length that a walker meets: many where a column of the matrix has more entries than that
// and caches serve most reads of the vectors, as lanes that add up what they found do nothing else. Few where memory
// serves them, and where rows are too few to give all lanes of a GPU something to do.
constexpr int entriesPerWalker = 32, fewEntriesPerWalker = 8;
constexpr double entriesOfCachedColumn = 4;
constexpr std::int64_t lanesOfGpu = 1 << 18;

// A power of two.
int walkersFor(double meanRow, double meanColumn, std::int64_t numGroups, int lanesOfWalker) {
  const int enough = meanColumn < entriesOfCachedColumn ? fewEntriesPerWalker : entriesPerWalker;
  int walkers = 1;
  while (walkers * lanesOfWalker < warpSize &&
         (walkers * enough < meanRow ||
          (walkers * fewEntriesPerWalker < meanRow && numGroups * walkers * lanesOfWalker < lanesOfGpu)))
    walkers *= 2;
  return walkers;
}

int exponentOf(int powerOfTwo) {
  int exponent = 0;
  while ((1 << exponent) < powerOfTwo) ++exponent;
  return exponent;
}

// The lane's part of the sums of the entries first, first + stride, ... below end, in its two columns of the vectors.
template <int width, int inFlight, class MatrixScalar, class DeviceType>
KOKKOS_INLINE_FUNCTION Pair walk(const CsrMatrix<MatrixScalar, DeviceType>& A, Offset begin, int first, int end,
                                 int stride, LocalOrdinal numOwned, const double* x) {
  const LocalOrdinal* cols = A.colInd.data() + begin;
  const MatrixScalar* vals = A.values.data() + begin;
  Pair sum{0, 0};
  for (; first < end; first += stride * inFlight) {
    LocalOrdinal col[inFlight];
    MatrixScalar value[inFlight];
    for (int i = 0; i < inFlight; ++i)
      col[i] = first + i * stride < end ? loadReadOnly(cols + first + i * stride) : numOwned;
    for (int i = 0; i < inFlight; ++i)
      value[i] = first + i * stride < end ? loadReadOnly(vals + first + i * stride) : MatrixScalar(0);
    for (int i = 0; i < inFlight; ++i)
      if (col[i] < numOwned)
        addMultiple(static_cast<double>(value[i]), loadPair(x + std::int64_t(col[i]) * width), sum);
  }
  return sum;
}

// `walkers` times `width / 2` lanes a row.
template <class MatrixScalar, class DeviceType, class Result, int width, int inFlight>
struct WideGroupFunctor {
  CsrMatrix<MatrixScalar, DeviceType> A;
  Offset longestGroupRow;
  LocalOrdinal numOwned;
  int walkers, shift;  // 2^shift lanes a row
  const double* x;
  Result result;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item) const {
    const LocalOrdinal row = static_cast<LocalOrdinal>(item >> shift);
    constexpr int lanesOfWalker = width / columnsOfLane;
    const int lane = static_cast<int>(item & ((1 << shift) - 1)), walker = lane / lanesOfWalker;
    const int column = lane % lanesOfWalker * columnsOfLane;
    bool isMine = row < A.numRows;
    Pair sum{0, 0};
    if (isMine) {
      const Offset begin = loadReadOnly(A.rowPtr.data() + row);
      const Offset length = loadReadOnly(A.rowPtr.data() + row + 1) - begin;
      isMine = length <= longestGroupRow;
      if (isMine)
        sum = walk<width, inFlight>(A, begin, walker, static_cast<int>(length), walkers, numOwned, x + column);
    }
    sum = sumOfWalkers<width>(sum, 1 << shift);
    if (isMine && walker == 0) result.store(row, std::int64_t(row) * width + column, sum);
  }
};

// A warp a segment of a long row.
template <class MatrixScalar, class DeviceType, int width>
struct WideSegmentFunctor {
  CsrMatrix<MatrixScalar, DeviceType> A;
  ProductPlan<DeviceType> plan;
  LocalOrdinal numOwned;
  const double* x;
  double* partials;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item) const {
    constexpr int lanesOfWalker = width / columnsOfLane, lanes = runsOnHost<DeviceType> ? lanesOfWalker : warpSize;
    const int segment = static_cast<int>(item / lanes), lane = static_cast<int>(item % lanes);
    const int column = lane % lanesOfWalker * columnsOfLane;
    const LocalOrdinal position = plan.segmentRow(segment), row = plan.longRows(position);
    const Offset begin = A.rowPtr(row) + Offset(segment - plan.firstSegment(position)) * segmentLength;
    const Offset rest = A.rowPtr(row + 1) - begin;
    const int length = rest < Offset(segmentLength) ? static_cast<int>(rest) : segmentLength;
    const Pair sum = sumOfWalkers<width>(walk<width, entriesInFlight>(A, begin, lane / lanesOfWalker, length,
                                                                      lanes / lanesOfWalker, numOwned, x + column),
                                         lanes);
    if (lane >= lanesOfWalker) return;
    partials[std::int64_t(segment) * width + column] = sum.first;
    partials[std::int64_t(segment) * width + column + 1] = sum.second;
  }
};

template <class DeviceType, class Result, int width>
struct WideLongRowsFunctor {
  ProductPlan<DeviceType> plan;
  const double* partials;
  Result result;

  KOKKOS_INLINE_FUNCTION void operator()(int item) const {
    const int position = item / width, column = item % width;
    double sum = 0;
    for (int segment = plan.firstSegment(position); segment < plan.firstSegment(position + 1); ++segment)
      sum += partials[std::int64_t(segment) * width + column];
    const LocalOrdinal row = plan.longRows(position);
    result.store(row, std::int64_t(row) * width + column, sum);
  }
};

// A chunk of consecutive rows: what a host thread takes.
template <class MatrixScalar, class DeviceType, class Result, int width, bool hasHalo>
struct WideChunkFunctor {
  CsrMatrix<MatrixScalar, DeviceType> A;
  Kokkos::View<const LocalOrdinal*, DeviceType> firstRow;
  LocalOrdinal numOwned;
  const double* x;
  Result result;

  KOKKOS_INLINE_FUNCTION void operator()(int chunk) const {
    for (LocalOrdinal row = firstRow(chunk); row < firstRow(chunk + 1); ++row) {
      double sums[width] = {};
      const Offset end = A.rowPtr(row + 1);
      for (Offset entry = A.rowPtr(row); entry < end; ++entry) {
        const LocalOrdinal col = A.colInd(entry);
        prefetch(A.colInd.data() + entry + entriesAhead);
        prefetch(A.values.data() + entry + entriesAhead);
        if (hasHalo && col >= numOwned) continue;
        const double value = static_cast<double>(A.values(entry));
        const double* factors = x + std::int64_t(col) * width;
        for (int c = 0; c < width; ++c) sums[c] += value * factors[c];
      }
      for (int c = 0; c < width; ++c) result.store(row, std::int64_t(row) * width + c, sums[c]);
    }
  }
};

// Row i has entry i alone; a lane a column.
template <class MatrixScalar, class DeviceType, class Result, int width>
struct WideSinglesFunctor {
  CsrMatrix<MatrixScalar, DeviceType> A;
  LocalOrdinal numOwned;
  const double* x;
  Result result;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item) const {
    const LocalOrdinal row = static_cast<LocalOrdinal>(item / width), col = A.colInd(row);
    const double factor = col < numOwned ? x[std::int64_t(col) * width + item % width] : 0;
    result.store(row, item, static_cast<double>(A.values(row)) * factor);
  }
};

// A lane a column of a boundary row.
template <class MatrixScalar, class DeviceType, class Result, int width>
struct WideHaloFunctor {
  CsrMatrix<MatrixScalar, DeviceType> A;
  Kokkos::View<const LocalOrdinal*, DeviceType> rows;
  LocalOrdinal numOwned;
  const double* xHalo;
  Result result;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item) const {
    const LocalOrdinal row = rows(item / width);
    const int column = static_cast<int>(item % width);
    double sum = 0;
    for (Offset entry = A.rowPtr(row); entry < A.rowPtr(row + 1); ++entry) {
      const LocalOrdinal col = A.colInd(entry);
      if (col >= numOwned)
        sum += static_cast<double>(A.values(entry)) * xHalo[std::int64_t(col - numOwned) * width + column];
    }
    result.add(row, std::int64_t(row) * width + column, sum);
  }
};

template <class MatrixScalar, class DeviceType, class Result, int width>
class WideLaunch {
 public:
  static constexpr int lanesOfWalker = width / columnsOfLane;
  using Execution = typename DeviceType::execution_space;
  using ItemPolicy = Kokkos::RangePolicy<Execution, Kokkos::IndexType<std::int64_t>>;

  WideLaunch(const Execution& space, const ProductPlan<DeviceType>& plan, const CsrMatrix<MatrixScalar, DeviceType>& A,
             const ConstWideVectors<DeviceType>& x, const Result& result)
      : space_(space), plan_(plan), A_(A), x_(x), numOwned_(static_cast<LocalOrdinal>(x.extent(0))), result_(result) {}

  void run() const {
    if (A_.numRows == 0) return;
    if (plan_.kind == ProductKind::singles) singles();
    else if (plan_.kind == ProductKind::groups) groups();
    else if (numOwned_ < A_.numCols) chunks<true>();
    else chunks<false>();
  }

 private:
  void singles() const {
    Kokkos::parallel_for(
        "Chronos::multiplyWide::singles", ItemPolicy(space_, 0, std::int64_t(A_.numRows) * width),
        WideSinglesFunctor<MatrixScalar, DeviceType, Result, width>{A_, numOwned_, x_.data(), result_});
  }

  template <bool hasHalo>
  void chunks() const {
    Kokkos::RangePolicy<Execution, Kokkos::IndexType<int>, Kokkos::Schedule<Kokkos::Dynamic>> policy(
        space_, 0, static_cast<int>(plan_.firstRow.extent(0)) - 1);
    policy.set_chunk_size(1);
    if (plan_.nodes.exists())
      Kokkos::parallel_for("Chronos::multiplyWideNodes", policy,
                           WideNodeChunkFunctor<MatrixScalar, DeviceType, Result, width, hasHalo>{
                               A_, plan_.nodes, plan_.firstRow, numOwned_, x_.data(), result_});
    else
      Kokkos::parallel_for("Chronos::multiplyWide", policy,
                           WideChunkFunctor<MatrixScalar, DeviceType, Result, width, hasHalo>{
                               A_, plan_.firstRow, numOwned_, x_.data(), result_});
  }

  void groups() const {
    const double meanLength = double(A_.numEntries()) / A_.numRows;
    if (plan_.nodes.exists()) nodes(meanLength);
    else if (meanLength < shortRow) rows<entriesOfShortRow>(meanLength);
    else rows<entriesInFlight>(meanLength);
    if (plan_.longRows.extent(0) > 0) longRows();
  }

  int numWalkers(double meanRow, std::int64_t numGroups) const {
    const double meanColumn = double(A_.numEntries()) / A_.numCols;
    return runsOnHost<DeviceType> ? 1 : walkersFor(meanRow, meanColumn, numGroups, lanesOfWalker);
  }

  ItemPolicy lanesOf(std::int64_t numGroups, int shift) const {
    return ItemPolicy(space_, 0, ((numGroups << shift) + warpSize - 1) / warpSize * warpSize);
  }

  void nodes(double meanLength) const {
    const std::int64_t numNodes = A_.numRows / nodeSize;
    const int walkers = numWalkers(meanLength, numNodes);
    const int shift = exponentOf(walkers * lanesOfWalker);
    Kokkos::parallel_for("Chronos::multiplyWideNodes", lanesOf(numNodes, shift),
                         WideNodeFunctor<MatrixScalar, DeviceType, Result, width>{
                             A_, plan_.nodes, plan_.longestGroupRow, numOwned_, walkers, shift, x_.data(), result_});
  }

  template <int inFlight>
  void rows(double meanLength) const {
    const int walkers = numWalkers(meanLength, A_.numRows);
    const int shift = exponentOf(walkers * lanesOfWalker);
    Kokkos::parallel_for("Chronos::multiplyWide", lanesOf(A_.numRows, shift),
                         WideGroupFunctor<MatrixScalar, DeviceType, Result, width, inFlight>{
                             A_, plan_.longestGroupRow, numOwned_, walkers, shift, x_.data(), result_});
  }

  void longRows() const {
    const std::int64_t numSegments = static_cast<std::int64_t>(plan_.segmentRow.extent(0));
    const auto partials = allocate<Kokkos::View<double*, DeviceType>>("Chronos::partial sums", numSegments * width);
    constexpr int lanes = runsOnHost<DeviceType> ? lanesOfWalker : warpSize;
    Kokkos::parallel_for(
        "Chronos::multiplyWide::segments", ItemPolicy(space_, 0, numSegments * lanes),
        WideSegmentFunctor<MatrixScalar, DeviceType, width>{A_, plan_, numOwned_, x_.data(), partials.data()});
    Kokkos::parallel_for("Chronos::multiplyWide::longRows",
                         ItemPolicy(space_, 0, static_cast<std::int64_t>(plan_.longRows.extent(0)) * width),
                         WideLongRowsFunctor<DeviceType, Result, width>{plan_, partials.data(), result_});
  }

  const Execution& space_;
  const ProductPlan<DeviceType>& plan_;
  const CsrMatrix<MatrixScalar, DeviceType>& A_;
  const ConstWideVectors<DeviceType>& x_;
  LocalOrdinal numOwned_;
  Result result_;
};

template <class MatrixScalar, class DeviceType, class Result>
void launch(const typename DeviceType::execution_space& space, const ProductPlan<DeviceType>& plan,
            const CsrMatrix<MatrixScalar, DeviceType>& A, const ConstWideVectors<DeviceType>& x, const Result& result) {
  switch (x.extent(1)) {
    case 2: WideLaunch<MatrixScalar, DeviceType, Result, 2>(space, plan, A, x, result).run(); break;
    case 4: WideLaunch<MatrixScalar, DeviceType, Result, 4>(space, plan, A, x, result).run(); break;
    default: WideLaunch<MatrixScalar, DeviceType, Result, 8>(space, plan, A, x, result).run();
  }
}

template <int width, class MatrixScalar, class DeviceType, class Result>
void addHaloOf(const typename DeviceType::execution_space& space, const CsrMatrix<MatrixScalar, DeviceType>& A,
               const Kokkos::View<const LocalOrdinal*, DeviceType>& rows, LocalOrdinal numOwned,
               const ConstWideVectors<DeviceType>& xHalo, const Result& result) {
  using Policy = Kokkos::RangePolicy<typename DeviceType::execution_space, Kokkos::IndexType<std::int64_t>>;
  Kokkos::parallel_for(
      "Chronos::multiplyHaloWide", Policy(space, 0, static_cast<std::int64_t>(rows.extent(0)) * width),
      WideHaloFunctor<MatrixScalar, DeviceType, Result, width>{A, rows, numOwned, xHalo.data(), result});
}

template <class MatrixScalar, class DeviceType, class Result>
void addHalo(const typename DeviceType::execution_space& space, const CsrMatrix<MatrixScalar, DeviceType>& A,
             const Kokkos::View<const LocalOrdinal*, DeviceType>& rows, LocalOrdinal numOwned,
             const ConstWideVectors<DeviceType>& xHalo, const Result& result) {
  if (rows.extent(0) == 0) return;
  switch (xHalo.extent(1)) {
    case 2: addHaloOf<2>(space, A, rows, numOwned, xHalo, result); break;
    case 4: addHaloOf<4>(space, A, rows, numOwned, xHalo, result); break;
    default: addHaloOf<8>(space, A, rows, numOwned, xHalo, result);
  }
}

}  // namespace

template <class MatrixScalar, class DeviceType>
void multiplyWide(const typename DeviceType::execution_space& space, const ProductPlan<DeviceType>& plan,
                  const CsrMatrix<MatrixScalar, DeviceType>& A, const ConstWideVectors<DeviceType>& x, double alpha,
                  double beta, const ConstWideVectors<DeviceType>& w, const WideVectors<DeviceType>& y) {
  launch(space, plan, A, x, WideCombination{alpha, beta, w.data(), y.data()});
}

template <class MatrixScalar, class DeviceType>
void relaxWide(const typename DeviceType::execution_space& space, const ProductPlan<DeviceType>& plan,
               const CsrMatrix<MatrixScalar, DeviceType>& A, double omega,
               const Kokkos::View<const double*, DeviceType>& d, const ConstWideVectors<DeviceType>& b,
               const ConstWideVectors<DeviceType>& x, const WideVectors<DeviceType>& y) {
  launch(space, plan, A, x, WideRelaxation{omega, d.data(), b.data(), x.data(), y.data()});
}

template <class MatrixScalar, class DeviceType>
void multiplyHaloWide(const typename DeviceType::execution_space& space, const CsrMatrix<MatrixScalar, DeviceType>& A,
                      const Kokkos::View<const LocalOrdinal*, DeviceType>& rows, LocalOrdinal numOwned,
                      const ConstWideVectors<DeviceType>& xHalo, double alpha, const WideVectors<DeviceType>& y) {
  addHalo(space, A, rows, numOwned, xHalo, WideCombination{alpha, 0, nullptr, y.data()});
}

template <class MatrixScalar, class DeviceType>
void relaxHaloWide(const typename DeviceType::execution_space& space, const CsrMatrix<MatrixScalar, DeviceType>& A,
                   const Kokkos::View<const LocalOrdinal*, DeviceType>& rows, LocalOrdinal numOwned,
                   const ConstWideVectors<DeviceType>& xHalo, double omega,
                   const Kokkos::View<const double*, DeviceType>& d, const WideVectors<DeviceType>& y) {
  addHalo(space, A, rows, numOwned, xHalo, WideRelaxation{omega, d.data(), nullptr, nullptr, y.data()});
}

#define CHRONOS_WIDEPRODUCT(MATRIX, DEVICE)                                                                            \
  template void multiplyWide<MATRIX, DEVICE>(                                                                          \
      const DEVICE::execution_space&, const ProductPlan<DEVICE>&, const CsrMatrix<MATRIX, DEVICE>&,                    \
      const ConstWideVectors<DEVICE>&, double, double, const ConstWideVectors<DEVICE>&, const WideVectors<DEVICE>&);   \
  template void relaxWide<MATRIX, DEVICE>(const DEVICE::execution_space&, const ProductPlan<DEVICE>&,                  \
                                          const CsrMatrix<MATRIX, DEVICE>&, double,                                    \
                                          const Kokkos::View<const double*, DEVICE>&, const ConstWideVectors<DEVICE>&, \
                                          const ConstWideVectors<DEVICE>&, const WideVectors<DEVICE>&);                \
  template void multiplyHaloWide<MATRIX, DEVICE>(const DEVICE::execution_space&, const CsrMatrix<MATRIX, DEVICE>&,     \
                                                 const Kokkos::View<const LocalOrdinal*, DEVICE>&, LocalOrdinal,       \
                                                 const ConstWideVectors<DEVICE>&, double, const WideVectors<DEVICE>&); \
  template void relaxHaloWide<MATRIX, DEVICE>(const DEVICE::execution_space&, const CsrMatrix<MATRIX, DEVICE>&,        \
                                              const Kokkos::View<const LocalOrdinal*, DEVICE>&, LocalOrdinal,          \
                                              const ConstWideVectors<DEVICE>&, double,                                 \
                                              const Kokkos::View<const double*, DEVICE>&, const WideVectors<DEVICE>&);
#define CHRONOS_WIDEPRODUCT_ALL(DEVICE) \
  CHRONOS_WIDEPRODUCT(double, DEVICE)   \
  CHRONOS_WIDEPRODUCT(float, DEVICE)
CHRONOS_FOR_EACH_DEVICE(CHRONOS_WIDEPRODUCT_ALL)

}  // namespace Chronos
