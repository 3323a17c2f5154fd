// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_GaussJordan.hpp"

#include "Chronos_RowGroup.hpp"
#include "Chronos_SymmetricTiles.hpp"

#include <cmath>

namespace Chronos {
namespace {

// Pivots of one pass over the matrix.
constexpr int blockSize = 32;

// Behind the matrix there are pivots of the identity, so that each pass has as many.
constexpr int paddedPivots(int n) {
  return (n + blockSize - 1) / blockSize * blockSize;
}

// Columns of pivots lie by lines of tiles, those of a pivot beside each other: what a tile reads is one piece.
constexpr int panelSize = blockSize * tileSize;
KOKKOS_INLINE_FUNCTION std::int64_t placeInPanels(int pivot, int row) {
  return std::int64_t(row / tileSize) * panelSize + pivot * tileSize + row % tileSize;
}

// The diagonal block of the pivots, inverted by one team. Half a warp has two of its rows, a lane two entries of each:
// those that have the row of a pivot scale it. Row and column of a pivot are written to one of two places in turn, so
// that a step has one barrier.
template <class DeviceType>
struct PivotBlock {
  static constexpr int lanes = 16, apart = blockSize / lanes, teamSize = lanes * lanes;
  static constexpr std::size_t memory = 4 * blockSize * sizeof(double);
  using Member = typename Kokkos::TeamPolicy<typename DeviceType::execution_space>::member_type;
  SymmetricTiles<DeviceType> tiles;
  int first;
  Kokkos::View<double*, DeviceType> block, pivots;

  // \param lines shared, of `memory`
  KOKKOS_INLINE_FUNCTION void invert(const Member& team, double* lines) const {
    const RowGroup<lanes> group(team.team_rank());
    const int row = team.team_rank() / lanes, column = group.lane;
    double entries[apart][apart];
    for (int r = 0; r < apart; ++r)
      for (int c = 0; c < apart; ++c) entries[r][c] = tiles(first + row + r * lanes, first + column + c * lanes);
    for (int pivot = 0; pivot < blockSize; ++pivot) {
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
      for (int c = 0; c < apart; ++c) block((row + r * lanes) * blockSize + column + c * lanes) = entries[r][c];
  }

 private:
  static_assert(apart == 2, "scale() picks one of two");

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

template <class DeviceType>
struct PivotBlockFunctor : PivotBlock<DeviceType> {
  using Base = PivotBlock<DeviceType>;
  explicit PivotBlockFunctor(const Base& block) : Base(block) {}
  KOKKOS_INLINE_FUNCTION void operator()(const typename Base::Member& team) const {
    this->invert(team, static_cast<double*>(team.team_shmem().get_shmem(int(Base::memory))));
  }
};

// The same by one thread of a host, step by step.
template <class DeviceType>
void invertBlock(const PivotBlock<DeviceType>& pivotBlock) {
  double row[blockSize], column[blockSize];
  const int first = pivotBlock.first;
  const auto& block = pivotBlock.block;
  for (int place = 0; place < blockSize * blockSize; ++place)
    block(place) = pivotBlock.tiles(first + place / blockSize, first + place % blockSize);
  for (int pivot = 0; pivot < blockSize; ++pivot) {
    const double value = pivotBlock.pivots(first + pivot) = block(pivot * blockSize + pivot);
    for (int i = 0; i < blockSize; ++i)
      row[i] = block(pivot * blockSize + i) / value, column[i] = block(i * blockSize + pivot);
    for (int i = 0; i < blockSize; ++i)
      for (int j = 0; j < blockSize; ++j) {
        double& entry = block(i * blockSize + j);
        if (i != pivot && j != pivot) entry -= column[i] * row[j];
        else if (i != pivot) entry = -column[i] / value;
        else entry = j != pivot ? row[j] : 1 / value;
      }
  }
}

// The columns of the pivots, and these times the inverse of their block, are kept apart, because every entry of the
// update reads them.
template <class DeviceType>
struct PivotLinesFunctor {
  static constexpr int rowsOfTeam = 8, teamSize = rowsOfTeam * blockSize;
  // Lanes that write a column of the panel write to banks of their own.
  static constexpr int stride = rowsOfTeam + 1;
  static constexpr std::size_t memory = (blockSize * stride + blockSize * blockSize) * sizeof(double);
  using Member = typename Kokkos::TeamPolicy<typename DeviceType::execution_space>::member_type;
  SymmetricTiles<DeviceType> tiles;
  int first;
  Kokkos::View<const double*, DeviceType> block;
  Kokkos::View<double*, DeviceType> scaled, columns;

  KOKKOS_INLINE_FUNCTION void operator()(const Member& team) const {
    double* const panel = static_cast<double*>(team.team_shmem().get_shmem(int(memory)));
    double* const inverse = panel + blockSize * stride;
    const int firstRow = team.league_rank() * rowsOfTeam;
    // Neighbouring threads read neighbouring entries.
    const bool isAbove = firstRow / tileSize <= first / tileSize;
    const auto pivotOf = [&](int place) { return isAbove ? place % blockSize : place / rowsOfTeam; };
    const auto rowOf = [&](int place) { return isAbove ? place / blockSize : place % rowsOfTeam; };
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, teamSize), [&](int place) {
      const int i = firstRow + rowOf(place), j = first + pivotOf(place);
      double ofBlock[blockSize / rowsOfTeam];
      for (int part = 0; part < blockSize / rowsOfTeam; ++part) ofBlock[part] = block(part * teamSize + place);
      panel[pivotOf(place) * stride + rowOf(place)] = isAbove ? tiles(i, j) : tiles(j, i);
      for (int part = 0; part < blockSize / rowsOfTeam; ++part) inverse[part * teamSize + place] = ofBlock[part];
    });
    team.team_barrier();
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, teamSize), [&](int place) {
      const int k = place / rowsOfTeam, i = place % rowsOfTeam;
      double sum = 0;
      for (int other = 0; other < blockSize; ++other) sum += inverse[k * blockSize + other] * panel[other * stride + i];
      scaled(placeInPanels(k, firstRow + i)) = sum;
      columns(placeInPanels(k, firstRow + i)) = panel[k * stride + i];
    });
  }
};

// A team has a tile. The first one has that of the next pivots, whose block it inverts while others are busy with
// theirs.
template <class DeviceType>
struct SweepFunctor {
  using Share = typename SymmetricTiles<DeviceType>::Share;
  static constexpr int teamSize = threadsOfTile;
  static constexpr std::size_t memory = 2 * blockSize * Share::stride * sizeof(double);
  // A team inverts the next pivots in a tile of its own.
  static_assert(PivotBlock<DeviceType>::teamSize == teamSize && PivotBlock<DeviceType>::memory <= memory &&
                tileSize % blockSize == 0);
  using Member = typename Kokkos::TeamPolicy<typename DeviceType::execution_space>::member_type;
  SymmetricTiles<DeviceType> tiles;
  int first;
  Kokkos::View<const double*, DeviceType> scaled, columns, block;
  PivotBlock<DeviceType> next;
  bool invertsNext;

  KOKKOS_INLINE_FUNCTION void operator()(const Member& team) const {
    double* const panel = static_cast<double*>(team.team_shmem().get_shmem(int(memory)));
    const int lineOfNext = next.first / tileSize;
    const int number = (team.league_rank() + tiles.tileOf(lineOfNext, lineOfNext)) % team.league_size();
    const int lineDown = lineOf(number), lineAcross = number - tiles.tileOf(0, lineDown);
    const Tile tile{tiles.tile(number), lineAcross * tileSize, lineDown * tileSize};
    if constexpr (runsOnHost<DeviceType>) {
      for (int thread = 0; thread < teamSize; ++thread) readPanels(thread, tile, panel);
      for (int thread = 0; thread < teamSize; ++thread) {
        const Share share(thread);
        update(share, tile, share.load(tile.entries), panel);
      }
    } else {
      // Entries are on their way while the panels are read.
      const Share share(team.team_rank());
      const TileEntries entries = share.load(tile.entries);
      readPanels(team.team_rank(), tile, panel);
      team.team_barrier();
      update(share, tile, entries, panel);
      if (team.league_rank() > 0 || !invertsNext) return;
      team.team_barrier();
      next.invert(team, panel);
    }
  }

 private:
  struct Tile {
    double* entries;
    int firstRow, firstColumn;
  };

  // The column of tiles that a tile is in, those before it having 1 + 2 + ... of them.
  KOKKOS_INLINE_FUNCTION static int lineOf(int tile) {
    using std::sqrt;
    int line = static_cast<int>((sqrt(8.0 * tile + 1) - 1) / 2);
    while ((line + 1) * (line + 2) / 2 <= tile) ++line;
    while (line * (line + 1) / 2 > tile) --line;
    return line;
  }

  KOKKOS_INLINE_FUNCTION void readPanels(int thread, const Tile& tile, double* panel) const {
    readPanel(thread, scaled.data() + placeInPanels(0, tile.firstColumn), panel);
    readPanel(thread, columns.data() + placeInPanels(0, tile.firstRow), panel + blockSize * Share::stride);
  }

  // All that is a thread's share before it writes: a compiler that cannot tell that the two do not overlap would have
  // it wait for each number by itself.
  KOKKOS_INLINE_FUNCTION static void readPanel(int thread, const double* from, double* to) {
    constexpr int share = panelSize / teamSize, pivotsApart = teamSize / tileSize;
    double numbers[share];
    for (int item = 0; item < share; ++item) numbers[item] = from[item * teamSize + thread];
    double* const mine = to + thread / tileSize * Share::stride + thread % tileSize;
    for (int item = 0; item < share; ++item) mine[item * pivotsApart * Share::stride] = numbers[item];
  }

  KOKKOS_INLINE_FUNCTION void update(const Share& share, const Tile& tile, TileEntries entries,
                                     const double* panel) const {
    share.subtract(entries, blockSize, panel + blockSize * Share::stride, panel);
    if (hasPivots(tile.firstRow) || hasPivots(tile.firstColumn)) setPivots(share, tile, entries);
    share.store(entries, tile.entries);
  }

  KOKKOS_INLINE_FUNCTION bool hasPivots(int firstOfTile) const { return firstOfTile / tileSize == first / tileSize; }
  KOKKOS_INLINE_FUNCTION bool isPivot(int i) const { return i >= first && i < first + blockSize; }

  KOKKOS_INLINE_FUNCTION void setPivots(const Share& share, const Tile& tile, TileEntries& entries) const {
    for (int r = 0; r < entriesOfThread; ++r)
      for (int c = 0; c < entriesOfThread; ++c) {
        const int i = tile.firstRow + share.row(r), j = tile.firstColumn + share.column(c);
        if (isPivot(i) && isPivot(j)) entries.at[r][c] = -block((i - first) * blockSize + j - first);
        else if (isPivot(i)) entries.at[r][c] = scaled(placeInPanels(i - first, j));
        else if (isPivot(j)) entries.at[r][c] = scaled(placeInPanels(j - first, i));
      }
  }
};

template <class DeviceType>
struct ToTilesFunctor {
  int n;
  Kokkos::View<const double*, DeviceType> a;
  SymmetricTiles<DeviceType> tiles;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t place) const {
    const int i = static_cast<int>(place / tiles.numRows()), j = static_cast<int>(place % tiles.numRows());
    if (i / tileSize > j / tileSize) return;
    tiles(i, j) = i < n && j < n ? a(i * n + j) : i == j ? 1 : 0;
  }
};

// All rows swept, the tiles hold -A^{-1}.
template <class DeviceType>
struct FromTilesFunctor {
  int n;
  SymmetricTiles<DeviceType> tiles;
  Kokkos::View<double*, DeviceType> a;
  KOKKOS_INLINE_FUNCTION void operator()(int place) const {
    const int i = place / n, j = place % n;
    a(place) = i < j ? -tiles(i, j) : -tiles(j, i);
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

// Teams that run at a time on a processor of a GPU whose shared memory holds as many: a sweep does with 80 registers a
// thread, and has others beside it that do not wait for memory. (With four it keeps numbers in memory.)
constexpr int teamsOfSweep = 3, teamsOfLines = 4;

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
  using LongPolicy = Kokkos::RangePolicy<typename DeviceType::execution_space, Kokkos::IndexType<std::int64_t>>;
  using Vector = Kokkos::View<double*, DeviceType>;
  const SymmetricTiles<DeviceType> tiles(n);
  const int numPivots = paddedPivots(n), numRows = tiles.numRows();
  // The block of the next pivots is made while others read that of these.
  const Vector blocks[] = {allocate<Vector>("Chronos::pivot block", blockSize * blockSize),
                           allocate<Vector>("Chronos::pivot block", blockSize * blockSize)};
  const auto pivots = allocate<Vector>("Chronos::pivots", numPivots),
             scaled = allocate<Vector>("Chronos::scaled pivot columns", blockSize * numRows),
             columns = allocate<Vector>("Chronos::pivot columns", blockSize * numRows);
  const auto blockAt = [&](int first) {
    return PivotBlock<DeviceType>{tiles, first, blocks[first / blockSize % 2], pivots};
  };
  const SweepFunctor<DeviceType> anySweep{tiles, 0, scaled, columns, blocks[0], blockAt(0), false};
  const bool severalSweep = haveRoomBesideEachOther(space, anySweep);
  Kokkos::parallel_for("Chronos::invertInPlace::toTiles", LongPolicy(space, 0, std::int64_t(numRows) * numRows),
                       ToTilesFunctor<DeviceType>{n, a, tiles});
  if constexpr (!runsOnHost<DeviceType>)
    runTeams("Chronos::invertInPlace::block", space, 1, PivotBlockFunctor<DeviceType>(blockAt(0)));
  for (int first = 0; first < numPivots; first += blockSize) {
    const auto block = blockAt(first), next = blockAt((first + blockSize) % numPivots);
    if constexpr (runsOnHost<DeviceType>) {
      space.fence();
      invertBlock(block);
    }
    runTeams<teamsOfLines>("Chronos::invertInPlace::lines", space, numRows / PivotLinesFunctor<DeviceType>::rowsOfTeam,
                           PivotLinesFunctor<DeviceType>{tiles, first, block.block, scaled, columns});
    const SweepFunctor<DeviceType> sweep{tiles, first, scaled, columns, block.block, next, next.first > 0};
    if (severalSweep) runTeams<teamsOfSweep>("Chronos::invertInPlace::sweep", space, tiles.numTiles(), sweep);
    else runTeams("Chronos::invertInPlace::sweep", space, tiles.numTiles(), sweep);
  }
  Kokkos::parallel_for("Chronos::invertInPlace::fromTiles", Policy(space, 0, n * n),
                       FromTilesFunctor<DeviceType>{n, tiles, a});
  double smallest = 0;
  Kokkos::parallel_reduce("Chronos::invertInPlace::smallest", Policy(space, 0, n), SmallestFunctor<DeviceType>{pivots},
                          Kokkos::Min<double>(smallest));
  return smallest;
}

#define CHRONOS_GAUSSJORDAN(DEVICE) \
  template double invertInPlace<DEVICE>(const DEVICE::execution_space&, int, const Kokkos::View<double*, DEVICE>&);
CHRONOS_FOR_EACH_DEVICE(CHRONOS_GAUSSJORDAN)

}  // namespace Chronos
