// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_StartResidual.hpp"

#include "Chronos_LanePolicy.hpp"
#include "Chronos_WideRows.hpp"

namespace Chronos {
namespace {

// Of a row on average on a host, whose threads multiply by omega d in every entry: a row of seven costs less than the
// way of its iterate to memory and back, one of twenty more.
constexpr Offset mostEntriesOfStart = 8;
// The same for one column on a GPU, which looks up omega d beside b for every entry: of rows of 20 these take longer
// than the way of the iterate (0.13 ms for 0.09 with 800,000 rows on an H200), of rows of seven they lie side by side.
constexpr Offset mostEntriesOfStartOnDevice = 12;

template <class DeviceType>
struct StartLaunch {
  using Execution = typename DeviceType::execution_space;
  const Execution& space;
  const ProductPlan<DeviceType>& plan;
  const CsrMatrix<double, DeviceType>& A;
  double omega;
  const double *d, *b;

  template <int lanes>
  void column(const StartResidual<DeviceType>& result) const {
    using Groups = GroupProductFunctor<double, double, DeviceType, StartResidual<DeviceType>, lanes, ScaledEntries>;
    Kokkos::parallel_for("Chronos::startResidual", BoundedLanes<Execution>(space, 0, Groups::numItems(A.numRows)),
                         Groups{A, plan.longestGroupRow, {d, b, omega, A.numRows}, result});
  }

  template <int width>
  void columns(const WideStartResidual& result) const {
    wideRows<width>("Chronos::startResidualWide", ScaledWideEntries<width>{d, b, omega, A.numRows}, result);
  }

  template <int width>
  void columns(const ConstWideVectors<DeviceType>& x, const WideOntoStart& result) const {
    const auto numOwned = static_cast<LocalOrdinal>(x.extent(0));
    wideRows<width>("Chronos::multiplyOntoStart", WideEntries<width>{x.data(), numOwned}, result);
  }

 private:
  template <int width, class Entries, class Result>
  void wideRows(const char* label, const Entries& entries, const Result& result) const {
    if constexpr (runsOnHost<DeviceType>)
      if (areChunksOfRows(plan)) return multiplyWideChunks<width>(label, space, plan, A, entries, result);
    groups<width>(label, entries, result);
  }

  template <int width, class Entries, class Result>
  void groups(const char* label, const Entries& entries, const Result& result) const {
    withWideRows<width>(A, [&](auto rows, auto shift) {
      Kokkos::parallel_for(label, FreeLanes<Execution>(space, 0, numWideLanes(A.numRows, shift)),
                           WideGroupFunctor<double, DeviceType, Result, width, decltype(rows), Entries>{
                               A, plan.longestGroupRow, shift, entries, result});
    });
  }
};

}  // namespace

template <class DeviceType>
bool takesStart(const ProductPlan<DeviceType>& plan, const CsrMatrix<double, DeviceType>& A, int width) {
  if (!runsOnHost<DeviceType>)
    return areShortGroups(plan) && (width > 1 || A.numEntries() <= mostEntriesOfStartOnDevice * A.numRows);
  return width > 1 && areChunksOfRows(plan) && A.numEntries() <= mostEntriesOfStart * A.numRows;
}

template <class DeviceType>
void startResidual(const typename DeviceType::execution_space& space, const ProductPlan<DeviceType>& plan,
                   const CsrMatrix<double, DeviceType>& A, double omega,
                   const Kokkos::View<const double*, DeviceType>& d, const ConstWideVectors<DeviceType>& b,
                   const WideVectors<DeviceType>& x, const WideVectors<DeviceType>& r) {
  if (A.numRows == 0) return;
  const StartLaunch<DeviceType> launch{space, plan, A, omega, d.data(), b.data()};
  if (b.extent(1) == 1) {
    using Column = Kokkos::View<double*, DeviceType>;
    const StartResidual<DeviceType> result{omega, d, Kokkos::View<const double*, DeviceType>(b.data(), b.extent(0)),
                                           Column(x.data(), x.extent(0)), Column(r.data(), r.extent(0))};
    return withShortGroup(plan.groupWidth, [&](auto lanes) { launch.template column<decltype(lanes)::value>(result); });
  }
  const WideStartResidual result{omega, d.data(), b.data(), x.data(), r.data()};
  withColumns(b.extent(1), [&](auto width) { launch.template columns<decltype(width)::value>(result); });
}

template <class DeviceType>
void multiplyOntoStart(const typename DeviceType::execution_space& space, const ProductPlan<DeviceType>& plan,
                       const CsrMatrix<double, DeviceType>& A, const ConstWideVectors<DeviceType>& x, double omega,
                       const Kokkos::View<const double*, DeviceType>& d, const ConstWideVectors<DeviceType>& b,
                       const WideVectors<DeviceType>& y) {
  if (A.numRows == 0) return;
  const StartLaunch<DeviceType> launch{space, plan, A, omega, d.data(), b.data()};
  const WideOntoStart result{omega, d.data(), b.data(), y.data()};
  withColumns(b.extent(1), [&](auto width) { launch.template columns<decltype(width)::value>(x, result); });
}

#define CHRONOS_STARTRESIDUAL(DEVICE)                                                                                  \
  template bool takesStart<DEVICE>(const ProductPlan<DEVICE>&, const CsrMatrix<double, DEVICE>&, int);                 \
  template void startResidual<DEVICE>(const DEVICE::execution_space&, const ProductPlan<DEVICE>&,                      \
                                      const CsrMatrix<double, DEVICE>&, double,                                        \
                                      const Kokkos::View<const double*, DEVICE>&, const ConstWideVectors<DEVICE>&,     \
                                      const WideVectors<DEVICE>&, const WideVectors<DEVICE>&);                         \
  template void multiplyOntoStart<DEVICE>(const DEVICE::execution_space&, const ProductPlan<DEVICE>&,                  \
                                          const CsrMatrix<double, DEVICE>&, const ConstWideVectors<DEVICE>&, double,   \
                                          const Kokkos::View<const double*, DEVICE>&, const ConstWideVectors<DEVICE>&, \
                                          const WideVectors<DEVICE>&);
CHRONOS_FOR_EACH_DEVICE(CHRONOS_STARTRESIDUAL)

}  // namespace Chronos
