// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_GaussJordan.hpp"

#include "Chronos_RunsOnHost.hpp"

#include <algorithm>
#include <type_traits>

namespace Chronos {
namespace {

// Pivots of one pass over the matrix.
constexpr int blockSize = 32;
// Rows and columns of a tile that a team updates: what it reads of the pivots serves all of it. A thread takes four
// neighbouring rows, and of these four columns 16 apart, so that neighbouring threads read neighbouring columns.
constexpr int tileSize = 64, entriesOfThread = 4, threadsOfLine = tileSize / entriesOfThread;

// Inverts the diagonal block of the pivots by one team, a thread an entry. Row and column of a pivot are written to one
// of two places in turn, so that a step has one barrier.
template <class DeviceType>
struct PivotBlockFunctor {
  static constexpr int teamSize = blockSize * blockSize;
  static constexpr std::size_t memory = 4 * blockSize * sizeof(double);
  using Member = typename Kokkos::TeamPolicy<typename DeviceType::execution_space>::member_type;
  int n, first, size;
  Kokkos::View<const double*, DeviceType> a;
  Kokkos::View<double*, DeviceType> block, pivots;

  KOKKOS_INLINE_FUNCTION void operator()(const Member& team) const {
    double* const lines = static_cast<double*>(team.team_shmem().get_shmem(int(memory)));
    const int i = team.team_rank() / blockSize, j = team.team_rank() % blockSize;
    const bool isInside = i < size && j < size;
    double entry = isInside ? a((first + i) * n + first + j) : 0;
    for (int pivot = 0; pivot < size; ++pivot) {
      double* const row = lines + pivot % 2 * 2 * blockSize;
      double* const column = row + blockSize;
      if (i == pivot) row[j] = entry;
      if (j == pivot) column[i] = entry;
      team.team_barrier();
      const double value = row[pivot], factor = column[i];
      const double scaled = (j != pivot ? row[j] : i != pivot ? -factor : 1) / value;
      entry = i != pivot && j != pivot ? entry - factor * scaled : scaled;
      if (i == pivot && j == pivot) pivots(first + pivot) = value;
    }
    if (isInside) block(i * size + j) = entry;
  }
};

// The same by one thread of a host, step by step.
template <class DeviceType>
void invertBlock(int n, int first, int size, const Kokkos::View<const double*, DeviceType>& a,
                 const Kokkos::View<double*, DeviceType>& block, const Kokkos::View<double*, DeviceType>& pivots) {
  double row[blockSize], column[blockSize];
  for (int place = 0; place < size * size; ++place) block(place) = a((first + place / size) * n + first + place % size);
  for (int pivot = 0; pivot < size; ++pivot) {
    const double value = pivots(first + pivot) = block(pivot * size + pivot);
    for (int i = 0; i < size; ++i) row[i] = block(pivot * size + i) / value, column[i] = block(i * size + pivot);
    for (int i = 0; i < size; ++i)
      for (int j = 0; j < size; ++j) {
        double& entry = block(i * size + j);
        if (i != pivot && j != pivot) entry -= column[i] * row[j];
        else if (i != pivot) entry = -column[i] / value;
        else entry = j != pivot ? row[j] : 1 / value;
      }
  }
}

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
    columns(place) = a(i * n + first + k);
  }
};

template <class DeviceType>
struct EliminateFunctor {
  static constexpr int teamSize = threadsOfLine * threadsOfLine, panelSize = blockSize * tileSize;
  static constexpr std::size_t memory = 2 * panelSize * sizeof(double);
  using Member = typename Kokkos::TeamPolicy<typename DeviceType::execution_space>::member_type;
  int n, first, size, tilesOfLine;
  Kokkos::View<const double*, DeviceType> rows, columns, block;
  Kokkos::View<double*, DeviceType> a;

  KOKKOS_INLINE_FUNCTION void operator()(const Member& team) const {
    double* const panel = static_cast<double*>(team.team_shmem().get_shmem(int(memory)));
    double* const factors = panel + panelSize;
    const int firstRow = team.league_rank() / tilesOfLine * tileSize;
    const int firstColumn = team.league_rank() % tilesOfLine * tileSize;
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, panelSize), [&](int place) {
      const int k = place / tileSize, i = firstRow + place % tileSize, j = firstColumn + place % tileSize;
      panel[place] = k < size && j < n ? ofPivot(k, j) : 0;
      factors[place] = k < size && i < n ? columns(k * n + i) : 0;
    });
    team.team_barrier();
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, teamSize), [&](int thread) {
      const int row = thread / threadsOfLine * entriesOfThread, column = thread % threadsOfLine;
      update(firstRow + row, firstColumn + column, factors + row, panel + column);
    });
  }

  KOKKOS_INLINE_FUNCTION bool isPivot(int i) const { return i >= first && i < first + size; }

  // Of the rows of the pivots behind their own elimination.
  KOKKOS_INLINE_FUNCTION double ofPivot(int k, int j) const {
    return isPivot(j) ? block(k * size + j - first) : rows(k * n + j);
  }

  KOKKOS_INLINE_FUNCTION void update(int i, int j, const double* factors, const double* panel) const {
    double sums[entriesOfThread][entriesOfThread] = {};
    for (int k = 0; k < size; ++k, factors += tileSize, panel += tileSize)
      for (int r = 0; r < entriesOfThread; ++r)
        for (int c = 0; c < entriesOfThread; ++c) sums[r][c] += factors[r] * panel[c * threadsOfLine];
    for (int r = 0; r < entriesOfThread; ++r)
      for (int c = 0; c < entriesOfThread; ++c) store(i + r, j + c * threadsOfLine, sums[r][c]);
  }

  KOKKOS_INLINE_FUNCTION void store(int i, int j, double sum) const {
    if (i >= n || j >= n) return;
    const int place = i * n + j;
    a(place) = isPivot(i) ? ofPivot(i - first, j) : (isPivot(j) ? 0 : a(place)) - sum;
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
  const int tilesOfLine = (n + tileSize - 1) / tileSize;
  const auto runTeams = [&](const char* label, int numTeams, const auto& functor) {
    constexpr int teamSize = runsOnHost<DeviceType> ? 1 : std::decay_t<decltype(functor)>::teamSize;
    using Bounds = Kokkos::LaunchBounds<std::decay_t<decltype(functor)>::teamSize, 1>;
    Kokkos::TeamPolicy<typename DeviceType::execution_space, Bounds> policy(space, numTeams, teamSize, 1);
    policy.set_scratch_size(0, Kokkos::PerTeam(static_cast<int>(functor.memory)));
    Kokkos::parallel_for(label, policy, functor);
  };
  for (int first = 0; first < n; first += blockSize) {
    const int numPivots = std::min(blockSize, n - first);
    if constexpr (runsOnHost<DeviceType>) {
      space.fence();
      invertBlock<DeviceType>(n, first, numPivots, a, block, pivots);
    } else {
      runTeams("Chronos::invertInPlace::block", 1,
               PivotBlockFunctor<DeviceType>{n, first, numPivots, a, block, pivots});
    }
    Kokkos::parallel_for("Chronos::invertInPlace::lines", Policy(space, 0, numPivots * n),
                         PivotLinesFunctor<DeviceType>{n, first, numPivots, a, block, rows, columns});
    runTeams("Chronos::invertInPlace::eliminate", tilesOfLine * tilesOfLine,
             EliminateFunctor<DeviceType>{n, first, numPivots, tilesOfLine, rows, columns, block, a});
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
