// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SparseProduct.hpp"

#include "Chronos_ChunkProduct.hpp"
#include "Chronos_GroupProduct.hpp"
#include "Chronos_HaloProduct.hpp"
#include "Chronos_LanePolicy.hpp"
#include "Chronos_NodeGroupProduct.hpp"
#include "Chronos_NodeProduct.hpp"
#include "Chronos_ProductResults.hpp"
#include "Chronos_RunsOnHost.hpp"

namespace Chronos {
namespace {

template <class DeviceType>
using RowPolicy = Kokkos::RangePolicy<typename DeviceType::execution_space, Kokkos::IndexType<int>>;

// Row i has entry i alone.
template <class MatrixScalar, class VectorScalar, class DeviceType, class Result>
struct SinglesFunctor {
  CsrMatrix<MatrixScalar, DeviceType> A;
  Kokkos::View<const VectorScalar*, DeviceType> x;
  Result result;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    const LocalOrdinal col = A.colInd(row);
    const bool isOwned = col < static_cast<LocalOrdinal>(x.extent(0));
    result.store(row, isOwned ? static_cast<VectorScalar>(A.values(row)) * x(col) : VectorScalar(0));
  }
};

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
    if (plan_.kind == ProductKind::singles) singles();
    else if (plan_.kind == ProductKind::groups) groups();
    else if (numOwned() < A_.numCols) chunksOfKind<true>();
    else chunksOfKind<false>();
  }

 private:
  static constexpr bool isCombination = std::is_same_v<Result, RowCombination<VectorScalar, DeviceType>>;

  void singles() const {
    Kokkos::parallel_for("Chronos::multiply::singles", RowPolicy<DeviceType>(space_, 0, A_.numRows),
                         SinglesFunctor<MatrixScalar, VectorScalar, DeviceType, Result>{A_, x_, result_});
  }

  template <bool hasHalo>
  void chunksOfKind() const {
    if (plan_.kind == ProductKind::raggedChunks) chunks<hasHalo, true>();
    else chunks<hasHalo, false>();
  }

  template <bool hasHalo, bool isRagged>
  void chunks() const {
    if (plan_.nodes.exists()) {
      forChunks("Chronos::multiplyNodes", space_, plan_,
                NodeChunkFunctor<MatrixScalar, VectorScalar, DeviceType, Result, hasHalo>{A_, plan_.nodes,
                                                                                          plan_.firstRow, x_, result_});
      return;
    }
    forChunks("Chronos::multiply", space_, plan_,
              ChunkProductFunctor<MatrixScalar, VectorScalar, DeviceType, Result, hasHalo, isRagged>{
                  A_, plan_.firstRow, plan_.lengths, x_, result_});
  }

  void groups() const {
    switch (lanesOfGroup()) {
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
                         Kokkos::TeamPolicy<Execution>(space_, numSegments, 1, runsOnHost<DeviceType> ? 1 : 32),
                         SegmentSumFunctor<MatrixScalar, VectorScalar, DeviceType>{A_, plan_, x_, partials});
    Kokkos::parallel_for("Chronos::multiply::longRows", RowPolicy<DeviceType>(space_, 0, numLong),
                         LongRowsFunctor<VectorScalar, DeviceType, Result>{plan_, partials, result_});
  }

  LocalOrdinal numOwned() const { return static_cast<LocalOrdinal>(x_.extent(0)); }

  int lanesOfGroup() const {
    if (runsOnHost<DeviceType>) return 1;
    if (!plan_.nodes.exists()) return plan_.groupWidth;
    return lanesFor(double(plan_.nodes.firstColumn.extent(0)) / (A_.numRows / nodeSize), runsOfNodeLane);
  }

  template <int width>
  void groupsOfWidth() const {
    if (plan_.nodes.exists()) {
      using Groups = NodeGroupFunctor<MatrixScalar, VectorScalar, DeviceType, Result, width>;
      using Lanes =
          std::conditional_t<std::is_same_v<MatrixScalar, double>, BoundedLanes<Execution>, FreeLanes<Execution>>;
      Kokkos::parallel_for("Chronos::multiplyNodes", Lanes(space_, 0, Groups::numItems(A_.numRows)),
                           Groups{A_, plan_.nodes, plan_.longestGroupRow, x_, result_});
    } else {
      using Groups = GroupProductFunctor<MatrixScalar, VectorScalar, DeviceType, Result, width>;
      // Prolongations have two or three entries a row: no loads that would wait for each other.
      using Lanes = std::conditional_t<isCombination && width == 1, FreeLanes<Execution>, BoundedLanes<Execution>>;
      Kokkos::parallel_for("Chronos::multiply", Lanes(space_, 0, Groups::numItems(A_.numRows)),
                           Groups{A_, plan_.longestGroupRow, {x_.data(), numOwned()}, result_});
    }
  }

  const Execution& space_;
  const ProductPlan<DeviceType>& plan_;
  const CsrMatrix<MatrixScalar, DeviceType>& A_;
  const Kokkos::View<const VectorScalar*, DeviceType>& x_;
  const Result& result_;
};

template <class MatrixScalar, class VectorScalar, class DeviceType, class Result>
void addHalo(const typename DeviceType::execution_space& space, const CsrMatrix<MatrixScalar, DeviceType>& A,
             const BoundaryRows<DeviceType>& boundary, LocalOrdinal numOwned,
             const Kokkos::View<const VectorScalar*, DeviceType>& xHalo, const Result& result, const HaloWait& wait) {
  using Lanes = FreeLanes<typename DeviceType::execution_space>;
  if (boundary.size() == 0) return;
  withBoundaryLanes(boundary, [&](auto lanes) {
    constexpr int each = decltype(lanes)::value;
    static_assert(isArgument<HaloProductFunctor<MatrixScalar, VectorScalar, DeviceType, Result, each, HaloWait>>);
    launchAwaited("Chronos::multiplyHalo", Lanes(space, 0, numHaloLanes(boundary)), wait, [&](const auto& awaited) {
      return HaloProductFunctor<MatrixScalar, VectorScalar, DeviceType, Result, each, std::decay_t<decltype(awaited)>>{
          A, boundary.rows, numOwned, xHalo, result, awaited};
    });
  });
}

}  // namespace

template <class MatrixScalar, class VectorScalar, class DeviceType>
void multiply(const typename DeviceType::execution_space& space, const ProductPlan<DeviceType>& plan,
              const CsrMatrix<MatrixScalar, DeviceType>& A, const Kokkos::View<const VectorScalar*, DeviceType>& x,
              VectorScalar alpha, VectorScalar beta, const Kokkos::View<const VectorScalar*, DeviceType>& w,
              const Kokkos::View<VectorScalar*, DeviceType>& y) {
  using Result = RowCombination<VectorScalar, DeviceType>;
  Launch<MatrixScalar, VectorScalar, DeviceType, Result>(space, plan, A, x, Result{alpha, beta, w, y}).run();
}

template <class MatrixScalar, class VectorScalar, class DeviceType>
void relax(const typename DeviceType::execution_space& space, const ProductPlan<DeviceType>& plan,
           const CsrMatrix<MatrixScalar, DeviceType>& A, VectorScalar omega,
           const Kokkos::View<const VectorScalar*, DeviceType>& d,
           const Kokkos::View<const VectorScalar*, DeviceType>& b,
           const Kokkos::View<const VectorScalar*, DeviceType>& x, const Kokkos::View<VectorScalar*, DeviceType>& y) {
  using Result = RowRelaxation<VectorScalar, DeviceType>;
  Launch<MatrixScalar, VectorScalar, DeviceType, Result>(space, plan, A, x, Result{omega, d, b, x, y}).run();
}

template <class MatrixScalar, class VectorScalar, class DeviceType>
void multiplyHalo(const typename DeviceType::execution_space& space, const CsrMatrix<MatrixScalar, DeviceType>& A,
                  const BoundaryRows<DeviceType>& boundary, LocalOrdinal numOwned,
                  const Kokkos::View<const VectorScalar*, DeviceType>& xHalo, VectorScalar alpha,
                  const Kokkos::View<VectorScalar*, DeviceType>& y, const HaloWait& wait) {
  addHalo<MatrixScalar, VectorScalar, DeviceType>(space, A, boundary, numOwned, xHalo,
                                                  RowCombination<VectorScalar, DeviceType>{alpha, 0, {}, y}, wait);
}

template <class MatrixScalar, class VectorScalar, class DeviceType>
void relaxHalo(const typename DeviceType::execution_space& space, const CsrMatrix<MatrixScalar, DeviceType>& A,
               const BoundaryRows<DeviceType>& boundary, LocalOrdinal numOwned,
               const Kokkos::View<const VectorScalar*, DeviceType>& xHalo, VectorScalar omega,
               const Kokkos::View<const VectorScalar*, DeviceType>& d, const Kokkos::View<VectorScalar*, DeviceType>& y,
               const HaloWait& wait) {
  addHalo<MatrixScalar, VectorScalar, DeviceType>(space, A, boundary, numOwned, xHalo,
                                                  RowRelaxation<VectorScalar, DeviceType>{omega, d, {}, {}, y}, wait);
}

#define CHRONOS_PRODUCT(MATRIX, VECTOR, DEVICE)                                                                    \
  template void multiply<MATRIX, VECTOR, DEVICE>(                                                                  \
      const DEVICE::execution_space&, const ProductPlan<DEVICE>&, const CsrMatrix<MATRIX, DEVICE>&,                \
      const Kokkos::View<const VECTOR*, DEVICE>&, VECTOR, VECTOR, const Kokkos::View<const VECTOR*, DEVICE>&,      \
      const Kokkos::View<VECTOR*, DEVICE>&);                                                                       \
  template void relax<MATRIX, VECTOR, DEVICE>(                                                                     \
      const DEVICE::execution_space&, const ProductPlan<DEVICE>&, const CsrMatrix<MATRIX, DEVICE>&, VECTOR,        \
      const Kokkos::View<const VECTOR*, DEVICE>&, const Kokkos::View<const VECTOR*, DEVICE>&,                      \
      const Kokkos::View<const VECTOR*, DEVICE>&, const Kokkos::View<VECTOR*, DEVICE>&);                           \
  template void multiplyHalo<MATRIX, VECTOR, DEVICE>(                                                              \
      const DEVICE::execution_space&, const CsrMatrix<MATRIX, DEVICE>&, const BoundaryRows<DEVICE>&, LocalOrdinal, \
      const Kokkos::View<const VECTOR*, DEVICE>&, VECTOR, const Kokkos::View<VECTOR*, DEVICE>&, const HaloWait&);  \
  template void relaxHalo<MATRIX, VECTOR, DEVICE>(                                                                 \
      const DEVICE::execution_space&, const CsrMatrix<MATRIX, DEVICE>&, const BoundaryRows<DEVICE>&, LocalOrdinal, \
      const Kokkos::View<const VECTOR*, DEVICE>&, VECTOR, const Kokkos::View<const VECTOR*, DEVICE>&,              \
      const Kokkos::View<VECTOR*, DEVICE>&, const HaloWait&);
#define CHRONOS_PRODUCT_ALL(DEVICE)       \
  CHRONOS_PRODUCT(double, double, DEVICE) \
  CHRONOS_PRODUCT(float, float, DEVICE)   \
  CHRONOS_PRODUCT(float, double, DEVICE)
CHRONOS_FOR_EACH_DEVICE(CHRONOS_PRODUCT_ALL)

}  // namespace Chronos
