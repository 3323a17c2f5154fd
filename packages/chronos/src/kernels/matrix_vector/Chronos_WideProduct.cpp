// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_WideProduct.hpp"

#include "Chronos_GroupProduct.hpp"
#include "Chronos_LanePolicy.hpp"
#include "Chronos_RunsOnHost.hpp"
#include "Chronos_WideMergedProduct.hpp"
#include "Chronos_WideNodeProduct.hpp"
#include "Chronos_WideResults.hpp"
#include "Chronos_WideRows.hpp"

namespace Chronos {
namespace {

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
    const WideEntries<width> entries{x + column, numOwned};
    const Pair sum = sumOfWalkers<width>(
        walk<LongWideRows::entriesInFlight>(A, begin, lane / lanesOfWalker, length, lanes / lanesOfWalker, entries),
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

template <class MatrixScalar, class DeviceType, class Result, int width>
class WideLaunch {
 public:
  using Lane = WideLane<width>;
  using Execution = typename DeviceType::execution_space;
  using ItemPolicy = FreeLanes<Execution>;
  using Bounded = BoundedLanes<Execution>;

  WideLaunch(const Execution& space, const ProductPlan<DeviceType>& plan, const CsrMatrix<MatrixScalar, DeviceType>& A,
             const ConstWideVectors<DeviceType>& x, const Result& result)
      : space_(space), plan_(plan), A_(A), x_(x), numOwned_(static_cast<LocalOrdinal>(x.extent(0))), result_(result) {}

  void run() const {
    if (A_.numRows == 0) return;
    if (plan_.kind == ProductKind::singles) singles();
    else if (plan_.kind == ProductKind::groups) groups();
    else if (!plan_.nodes.exists())
      multiplyWideChunks<width>("Chronos::multiplyWide", space_, plan_, A_, WideEntries<width>{x_.data(), numOwned_},
                                result_);
    else if (numOwned_ < A_.numCols) nodeChunks<true>();
    else nodeChunks<false>();
  }

 private:
  void singles() const {
    Kokkos::parallel_for(
        "Chronos::multiplyWide::singles", ItemPolicy(space_, 0, std::int64_t(A_.numRows) * width),
        WideSinglesFunctor<MatrixScalar, DeviceType, Result, width>{A_, numOwned_, x_.data(), result_});
  }

  template <bool hasHalo>
  void nodeChunks() const {
    forChunks("Chronos::multiplyWideNodes", space_, plan_,
              WideNodeChunkFunctor<MatrixScalar, DeviceType, Result, width, hasHalo>{A_, plan_.nodes, plan_.firstRow,
                                                                                     numOwned_, x_.data(), result_});
  }

  void groups() const {
    if (plan_.nodes.exists()) nodes();
    else if (plan_.merged.exists()) mergedRows();
    else rows();
    if (plan_.longRows.extent(0) > 0) longRows();
  }

  template <class Lanes>
  Lanes lanesOf(std::int64_t numGroups, int shift) const {
    return Lanes(space_, 0, numWideLanes(numGroups, shift));
  }

  void nodes() const {
    const int shift = shiftOfGroups<width>(A_, numNodes());
    Kokkos::parallel_for(
        "Chronos::multiplyWideNodes", lanesOf<Bounded>(numNodes(), shift),
        WideNodeFunctor<MatrixScalar, DeviceType, Result, width>{A_, plan_.nodes, plan_.longestGroupRow, numOwned_,
                                                                 Lane::numWalkers(shift), shift, x_.data(), result_});
  }

  void mergedRows() const {
    const int shift = shiftOfGroups<width>(A_, numNodes());
    Kokkos::parallel_for("Chronos::multiplyWideMerged", lanesOf<Bounded>(numNodes(), shift),
                         WideMergedFunctor<MatrixScalar, DeviceType, Result, width>{
                             A_, plan_.merged, numOwned_, Lane::numWalkers(shift), shift, x_.data(), result_});
  }

  std::int64_t numNodes() const { return A_.numRows / nodeSize; }

  void rows() const {
    withWideRows<width>(A_, [&](auto kind, auto shift) {
      using Rows = decltype(kind);
      Kokkos::parallel_for("Chronos::multiplyWide",
                           lanesOf<typename Rows::template Lanes<Execution>>(A_.numRows, shift),
                           WideGroupFunctor<MatrixScalar, DeviceType, Result, width, Rows>{
                               A_, plan_.longestGroupRow, shift, {x_.data(), numOwned_}, result_});
    });
  }

  void longRows() const {
    const std::int64_t numSegments = static_cast<std::int64_t>(plan_.segmentRow.extent(0));
    const auto partials = allocate<Kokkos::View<double*, DeviceType>>("Chronos::partial sums", numSegments * width);
    constexpr int lanes = runsOnHost<DeviceType> ? Lane::lanesOfWalker : warpSize;
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
  withColumns(x.extent(1), [&](auto width) {
    WideLaunch<MatrixScalar, DeviceType, Result, decltype(width)::value>(space, plan, A, x, result).run();
  });
}

template <int width, class MatrixScalar, class DeviceType, class Result>
void addHaloOf(const typename DeviceType::execution_space& space, const CsrMatrix<MatrixScalar, DeviceType>& A,
               const BoundaryRows<DeviceType>& boundary, LocalOrdinal numOwned,
               const ConstWideVectors<DeviceType>& xHalo, const Result& result, const HaloWait& wait) {
  using Policy = FreeLanes<typename DeviceType::execution_space>;
  launchAwaited("Chronos::multiplyHaloWide", Policy(space, 0, numWideHaloLanes<DeviceType>(boundary.size(), width)),
                wait, [&](const auto& awaited) {
                  return WideHaloFunctor<MatrixScalar, DeviceType, Result, width, std::decay_t<decltype(awaited)>>{
                      A, boundary.rows, numOwned, xHalo.data(), result, awaited};
                });
}

template <class MatrixScalar, class DeviceType, class Result>
void addHalo(const typename DeviceType::execution_space& space, const CsrMatrix<MatrixScalar, DeviceType>& A,
             const BoundaryRows<DeviceType>& boundary, LocalOrdinal numOwned, const ConstWideVectors<DeviceType>& xHalo,
             const Result& result, const HaloWait& wait) {
  if (boundary.size() == 0) return;
  withColumns(xHalo.extent(1), [&](auto width) {
    addHaloOf<decltype(width)::value>(space, A, boundary, numOwned, xHalo, result, wait);
  });
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
                      const BoundaryRows<DeviceType>& boundary, LocalOrdinal numOwned,
                      const ConstWideVectors<DeviceType>& xHalo, double alpha, const WideVectors<DeviceType>& y,
                      const HaloWait& wait) {
  addHalo(space, A, boundary, numOwned, xHalo, WideCombination{alpha, 0, nullptr, y.data()}, wait);
}

template <class MatrixScalar, class DeviceType>
void relaxHaloWide(const typename DeviceType::execution_space& space, const CsrMatrix<MatrixScalar, DeviceType>& A,
                   const BoundaryRows<DeviceType>& boundary, LocalOrdinal numOwned,
                   const ConstWideVectors<DeviceType>& xHalo, double omega,
                   const Kokkos::View<const double*, DeviceType>& d, const WideVectors<DeviceType>& y,
                   const HaloWait& wait) {
  addHalo(space, A, boundary, numOwned, xHalo, WideRelaxation{omega, d.data(), nullptr, nullptr, y.data()}, wait);
}

#define CHRONOS_WIDEPRODUCT(MATRIX, DEVICE)                                                                            \
  template void multiplyWide<MATRIX, DEVICE>(                                                                          \
      const DEVICE::execution_space&, const ProductPlan<DEVICE>&, const CsrMatrix<MATRIX, DEVICE>&,                    \
      const ConstWideVectors<DEVICE>&, double, double, const ConstWideVectors<DEVICE>&, const WideVectors<DEVICE>&);   \
  template void relaxWide<MATRIX, DEVICE>(const DEVICE::execution_space&, const ProductPlan<DEVICE>&,                  \
                                          const CsrMatrix<MATRIX, DEVICE>&, double,                                    \
                                          const Kokkos::View<const double*, DEVICE>&, const ConstWideVectors<DEVICE>&, \
                                          const ConstWideVectors<DEVICE>&, const WideVectors<DEVICE>&);                \
  template void multiplyHaloWide<MATRIX, DEVICE>(                                                                      \
      const DEVICE::execution_space&, const CsrMatrix<MATRIX, DEVICE>&, const BoundaryRows<DEVICE>&, LocalOrdinal,     \
      const ConstWideVectors<DEVICE>&, double, const WideVectors<DEVICE>&, const HaloWait&);                           \
  template void relaxHaloWide<MATRIX, DEVICE>(                                                                         \
      const DEVICE::execution_space&, const CsrMatrix<MATRIX, DEVICE>&, const BoundaryRows<DEVICE>&, LocalOrdinal,     \
      const ConstWideVectors<DEVICE>&, double, const Kokkos::View<const double*, DEVICE>&, const WideVectors<DEVICE>&, \
      const HaloWait&);
#define CHRONOS_WIDEPRODUCT_ALL(DEVICE) \
  CHRONOS_WIDEPRODUCT(double, DEVICE)   \
  CHRONOS_WIDEPRODUCT(float, DEVICE)
CHRONOS_FOR_EACH_DEVICE(CHRONOS_WIDEPRODUCT_ALL)

}  // namespace Chronos
