// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_BlockSum.hpp"

#include "Chronos_LaneGroup.hpp"

namespace Chronos {
namespace {

constexpr int warpSize = 32;
// Entries a lane adds; a block of a warp is 2048 entries, so that the second pass reads 1/2048 of the vector.
constexpr int entriesPerLane = 64;
constexpr std::int64_t blockLength = std::int64_t(warpSize) * entriesPerLane;

template <class DeviceType>
constexpr int groupWidth = std::is_same_v<typename DeviceType::memory_space, Kokkos::HostSpace> ? 1 : warpSize;

// One group of lanes a block; y empty: sums of x.
template <class DeviceType>
struct BlockSumFunctor {
  Kokkos::View<const double*, DeviceType> x, y;
  std::int64_t length;
  Kokkos::View<double*, DeviceType> sums;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item) const {
    constexpr int width = groupWidth<DeviceType>;
    const std::int64_t block = item / width;
    const int lane = static_cast<int>(item % width);
    const std::int64_t begin = block * blockLength;
    const std::int64_t end = begin + blockLength < length ? begin + blockLength : length;
    const double sum =
        groupSum(y.extent(0) > 0 ? strided<true>(begin + lane, end) : strided<false>(begin + lane, end), width);
    if (lane == 0) sums(block) = sum;
  }

  // A host adds up several sums at a time: one alone would wait for each addition.
  template <bool hasFactors>
  KOKKOS_INLINE_FUNCTION double strided(std::int64_t i, std::int64_t end) const {
    constexpr int width = groupWidth<DeviceType>;
    double sum = 0;
    if constexpr (width == 1) {
      constexpr int numSums = 8;
      double partial[numSums] = {};
      for (; i + numSums <= end; i += numSums)
        for (int s = 0; s < numSums; ++s) partial[s] += hasFactors ? x(i + s) * y(i + s) : x(i + s);
      for (int s = 0; s < numSums; ++s) sum += partial[s];
    }
    for (; i < end; i += width) sum += hasFactors ? x(i) * y(i) : x(i);
    return sum;
  }
};

std::int64_t numBlocks(std::int64_t length) {
  return (length + blockLength - 1) / blockLength;
}

}  // namespace

template <class DeviceType>
double blockDot(const typename DeviceType::execution_space& space, const Kokkos::View<const double*, DeviceType>& x,
                const Kokkos::View<const double*, DeviceType>& y) {
  using Policy = Kokkos::RangePolicy<typename DeviceType::execution_space, Kokkos::IndexType<std::int64_t>>;
  std::int64_t length = static_cast<std::int64_t>(x.extent(0));
  if (length == 0) return 0;
  Kokkos::View<const double*, DeviceType> summands = x, factors = y;
  do {
    const auto sums = allocate<Kokkos::View<double*, DeviceType>>("Chronos::block sums", numBlocks(length));
    Kokkos::parallel_for("Chronos::blockDot", Policy(space, 0, numBlocks(length) * groupWidth<DeviceType>),
                         BlockSumFunctor<DeviceType>{summands, factors, length, sums});
    summands = sums;
    factors = {};
    length = numBlocks(length);
  } while (length > 1);
  double result = 0;
  Kokkos::deep_copy(space, result, Kokkos::subview(summands, 0));
  space.fence();
  return result;
}

#define CHRONOS_BLOCKDOT(DEVICE)                                                                               \
  template double blockDot<DEVICE>(const DEVICE::execution_space&, const Kokkos::View<const double*, DEVICE>&, \
                                   const Kokkos::View<const double*, DEVICE>&);
CHRONOS_FOR_EACH_DEVICE(CHRONOS_BLOCKDOT)

}  // namespace Chronos
