// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_StrengthFilter.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace Chronos {
namespace {

using EntryPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<std::int64_t>>;

// Bits of a positive double without the last 19 of its mantissa: 33 remain, a resolution of 1.2e-10.
constexpr int droppedBits = 19;

double valueOfKey(long long key) {
  const std::uint64_t bits = static_cast<std::uint64_t>(key) << droppedBits;
  double value = 0;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

long long keyOfValue(double value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof(bits));
  return static_cast<long long>(bits >> droppedBits);
}

struct ReachFunctor {
  Kokkos::View<const double*, Device> measures;
  double threshold;
  Kokkos::View<char*, Device> strong;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t entry) const {
    strong(entry) = measures(entry) > 0 && measures(entry) >= threshold;
  }
};

// Thresholds are positive, so that zero measures need no branch: half of the branches would be mispredicted.
struct CountFunctor {
  Kokkos::View<const double*, Device> measures;
  double threshold;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t entry, long long& count) const {
    count += static_cast<long long>(measures(entry) >= threshold);
  }
};

struct LargestFunctor {
  Kokkos::View<const double*, Device> measures;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t entry, double& largest) const {
    if (measures(entry) > largest) largest = measures(entry);
  }
};

}  // namespace

double averageConnectionsThreshold(const DistMatrix<double>& A, const Kokkos::View<const double*, Device>& measures,
                                   double averageConnections) {
  const Comm& comm = *A.rowMap()->getComm();
  const EntryPolicy policy(0, static_cast<std::int64_t>(measures.extent(0)));
  const auto countFrom = [&](double threshold) {
    long long count = 0;
    Kokkos::parallel_reduce("Chronos::averageConnections::count", policy, CountFunctor{measures, threshold}, count);
    return sumOverRanks(comm, count);
  };
  const double share = averageConnections * static_cast<double>(A.rowMap()->getGlobalNumElements());
  if (!(share > 0)) return std::numeric_limits<double>::infinity();
  if (static_cast<double>(countFrom(std::numeric_limits<double>::min())) <= share) return 0;
  const long long wanted = static_cast<long long>(std::ceil(share));
  double largest = 0;
  Kokkos::parallel_reduce("Chronos::averageConnections::largest", policy, LargestFunctor{measures},
                          Kokkos::Max<double>(largest));
  // At least `wanted` measures reach low, fewer reach high.
  long long low = 0, high = keyOfValue(maxOverRanks(comm, largest)) + 1;
  while (high - low > 1) {
    const long long middle = low + (high - low) / 2;
    const long long count = countFrom(valueOfKey(middle));
    if (count >= wanted) low = middle;
    else high = middle;
    if (count == wanted) break;
  }
  return valueOfKey(low);
}

StrongFlags reachThreshold(const Kokkos::View<const double*, Device>& measures, double threshold) {
  const auto strong = allocate<Kokkos::View<char*, Device>>("Chronos::strong connections", measures.extent(0));
  Kokkos::parallel_for("Chronos::strengthOfConnection::reachThreshold",
                       EntryPolicy(0, static_cast<std::int64_t>(measures.extent(0))),
                       ReachFunctor{measures, threshold, strong});
  return strong;
}

}  // namespace Chronos
