// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_BLOCKSUMLOOP_HPP
#define CHRONOS_BLOCKSUMLOOP_HPP

#include "Chronos_KernelTypes.hpp"
#include "Chronos_RunsOnHost.hpp"
#include "Chronos_SumsOfBlocks.hpp"

#include <type_traits>

namespace Chronos {

/// \file
/// Sums in blocks of 2048 entries, for the .cpp files that make sums of vectors.
///
/// A Term says what is added up: `Sums`, a double, SeveralSums or Largest; `read(i, column)`, an `Entry`; `taken(i,
/// column, entry)`, its summands. It is read first and taken then, which may write: a lane reads several entries before
/// it takes the first, so that their loads are under way together.

/// Several sums that one pass over the vectors makes.
template <int n>
struct SeveralSums {
  double value[n];

  KOKKOS_INLINE_FUNCTION void operator+=(const SeveralSums& other) {
    for (int s = 0; s < n; ++s) value[s] += other.value[s];
  }
};

/// The largest of numbers that are not negative, in the place of their sum.
struct Largest {
  double value;

  KOKKOS_INLINE_FUNCTION void operator+=(const Largest& other) {
    if (other.value > value) value = other.value;
  }
};

template <class Sums>
constexpr int numSumsOf = 1;
template <int n>
constexpr int numSumsOf<SeveralSums<n>> = n;

/// Room for n sums in each block: a power of two, so that sums of sums keep to their lanes.
KOKKOS_INLINE_FUNCTION constexpr int paddedSums(int n) {
  int padded = 1;
  while (padded < n) padded *= 2;
  return padded;
}

/// A block is a warp's.
constexpr int lanesOfSum = 32;
/// Entries that a lane of a GPU reads before it takes the first: 128 bytes, in a power of two. Vectors of a million
/// entries make few warps, which wait for memory in turns.
KOKKOS_INLINE_FUNCTION constexpr int sumEntriesInFlight(std::size_t bytesOfEntry) {
  int entries = 1;
  while (2 * entries * bytesOfEntry <= 128) entries *= 2;
  return entries;
}

template <class DeviceType>
constexpr int sumGroupWidth = runsOnHost<DeviceType> ? 1 : lanesOfSum;

/// x^T y.
template <class DeviceType>
struct ProductTerm {
  using Sums = double;
  struct Entry {
    double x, y;
  };
  Kokkos::View<const double*, DeviceType> x, y;
  KOKKOS_INLINE_FUNCTION Entry read(std::int64_t i, int) const { return {x(i), y(i)}; }
  KOKKOS_INLINE_FUNCTION double taken(std::int64_t, int, const Entry& entry) const { return entry.x * entry.y; }
};

/// Entries as they are: for sums of sums, or the largest of the largest.
template <class DeviceType, class OfSums>
struct EntryTerm {
  using Sums = OfSums;
  using Entry = double;
  Kokkos::View<const double*, DeviceType> x;
  KOKKOS_INLINE_FUNCTION double read(std::int64_t i, int) const { return x(i); }
  KOKKOS_INLINE_FUNCTION Sums taken(std::int64_t, int, double entry) const { return Sums{entry}; }
};

/// Nothing is done with the results of sumToOne() but to store them.
struct NothingMore {
  KOKKOS_INLINE_FUNCTION void operator()() const {}
};

/// Numbers become their sums over ranks before they are finished with.
template <class Finish>
struct RankSumFinish {
  RankSum overRanks;
  Finish finish;

  KOKKOS_INLINE_FUNCTION void operator()(int lane) const {
#ifdef __CUDA_ARCH__
    if (overRanks.numRanks > 1) overRanks.add(lane);
#endif
    if (lane == 0) finish();
  }
};

/// Whether all lanes of a warp call it, each with its number, and not one for all.
template <class Finish>
constexpr bool takesLanes = std::is_invocable_v<const Finish&, int>;

template <class Finish>
KOKKOS_INLINE_FUNCTION void finishBy(const Finish& finish, int lane) {
  if constexpr (takesLanes<Finish>) finish(lane);
  else if (lane == 0) finish();
}

/// Sums of the terms of a block, a column each. One group of lanes a block: since the width divides 32, a lane meets
/// entries of one column alone.
template <class DeviceType, class Term, int width, class Finish>
struct BlockSumFunctor {
  using Sums = typename Term::Sums;
  Term term;
  std::int64_t length;
  Kokkos::View<double*, DeviceType> sums;
  Finish finish;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item) const {
    constexpr int lanes = sumGroupWidth<DeviceType>;
    const std::int64_t block = item / lanes;
    const int lane = static_cast<int>(item % lanes);
    const std::int64_t begin = block * sumBlockLength;
    const std::int64_t end = begin + sumBlockLength < length ? begin + sumBlockLength : length;
    if constexpr (lanes == 1) {
      onHost(block, begin, end);
    } else {
      const Sums sum = overColumn(ofLane(begin + lane, end, lane % width));
      if (lane < width) store(block, lane, sum);
#ifdef __CUDA_ARCH__
      if constexpr (!std::is_same_v<Finish, NothingMore>) __syncwarp();
#endif
    }
    finishBy(finish, lane);
  }

  KOKKOS_INLINE_FUNCTION Sums ofLane(std::int64_t i, std::int64_t end, int column) const {
    constexpr int inFlight = sumEntriesInFlight(sizeof(typename Term::Entry));
    typename Term::Entry entries[inFlight];
    Sums sum{};
    for (; i + (inFlight - 1) * lanesOfSum < end; i += inFlight * lanesOfSum) {
      for (int e = 0; e < inFlight; ++e) entries[e] = term.read(i + e * lanesOfSum, column);
      for (int e = 0; e < inFlight; ++e) sum += term.taken(i + e * lanesOfSum, column, entries[e]);
    }
    for (; i < end; i += lanesOfSum) sum += termOf(i, column);
    return sum;
  }

  KOKKOS_INLINE_FUNCTION Sums termOf(std::int64_t i, int column) const {
    return term.taken(i, column, term.read(i, column));
  }

  // A host adds up several sums at a time: one alone would wait for each addition. Blocks begin with column 0.
  KOKKOS_INLINE_FUNCTION void onHost(std::int64_t block, std::int64_t i, std::int64_t end) const {
    constexpr int atATime = width > 8 ? width : 8;
    Sums partial[atATime] = {}, sum[width] = {};
    for (; i + atATime <= end; i += atATime)
      for (int s = 0; s < atATime; ++s) partial[s] += termOf(i + s, s % width);
    for (int s = 0; s < atATime; ++s) sum[s % width] += partial[s];
    for (; i < end; ++i) sum[i % width] += termOf(i, static_cast<int>(i % width));
    for (int c = 0; c < width; ++c) store(block, c, sum[c]);
  }

  KOKKOS_INLINE_FUNCTION void store(std::int64_t block, int column, double sum) const {
    sums(block * width + column) = sum;
  }
  KOKKOS_INLINE_FUNCTION void store(std::int64_t block, int column, const Largest& largest) const {
    store(block, column, largest.value);
  }
  // Sum s of column c is entry s * width + c of a block; what pads them is zero.
  template <int n>
  KOKKOS_INLINE_FUNCTION void store(std::int64_t block, int column, const SeveralSums<n>& sum) const {
    constexpr int padded = paddedSums(n);
    for (int s = 0; s < padded; ++s) sums((block * padded + s) * width + column) = s < n ? sum.value[s] : 0;
  }

  // Of the lanes of a column; they are `width` apart.
  template <class Value>
  KOKKOS_INLINE_FUNCTION Value overColumn(Value value) const {
#ifdef __CUDA_ARCH__
    for (int distance = lanesOfSum / 2; distance >= width; distance /= 2) value += ofLaneAt(distance, value);
#endif
    return value;
  }
#ifdef __CUDA_ARCH__
  static __device__ double ofLaneAt(int distance, double value) {
    return __shfl_xor_sync(0xffffffffu, value, distance);
  }
  static __device__ Largest ofLaneAt(int distance, const Largest& largest) {
    return {ofLaneAt(distance, largest.value)};
  }
  template <int n>
  static __device__ SeveralSums<n> ofLaneAt(int distance, SeveralSums<n> sum) {
    for (int s = 0; s < n; ++s) sum.value[s] = ofLaneAt(distance, sum.value[s]);
    return sum;
  }
#endif
};

/// \brief Sums of all blocks of `length` entries. Does not wait for the device.
/// \param sums takes numSumBlocks(length) times width times paddedSums(number of sums) numbers
/// \param finish called once for each block, behind its sums; by all lanes that have the block where it takesLanes
template <int width, class DeviceType, class Term, class Finish = NothingMore>
void sumBlocks(const typename DeviceType::execution_space& space, const Term& term, std::int64_t length,
               const Kokkos::View<double*, DeviceType>& sums, const Finish& finish = {}) {
  // Two warps a block of threads: vectors of a million entries make 500 warps, which eight a block would leave to half
  // of a GPU's processors.
  using Policy = Kokkos::RangePolicy<typename DeviceType::execution_space, Kokkos::IndexType<std::int64_t>,
                                     Kokkos::LaunchBounds<2 * lanesOfSum, 8>>;
  Kokkos::parallel_for("Chronos::sumBlocks", Policy(space, 0, numSumBlocks(length) * sumGroupWidth<DeviceType>),
                       BlockSumFunctor<DeviceType, Term, width, Finish>{term, length, sums, finish});
}

template <class Finish>
struct FinishFunctor {
  Finish finish;
  KOKKOS_INLINE_FUNCTION void operator()(int lane) const { finishBy(finish, lane); }
};

/// finish(), by a kernel of its own, of a warp where it takesLanes. Does not wait for the device.
template <class Execution, class Finish>
void finishAlone(const Execution& space, const Finish& finish) {
  if constexpr (!std::is_same_v<Finish, NothingMore>)
    Kokkos::parallel_for(
        "Chronos::finishSums",
        Kokkos::RangePolicy<Execution, Kokkos::IndexType<int>>(
            space, 0, takesLanes<Finish> && !runsOnHost<typename Execution::device_type> ? lanesOfSum : 1),
        FinishFunctor<Finish>{finish});
}

/// \brief Sums of blocks, of blocks of those, and so on down to one number a sum and column. Does not wait for the
/// device.
/// \tparam OfSums what is done with sums of blocks: they are added up, or Largest
/// \param length entries of all columns; results are zero where there is none
/// \param room for so many entries, and as many results or more
/// \param results width times paddedSums(number of sums)
/// \param finish called once by the device, behind the results; by all lanes of a warp where it takesLanes
template <int width, class OfSums = double, class DeviceType, class Term, class Finish = NothingMore>
void sumToOne(const typename DeviceType::execution_space& space, const Term& term, std::int64_t length,
              const SumsOfBlocks<DeviceType>& room, const Kokkos::View<double*, DeviceType>& results,
              const Finish& finish = {}) {
  constexpr int numResults = paddedSums(numSumsOf<typename Term::Sums>) * width;
  if (length == 0) {
    Kokkos::deep_copy(space, results, 0.0);
    return finishAlone(space, finish);
  }
  std::int64_t count = numSumBlocks(length) * numResults;
  const auto target = [&](std::size_t pass) { return count == numResults ? results : room.sums[pass]; };
  Kokkos::View<double*, DeviceType> sums = target(0);
  if (count == numResults) return sumBlocks<width, DeviceType>(space, term, length, sums, finish);
  sumBlocks<width, DeviceType>(space, term, length, sums);
  for (std::size_t pass = 1; count > numResults; ++pass) {
    const std::int64_t numBefore = count;
    const EntryTerm<DeviceType, OfSums> ofSums{sums};
    count = numSumBlocks(numBefore) * numResults;
    sums = target(pass);
    if (count == numResults) return sumBlocks<numResults, DeviceType>(space, ofSums, numBefore, sums, finish);
    sumBlocks<numResults, DeviceType>(space, ofSums, numBefore, sums);
  }
}

/// \brief The same over ranks, behind which `finish` is called. Does not wait for the device. Collective.
/// \param count of results that are summed over ranks
template <int width, class DeviceType, class Term, class Finish>
void sumToOneOverRanks(const typename DeviceType::execution_space& space, const Term& term, std::int64_t length,
                       const SumsOfBlocks<DeviceType>& room, const Kokkos::View<double*, DeviceType>& results,
                       int count, const SumOverRanks& overRanks, const Finish& finish) {
  if (overRanks.add) {
    sumToOne<width>(space, term, length, room, results);
    overRanks.add(results.data(), count);
    return finishAlone(space, finish);
  }
  const RankSum sum = overRanks.next ? overRanks.next(results.data(), count) : RankSum();
  sumToOne<width>(space, term, length, room, results, RankSumFinish<Finish>{sum, finish});
}

}  // namespace Chronos

#endif
