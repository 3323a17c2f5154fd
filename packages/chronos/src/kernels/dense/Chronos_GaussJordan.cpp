// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_GaussJordan.hpp"

#include "Chronos_RunsOnHost.hpp"

#include <algorithm>

namespace Chronos {
namespace {

// Pivots of one pass over the matrix.
constexpr int blockSize = 32;
// The block, one of its rows and one of its columns.
constexpr std::size_t blockMemory = (blockSize + 2) * blockSize * sizeof(double);

// Inverts the diagonal block of the pivots by one team, step by step.
template <class DeviceType>
struct PivotBlockFunctor {
  using Member = typename Kokkos::TeamPolicy<typename DeviceType::execution_space>::member_type;
  int n, first, size;
  Kokkos::View<const double*, DeviceType> a;
  Kokkos::View<double*, DeviceType> block, pivots;

  KOKKOS_INLINE_FUNCTION void operator()(const Member& team) const {
    double* const d = static_cast<double*>(team.team_shmem().get_shmem(int(blockMemory)));
    double* const row = d + blockSize * blockSize;
    double* const column = row + blockSize;
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, size * size),
                         [&](int place) { d[place] = a((first + place / size) * n + first + place % size); });
    team.team_barrier();
    for (int pivot = 0; pivot < size; ++pivot) {
      const double value = d[pivot * size + pivot];
      Kokkos::parallel_for(Kokkos::TeamThreadRange(team, size), [&](int i) {
        row[i] = d[pivot * size + i] / value;
        column[i] = d[i * size + pivot];
        if (i == pivot) pivots(first + pivot) = value;
      });
      team.team_barrier();
      Kokkos::parallel_for(Kokkos::TeamThreadRange(team, size * size), [&](int place) {
        const int i = place / size, j = place % size;
        if (i != pivot && j != pivot) d[place] -= column[i] * row[j];
        else if (i != pivot) d[place] = -column[i] / value;
        else d[place] = j != pivot ? row[j] : 1 / value;
      });
      team.team_barrier();
    }
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, size * size), [&](int place) { block(place) = d[place]; });
  }
};

// Rows of the pivots times the inverse of their block, and their columns, are kept apart, because every entry of the
// update reads them.
template <class DeviceType>
struct PivotLinesFunctor {
  int n, first, size;
  Kokkos::View<const double*, DeviceType> a, block;
  Kokkos::View<double*, DeviceType> rows, columns;

  KOKKOS_INLINE_FUNCTION void operator()(int place) const {
    const int k = place / n, i = place % n;
    double sum = 0;
    for (int other = 0; other < size; ++other) sum += block(k * size + other) * a((first + other) * n + i);
    rows(place) = sum;
    columns(i * size + k) = a(i * n + first + k);
  }
};

template <class DeviceType>
struct EliminateFunctor {
  int n, first, size;
  Kokkos::View<const double*, DeviceType> rows, columns, block;
  Kokkos::View<double*, DeviceType> a;

  KOKKOS_INLINE_FUNCTION bool isPivot(int i) const { return i >= first && i < first + size; }

  KOKKOS_INLINE_FUNCTION void operator()(int place) const {
    const int i = place / n, j = place % n;
    double sum = 0;
    if (!isPivot(i)) {
      if (isPivot(j))
        for (int k = 0; k < size; ++k) sum += columns(i * size + k) * block(k * size + j - first);
      else
        for (int k = 0; k < size; ++k) sum += columns(i * size + k) * rows(k * n + j);
      a(place) = (isPivot(j) ? 0 : a(place)) - sum;
    } else {
      a(place) = isPivot(j) ? block((i - first) * size + j - first) : rows((i - first) * n + j);
    }
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
  using Vector = Kokkos::View<double*, DeviceType>;
  const std::size_t size = std::min(n, blockSize);
  const auto block = allocate<Vector>("Chronos::pivot block", size * size),
             pivots = allocate<Vector>("Chronos::pivots", n);
  const auto rows = allocate<Vector>("Chronos::pivot rows", size * n),
             columns = allocate<Vector>("Chronos::pivot columns", size * n);
  for (int first = 0; first < n; first += blockSize) {
    const int numPivots = std::min(blockSize, n - first);
    Kokkos::TeamPolicy<typename DeviceType::execution_space> team(space, 1, runsOnHost<DeviceType> ? 1 : 512, 1);
    team.set_scratch_size(0, Kokkos::PerTeam(static_cast<int>(blockMemory)));
    Kokkos::parallel_for("Chronos::invertInPlace::block", team,
                         PivotBlockFunctor<DeviceType>{n, first, numPivots, a, block, pivots});
    Kokkos::parallel_for("Chronos::invertInPlace::lines", Policy(space, 0, numPivots * n),
                         PivotLinesFunctor<DeviceType>{n, first, numPivots, a, block, rows, columns});
    Kokkos::parallel_for("Chronos::invertInPlace::eliminate", Policy(space, 0, n * n),
                         EliminateFunctor<DeviceType>{n, first, numPivots, rows, columns, block, a});
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
