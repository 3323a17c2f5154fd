// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_GaussJordan.hpp"

#include "Chronos_RowGroup.hpp"
#include "Chronos_RunsOnHost.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace Chronos {
namespace {

// Pivots of one pass over the matrix.
constexpr int blockSize = 32;
// Rows and columns of a tile that a team updates: what it reads of the pivots serves all of it. A thread takes four
// neighbouring rows, and of these four columns: 16 apart on a GPU, so that neighbouring threads read neighbouring
// columns, side by side on a host.
constexpr int tileSize = 64, entriesOfThread = 4, threadsOfLine = tileSize / entriesOfThread;

// Inverts the diagonal block of the pivots by one team. Half a warp has two of its rows, a lane two entries of each:
// those that have the row of a pivot scale it. Row and column of a pivot are written to one of two places in turn, so
// that a step has one barrier. What lies beyond `size` is the identity.
template <class DeviceType>
struct PivotBlockFunctor {
  static constexpr int lanes = 16, apart = blockSize / lanes, teamSize = lanes * lanes;
  static constexpr std::size_t memory = 4 * blockSize * sizeof(double);
  using Member = typename Kokkos::TeamPolicy<typename DeviceType::execution_space>::member_type;
  int n, first, size;
  Kokkos::View<const double*, DeviceType> a;
  Kokkos::View<double*, DeviceType> block, pivots;

  KOKKOS_INLINE_FUNCTION void operator()(const Member& team) const {
    double* const lines = static_cast<double*>(team.team_shmem().get_shmem(int(memory)));
    const RowGroup<lanes> group(team.team_rank());
    const int row = team.team_rank() / lanes, column = group.lane;
    double entries[apart][apart];
    for (int r = 0; r < apart; ++r)
      for (int c = 0; c < apart; ++c) entries[r][c] = entryOf(row + r * lanes, column + c * lanes);
    for (int pivot = 0; pivot < size; ++pivot) {
      double* const scaled = lines + pivot % 2 * 2 * blockSize;
      double* const factors = scaled + blockSize;
      for (int r = 0; r < apart; ++r) {
        if (pivot == row + r * lanes) scale(group, pivot, entries[r], scaled);
        for (int c = 0; c < apart; ++c)
          if (pivot == column + c * lanes) factors[row + r * lanes] = entries[r][c];
      }
      team.team_barrier();
      for (int r = 0; r < apart; ++r)
        for (int c = 0; c < apart; ++c) {
          const int i = row + r * lanes, j = column + c * lanes;
          const double before = j == pivot ? 0 : entries[r][c];
          entries[r][c] = i == pivot ? scaled[j] : before - factors[i] * scaled[j];
        }
    }
    for (int r = 0; r < apart; ++r)
      for (int c = 0; c < apart; ++c) {
        const int i = row + r * lanes, j = column + c * lanes;
        if (i < size && j < size) block(i * size + j) = entries[r][c];
      }
  }

 private:
  static_assert(apart == 2, "scale() picks one of two");

  KOKKOS_INLINE_FUNCTION double entryOf(int i, int j) const {
    if (i < size && j < size) return a((first + i) * n + first + j);
    return i == j ? 1 : 0;
  }

  KOKKOS_INLINE_FUNCTION void scale(const RowGroup<lanes>& group, int pivot, const double (&entries)[apart],
                                    double* scaled) const {
    const double value = group.broadcast(pivot < lanes ? entries[0] : entries[1], pivot % lanes), inverse = 1 / value;
    for (int c = 0; c < apart; ++c) {
      const int j = group.lane + c * lanes;
      scaled[j] = (j == pivot ? 1 : entries[c]) * inverse;
    }
    if (group.lane == 0) pivots(first + pivot) = value;
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

// Where the entry of row i and column j lies: in the tiles on and above the diagonal.
KOKKOS_INLINE_FUNCTION std::int64_t placeOf(std::int64_t n, int i, int j) {
  return i / tileSize <= j / tileSize ? i * n + j : j * n + i;
}

// The columns of the pivots, and these times the inverse of their block, are kept apart, because every entry of the
// update reads them. A team has as many rows as there are pivots.
template <class DeviceType>
struct PivotLinesFunctor {
  static constexpr int teamSize = 256, panelSize = blockSize * blockSize;
  // Lanes that write a column of the panel write to banks of their own.
  static constexpr int stride = blockSize + 1;
  static constexpr std::size_t memory = (panelSize + blockSize * stride) * sizeof(double);
  using Member = typename Kokkos::TeamPolicy<typename DeviceType::execution_space>::member_type;
  int n, first, size;
  Kokkos::View<const double*, DeviceType> a, block;
  Kokkos::View<double*, DeviceType> scaled, columns;

  KOKKOS_INLINE_FUNCTION void operator()(const Member& team) const {
    double* const panel = static_cast<double*>(team.team_shmem().get_shmem(int(memory)));
    double* const inverse = panel + blockSize * stride;
    const int firstRow = team.league_rank() * blockSize;
    // Neighbouring threads read neighbouring entries.
    const bool isAbove = firstRow / tileSize <= first / tileSize;
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, panelSize), [&](int place) {
      const int fast = place % blockSize, slow = place / blockSize, k = isAbove ? fast : slow;
      const int i = isAbove ? slow : fast;
      const bool isInside = k < size && firstRow + i < n;
      panel[k * stride + i] = isInside ? a(placeOf(n, firstRow + i, first + k)) : 0;
      inverse[place] = slow < size && fast < size ? block(slow * size + fast) : 0;
    });
    team.team_barrier();
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, panelSize), [&](int place) {
      const int k = place / blockSize, i = place % blockSize;
      if (k >= size || firstRow + i >= n) return;
      double sum = 0;
      for (int other = 0; other < size; ++other) sum += inverse[k * blockSize + other] * panel[other * stride + i];
      scaled(k * n + firstRow + i) = sum;
      columns(k * n + firstRow + i) = panel[k * stride + i];
    });
  }
};

// A team has a tile on or above the diagonal.
template <class DeviceType>
struct SweepFunctor {
  static constexpr int teamSize = threadsOfLine * threadsOfLine, panelSize = blockSize * tileSize;
  static constexpr int columnsApart = runsOnHost<DeviceType> ? 1 : threadsOfLine;
  static constexpr std::size_t memory = 2 * panelSize * sizeof(double);
  using Member = typename Kokkos::TeamPolicy<typename DeviceType::execution_space>::member_type;
  int n, first, size;
  Kokkos::View<const double*, DeviceType> scaled, columns, block;
  Kokkos::View<double*, DeviceType> a;

  KOKKOS_INLINE_FUNCTION void operator()(const Member& team) const {
    double* const panel = static_cast<double*>(team.team_shmem().get_shmem(int(memory)));
    double* const factors = panel + panelSize;
    const int lineOfTiles = lineOf(team.league_rank());
    const int firstColumn = lineOfTiles * tileSize;
    const int firstRow = (team.league_rank() - lineOfTiles * (lineOfTiles + 1) / 2) * tileSize;
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, panelSize), [&](int place) {
      const int k = place / tileSize, i = firstRow + place % tileSize, j = firstColumn + place % tileSize;
      panel[place] = k < size && j < n ? scaled(k * n + j) : 0;
      factors[place] = k < size && i < n ? columns(k * n + i) : 0;
    });
    const bool isPlain =
        !hasPivots(firstRow) && !hasPivots(firstColumn) && firstRow + tileSize <= n && firstColumn + tileSize <= n;
    team.team_barrier();
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, teamSize), [&](int thread) {
      const int row = thread / threadsOfLine * entriesOfThread;
      const int column = thread % threadsOfLine * (columnsApart == 1 ? entriesOfThread : 1);
      Entries entries = isPlain ? load(firstRow + row, firstColumn + column) : Entries();
      entries.subtract(size, factors + row, panel + column);
      if (isPlain) store(firstRow + row, firstColumn + column, entries);
      else add(firstRow + row, firstColumn + column, entries);
    });
  }

 private:
  // The column of tiles that the tile is in, those before it having 1 + 2 + ... of them.
  KOKKOS_INLINE_FUNCTION static int lineOf(int tile) {
    using std::sqrt;
    int line = static_cast<int>((sqrt(8.0 * tile + 1) - 1) / 2);
    while ((line + 1) * (line + 2) / 2 <= tile) ++line;
    while (line * (line + 1) / 2 > tile) --line;
    return line;
  }

  // Of a thread: in registers from the first to the last, so that nothing waits for memory but once.
  struct Entries {
    double at[entriesOfThread][entriesOfThread] = {};
    KOKKOS_INLINE_FUNCTION void subtract(int size, const double* factors, const double* panel) {
      for (int k = 0; k < size; ++k, factors += tileSize, panel += tileSize)
        for (int r = 0; r < entriesOfThread; ++r)
          for (int c = 0; c < entriesOfThread; ++c) at[r][c] -= factors[r] * panel[c * columnsApart];
    }
  };

  KOKKOS_INLINE_FUNCTION bool isPivot(int i) const { return i >= first && i < first + size; }
  KOKKOS_INLINE_FUNCTION bool hasPivots(int firstOfTile) const { return firstOfTile / tileSize == first / tileSize; }

  KOKKOS_INLINE_FUNCTION Entries load(int i, int j) const {
    Entries entries;
    for (int r = 0; r < entriesOfThread; ++r)
      for (int c = 0; c < entriesOfThread; ++c) entries.at[r][c] = a((i + r) * n + j + c * columnsApart);
    return entries;
  }

  KOKKOS_INLINE_FUNCTION void store(int i, int j, const Entries& entries) const {
    for (int r = 0; r < entriesOfThread; ++r)
      for (int c = 0; c < entriesOfThread; ++c) a((i + r) * n + j + c * columnsApart) = entries.at[r][c];
  }

  // In a tile with pivots in it, or one that reaches beyond the matrix.
  KOKKOS_INLINE_FUNCTION void add(int i, int j, const Entries& entries) const {
    for (int r = 0; r < entriesOfThread; ++r)
      for (int c = 0; c < entriesOfThread; ++c) add(i + r, j + c * columnsApart, entries.at[r][c]);
  }

  KOKKOS_INLINE_FUNCTION void add(int i, int j, double change) const {
    if (i >= n || j >= n) return;
    double& entry = a(i * n + j);
    if (isPivot(i) && isPivot(j)) entry = -block((i - first) * size + j - first);
    else if (isPivot(i)) entry = scaled((i - first) * n + j);
    else if (isPivot(j)) entry = scaled((j - first) * n + i);
    else entry += change;
  }
};

// All rows swept, the tiles on and above the diagonal hold -A^{-1}.
template <class DeviceType>
struct WholeInverseFunctor {
  int n;
  Kokkos::View<double*, DeviceType> a;
  KOKKOS_INLINE_FUNCTION void operator()(int place) const {
    const int i = place / n, j = place % n;
    if (i > j) return;
    const double entry = -a(place);
    a(place) = entry;
    a(j * n + i) = entry;
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

// Teams that run at a time on a processor of a GPU whose shared memory holds as many: a sweep does with 64 registers a
// thread, and has others beside it that do not wait for memory.
constexpr int teamsOfSweep = 4;

template <int leastTeams, class Execution, class Functor>
auto teamPolicy(const Execution& space, int numTeams, const Functor& functor) {
  constexpr int teamSize = runsOnHost<typename Execution::device_type> ? 1 : Functor::teamSize;
  Kokkos::TeamPolicy<Execution, Kokkos::LaunchBounds<Functor::teamSize, leastTeams>> policy(space, numTeams, teamSize,
                                                                                            1);
  policy.set_scratch_size(0, Kokkos::PerTeam(static_cast<int>(functor.memory)));
  return policy;
}

template <int leastTeams = 1, class Execution, class Functor>
void runTeams(const char* label, const Execution& space, int numTeams, const Functor& functor) {
  Kokkos::parallel_for(label, teamPolicy<leastTeams>(space, numTeams, functor), functor);
}

template <class Execution, class Functor>
bool haveRoomBesideEachOther(const Execution& space, const Functor& sweep) {
  return runsOnHost<typename Execution::device_type> ||
         teamPolicy<teamsOfSweep>(space, 1, sweep).team_size_max(sweep, Kokkos::ParallelForTag()) >= Functor::teamSize;
}

}  // namespace

template <class DeviceType>
double invertInPlace(const typename DeviceType::execution_space& space, int n,
                     const Kokkos::View<double*, DeviceType>& a) {
  using Policy = Kokkos::RangePolicy<typename DeviceType::execution_space, Kokkos::IndexType<int>>;
  using Vector = Kokkos::View<double*, DeviceType>;
  const std::size_t size = std::min(n, blockSize);
  const auto block = allocate<Vector>("Chronos::pivot block", size * size),
             pivots = allocate<Vector>("Chronos::pivots", n);
  const auto scaled = allocate<Vector>("Chronos::scaled pivot columns", size * n),
             columns = allocate<Vector>("Chronos::pivot columns", size * n);
  const int tilesOfLine = (n + tileSize - 1) / tileSize;
  const SweepFunctor<DeviceType> anySweep{n, 0, static_cast<int>(size), scaled, columns, block, a};
  const bool severalSweep = haveRoomBesideEachOther(space, anySweep);
  for (int first = 0; first < n; first += blockSize) {
    const int numPivots = std::min(blockSize, n - first);
    if constexpr (runsOnHost<DeviceType>) {
      space.fence();
      invertBlock<DeviceType>(n, first, numPivots, a, block, pivots);
    } else {
      runTeams("Chronos::invertInPlace::block", space, 1,
               PivotBlockFunctor<DeviceType>{n, first, numPivots, a, block, pivots});
    }
    runTeams("Chronos::invertInPlace::lines", space, (n + blockSize - 1) / blockSize,
             PivotLinesFunctor<DeviceType>{n, first, numPivots, a, block, scaled, columns});
    const SweepFunctor<DeviceType> sweep{n, first, numPivots, scaled, columns, block, a};
    const int numTiles = tilesOfLine * (tilesOfLine + 1) / 2;
    if (severalSweep) runTeams<teamsOfSweep>("Chronos::invertInPlace::sweep", space, numTiles, sweep);
    else runTeams("Chronos::invertInPlace::sweep", space, numTiles, sweep);
  }
  Kokkos::parallel_for("Chronos::invertInPlace::whole", Policy(space, 0, n * n), WholeInverseFunctor<DeviceType>{n, a});
  double smallest = 0;
  Kokkos::parallel_reduce("Chronos::invertInPlace::smallest", Policy(space, 0, n), SmallestFunctor<DeviceType>{pivots},
                          Kokkos::Min<double>(smallest));
  return smallest;
}

#define CHRONOS_GAUSSJORDAN(DEVICE) \
  template double invertInPlace<DEVICE>(const DEVICE::execution_space&, int, const Kokkos::View<double*, DEVICE>&);
CHRONOS_FOR_EACH_DEVICE(CHRONOS_GAUSSJORDAN)

}  // namespace Chronos
