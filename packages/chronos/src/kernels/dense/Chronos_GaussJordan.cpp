// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_GaussJordan.hpp"

namespace Chronos {
namespace {

// Row and column of the pivot are kept apart, because every entry of the update reads them.
template <class DeviceType>
struct PivotLinesFunctor {
  int n, pivot;
  Kokkos::View<const double*, DeviceType> a;
  Kokkos::View<double*, DeviceType> row, column, pivots;

  KOKKOS_INLINE_FUNCTION void operator()(int i) const {
    const double value = a(pivot * n + pivot);
    row(i) = a(pivot * n + i) / value;
    column(i) = a(i * n + pivot);
    if (i == pivot) pivots(pivot) = value;
  }
};

template <class DeviceType>
struct EliminateFunctor {
  int n, pivot;
  Kokkos::View<const double*, DeviceType> row, column, pivots;
  Kokkos::View<double*, DeviceType> a;

  KOKKOS_INLINE_FUNCTION void operator()(int place) const {
    const int i = place / n, j = place % n;
    if (i != pivot && j != pivot) a(place) -= column(i) * row(j);
    else if (i != pivot) a(place) = -column(i) / pivots(pivot);
    else a(place) = j != pivot ? row(j) : 1 / pivots(pivot);
  }
};

template <class DeviceType>
struct SmallestFunctor {
  Kokkos::View<const double*, DeviceType> pivots;
  // A NaN must not be passed over.
  KOKKOS_INLINE_FUNCTION void operator()(int i, double& smallest) const {
    if (!(pivots(i) >= smallest)) smallest = pivots(i) == pivots(i) ? pivots(i) : -1.0;
  }
};

}  // namespace

template <class DeviceType>
double invertInPlace(const typename DeviceType::execution_space& space, int n,
                     const Kokkos::View<double*, DeviceType>& a) {
  using Policy = Kokkos::RangePolicy<typename DeviceType::execution_space, Kokkos::IndexType<int>>;
  const auto line = [&](const char* label) { return allocate<Kokkos::View<double*, DeviceType>>(label, n); };
  const auto row = line("Chronos::pivot row"), column = line("Chronos::pivot column"), pivots = line("Chronos::pivots");
  for (int pivot = 0; pivot < n; ++pivot) {
    Kokkos::parallel_for("Chronos::invertInPlace::lines", Policy(space, 0, n),
                         PivotLinesFunctor<DeviceType>{n, pivot, a, row, column, pivots});
    Kokkos::parallel_for("Chronos::invertInPlace::eliminate", Policy(space, 0, n * n),
                         EliminateFunctor<DeviceType>{n, pivot, row, column, pivots, a});
  }
  double smallest = 0;
  Kokkos::parallel_reduce("Chronos::invertInPlace::smallest", Policy(space, 0, n), SmallestFunctor<DeviceType>{pivots},
                          Kokkos::Min<double>(smallest));
  return smallest;
}

#define CHRONOS_GAUSSJORDAN(DEVICE) \
  template double invertInPlace<DEVICE>(const DEVICE::execution_space&, int, const Kokkos::View<double*, DEVICE>&);
CHRONOS_FOR_EACH_DEVICE(CHRONOS_GAUSSJORDAN)

}  // namespace Chronos
