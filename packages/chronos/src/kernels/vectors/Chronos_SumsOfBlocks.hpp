// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SUMSOFBLOCKS_HPP
#define CHRONOS_SUMSOFBLOCKS_HPP

#include "Chronos_KernelTypes.hpp"
#include "Chronos_RankSum.hpp"

#include <functional>
#include <vector>

namespace Chronos {

/// Entries of a vector that are summed by themselves; so are blocks of their sums, and so on.
constexpr std::int64_t sumBlockLength = 2048;

inline std::int64_t numSumBlocks(std::int64_t length) {
  return (length + sumBlockLength - 1) / sumBlockLength;
}

/// \brief Makes of numbers on the device, so many, their sums over ranks, without waiting for the device. Collective.
///
/// Neither is there on one rank, else one of them.
struct SumOverRanks {
  std::function<void(double* numbers, int count)> add;      ///< behind what is queued, by ways without such kernels
  std::function<RankSum(double* numbers, int count)> next;  ///< by the kernel that makes the numbers
};

/// \brief Room for what sumToOne() makes between vectors and results: 1/2048 of a vector, so that nothing is allocated
/// in an iteration.
template <class DeviceType>
struct SumsOfBlocks {
  using Entries = Kokkos::View<double*, DeviceType>;
  std::vector<Entries> sums;  ///< of blocks, of blocks of those, ...; the last ones are results, which are not here

  /// \param numEntries of the vectors, of all columns
  /// \param numResults columns times sums of a column
  SumsOfBlocks(std::int64_t numEntries, int numResults) {
    for (std::int64_t n = numSumBlocks(numEntries) * numResults; n > numResults; n = numSumBlocks(n) * numResults)
      sums.push_back(allocate<Entries>("Chronos::block sums", n));
  }

  std::size_t numBytes() const {
    std::size_t sum = 0;
    for (const Entries& entries : sums) sum += entries.extent(0) * sizeof(double);
    return sum;
  }
};

}  // namespace Chronos

#endif
