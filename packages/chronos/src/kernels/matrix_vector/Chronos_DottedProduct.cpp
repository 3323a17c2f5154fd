// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_DottedProduct.hpp"

#include "Chronos_ChunkProduct.hpp"
#include "Chronos_GroupProduct.hpp"
#include "Chronos_HaloProduct.hpp"
#include "Chronos_LanePolicy.hpp"
#include "Chronos_RunsOnHost.hpp"
#include "Chronos_WideRows.hpp"

namespace Chronos {
namespace {

template <class DeviceType>
using Columns = Kokkos::View<const double*, DeviceType>;

// The entries of a block one after the other.
template <class DeviceType>
Kokkos::View<double*, DeviceType> entriesOf(const WideVectors<DeviceType>& x) {
  return Kokkos::View<double*, DeviceType>(x.data(), x.extent(0) * x.extent(1));
}
template <class DeviceType>
Columns<DeviceType> constEntriesOf(const ConstWideVectors<DeviceType>& x) {
  return Columns<DeviceType>(x.data(), x.extent(0) * x.extent(1));
}

template <class DeviceType>
struct DottedLaunch {
  using Execution = typename DeviceType::execution_space;
  const Execution& space;
  const ProductPlan<DeviceType>& plan;
  const CsrMatrix<double, DeviceType>& A;
  const ConstWideVectors<DeviceType>& x;

  LocalOrdinal numOwned() const { return static_cast<LocalOrdinal>(x.extent(0)); }

  template <class Result>
  void column(const Result& result) const {
    if (A.numRows == 0) return;
    if constexpr (runsOnHost<DeviceType>) {
      const bool hasHalo = numOwned() < A.numCols, isRagged = plan.kind == ProductKind::raggedChunks;
      if (hasHalo && isRagged) chunks<Result, true, true>(result);
      else if (hasHalo) chunks<Result, true, false>(result);
      else if (isRagged) chunks<Result, false, true>(result);
      else chunks<Result, false, false>(result);
    } else {
      withShortGroup(plan.groupWidth, [&](auto lanes) { groups<Result, decltype(lanes)::value>(result); });
    }
  }

  template <int width, class Result>
  void columns(const Result& result) const {
    if (A.numRows == 0) return;
    if constexpr (runsOnHost<DeviceType>) {
      multiplyWideChunks<width>("Chronos::multiplyWideDotted", space, plan, A, WideEntries<width>{x.data(), numOwned()},
                                result);
    } else {
      wideGroups<Result, width>(result);
    }
  }

 private:
  template <class Result, bool hasHalo, bool isRagged>
  void chunks(const Result& result) const {
    forChunks("Chronos::multiplyDotted", space, plan,
              ChunkProductFunctor<double, double, DeviceType, Result, hasHalo, isRagged>{
                  A, plan.firstRow, plan.lengths, constEntriesOf<DeviceType>(x), result});
  }

  template <class Result, int lanes>
  void groups(const Result& result) const {
    using Groups = GroupProductFunctor<double, double, DeviceType, Result, lanes>;
    Kokkos::parallel_for("Chronos::multiplyDotted", BoundedLanes<Execution>(space, 0, Groups::numItems(A.numRows)),
                         Groups{A, plan.longestGroupRow, {x.data(), numOwned()}, result});
  }

  template <class Result, int width>
  void wideGroups(const Result& result) const {
    withWideRows<width>(A, [&](auto rows, auto shift) {
      Kokkos::parallel_for("Chronos::multiplyWideDotted",
                           FreeLanes<Execution>(space, 0, numWideLanes(A.numRows, shift)),
                           WideGroupFunctor<double, DeviceType, Result, width, decltype(rows)>{
                               A, plan.longestGroupRow, shift, {x.data(), numOwned()}, result});
    });
  }
};

template <class DeviceType, class Result>
void haloColumn(const typename DeviceType::execution_space& space, const CsrMatrix<double, DeviceType>& A,
                const BoundaryRows<DeviceType>& boundary, LocalOrdinal numOwned,
                const ConstWideVectors<DeviceType>& xHalo, const Result& result, const HaloWait& wait) {
  using Lanes = FreeLanes<typename DeviceType::execution_space>;
  withBoundaryLanes(boundary, [&](auto lanes) {
    constexpr int each = decltype(lanes)::value;
    static_assert(isArgument<HaloProductFunctor<double, double, DeviceType, Result, each, HaloWait>>);
    launchAwaited(
        "Chronos::multiplyHaloDotted", Lanes(space, 0, numHaloLanes(boundary)), wait, [&](const auto& awaited) {
          return HaloProductFunctor<double, double, DeviceType, Result, each, std::decay_t<decltype(awaited)>>{
              A, boundary.rows, numOwned, constEntriesOf<DeviceType>(xHalo), result, awaited};
        });
  });
}

template <int width, class DeviceType, class Result>
void haloColumns(const typename DeviceType::execution_space& space, const CsrMatrix<double, DeviceType>& A,
                 const BoundaryRows<DeviceType>& boundary, LocalOrdinal numOwned,
                 const ConstWideVectors<DeviceType>& xHalo, const Result& result, const HaloWait& wait) {
  using Lanes = FreeLanes<typename DeviceType::execution_space>;
  launchAwaited("Chronos::multiplyHaloWideDotted",
                Lanes(space, 0, numWideHaloLanes<DeviceType>(boundary.size(), width)), wait, [&](const auto& awaited) {
                  return WideHaloFunctor<double, DeviceType, Result, width, std::decay_t<decltype(awaited)>>{
                      A, boundary.rows, numOwned, xHalo.data(), result, awaited};
                });
}

}  // namespace

template <class DeviceType>
bool gathersDots(const ProductPlan<DeviceType>& plan, const CsrMatrix<double, DeviceType>& A) {
  if (!runsOnHost<DeviceType>) return areShortGroups(plan);
  return areChunksOfRows(plan) && areChunksForDots(A.numRows, A.numEntries());
}

template <class DeviceType>
DotGroups dotGroups(const ProductPlan<DeviceType>& plan, const CsrMatrix<double, DeviceType>& A,
                    const BoundaryRows<DeviceType>& boundary, int width) {
  if (A.numRows == 0) return {};
  if (runsOnHost<DeviceType>)
    return {(std::int64_t(A.numRows) + rowsOfDot - 1) / rowsOfDot, static_cast<std::int64_t>(boundary.size())};
  if (width == 1)
    return {wholeWarps(std::int64_t(A.numRows) * plan.groupWidth) / warpSize, numHaloLanes(boundary) / warpSize};
  int shift = 0;
  withColumns(width, [&](auto columns) {
    withWideRows<decltype(columns)::value>(A, [&](auto, int shiftOfRows) { shift = shiftOfRows; });
  });
  return {numWideLanes(A.numRows, shift) / warpSize, numWideHaloLanes<DeviceType>(boundary.size(), width) / warpSize};
}

template <class DeviceType>
void multiplyDotted(const typename DeviceType::execution_space& space, const ProductPlan<DeviceType>& plan,
                    const CsrMatrix<double, DeviceType>& A, const ConstWideVectors<DeviceType>& x,
                    const WideVectors<DeviceType>& y, double* partials) {
  const DottedLaunch<DeviceType> launch{space, plan, A, x};
  if (x.extent(1) == 1)
    return launch.column(DottedProduct<DeviceType>{constEntriesOf<DeviceType>(x), entriesOf<DeviceType>(y), partials});
  withColumns(x.extent(1), [&](auto width) {
    launch.template columns<decltype(width)::value>(WideDottedProduct{x.data(), y.data(), partials});
  });
}

template <class DeviceType>
void relaxDotted(const typename DeviceType::execution_space& space, const ProductPlan<DeviceType>& plan,
                 const CsrMatrix<double, DeviceType>& A, double omega, const Kokkos::View<const double*, DeviceType>& d,
                 const ConstWideVectors<DeviceType>& b, const ConstWideVectors<DeviceType>& x,
                 const WideVectors<DeviceType>& y, double* partials) {
  const DottedLaunch<DeviceType> launch{space, plan, A, x};
  if (x.extent(1) == 1)
    return launch.column(DottedRelaxation<DeviceType>{
        omega, d, constEntriesOf<DeviceType>(b), constEntriesOf<DeviceType>(x), entriesOf<DeviceType>(y), partials});
  withColumns(x.extent(1), [&](auto width) {
    launch.template columns<decltype(width)::value>(
        WideDottedRelaxation{omega, d.data(), b.data(), x.data(), y.data(), partials});
  });
}

template <class DeviceType>
void multiplyHaloDotted(const typename DeviceType::execution_space& space, const CsrMatrix<double, DeviceType>& A,
                        const BoundaryRows<DeviceType>& boundary, const ConstWideVectors<DeviceType>& xHalo,
                        const ConstWideVectors<DeviceType>& x, const WideVectors<DeviceType>& y, double* partials,
                        const HaloWait& wait) {
  if (boundary.size() == 0) return;
  const auto numOwned = static_cast<LocalOrdinal>(x.extent(0));
  if (x.extent(1) == 1)
    return haloColumn<DeviceType>(
        space, A, boundary, numOwned, xHalo,
        DottedProduct<DeviceType>{constEntriesOf<DeviceType>(x), entriesOf<DeviceType>(y), partials}, wait);
  withColumns(x.extent(1), [&](auto width) {
    haloColumns<decltype(width)::value, DeviceType>(space, A, boundary, numOwned, xHalo,
                                                    WideDottedProduct{x.data(), y.data(), partials}, wait);
  });
}

template <class DeviceType>
void relaxHaloDotted(const typename DeviceType::execution_space& space, const CsrMatrix<double, DeviceType>& A,
                     const BoundaryRows<DeviceType>& boundary, const ConstWideVectors<DeviceType>& xHalo, double omega,
                     const Kokkos::View<const double*, DeviceType>& d, const ConstWideVectors<DeviceType>& b,
                     const WideVectors<DeviceType>& y, double* partials, const HaloWait& wait) {
  if (boundary.size() == 0) return;
  const auto numOwned = static_cast<LocalOrdinal>(y.extent(0));
  if (y.extent(1) == 1)
    return haloColumn<DeviceType>(
        space, A, boundary, numOwned, xHalo,
        DottedRelaxation<DeviceType>{omega, d, constEntriesOf<DeviceType>(b), {}, entriesOf<DeviceType>(y), partials},
        wait);
  withColumns(y.extent(1), [&](auto width) {
    haloColumns<decltype(width)::value, DeviceType>(
        space, A, boundary, numOwned, xHalo,
        WideDottedRelaxation{omega, d.data(), b.data(), nullptr, y.data(), partials}, wait);
  });
}

#define CHRONOS_DOTTEDPRODUCT(DEVICE)                                                                                \
  template bool gathersDots<DEVICE>(const ProductPlan<DEVICE>&, const CsrMatrix<double, DEVICE>&);                   \
  template DotGroups dotGroups<DEVICE>(const ProductPlan<DEVICE>&, const CsrMatrix<double, DEVICE>&,                 \
                                       const BoundaryRows<DEVICE>&, int);                                            \
  template void multiplyDotted<DEVICE>(const DEVICE::execution_space&, const ProductPlan<DEVICE>&,                   \
                                       const CsrMatrix<double, DEVICE>&, const ConstWideVectors<DEVICE>&,            \
                                       const WideVectors<DEVICE>&, double*);                                         \
  template void relaxDotted<DEVICE>(const DEVICE::execution_space&, const ProductPlan<DEVICE>&,                      \
                                    const CsrMatrix<double, DEVICE>&, double,                                        \
                                    const Kokkos::View<const double*, DEVICE>&, const ConstWideVectors<DEVICE>&,     \
                                    const ConstWideVectors<DEVICE>&, const WideVectors<DEVICE>&, double*);           \
  template void multiplyHaloDotted<DEVICE>(const DEVICE::execution_space&, const CsrMatrix<double, DEVICE>&,         \
                                           const BoundaryRows<DEVICE>&, const ConstWideVectors<DEVICE>&,             \
                                           const ConstWideVectors<DEVICE>&, const WideVectors<DEVICE>&, double*,     \
                                           const HaloWait&);                                                         \
  template void relaxHaloDotted<DEVICE>(const DEVICE::execution_space&, const CsrMatrix<double, DEVICE>&,            \
                                        const BoundaryRows<DEVICE>&, const ConstWideVectors<DEVICE>&, double,        \
                                        const Kokkos::View<const double*, DEVICE>&, const ConstWideVectors<DEVICE>&, \
                                        const WideVectors<DEVICE>&, double*, const HaloWait&);
CHRONOS_FOR_EACH_DEVICE(CHRONOS_DOTTEDPRODUCT)

}  // namespace Chronos
