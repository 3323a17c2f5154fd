// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_ROWTABLELAUNCH_HPP
#define CHRONOS_ROWTABLELAUNCH_HPP

#include "Chronos_DynamicFor.hpp"
#include "Chronos_RowTables.hpp"
#include "Chronos_ScanTotal.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <type_traits>

namespace Chronos {

// Rows a host thread takes at a time.
constexpr std::int64_t rowsPerChunk = 256;
// Threads of a team whose groups share scratch memory: two warps, whose tables of medium size take 24 of the 48 KB that
// a team may have.
constexpr int rowTableTeamSize = 64;
// Memory for all tables that do not fit into scratch.
constexpr std::size_t globalTableBytes = std::size_t(256) << 20;

template <class Work, class Scalar>
struct MarkedRowsFunctor {
  using Token = Kokkos::Experimental::UniqueToken<HostDevice::execution_space>;
  Work work;
  Token token;
  LocalOrdinal numRows, numCols;
  Kokkos::View<int**, Kokkos::LayoutRight, HostDevice> marks;
  Kokkos::View<LocalOrdinal**, Kokkos::LayoutRight, HostDevice> columns;
  Kokkos::View<Scalar**, Kokkos::LayoutRight, HostDevice> weights;

  void operator()(std::int64_t chunk) const {
    const int thread = token.acquire();
    // The thread that uses the marks touches them first.
    if (weights(thread, numCols) == Scalar(0)) {
      for (LocalOrdinal col = 0; col < numCols; ++col) marks(thread, col) = -1;
      weights(thread, numCols) = Scalar(1);
    }
    MarkerTable<Scalar> table(&marks(thread, 0), &columns(thread, 0), &weights(thread, 0));
    const RowGroup<1> group(0);
    const std::int64_t end = std::min<std::int64_t>(numRows, (chunk + 1) * rowsPerChunk);
    for (std::int64_t row = chunk * rowsPerChunk; row < end; ++row) work(group, table, static_cast<LocalOrdinal>(row));
    table.clear(group);
    token.release(thread);
  }
};

/// Tables of `capacity` slots in the scratch memory of teams, one group a row.
template <class Work, class Scalar, class DeviceType, int width>
struct ScratchRowsFunctor {
  static constexpr bool onHost = std::is_same_v<typename DeviceType::memory_space, Kokkos::HostSpace>;
  static constexpr int teamSize = onHost ? 1 : rowTableTeamSize;
  static constexpr int groupsPerTeam = teamSize / width;
  using Policy = Kokkos::TeamPolicy<typename DeviceType::execution_space>;

  Work work;
  Kokkos::View<const LocalOrdinal*, DeviceType> rows;
  int capacity;

  std::size_t scratchBytes() const {
    return std::size_t(groupsPerTeam) * capacity * (sizeof(Scalar) + sizeof(LocalOrdinal));
  }

  KOKKOS_INLINE_FUNCTION void operator()(const typename Policy::member_type& team) const {
    const std::int64_t item = std::int64_t(team.league_rank()) * groupsPerTeam + team.team_rank() / width;
    if (item >= static_cast<std::int64_t>(rows.extent(0))) return;
    const RowGroup<width> group(team.team_rank());
    const std::size_t bytes = std::size_t(groupsPerTeam) * capacity * (sizeof(Scalar) + sizeof(LocalOrdinal));
    Scalar* weights = static_cast<Scalar*>(team.team_scratch(0).get_shmem(bytes));
    LocalOrdinal* columns = reinterpret_cast<LocalOrdinal*>(weights + groupsPerTeam * capacity);
    const int first = team.team_rank() / width * capacity;
    HashTable<Scalar> table(columns + first, weights + first, capacity);
    work(group, table, rows(item));
  }
};

/// Tables of `capacity` slots in global memory; each group takes rows in turn.
template <class Work, class Scalar, class DeviceType, int width>
struct GlobalRowsFunctor {
  Work work;
  Kokkos::View<const LocalOrdinal*, DeviceType> rows;
  int capacity;
  std::int64_t numGroups;
  Kokkos::View<LocalOrdinal*, DeviceType> columns;
  Kokkos::View<Scalar*, DeviceType> weights;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item) const {
    const RowGroup<width> group(item);
    const std::int64_t first = item / width;
    HashTable<Scalar> table(columns.data() + first * capacity, weights.data() + first * capacity, capacity);
    for (std::int64_t slot = first; slot < static_cast<std::int64_t>(rows.extent(0)); slot += numGroups)
      work(group, table, rows(slot));
  }
};

template <class DeviceType>
struct SelectByBoundFunctor {
  Kokkos::View<const LocalOrdinal*, DeviceType> bound;
  LocalOrdinal low, high;
  Kokkos::View<LocalOrdinal*, DeviceType> rows;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row, LocalOrdinal& next, bool final) const {
    if (bound(row) <= low || bound(row) > high) return;
    if (final) rows(next) = static_cast<LocalOrdinal>(row);
    ++next;
  }
};

template <class DeviceType>
struct LargestBoundFunctor {
  Kokkos::View<const LocalOrdinal*, DeviceType> bound;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row, LocalOrdinal& largest) const {
    if (bound(row) > largest) largest = bound(row);
  }
};

/// \brief Runs work(group, table, row) for the rows of a matrix, each with an accumulator for its columns.
///
/// On host threads with a MarkerTable for each thread, or, after useTables(), with a HashTable for each group
/// of lanes; on a GPU useTables() must come first. A table may hold anything when a row begins.
template <class Scalar, class DeviceType>
class RowTableLaunch {
 public:
  using Space = typename DeviceType::execution_space;

  RowTableLaunch(const Space& space, LocalOrdinal numRows, LocalOrdinal numCols)
      : space_(space), numRows_(numRows), numCols_(numCols) {}

  /// \param bound upper bound of the columns of each row; rows with bound 0 get no call. Synchronises the
  /// device.
  void useTables(const Kokkos::View<const LocalOrdinal*, DeviceType>& bound) {
    tables_ = true;
    shortRows_ = select(bound, 0, shortBound);
    mediumRows_ = select(bound, shortBound, mediumBound);
    longRows_ = select(bound, mediumBound, std::numeric_limits<LocalOrdinal>::max());
    LocalOrdinal largest = 0;
    Kokkos::parallel_reduce("Chronos::RowTableLaunch::largest", Range(space_, 0, numRows_),
                            LargestBoundFunctor<DeviceType>{bound}, Kokkos::Max<LocalOrdinal>(largest));
    while (longCapacity_ <= largest + largest / 4) longCapacity_ *= 2;
  }

  template <class Work>
  void forEachRow(const char* label, const Work& work) const {
    if (tables_) {
      inScratch<Work, shortWidth>(label, work, shortRows_, shortCapacity);
      inScratch<Work, longWidth>(label, work, mediumRows_, mediumCapacity);
      inGlobal<Work, longWidth>(label, work);
    } else if constexpr (onHost) {
      withMarkers(label, work);
    }
  }

 private:
  static constexpr bool onHost = std::is_same_v<typename DeviceType::memory_space, Kokkos::HostSpace>;
  static constexpr int shortWidth = onHost ? 1 : 8, longWidth = onHost ? 1 : 32;
  // Tables at most three quarters full, or probing takes long.
  static constexpr LocalOrdinal shortBound = 48, mediumBound = 768;
  static constexpr int shortCapacity = 64, mediumCapacity = 1024;
  using Range = Kokkos::RangePolicy<Space, Kokkos::IndexType<std::int64_t>>;
  using RowList = Kokkos::View<const LocalOrdinal*, DeviceType>;

  RowList select(const RowList& bound, LocalOrdinal low, LocalOrdinal high) const {
    const auto rows = allocate<Kokkos::View<LocalOrdinal*, DeviceType>>("Chronos::rows of a table size", numRows_);
    LocalOrdinal numSelected = 0;
    scanTotal("Chronos::RowTableLaunch::select", Range(space_, 0, numRows_),
              SelectByBoundFunctor<DeviceType>{bound, low, high, rows}, numSelected);
    return Kokkos::subview(rows, std::make_pair(0, numSelected));
  }

  template <class Work, int width>
  void inScratch(const char* label, const Work& work, const RowList& rows, int capacity) const {
    using Functor = ScratchRowsFunctor<Work, Scalar, DeviceType, width>;
    const std::int64_t numRows = static_cast<std::int64_t>(rows.extent(0));
    if (numRows == 0) return;
    const Functor functor{work, rows, capacity};
    typename Functor::Policy policy(
        space_, static_cast<int>((numRows + Functor::groupsPerTeam - 1) / Functor::groupsPerTeam), Functor::teamSize);
    policy.set_scratch_size(0, Kokkos::PerTeam(static_cast<int>(functor.scratchBytes())));
    Kokkos::parallel_for(label, policy, functor);
  }

  template <class Work, int width>
  void inGlobal(const char* label, const Work& work) const {
    const std::int64_t numRows = static_cast<std::int64_t>(longRows_.extent(0));
    if (numRows == 0) return;
    const std::size_t bytes = std::size_t(longCapacity_) * (sizeof(Scalar) + sizeof(LocalOrdinal));
    const std::int64_t affordable = std::max<std::int64_t>(1, static_cast<std::int64_t>(globalTableBytes / bytes));
    const std::int64_t numGroups =
        std::min({numRows, affordable, std::max<std::int64_t>(1, space_.concurrency() / width)});
    const auto columns =
        allocate<Kokkos::View<LocalOrdinal*, DeviceType>>("Chronos::row table columns", numGroups * longCapacity_);
    const auto weights =
        allocate<Kokkos::View<Scalar*, DeviceType>>("Chronos::row table weights", numGroups * longCapacity_);
    Kokkos::parallel_for(label, Range(space_, 0, numGroups * width),
                         GlobalRowsFunctor<Work, Scalar, DeviceType, width>{work, longRows_, longCapacity_, numGroups,
                                                                            columns, weights});
  }

  template <class Work>
  void withMarkers(const char* label, const Work& work) const {
    using Functor = MarkedRowsFunctor<Work, Scalar>;
    const typename Functor::Token token(space_);
    const std::size_t numThreads = static_cast<std::size_t>(token.size());
    const auto uninitialised = [](const char* name) {
      return Kokkos::view_alloc(std::string(name), Kokkos::WithoutInitializing);
    };
    const decltype(Functor::marks) marks(uninitialised("Chronos::row marks"), numThreads, numCols_);
    const decltype(Functor::columns) columns(uninitialised("Chronos::row columns"), numThreads, numCols_);
    const decltype(Functor::weights) weights(uninitialised("Chronos::row weights"), numThreads, numCols_ + 1);
    for (std::size_t thread = 0; thread < numThreads; ++thread) weights(thread, numCols_) = Scalar(0);
    dynamicFor(label, space_, (numRows_ + rowsPerChunk - 1) / rowsPerChunk, std::int64_t(1),
               Functor{work, token, numRows_, numCols_, marks, columns, weights});
  }

  Space space_;
  LocalOrdinal numRows_, numCols_;
  bool tables_ = false;
  RowList shortRows_, mediumRows_, longRows_;
  int longCapacity_ = mediumCapacity;
};

}  // namespace Chronos

#endif
