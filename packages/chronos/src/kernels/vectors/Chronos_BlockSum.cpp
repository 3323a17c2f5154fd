// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_BlockSum.hpp"

#include "Chronos_ColumnLoop.hpp"
#include "Chronos_LaneGroup.hpp"
#include "Chronos_RunsOnHost.hpp"

namespace Chronos {
namespace {

constexpr int warpSize = 32;
// Entries a lane adds; a block of a warp is 2048 entries, so that the second pass reads 1/2048 of the vector.
constexpr int entriesPerLane = 64;
// Entries that a lane of a GPU reads before it takes the first.
constexpr int entriesInFlight = 4;
constexpr std::int64_t blockLength = std::int64_t(warpSize) * entriesPerLane;

template <class DeviceType>
constexpr int groupWidth = runsOnHost<DeviceType> ? 1 : warpSize;

// A term is read() first and then taken(), which may write: a lane reads several before it takes the first, so that
// their loads are under way together.
template <class DeviceType>
struct ProductTerm {
  struct Entry {
    double x, y;
  };
  Kokkos::View<const double*, DeviceType> x, y;
  KOKKOS_INLINE_FUNCTION Entry read(std::int64_t i, int) const { return {x(i), y(i)}; }
  KOKKOS_INLINE_FUNCTION double taken(std::int64_t, int, const Entry& entry) const { return entry.x * entry.y; }
};

template <class DeviceType>
struct EntryTerm {
  using Entry = double;
  Kokkos::View<const double*, DeviceType> x;
  KOKKOS_INLINE_FUNCTION double read(std::int64_t i, int) const { return x(i); }
  KOKKOS_INLINE_FUNCTION double taken(std::int64_t, int, double entry) const { return entry; }
};

template <class DeviceType, int width>
struct AdvanceTerm {
  struct Entry {
    double p, q, x, r;
  };
  OfColumns<double, width> alpha;
  Kokkos::View<const double*, DeviceType> p, q;
  Kokkos::View<double*, DeviceType> x, r;

  // A column of no step may hold anything in p and q.
  KOKKOS_INLINE_FUNCTION Entry read(std::int64_t i, int column) const {
    Entry entry{0, 0, 0, r(i)};
    if (alpha(column) == 0) return entry;
    entry.q = q(i);
    if (x.extent(0) > 0) {
      entry.p = p(i);
      entry.x = x(i);
    }
    return entry;
  }

  KOKKOS_INLINE_FUNCTION double taken(std::int64_t i, int column, const Entry& entry) const {
    const double step = alpha(column);
    if (step == 0) return entry.r * entry.r;
    if (x.extent(0) > 0) x(i) = entry.x + step * entry.p;
    const double rest = entry.r - step * entry.q;
    r(i) = rest;
    return rest * rest;
  }
};

// Sums of the terms of a block, a column each. One group of lanes a block: since the width divides 32, a lane meets
// entries of one column alone.
template <class DeviceType, class Term, int width>
struct BlockSumFunctor {
  Term term;
  std::int64_t length;
  Kokkos::View<double*, DeviceType> sums;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item) const {
    constexpr int lanes = groupWidth<DeviceType>;
    const std::int64_t block = item / lanes;
    const int lane = static_cast<int>(item % lanes);
    const std::int64_t begin = block * blockLength;
    const std::int64_t end = begin + blockLength < length ? begin + blockLength : length;
    if constexpr (lanes == 1) {
      onHost(block, begin, end);
    } else {
      const double sum = overColumn(ofLane(begin + lane, end, lane % width));
      if (lane < width) sums(block * width + lane) = sum;
    }
  }

  KOKKOS_INLINE_FUNCTION double ofLane(std::int64_t i, std::int64_t end, int column) const {
    typename Term::Entry entries[entriesInFlight];
    double sum = 0;
    for (; i + (entriesInFlight - 1) * warpSize < end; i += entriesInFlight * warpSize) {
      for (int e = 0; e < entriesInFlight; ++e) entries[e] = term.read(i + e * warpSize, column);
      for (int e = 0; e < entriesInFlight; ++e) sum += term.taken(i + e * warpSize, column, entries[e]);
    }
    for (; i < end; i += warpSize) sum += termOf(i, column);
    return sum;
  }

  KOKKOS_INLINE_FUNCTION double termOf(std::int64_t i, int column) const {
    return term.taken(i, column, term.read(i, column));
  }

  // A host adds up several sums at a time: one alone would wait for each addition. Blocks begin with column 0.
  KOKKOS_INLINE_FUNCTION void onHost(std::int64_t block, std::int64_t i, std::int64_t end) const {
    constexpr int numSums = 8;
    double partial[numSums] = {}, sum[width] = {};
    for (; i + numSums <= end; i += numSums)
      for (int s = 0; s < numSums; ++s) partial[s] += termOf(i + s, s % width);
    for (int s = 0; s < numSums; ++s) sum[s % width] += partial[s];
    for (; i < end; ++i) sum[i % width] += termOf(i, static_cast<int>(i % width));
    for (int c = 0; c < width; ++c) sums(block * width + c) = sum[c];
  }

  KOKKOS_INLINE_FUNCTION double overColumn(double value) const {
#ifdef __CUDA_ARCH__
    for (int distance = warpSize / 2; distance >= width; distance /= 2)
      value += __shfl_xor_sync(0xffffffffu, value, distance);
#endif
    return value;
  }
};

std::int64_t numBlocks(std::int64_t length) {
  return (length + blockLength - 1) / blockLength;
}

template <int width, class DeviceType, class Term>
void sumBlocks(const typename DeviceType::execution_space& space, const Term& term, std::int64_t length,
               const Kokkos::View<double*, DeviceType>& sums) {
  using Policy = Kokkos::RangePolicy<typename DeviceType::execution_space, Kokkos::IndexType<std::int64_t>>;
  Kokkos::parallel_for("Chronos::sumBlocks", Policy(space, 0, numBlocks(length) * groupWidth<DeviceType>),
                       BlockSumFunctor<DeviceType, Term, width>{term, length, sums});
}

}  // namespace

template <class DeviceType>
ColumnDots<DeviceType>::ColumnDots(std::int64_t numEntries, int width)
    : numEntries_(numEntries),
      width_(width),
      results_(allocate<Kokkos::View<double*, PinnedSpace>>("Chronos::scalar products", width)) {
  if (numEntries == 0) return;
  do {
    numEntries = numBlocks(numEntries) * width;
    sums_.push_back(allocate<Entries>("Chronos::block sums", numEntries));
  } while (numEntries > width);
}

template <class DeviceType>
template <int width, class Term>
void ColumnDots<DeviceType>::sum(const Execution& space, const Term& term, double* results) const {
  for (int c = 0; c < width; ++c) results[c] = 0;
  if (sums_.empty()) return;
  sumBlocks<width, DeviceType>(space, term, numEntries_, sums_.front());
  for (std::size_t level = 1; level < sums_.size(); ++level)
    sumBlocks<width, DeviceType>(space, EntryTerm<DeviceType>{sums_[level - 1]},
                                 static_cast<std::int64_t>(sums_[level - 1].extent(0)), sums_[level]);
  Kokkos::deep_copy(space, results_, sums_.back());
  space.fence();
  for (int c = 0; c < width; ++c) results[c] = results_(c);
}

template <class DeviceType>
void ColumnDots<DeviceType>::dot(const Execution& space, const ConstEntries& x, const ConstEntries& y,
                                 double* results) const {
  const ProductTerm<DeviceType> term{x, y};
  switch (width_) {
    case 1: return sum<1>(space, term, results);
    case 2: return sum<2>(space, term, results);
    case 4: return sum<4>(space, term, results);
    default: return sum<8>(space, term, results);
  }
}

template <class DeviceType>
void ColumnDots<DeviceType>::advance(const Execution& space, const double* alpha, const ConstEntries& p,
                                     const ConstEntries& q, const Entries& x, const Entries& r, double* results) const {
  const auto run = [&](auto width) {
    constexpr int w = decltype(width)::value;
    sum<w>(space, AdvanceTerm<DeviceType, w>{OfColumns<double, w>(alpha), p, q, x, r}, results);
  };
  switch (width_) {
    case 1: return run(std::integral_constant<int, 1>());
    case 2: return run(std::integral_constant<int, 2>());
    case 4: return run(std::integral_constant<int, 4>());
    default: return run(std::integral_constant<int, 8>());
  }
}

template <class DeviceType>
double blockDot(const typename DeviceType::execution_space& space, const Kokkos::View<const double*, DeviceType>& x,
                const Kokkos::View<const double*, DeviceType>& y) {
  double result = 0;
  ColumnDots<DeviceType>(static_cast<std::int64_t>(x.extent(0)), 1).dot(space, x, y, &result);
  return result;
}

#define CHRONOS_BLOCKDOT(DEVICE)                                                                               \
  template class ColumnDots<DEVICE>;                                                                           \
  template double blockDot<DEVICE>(const DEVICE::execution_space&, const Kokkos::View<const double*, DEVICE>&, \
                                   const Kokkos::View<const double*, DEVICE>&);
CHRONOS_FOR_EACH_DEVICE(CHRONOS_BLOCKDOT)

}  // namespace Chronos
